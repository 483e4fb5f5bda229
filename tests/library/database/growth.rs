//! Growth by a number of nodes is the same each time, also when it is cut off and goes on; and its values are those of minimax.

use std::path::Path;
use std::sync::Arc;

use fukumi::database::growth::{Finder, Found, Growth, Step};
use fukumi::database::minimax::minimax;
use fukumi::database::walk::Walker;
use fukumi::database::{Access, Bound, Key, Merge, Record, Space, Stones, Store, Value};
use fukumi::engine::options::Options;
use fukumi::search::{Control, Limits, Score};

use crate::support::folder::Folder;

const NODES: u64 = 1_500;

fn options(game: &str) -> Options {
    Options::for_game(game).expect("a game")
}

/// The position after some moves from the start.
fn position(options: &Options, moves: &str) -> Stones {
    let space = Space::new(options).expect("a space");
    let mut engine = (options.game().open)(options).expect("an engine");
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    engine.apply(&fukumi::engine::Change::Set { position: None, moves }).expect("legal moves");
    space.parse(&engine.position()).expect("a position")
}

fn open(path: &Path, options: &Options, roots: &[Stones]) -> Growth {
    let store = if path.exists() { Store::open(path, Access::Write) } else { Store::create(path) };
    let store = Arc::new(store.expect("a database"));
    Growth::open(store, options, roots, || 0, &mut || true).expect("a tree").expect("not stopped")
}

/// Searches so many positions; tells how many were searched before everything was decided.
fn grow(growth: &mut Growth, options: &Options, searches: usize) -> usize {
    let mut finder = Finder::new(options, NODES, 1).expect("a finder");
    for done in 0..searches {
        let ctl = finder.control();
        match growth.step(&mut finder, &ctl, None).expect("a step") {
            Step::Searched => {}
            Step::Stopped => panic!("nobody has stopped it"),
            Step::Done => return done,
        }
    }
    searches
}

fn kept(path: &Path, options: &Options) -> Vec<(Key, Record)> {
    let snapshot = Store::open(path, Access::ReadOnly).expect("a database").snapshot().expect("a snapshot");
    let space = Space::new(options).expect("a space");
    let positions = snapshot.positions(space.rules()).expect("positions");
    positions.iter().collect::<Result<_, _>>().expect("records")
}

#[test]
fn growth_is_the_same_each_time_and_goes_on_after_a_cut() {
    let folder = Folder::new();
    for (game, moves, searches) in [("gomoku", "h8 i9 j8", 24), ("abalone", "", 12)] {
        let options = options(game);
        let roots = [position(&options, moves)];
        let (whole, parts) = (folder.path(&format!("{game}.db")), folder.path(&format!("{game}-parts.db")));
        assert_eq!(grow(&mut open(&whole, &options, &roots), &options, searches), searches);
        for part in [1, 4, searches - 5] {
            let mut growth = open(&parts, &options, &roots);
            // A search that is stopped leaves everything as it was.
            let mut finder = Finder::new(&options, NODES, 1).expect("a finder");
            let stopped = Control::new(&Limits::default(), web_time::Instant::now());
            stopped.stop();
            assert_eq!(growth.step(&mut finder, &stopped, None).expect("a step"), Step::Stopped);
            grow(&mut growth, &options, part);
        }
        let (one, other) = (kept(&whole, &options), kept(&parts, &options));
        assert!(one.len() > searches / 2, "{game}: {} positions", one.len());
        assert!(one == other, "{game}: the trees differ");
    }
}

#[test]
fn the_values_are_those_of_minimax() {
    let folder = Folder::new();
    let path = folder.path("values.db");
    let options = options("gomoku");
    grow(&mut open(&path, &options, &[position(&options, "h8 i9")]), &options, 20);
    let space = Space::new(&options).expect("a space");
    let snapshot = Store::open(&path, Access::ReadOnly).expect("a database").snapshot().expect("a snapshot");
    let positions = snapshot.positions(space.rules()).expect("positions");
    let mut walker = Walker::new(&options).expect("a walker");
    let tally = minimax(&space, &mut walker, &positions, &mut || true, &mut |_, _| Ok(())).expect("values");
    assert!(tally.edges + 1 >= tally.positions && tally.positions > 10, "{tally:?}");
    assert_eq!(tally.changed, 0, "{tally:?}");
}

#[test]
fn a_value_is_a_bound_while_a_move_that_is_not_known_may_be_better() {
    let folder = Folder::new();
    let path = folder.path("bounds.db");
    let options = options("gomoku");
    let root = position(&options, "h8 i10");
    let space = Space::new(&options).expect("a space");
    let mut growth = open(&path, &options, std::slice::from_ref(&root));
    let mut walker = Walker::new(&options).expect("a walker");
    let mut finds = |score: i32| {
        let leaf = growth.next(1).expect("a tree").pop().expect("a position");
        walker.set(&space, &leaf.stones).expect("a position");
        let children = walker.children(&space).expect("moves");
        let best = children.into_iter().map(|child| child.text).find(|text| !leaf.known.contains(text));
        let found = Found { best: best.expect("a move"), score: Score::fixed(score), depth: 9 };
        growth.take(&leaf, &found, None).expect("a step");
        let key = space.place(&root).key;
        let (_, record) = kept(&path, &options).into_iter().find(|(other, _)| *other == key).expect("the root");
        (leaf.known.len(), record.value, record.bound)
    };
    let exactly = |score| Some(Value::Score(score));
    assert_eq!(finds(300), (0, exactly(300), Bound::Exact));
    // A strong reply is found: any other move may still be worth 300.
    assert_eq!(finds(400), (0, exactly(-400), Bound::Lower));
    assert_eq!(finds(250), (1, exactly(250), Bound::Exact));
}

#[test]
fn a_decided_root_ends_growth_and_texts_stay() {
    let folder = Folder::new();
    let path = folder.path("won.db");
    let options = options("gomoku");
    let root = position(&options, "h8 a1 i8 c1 j8 e1");
    let space = Space::new(&options).expect("a space");
    let placed = space.place(&root);
    let note = Record { comment: "an open four next".to_owned(), games: 3, ..Record::default() };
    let store = Store::create(&path).expect("a database");
    let put = store.change(|changes| changes.put(space.rules(), &[(placed.key.clone(), note)], Merge::Better));
    put.expect("a commit");
    let mut growth = open(&path, &options, &[root]);
    assert!(grow(&mut growth, &options, 50) < 50);
    assert!(matches!(growth.values().next(), Some(Some(Value::Win(_)))));
    let records = kept(&path, &options);
    let (_, record) = records.iter().find(|(key, _)| *key == placed.key).expect("the root");
    assert_eq!((record.comment.as_str(), record.games), ("an open four next", 3));
    assert!(matches!(record.value, Some(Value::Win(_))) && !record.best.is_empty(), "{record:?}");
}

#[test]
fn moves_that_are_known_without_a_value_are_searched_and_bad_ones_left_alone() {
    let folder = Folder::new();
    let path = folder.path("games.db");
    let options = options("gomoku");
    let root = position(&options, "h8 i9 i8");
    let space = Space::new(&options).expect("a space");
    let played = space.place(&position(&options, "h8 i9 i8 a1")).key; // lets Black make an open three
    let store = Store::create(&path).expect("a database");
    let game = Record { games: 1, ..Record::default() };
    store.change(|changes| changes.put(space.rules(), &[(played.clone(), game)], Merge::Better)).expect("a commit");
    let mut growth = open(&path, &options, &[root]);
    grow(&mut growth, &options, 25);
    let records = kept(&path, &options);
    let value = records.iter().find(|(key, _)| *key == played).expect("the played move").1.value;
    assert!(value.expect("a value").rank() > 100, "{value:?}");
    let after = |of: &Stones| {
        let stones = |key: &Key| space.stones(&key.0).expect("a position");
        let has = |stones: &Stones| of.pieces.iter().all(|piece| stones.pieces.contains(piece));
        records.iter().filter(|(key, _)| has(&stones(key))).count()
    };
    let bad = after(&space.stones(&played.0).expect("a position"));
    assert!(bad * 3 < records.len(), "{bad} of {} come of a bad move", records.len());
}
