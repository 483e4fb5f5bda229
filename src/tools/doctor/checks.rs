//! Known answers that a sound build gives on a sound machine, some for each game.

use std::time::Instant;

use crate::engine::options::{HASH_DEFAULT, Options};
use crate::engine::registry::{Entry, Games};
use crate::engine::settings::processors;
use crate::engine::{Change, Engine, MoveStyle, Report, Task};
use crate::games::GAMES;
use crate::search::{Control, Limits, Score, Table};
use crate::tools::bench;

/// A test: what was found, or what is wrong.
pub(super) struct Check {
    /// What is tested.
    pub(super) name: String,
    /// Tests it.
    pub(super) run: Box<dyn FnOnce() -> Result<String, String> + Send>,
}

/// All the tests: about two seconds of an optimised build.
pub(super) fn checks(games: Games) -> Vec<Check> {
    let known = KNOWN_ANSWERS.iter().map(|&(name, run)| Check { name: name.to_owned(), run: Box::new(run) });
    let played = games.iter().map(|&game| Check {
        name: format!("{}: a legal move", game.name),
        run: Box::new(move || legal_move(games, game)),
    });
    let signature =
        Check { name: "bench: the signature of the search".to_owned(), run: Box::new(move || signature(games)) };
    known.chain(played).chain([signature]).collect()
}

/// A test without arguments, and its name.
type KnownAnswer = (&'static str, fn() -> Result<String, String>);

const KNOWN_ANSWERS: &[KnownAnswer] = &[
    ("gomoku: leaves of the game tree", gomoku_perft),
    ("gomoku: a win by threats", gomoku_win),
    ("renju: a forbidden point", renju_forbidden),
    ("abalone: leaves of the game tree", abalone_perft),
    ("abalone: the sixth marble", abalone_win),
    ("capture: a shortest solution", capture_puzzle),
    ("memory: a table of the usual size", usual_table),
    ("threads: a search by all of them", all_threads),
];

/// A game of the program's own list with some options, in a position.
fn open(game: &str, settings: &[(&str, &str)], position: Option<&str>, moves: &str) -> Result<Box<dyn Engine>, String> {
    open_in(GAMES, game, settings, position, moves)
}

fn open_in(
    games: Games,
    game: &str,
    settings: &[(&str, &str)],
    position: Option<&str>,
    moves: &str,
) -> Result<Box<dyn Engine>, String> {
    let opened = || {
        let mut options = Options::of_game(games, game)?;
        settings.iter().try_for_each(|(name, value)| options.set(name, value))?;
        let mut engine = (options.game().open)(&options)?;
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        engine.apply(&Change::Set { position: position.map(str::to_owned), moves })?;
        Ok(engine)
    };
    opened().map_err(|why: crate::engine::Rejected| why.to_string())
}

/// Thinks within the limits; gives the move and the last report.
fn think(engine: &mut dyn Engine, threads: usize, limits: &Limits, table: usize) -> Result<(String, Report), String> {
    let table = Table::new(table).map_err(|why| why.to_string())?;
    let task = Task { threads, conclude: true, ..Task::default() };
    let mut last = None;
    let answer = engine.think(&task, &table, &Control::new(limits, Instant::now()), &mut |report| last = Some(report));
    let found = answer.map_err(|why| why.to_string())?;
    match (engine.write_moves(&found, MoveStyle::Bottom).into_iter().next(), last) {
        (Some(best), Some(report)) => Ok((best, report)),
        _ => Err("the search found nothing".to_owned()),
    }
}

fn score(report: &Report) -> Result<Score, String> {
    report.lines.first().map(|line| line.score).ok_or_else(|| "the search has no value".to_owned())
}

/// Is it what is known?
fn expect<T: PartialEq + std::fmt::Display>(found: &T, known: &T) -> Result<String, String> {
    if found == known { Ok(found.to_string()) } else { Err(format!("{found}, but {known} is known")) }
}

/// On the smallest board every sequence of four moves is one: 25 x 24 x 23 x 22.
fn gomoku_perft() -> Result<String, String> {
    let engine = open("gomoku", &[("BoardSize", "5")], None, "")?;
    expect(&engine.perft(4).leaves, &303_600)
}

/// A three that nobody stopped.
fn gomoku_win() -> Result<String, String> {
    let mut engine = open("gomoku", &[], None, "h8 a1 h9 a3 h10 a5")?;
    let (_, report) = think(engine.as_mut(), 1, &Limits { depth: Some(6), ..Limits::default() }, 1)?;
    expect(&score(&report)?.to_string(), &Score::win_in(3).to_string())
}

/// A double three of Black's.
fn renju_forbidden() -> Result<String, String> {
    let engine = open("gomoku", &[("Rule", "renju")], None, "h8 a1 h9 a3 g7 o1 f7 o3")?;
    expect(&engine.forbidden(MoveStyle::Bottom).join(" "), &"h7".to_owned())
}

/// The number of the tables that the generator is tested by: two independent programs made them.
fn abalone_perft() -> Result<String, String> {
    let leaves = open("abalone", &[("Start", "belgian-daisy")], None, "")?.perft(4);
    expect(
        &format!("{} leaves, {} ejections", leaves.leaves, leaves.ejections),
        &"8270666 leaves, 41468 ejections".to_owned(),
    )
}

/// White has lost five marbles, and a sixth lies at the edge.
fn abalone_win() -> Result<String, String> {
    let mut engine = open("abalone", &[], Some("5/6/7/8/6bbw/8/7/6/5 b 0 5"), "")?;
    let (_, report) = think(engine.as_mut(), 1, &Limits { depth: Some(3), ..Limits::default() }, 1)?;
    expect(&score(&report)?.to_string(), &Score::win_in(1).to_string())
}

/// Puzzle SH-3 of the published ones.
fn capture_puzzle() -> Result<String, String> {
    let mut engine = open("capture", &[], Some("2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b"), "")?;
    let (_, report) = think(engine.as_mut(), 1, &Limits::default(), 64)?;
    expect(&format!("{} moves", report.depth), &"16 moves".to_owned())
}

fn usual_table() -> Result<String, String> {
    let mebibytes = usize::try_from(HASH_DEFAULT).unwrap_or(1);
    let mut table = Table::new(mebibytes).map_err(|why| why.to_string())?;
    // Every page is touched, so that memory which is only promised shows.
    table.clear();
    expect(&format!("{} MiB", table.bytes() >> 20), &format!("{mebibytes} MiB"))
}

fn all_threads() -> Result<String, String> {
    let mut engine = open("gomoku", &[], None, "h8 i9 i7 g9")?;
    let threads = processors().min(256) as usize;
    let (found, _) = think(engine.as_mut(), threads, &Limits { depth: Some(8), ..Limits::default() }, 16)?;
    let legal = engine.legal_moves(MoveStyle::Bottom).contains(&found);
    if legal { Ok(format!("{threads} threads find {found}")) } else { Err(format!("{found} is no legal move")) }
}

/// What every game can do, whatever it is: a search of the first position of its bench finds a move that is legal there.
fn legal_move(games: Games, game: &Entry) -> Result<String, String> {
    let trial = game.bench.first().ok_or("it has no position for the bench")?;
    let mut engine = open_in(games, game.name, trial.options, trial.position, trial.moves)?;
    let (found, _) = think(engine.as_mut(), 1, &Limits { depth: Some(trial.depth), ..Limits::default() }, 16)?;
    let legal = engine.legal_moves(MoveStyle::Bottom).contains(&found);
    if legal { Ok(found) } else { Err(format!("{found} is not legal")) }
}

/// The bench searches as it did when this version was committed.
fn signature(games: Games) -> Result<String, String> {
    expect(&bench::signature(games).map_err(|why| why.to_string())?, &bench::SIGNATURE.trim().to_owned())
}
