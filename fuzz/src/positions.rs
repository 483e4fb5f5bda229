//! Position texts and moves of every game: whatever is accepted must be a sound position, and its own text must read back to it.

use std::cell::RefCell;

use fukumi::engine::options::Options;
use fukumi::engine::{Change, Engine, MoveStyle, Rejected};
use fukumi::games::GAMES;

pub(crate) const WORDS: &[&str] = &[
    "moves", "b", "w", "0", "1", "4", "8", "9", "15", "/", "h8", "i9", "a1b2", "c3c5d4", "7,7", "startpos", "-",
    "none", "D", "K",
];

/// The first byte chooses the game, and whether two move styles are compared.
pub(crate) fn run(data: &[u8]) {
    let (&selector, text) = data.split_first().unwrap_or((&0, &[]));
    let text = String::from_utf8_lossy(text);
    let entry = GAMES[usize::from(selector) % GAMES.len()];
    let mut options = Options::for_game(entry.name).expect("a game of the registry");
    let (position, moves) = text.split_once("moves").unwrap_or((&text, ""));
    let position = position.trim();
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    if !position.is_empty() && (entry.read)(position, &mut options).is_err() {
        return;
    }
    ENGINES.with_borrow_mut(|engines| {
        let Ok(engine) = engines.open(&options) else { return };
        set(engine, &options, position, moves);
    });
}

thread_local! {
    static ENGINES: RefCell<Engines> = RefCell::default();
}

/// Engines of the games and rules used last: opening one takes a thousand times as long as reading a position.
#[derive(Default)]
struct Engines(Vec<(Options, Box<dyn Engine>)>);

impl Engines {
    const MOST: usize = 8;

    /// One at its start position.
    fn open(&mut self, options: &Options) -> Result<&mut dyn Engine, Rejected> {
        let known = self.0.iter().position(|(known, _)| known.same_game(options));
        let mut opened = match known {
            Some(at) => self.0.remove(at),
            None => (options.clone(), (options.game().open)(options)?),
        };
        opened.1.apply(&Change::Clear)?;
        self.0.truncate(Self::MOST - 1);
        self.0.insert(0, opened);
        Ok(&mut *self.0[0].1)
    }
}

fn set(engine: &mut dyn Engine, options: &Options, position: &str, moves: Vec<String>) {
    let before = engine.position();
    let change = Change::Set { position: (!position.is_empty()).then(|| position.to_owned()), moves };
    match engine.apply(&change) {
        Ok(()) => look(engine, options),
        Err(why) => {
            assert!(!why.to_string().is_empty());
            assert_eq!(engine.position(), before, "a rejected change leaves all as it was");
        }
    }
}

fn look(engine: &mut dyn Engine, options: &Options) {
    let text = engine.position();
    let mut told = options.clone();
    (options.game().read)(&text, &mut told).expect("our own text can be read");
    assert!(told.same_game(options), "our own text names our own rules");
    let to_move = engine.standing().to_move;
    engine.apply(&Change::Set { position: Some(text.clone()), moves: Vec::new() }).expect("our own text is a position");
    assert_eq!((engine.position(), engine.standing().to_move), (text.clone(), to_move));
    assert!(engine.draw().is_ascii());
    let _ = (engine.view(), engine.forbidden(MoveStyle::Bottom));
    let moves = engine.legal_moves(MoveStyle::Bottom);
    if let Some(mv) = moves.get(moves.len() / 2) {
        engine.apply(&Change::Play(mv.clone())).expect("a legal move can be played");
        engine.apply(&Change::TakeBack(mv.clone())).expect("and taken back");
        assert_eq!(engine.position(), text);
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (selector, entry) in (0..).zip(GAMES) {
        for trial in entry.bench {
            let text = format!("{} moves {}", trial.position.unwrap_or_default(), trial.moves);
            seeds.push([&[selector], text.as_bytes()].concat());
        }
    }
    let texts: [(u8, &str); 7] = [
        (0, "5/5/2b2/5/5 w 4 moves a1"),
        (0, "15/15/15/15/15/15/8w6/7b7/15/15/15/15/15/15/15 b 0 moves h9 j9"),
        (0, "moves h8 i9 j10"),
        (1, "ww1bb/wwwbbb/1ww1bb1/8/9/3b4/1bb1ww1/bbbwww/1b1ww w 0 0 1 1"),
        (1, "22011 222111 0220110 00000000 000000000 00000000 0110220 111222 11022"),
        (1, "moves a1b2 i5h5 c3c5d4"),
        (2, "2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b"),
    ];
    seeds.extend(texts.map(|(selector, text)| [&[selector], text.as_bytes()].concat()));
    seeds
}
