//! Files of weights and networks of every game. A checksum that is put right lets mutations reach what lies behind it.

use std::fs;
use std::path::Path;

use fukumi::engine::options::Options;
use fukumi::engine::{Change, MoveStyle, Task};
use fukumi::games::abalone::AbaloneModel;
use fukumi::games::gomoku::{GomokuModel, RuleCode};
use fukumi::search::{Control, Limits, Table};
use fukumi::weights_file::{Tensor, Values, WeightsFile};
use tempfile::NamedTempFile;

/// The length of the checksum, which is the end of a file.
const CHECKSUM: usize = 4;

/// The first byte says whether the checksum of what follows is put right.
pub(crate) fn run(data: &[u8]) {
    let (&selector, bytes) = data.split_first().unwrap_or((&0, &[]));
    let mut bytes = bytes.to_vec();
    if selector % 4 != 0 {
        put_right(&mut bytes);
    }
    match WeightsFile::from_bytes(&bytes) {
        Ok(file) => assert_eq!(WeightsFile::from_bytes(&file.to_bytes()).as_ref(), Ok(&file)),
        Err(why) => assert!(!why.to_string().is_empty()),
    }
    // Whether they are of use to a game is told, too.
    for rule in RuleCode::ALL {
        let _ = GomokuModel::with_weights(&bytes, rule).map(drop).map_err(|why| assert!(!why.to_string().is_empty()));
    }
    let _ = AbaloneModel::with_weights(&bytes).map(drop).map_err(|why| assert!(!why.to_string().is_empty()));
}

pub(crate) const WORDS: &[&str] =
    &["gomoku", "abalone", "freestyle", "renju", "linear", "network", "\u{1}\0", "\u{2}\0"];

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let tensor =
        |name: &str, shape: &[u32], values| Tensor { name: name.to_owned(), steps: 64, shape: shape.to_vec(), values };
    let small = |game: &str, rule: &str, kind: &str| WeightsFile {
        game: game.to_owned(),
        rule: rule.to_owned(),
        kind: kind.to_owned(),
        note: "a seed".to_owned(),
        tensors: vec![
            tensor("rows", &[2, 3], Values::I16(vec![1, -1, i16::MAX, i16::MIN, 0, 7])),
            tensor("bias", &[2], Values::I32(vec![i32::MAX, i32::MIN])),
        ],
    };
    let files = [("gomoku", "freestyle", "linear"), ("gomoku", "renju", "network"), ("abalone", "", "network")];
    files.iter().map(|(game, rule, kind)| [&[1], &small(game, rule, kind).to_bytes()[..]].concat()).collect()
}

fn put_right(bytes: &mut [u8]) {
    let Some(at) = bytes.len().checked_sub(CHECKSUM) else { return };
    let (content, checksum) = bytes.split_at_mut(at);
    checksum.copy_from_slice(&crc32fast::hash(content).to_le_bytes());
}

/// A network that is built in, and how a game with it begins.
struct BuiltIn {
    game: &'static str,
    option: (&'static str, &'static str),
    /// In the folder `src/games`.
    file: &'static str,
    moves: &'static [&'static str],
}

const BUILT_IN: [BuiltIn; 4] = [
    BuiltIn {
        game: "gomoku",
        option: ("Rule", "freestyle"),
        file: "gomoku/network/data/freestyle.network",
        moves: &["h8", "i9", "i7", "g9"],
    },
    BuiltIn {
        game: "gomoku",
        option: ("Rule", "standard"),
        file: "gomoku/network/data/standard.network",
        moves: &["h8", "i9", "i7", "g9"],
    },
    BuiltIn {
        game: "gomoku",
        option: ("Rule", "renju"),
        file: "gomoku/network/data/renju.network",
        moves: &["h8", "i9", "i7", "g9"],
    },
    BuiltIn { game: "abalone", option: ("Start", "belgian-daisy"), file: "abalone/data/abalone.network", moves: &[] },
];

/// Networks as they are built in with some of their bytes changed: whatever the weights are, the engine plays with them. The first byte
/// chooses the network; then come three bytes of a place and one that is put there.
pub(crate) fn run_networks(data: &[u8]) {
    let (&selector, edits) = data.split_first().unwrap_or((&0, &[]));
    let BuiltIn { game, option, file, moves } = BUILT_IN[usize::from(selector) % BUILT_IN.len()];
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/games").join(file);
    let mut bytes = fs::read(path).expect("the network that is built in");
    let length = bytes.len();
    for edit in edits.chunks_exact(4).take(1_000) {
        // The beginning, which says what the file is, is as likely to be hit as all the rest.
        let place = u32::from_le_bytes([edit[0], edit[1], edit[2], 0]) as usize;
        let place = if place.is_multiple_of(2) { place / 2 % 512 } else { place % length };
        bytes[place] = edit[3];
    }
    put_right(&mut bytes);
    let changed = NamedTempFile::new().expect("a file");
    fs::write(changed.path(), &bytes).expect("a disk with room");
    let mut options = Options::for_game(game).expect("a game of the registry");
    options.set(option.0, option.1).expect("a value of the option");
    if options.set("EvalFile", &changed.path().to_string_lossy()).is_err() {
        return;
    }
    let Ok(mut engine) = (options.game().open)(&options) else { return };
    let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
    engine.apply(&Change::Set { position: None, moves }).expect("these moves can be played");
    let ctl = Control::new(&Limits { nodes: Some(200), ..Limits::default() }, web_time::Instant::now());
    let table = Table::new(1).expect("a table");
    let found = engine.think(&Task::default(), &table, &ctl, &mut |_| ()).expect("a move");
    let text = engine.write_moves(&found, MoveStyle::Bottom);
    engine.apply(&Change::Play(text[0].clone())).expect("it can be played");
}

pub(crate) fn network_seeds() -> Vec<Vec<u8>> {
    let edit = |place: u32, byte: u8| [place.to_le_bytes()[..3].to_vec(), vec![byte]].concat();
    let extreme: Vec<u8> =
        (0..200).flat_map(|nth| edit(20_001 + nth * 30_002, if nth % 2 == 0 { 0x7f } else { 0x80 })).collect();
    let networks = 0..BUILT_IN.len() as u8;
    networks.flat_map(|number| [vec![number], [vec![number], extreme.clone()].concat()]).collect()
}
