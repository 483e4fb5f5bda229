//! Game files in every format, and the lists that tools read line by line.

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use fukumi::engine::options::Options;
use fukumi::files::{Checker, FORMATS, FileError, Format, FoundGame, GameRecord, Hint, Location, parse, write};
use fukumi::games::GAMES;
use fukumi::games::capture::puzzle_file;
use fukumi::lab::arena::openings;
use fukumi::lab::selfplay::SelfplayGame;
use fukumi::lab::selfplay::record::Layout;

pub(crate) const WORDS: &[&str] = &[
    "(;",
    ")",
    "FF[4]",
    "GM[4]",
    "SZ[15]",
    "SZ[22]",
    "B[hh]",
    "W[gg]",
    "AB[aa]",
    "AW[bb]",
    "AE[cc]",
    "PL[W]",
    "C[x]",
    "LB[aa:A]",
    "RU[renju]",
    "Piskvorky",
    "10x10",
    "-1",
    "game",
    "move",
    "<game>",
    "</game>",
    "<database>",
    "h8",
    "i9",
    "a1b2",
    "moves",
    "startpos",
    "position",
    "b",
    "w",
];

/// The first byte chooses the format; numbers beyond the formats leave it to be detected from the bytes.
pub(crate) fn run(data: &[u8]) {
    let (&selector, bytes) = data.split_first().unwrap_or((&0, &[]));
    let format = FORMATS.get(usize::from(selector) % (FORMATS.len() + 2)).copied();
    let game = (selector >= 128).then(|| "abalone".to_owned());
    let hint = Hint { format, game, ..Hint::default() };
    let Ok(games) = parse(bytes, &hint, GAMES) else { return };
    CHECKERS.with_borrow_mut(|checkers| {
        for (index, found) in games.into_iter().enumerate() {
            check(found, index, bytes, checkers);
        }
    });
}

thread_local! {
    static CHECKERS: RefCell<Checkers> = RefCell::default();
}

/// The rule checkers used last. Each keeps its engine: opening one takes longer than reading most inputs.
#[derive(Default)]
struct Checkers(Vec<(Arc<Options>, Checker)>);

impl Checkers {
    const MOST: usize = 8;

    fn check(&mut self, found: FoundGame, number: usize) -> Result<GameRecord, FileError> {
        let rules = &found.record.rules;
        let known = self.0.iter().position(|(known, _)| known.same_game(rules));
        let fit = known.map_or_else(|| (Arc::clone(rules), Checker::default()), |at| self.0.remove(at));
        self.0.truncate(Self::MOST - 1);
        self.0.insert(0, fit);
        self.0[0].1.check(found, number)
    }
}

fn check(found: Result<FoundGame, FileError>, index: usize, bytes: &[u8], checkers: &mut Checkers) {
    let record = match found.and_then(|found| checkers.check(found, index + 1)) {
        Ok(record) => record,
        Err(why) => return assert!(!why.to_string().is_empty()),
    };
    let again = checkers.check(FoundGame { location: Location::File, record: record.clone() }, 1);
    assert_eq!(again.as_ref(), Ok(&record), "what is legal stays legal");
    // The bytes choose the format, so that all are tried in time.
    let sum: usize = bytes.iter().map(|&byte| usize::from(byte)).sum();
    let into = FORMATS[(sum + index) % FORMATS.len()];
    if let Ok(written) = write(std::slice::from_ref(&record), into) {
        check_written(&written.bytes, into, record.game(), checkers);
    }
}

/// What was written must be readable.
fn check_written(bytes: &[u8], format: &'static Format, game: &str, checkers: &mut Checkers) {
    if !format.reads() {
        return;
    }
    let hint = Hint { format: Some(format), game: Some(game.to_owned()), ..Hint::default() };
    let Ok(games) = parse(bytes, &hint, GAMES) else { return };
    for (index, found) in games.into_iter().enumerate() {
        let _ = found.and_then(|found| checkers.check(found, index + 1));
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/files");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("the samples").filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let mut seeds = Vec::new();
    for path in paths {
        let bytes = fs::read(&path).expect("a sample");
        let name = path.file_name().and_then(|name| name.to_str());
        let format = Format::detect(&bytes, name);
        let index = FORMATS.iter().position(|known| format.is_some_and(|format| format.name == known.name));
        let selector = index.unwrap_or(FORMATS.len()) as u8;
        seeds.push([&[selector], &bytes[..]].concat());
    }
    seeds
}

static OPTIONS: LazyLock<[Options; 2]> =
    LazyLock::new(|| ["gomoku", "abalone"].map(|game| Options::for_game(game).expect("a game of the registry")));

/// The first byte chooses how the rest is read.
pub(crate) fn run_lists(data: &[u8]) {
    let (&selector, bytes) = data.split_first().unwrap_or((&0, &[]));
    let text = String::from_utf8_lossy(bytes);
    match selector % 4 {
        0 => drop(puzzle_file::parse(&text)),
        1 => {
            for layout in [Layout::Plain, Layout::WithVariations] {
                let mut rest = bytes;
                while !rest.is_empty() && SelfplayGame::read(layout, &mut rest).is_ok() {}
            }
        }
        game => {
            let options = &OPTIONS[usize::from(game) - 2];
            for line in text.lines() {
                let _ = openings::parse(line, None, options);
            }
        }
    }
}

pub(crate) fn list_seeds() -> Vec<Vec<u8>> {
    [
        &b"\x00one\n2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b\n12\n"[..],
        b"\x02h8 i9 j10\n5/5/2b2/5/5 w 4\n0,0, 1,-1\nh8i9\n",
        b"\x03a1b2 i5h5\nww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0\n",
        b"\x01\x01\x02\x03\x04",
    ]
    .map(<[u8]>::to_vec)
    .into()
}
