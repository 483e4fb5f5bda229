//! Random games and trees of games, and what the other modules share.

use std::fs;
use std::sync::Arc;

use fukumi::engine::options::Options;
use fukumi::engine::{Change, MoveStyle};
use fukumi::files::{Checker, FileError, Format, FoundGame, GameRecord, Hint, Location, NodeId, Tag, Tree, read};
use fukumi::games::GAMES;

use crate::support::samples::{folder, sample};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64;

/// Texts that a careless writer or reader would spoil.
const TEXTS: [&str; 9] = [
    "plain",
    "]",
    "back\\slash\\",
    "a:b:c",
    "two\nlines\n\nand more",
    "(;B[aa])",
    "\u{e5}\u{e4}\u{f6} \u{c3}\u{a9}",
    "\u{65e5}\u{672c}\u{8a9e}",
    "5 stones, 3 moves",
];

/// The names of all samples.
pub(crate) fn samples() -> Vec<String> {
    let entries = fs::read_dir(folder()).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"));
    let mut names: Vec<String> = names.filter(|name| name != "README.md").collect();
    names.sort();
    names
}

/// A hint of a file's name alone.
pub(crate) fn named(name: &str) -> Hint {
    Hint { name: Some(name.to_owned()), ..Hint::default() }
}

/// A hint of a format alone.
pub(crate) fn of_format(name: &str) -> Hint {
    Hint { format: Some(Format::named(name).expect("a format")), ..Hint::default() }
}

/// The games of a sample.
pub(crate) fn read_sample(name: &str, hint: Hint) -> Result<Vec<GameRecord>, FileError> {
    read(&sample(name), &Hint { name: Some(name.to_owned()), ..hint }, GAMES)
}

/// The options of a game, some of them set.
pub(crate) fn options(game: &str, set: &[(&str, &str)]) -> Arc<Options> {
    let mut options = Options::for_game(game).expect("a game");
    set.iter().for_each(|(name, value)| options.set(name, value).expect("an option"));
    Arc::new(options)
}

/// A game of random moves, checked.
pub(crate) fn random_game(rules: &Arc<Options>, start: Option<&str>, plies: usize, random: &mut Pcg64) -> GameRecord {
    let mut engine = (rules.game().open)(rules).expect("the game opens");
    engine.apply(&Change::Set { position: start.map(str::to_owned), moves: Vec::new() }).expect("a start");
    let mut moves = Vec::new();
    while moves.len() < plies {
        let legal = engine.legal_moves(MoveStyle::Bottom);
        if legal.is_empty() {
            break;
        }
        let mv = legal.choose(random).unwrap().clone();
        engine.apply(&Change::Play(mv.clone())).expect("a legal move");
        moves.push(mv);
    }
    let mut record = GameRecord::new(rules.clone());
    record.start = start.map(str::to_owned);
    record.tree = Tree::from_moves(&moves);
    checked(record)
}

/// The game as reading a file would give it.
pub(crate) fn checked(record: GameRecord) -> GameRecord {
    Checker::default().check(FoundGame { location: Location::File, record }, 1).expect("a legal game")
}

/// A tree of random moves with comments, labels and times.
pub(crate) fn random_tree(rules: &Arc<Options>, nodes: usize, random: &mut Pcg64) -> GameRecord {
    let mut engine = (rules.game().open)(rules).expect("the game opens");
    let mut record = GameRecord::new(rules.clone());
    let mut at = Tree::ROOT;
    while record.tree.len() < nodes {
        if random.random_range(0..4) == 0 {
            let all: Vec<NodeId> = [Tree::ROOT].into_iter().chain(record.tree.walk()).collect();
            at = *all.choose(random).unwrap();
        }
        engine.apply(&Change::Set { position: None, moves: record.tree.path(at) }).expect("a path");
        let taken: Vec<String> =
            record.tree.children(at).filter_map(|child| record.tree.text(child)).map(str::to_owned).collect();
        let mut legal = engine.legal_moves(MoveStyle::Bottom);
        legal.retain(|mv| !taken.contains(mv));
        if legal.is_empty() {
            at = Tree::ROOT;
            continue;
        }
        let mv = legal.choose(random).unwrap().clone();
        if random.random_range(0..3) == 0 {
            let mut label = TEXTS.choose(random).unwrap().replace('\n', " ");
            label.truncate(label.char_indices().nth(5).map_or(label.len(), |(at, _)| at));
            record.tree.add_label(at, legal.choose(random).unwrap().clone(), label);
        }
        at = record.tree.add(at, Some(&mv));
        if random.random_range(0..2) == 0 {
            let text: &&str = TEXTS.choose(random).unwrap();
            record.tree.add_comment(at, text);
        }
    }
    record
}

/// Names and other things that files tell.
pub(crate) fn inform(record: &mut GameRecord, random: &mut Pcg64) {
    for tag in [Tag::Black, Tag::White, Tag::Event, Tag::Round, Tag::Date, Tag::Ending] {
        let words: Vec<&str> = TEXTS.choose(random).unwrap().split_whitespace().collect();
        record.set_tag(tag, &words.join(" "));
    }
    let nodes: Vec<NodeId> = record.tree.walk().collect();
    for node in nodes {
        if random.random_range(0..2) == 0 {
            record.tree.notes_mut(node).ms = Some(random.random_range(1..=100_000));
        }
    }
}
