//! Many games by several workers, kept as they end.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::error::SelfplayError;
use super::play::SelfplayPlayer;
use super::record::SelfplayGame;
use super::store::Store;
use crate::engine::eval_file::EvalFile;
use crate::search::STACK_BYTES;

/// When enough has been played. What the file holds already counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// So many games.
    Games(u64),
    /// So many positions with a score, or a few more.
    Positions(u64),
    /// The games of these numbers.
    Numbers(Range<u32>),
}

/// How far a run has come; what the file held before is not counted, but in `held`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelfplayProgress {
    /// Games in the file, those of earlier runs included.
    pub held: u64,
    /// Positions in the file, those of earlier runs included.
    pub held_positions: u64,
    /// Games of this run.
    pub games: u64,
    /// Positions with a score of this run.
    pub positions: u64,
    /// Nodes of this run, those of proofs included, those of openings not.
    pub nodes: u64,
    /// Time since the run began.
    pub elapsed: Duration,
}

impl SelfplayProgress {
    /// Positions a second.
    pub fn speed(&self) -> f64 {
        self.positions as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    fn add(&mut self, game: &SelfplayGame, nodes: u64, elapsed: Duration) {
        let positions = game.positions();
        self.held += 1;
        self.held_positions += positions;
        self.games += 1;
        self.positions += positions;
        self.nodes += nodes;
        self.elapsed = elapsed;
    }

    fn has_reached(&self, goal: &Goal) -> bool {
        match goal {
            Goal::Games(games) => self.held >= *games,
            Goal::Positions(positions) => self.held_positions >= *positions,
            Goal::Numbers(numbers) => self.held >= numbers.len() as u64,
        }
    }
}

/// A game that was played and the nodes it took, or why it was not.
type Played = Result<(SelfplayGame, u64), SelfplayError>;

/// Numbers of games to be played, the lowest first, given to whichever worker asks.
struct Numbers<'a> {
    next: Mutex<u32>,
    taken: &'a BTreeSet<u32>,
    /// The first number that is not played.
    end: u32,
    stop: AtomicBool,
}

impl Numbers<'_> {
    fn take(&self) -> Option<u32> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        while self.taken.contains(&next) {
            *next += 1;
        }
        let number = *next;
        let left = number < self.end && !self.stop.load(Relaxed);
        left.then(|| {
            *next += 1;
            number
        })
    }
}

/// Plays until the goal is reached, and keeps every game in the store; `weights` are those that the store's conditions name. Numbers that
/// the store does not hold yet are played, the lowest first; a game does not depend on who plays it or when. `tell` is called after every
/// game.
///
/// # Errors
/// The first failure of a worker or of the store; games kept before it stay.
pub fn run(
    store: &mut Store,
    weights: Option<&Arc<EvalFile>>,
    goal: Goal,
    workers: usize,
    tell: &mut dyn FnMut(&SelfplayProgress),
) -> Result<SelfplayProgress, SelfplayError> {
    let started = Instant::now();
    let mut progress =
        SelfplayProgress { held: store.games(), held_positions: store.positions(), ..SelfplayProgress::default() };
    if progress.has_reached(&goal) {
        return Ok(progress);
    }
    let conditions = store.conditions().clone();
    let taken = store.numbers().clone();
    // Numbers below the goal are all that is missing: a file that holds one beyond it was made for a larger goal.
    let Range { start, end } = match &goal {
        Goal::Games(games) => 0..u32::try_from(*games).unwrap_or(u32::MAX),
        Goal::Positions(_) => 0..u32::MAX,
        Goal::Numbers(numbers) => numbers.clone(),
    };
    let numbers = Numbers { next: Mutex::new(start), taken: &taken, end, stop: AtomicBool::new(false) };
    let (sender, played) = channel();
    thread::scope(|scope| {
        let mut started_workers = Vec::new();
        for _ in 0..workers.max(1) {
            let (own, numbers, conditions, weights) = (sender.clone(), &numbers, conditions.clone(), weights.cloned());
            let work = move || match SelfplayPlayer::new(conditions, weights) {
                Ok(player) => play_on(player, numbers, &own),
                Err(error) => drop(own.send(Err(error))),
            };
            match thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work) {
                Ok(worker) => started_workers.push(worker),
                Err(error) => drop(sender.send(Err(SelfplayError::Worker(error.to_string())))),
            }
        }
        drop(sender);
        let kept = keep(store, &goal, &played, &mut progress, started, tell);
        numbers.stop.store(true, Relaxed);
        for worker in started_workers {
            worker.join().map_err(|_| SelfplayError::Worker("it panicked".to_owned()))?;
        }
        kept
    })?;
    store.flush()?;
    Ok(progress)
}

fn play_on(mut player: SelfplayPlayer, numbers: &Numbers<'_>, sender: &Sender<Played>) {
    while let Some(number) = numbers.take() {
        let played = player.play(number);
        let failed = played.is_err();
        if sender.send(played).is_err() || failed {
            return;
        }
    }
}

/// Keeps games as they come until the goal is reached; what is played beyond it is dropped, so that every run ends the same.
fn keep(
    store: &mut Store,
    goal: &Goal,
    played: &Receiver<Played>,
    progress: &mut SelfplayProgress,
    started: Instant,
    tell: &mut dyn FnMut(&SelfplayProgress),
) -> Result<(), SelfplayError> {
    for played in played {
        let (game, nodes) = played?;
        store.add(&game)?;
        progress.add(&game, nodes, started.elapsed());
        tell(progress);
        if progress.has_reached(goal) {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::path::Path;

    use super::super::Records;
    use super::super::play::Conditions;
    use super::super::record::Ending;
    use super::*;
    use crate::engine::options::Options;

    fn conditions(rule: &str) -> Conditions {
        let mut options = Options::new();
        options.set("Rule", rule).unwrap();
        options.set("BoardSize", "11").unwrap();
        let mut conditions = Conditions::new(&options, 150, 3);
        conditions.opening.nodes = 200;
        conditions
    }

    /// Plays to the goal in a new file; its bytes and games.
    fn play(conditions: Conditions, goal: Goal, workers: usize) -> (Vec<u8>, Vec<SelfplayGame>) {
        let folder = tempfile::tempdir().unwrap();
        play_on(&folder.path().join("games.fsp"), conditions, goal, workers)
    }

    /// The same in a file that may hold games already.
    fn play_on(path: &Path, conditions: Conditions, goal: Goal, workers: usize) -> (Vec<u8>, Vec<SelfplayGame>) {
        let mut store = Store::open(path, conditions).unwrap();
        run(&mut store, None, goal, workers, &mut |_| {}).unwrap();
        let bytes = std::fs::read(path).unwrap();
        let games = Records::open(path).unwrap().collect::<Result<_, _>>().unwrap();
        (bytes, games)
    }

    #[test]
    fn a_seed_gives_the_same_bytes_with_one_worker_and_the_same_games_with_more() {
        let (bytes, games) = play(conditions("freestyle"), Goal::Games(6), 1);
        assert_eq!(play(conditions("freestyle"), Goal::Games(6), 1).0, bytes);
        let (_, mut others) = play(conditions("freestyle"), Goal::Games(6), 3);
        others.sort_by_key(|game| game.number);
        assert_eq!(others, games);
    }

    #[test]
    fn branches_leave_the_game_after_its_opening_whoever_plays_them() {
        let plain = play(conditions("freestyle"), Goal::Games(8), 1).1;
        let wanted = Conditions { branch_plies: NonZeroUsize::new(12), ..conditions("freestyle") };
        let branched = play(wanted.clone(), Goal::Games(8), 1).1;
        let mut others = play(wanted, Goal::Games(8), 3).1;
        others.sort_by_key(|game| game.number);
        assert_eq!(others, branched);
        for (game, plain) in branched.iter().zip(&plain) {
            let opening = &plain.moves[..plain.opening];
            assert!(game.moves.starts_with(opening) && game.opening <= plain.opening + 12 + 6);
        }
        let longer = branched.iter().zip(&plain).filter(|(game, plain)| game.opening > plain.opening);
        assert!(longer.count() >= 5, "most openings end in a branch");
    }

    #[test]
    fn a_run_goes_on_with_the_numbers_that_are_missing() {
        let (_, all) = play(conditions("standard"), Goal::Games(5), 1);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.fsp");
        play_on(&path, conditions("standard"), Goal::Games(2), 1);
        let (bytes, games) = play_on(&path, conditions("standard"), Goal::Games(5), 1);
        assert_eq!(games, all);
        assert_eq!(play_on(&path, conditions("standard"), Goal::Games(5), 1).0, bytes, "nothing is left to play");
    }

    #[test]
    fn positions_are_counted_up_to_the_goal() {
        let (_, games) = play(conditions("freestyle"), Goal::Positions(40), 2);
        let positions = |games: &[SelfplayGame]| games.iter().map(|game| game.scores.len()).sum::<usize>();
        assert!(positions(&games) >= 40 && positions(&games[..games.len() - 1]) < 40);
    }

    #[test]
    fn what_a_proof_says_is_how_the_game_ends_when_it_is_played_out() {
        // Enough nodes to see a proven win through: with 150 one of these 24 games threw it away.
        let of = |play_out| play(Conditions { play_out, nodes: 600, ..conditions("renju") }, Goal::Games(24), 1).1;
        let (short, out) = (of(false), of(true));
        assert!(short.iter().filter(|game| game.ending == Ending::Proof).count() >= 6);
        for (short, out) in short.iter().zip(&out) {
            assert_eq!((short.number, short.result), (out.number, out.result));
            assert!(out.moves.starts_with(&short.moves) && out.ending != Ending::Proof);
        }
    }
}
