//! Many pairs of games on several threads: an optimisation with a journal, a sensitivity measurement, or a comparison of two
//! sets of parameters.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use serde::{Deserialize, Serialize};

use super::error::SpsaError;
use super::game_pair::{GamePairPlayer, PairSettings};
use super::optimizer::{Optimizer, Perturbation};
use super::tuned_param::TunedParam;
use crate::lab::stats::{Pentanomial, Points};
use crate::search::{ParamValues, STACK_BYTES};

/// Pairs between two lines of the journal.
const JOURNAL_EVERY: u32 = 25;

/// A line of the journal: the values after so many iterations.
#[derive(Debug, Serialize, Deserialize)]
struct Checkpoint {
    /// Version of this object.
    v: u32,
    /// The iterations done, of one pair of games each.
    pairs: u32,
    /// The parameters and their values.
    names: Vec<String>,
    values: Vec<f64>,
}

/// Runs `pairs` iterations, those of an existing journal included. The values are appended to the journal now and then; `tell` is
/// called after each such line.
///
/// # Errors
/// When the journal cannot be used or is of other parameters, or a worker fails; the journal keeps the earlier lines.
pub fn tune(
    settings: &PairSettings,
    mut optimizer: Optimizer,
    pairs: u32,
    workers: usize,
    journal: &Path,
    tell: &mut (dyn FnMut(&Optimizer) + Send),
) -> Result<Optimizer, SpsaError> {
    let io = |source| SpsaError::Io { path: journal.to_owned(), source };
    if let Some(checkpoint) = checkpoints(journal)?.pop() {
        checkpoint.check(&optimizer, journal)?;
        optimizer.resume(checkpoint.pairs, &checkpoint.values);
    }
    let file = OpenOptions::new().create(true).append(true).open(journal).map_err(io)?;
    let (first, left) = (optimizer.iterations(), pairs.saturating_sub(optimizer.iterations()));
    let shared = Mutex::new((optimizer, file, tell));
    play_all(settings, left, workers, |player, number| {
        let perturbation = lock(&shared).0.perturbation(first + number);
        let points = player.pair(u64::from(perturbation.iteration), &perturbation.plus, &perturbation.minus)?;
        let (optimizer, file, tell) = &mut *lock(&shared);
        optimizer.update(&perturbation, score_difference(points));
        if optimizer.iterations() % JOURNAL_EVERY == 0 || optimizer.iterations() == pairs {
            write_checkpoint(file, optimizer).map_err(io)?;
            tell(optimizer);
        }
        Ok(())
    })?;
    Ok(shared.into_inner().unwrap_or_else(PoisonError::into_inner).0)
}

/// The sensitivity to each parameter: a step up against a step down, in `pairs` pairs of games in which all parameters are moved
/// at once. The directions are drawn anew for every pair, so the other parameters are noise and every pair counts for each one.
/// `tell` is called after every pair.
///
/// # Errors
/// When a worker fails.
pub fn sensitivities(
    settings: &PairSettings,
    optimizer: &Optimizer,
    pairs: u32,
    workers: usize,
    tell: &mut (dyn FnMut(&[Pentanomial]) + Send),
) -> Result<Vec<Pentanomial>, SpsaError> {
    let shared = Mutex::new((vec![Pentanomial::default(); optimizer.tuned_params().len()], tell));
    play_all(settings, pairs, workers, |player, number| {
        let perturbation = optimizer.perturbation(number);
        let points = player.pair(u64::from(number), &perturbation.plus, &perturbation.minus)?;
        let (tallies, tell) = &mut *lock(&shared);
        count_pair(tallies, &perturbation, points);
        tell(tallies);
        Ok(())
    })?;
    Ok(shared.into_inner().unwrap_or_else(PoisonError::into_inner).0)
}

/// Counts a pair of games for each parameter: as played when it was up in the first set, the other way round when it was down.
pub(super) fn count_pair(tallies: &mut [Pentanomial], perturbation: &Perturbation, [leading, following]: [Points; 2]) {
    for (tally, up) in tallies.iter_mut().zip(perturbation.plus_is_up()) {
        if up {
            tally.add(leading, following);
        } else {
            tally.add(leading.reversed(), following.reversed());
        }
    }
}

/// The result of the first set in `pairs` pairs of games. `tell` is called after every pair.
///
/// # Errors
/// When a worker fails.
pub fn compare(
    settings: &PairSettings,
    (first, second): (&ParamValues, &ParamValues),
    pairs: u32,
    workers: usize,
    tell: &mut (dyn FnMut(&Pentanomial) + Send),
) -> Result<Pentanomial, SpsaError> {
    let shared = Mutex::new((Pentanomial::default(), tell));
    play_all(settings, pairs, workers, |player, number| {
        let [leading, following] = player.pair(u64::from(number), first, second)?;
        let (tally, tell) = &mut *lock(&shared);
        tally.add(leading, following);
        tell(tally);
        Ok(())
    })?;
    Ok(shared.into_inner().unwrap_or_else(PoisonError::into_inner).0)
}

/// Plays all pairs with numbers below `count`, on threads with engines of their own; the first failure ends it.
pub(super) fn play_all(
    settings: &PairSettings,
    count: u32,
    workers: usize,
    play: impl Fn(&mut GamePairPlayer, u32) -> Result<(), SpsaError> + Sync,
) -> Result<(), SpsaError> {
    let (next, failed) = (AtomicU32::new(0), AtomicBool::new(false));
    let work = || -> Result<(), SpsaError> {
        let mut player = GamePairPlayer::new(settings.clone())?;
        while !failed.load(Relaxed) {
            let number = next.fetch_add(1, Relaxed);
            if number >= count {
                break;
            }
            play(&mut player, number)?;
        }
        Ok(())
    };
    let work = || work().inspect_err(|_| failed.store(true, Relaxed));
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        let started: Vec<_> = (0..workers.max(1)).map(start).collect();
        started.into_iter().try_for_each(|worker| {
            let worker = worker.map_err(|error| SpsaError::Worker(error.to_string()))?;
            worker.join().map_err(|_| SpsaError::Worker("it panicked".to_owned()))?
        })
    })
}

pub(super) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Points of the first set less those of the second.
pub(super) fn score_difference(points: [Points; 2]) -> f64 {
    let worth = |points: Points| match points {
        Points::Loss => -1.0,
        Points::Draw => 0.0,
        Points::Win => 1.0,
    };
    points.into_iter().map(worth).sum()
}

/// Appends a line in one write: what is interrupted leaves a whole journal, or one with a torn last line.
fn write_checkpoint(file: &mut File, optimizer: &Optimizer) -> std::io::Result<()> {
    file.write_all(&checkpoint_line(optimizer)?)
}

/// Where the parameters stand, as a line of the journal.
pub(super) fn checkpoint_line(optimizer: &Optimizer) -> std::io::Result<Vec<u8>> {
    let tuned_params: &[TunedParam] = optimizer.tuned_params();
    let checkpoint = Checkpoint {
        v: 1,
        pairs: optimizer.iterations(),
        names: tuned_params.iter().map(|param| param.name.to_owned()).collect(),
        values: tuned_params.iter().map(|param| param.value).collect(),
    };
    let mut line = serde_json::to_vec(&checkpoint)?;
    line.push(b'\n');
    Ok(line)
}

impl Checkpoint {
    fn check(&self, optimizer: &Optimizer, journal: &Path) -> Result<(), SpsaError> {
        let names: Vec<&str> = optimizer.tuned_params().iter().map(|param| param.name).collect();
        if self.names == names && self.values.len() == names.len() {
            return Ok(());
        }
        let what = format!("it tunes {}", self.names.join(", "));
        Err(SpsaError::OtherRun { path: journal.to_owned(), what })
    }
}

/// The values after so many pairs; `None` when the journal does not tell.
pub(super) fn checkpoint_after(
    journal: &Path,
    pairs: u32,
    optimizer: &Optimizer,
) -> Result<Option<Vec<f64>>, SpsaError> {
    let Some(checkpoint) = checkpoints(journal)?.into_iter().find(|checkpoint| checkpoint.pairs == pairs) else {
        return Ok(None);
    };
    checkpoint.check(optimizer, journal)?;
    Ok(Some(checkpoint.values))
}

/// The whole lines of a journal; none when there is no journal, or nothing in it.
fn checkpoints(journal: &Path) -> Result<Vec<Checkpoint>, SpsaError> {
    let io = |source| SpsaError::Io { path: journal.to_owned(), source };
    let file = match File::open(journal) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(io(error)),
    };
    let mut found = Vec::new();
    for (at, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(io)?;
        match serde_json::from_str(&line) {
            Ok(checkpoint) => found.push(checkpoint),
            Err(_) if line.is_empty() => {}
            // The first line tells what the file is; a later one may have been torn by an interruption.
            Err(_) if !found.is_empty() => {}
            Err(error) => {
                let what = format!("not a journal of tune-search: line {}: {error}", at + 1);
                return Err(SpsaError::OtherRun { path: journal.to_owned(), what });
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::Options;
    use crate::lab::arena::time::TimeControl;
    use crate::lab::spsa::read_tuned_params;

    fn nodes(count: u64) -> TimeControl {
        TimeControl { nodes: Some(count), ..TimeControl::default() }
    }

    fn settings() -> PairSettings {
        PairSettings { options: Options::for_game("gomoku").unwrap(), limits: nodes(60), seed: 1 }
    }

    fn optimizer(list: &str) -> Optimizer {
        let defaults = GamePairPlayer::new(settings()).unwrap().defaults().unwrap();
        Optimizer::new(read_tuned_params(list, &defaults).unwrap(), defaults, 30, 0.02, 1)
    }

    #[test]
    fn a_run_resumes_where_its_journal_ends() {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("journal");
        let mut told = Vec::new();
        let list = "futility_base 20\nkiller_bonus 300";
        let found =
            tune(&settings(), optimizer(list), 26, 2, &journal, &mut |optimizer| told.push(optimizer.iterations()))
                .unwrap();
        assert_eq!((found.iterations(), told), (26, vec![25, 26]));
        std::fs::OpenOptions::new().append(true).open(&journal).unwrap().write_all(b"{\"v\":1,\"pa").unwrap();
        let again = tune(&settings(), optimizer(list), 26, 1, &journal, &mut |_| {}).unwrap();
        assert_eq!(again.tuned_params(), found.tuned_params(), "nothing is left to play");

        let other = tune(&settings(), optimizer("futility_base 20"), 26, 1, &journal, &mut |_| {}).unwrap_err();
        assert!(other.to_string().ends_with("it tunes futility_base, killer_bonus"), "{other}");
        std::fs::write(&journal, "nonsense\n").unwrap();
        let other = tune(&settings(), optimizer(list), 26, 1, &journal, &mut |_| {}).unwrap_err();
        assert!(other.to_string().contains("not a journal of tune-search: line 1"), "{other}");
        let nowhere = tune(&settings(), optimizer(list), 26, 1, &folder.path().join("a/b"), &mut |_| {}).unwrap_err();
        assert!(nowhere.to_string().starts_with("cannot use"), "{nowhere}");
    }

    #[test]
    fn a_comparison_counts_every_pair() {
        let defaults = GamePairPlayer::new(settings()).unwrap().defaults().unwrap();
        let mut told = 0;
        let tally = compare(&settings(), (&defaults, &defaults), 4, 2, &mut |_| told += 1).unwrap();
        assert_eq!((tally.total(), told), (4, 4));
        assert_eq!(tally.score(), Some(0.5), "equal numbers are equal over a pair");
    }

    #[test]
    fn every_pair_tells_of_every_number() {
        // Nothing hangs on the second number; the first decides between a wide and a narrow search.
        let list = "lmp_base 12 13\naspiration_width 1";
        let optimizer = optimizer(list);
        let settings = PairSettings { limits: nodes(400), ..settings() };
        let mut told = 0;
        let tallies = sensitivities(&settings, &optimizer, 6, 2, &mut |tallies| told += tallies.len()).unwrap();
        assert_eq!((told, tallies.len()), (12, 2));
        let perturbations: Vec<_> = (0..6).map(|number| optimizer.perturbation(number)).collect();
        let mut player = GamePairPlayer::new(settings).unwrap();
        let mut expected = vec![Pentanomial::default(); 2];
        for perturbation in &perturbations {
            let points =
                player.pair(u64::from(perturbation.iteration), &perturbation.plus, &perturbation.minus).unwrap();
            let is_higher = |name| perturbation.plus.get(name) > perturbation.minus.get(name);
            let higher = [is_higher("lmp_base"), is_higher("aspiration_width")];
            for (tally, higher) in expected.iter_mut().zip(higher) {
                let [one, other] = points.map(|points| if higher { points } else { points.reversed() });
                tally.add(one, other);
            }
        }
        assert_eq!(tallies, expected);
    }
}
