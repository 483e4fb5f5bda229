//! Many pairs of games by several workers: a climb with a journal, what each number alone brings, or a comparison of two sets
//! of numbers.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use serde::{Deserialize, Serialize};

use super::climb::Climb;
use super::duel::{Duel, Terms};
use super::error::SpsaError;
use super::knobs::Knob;
use crate::lab::stats::{Pentanomial, Points};
use crate::search::{Params, STACK_BYTES};

/// Pairs between two lines of the journal.
const JOURNAL_EVERY: u32 = 25;

/// A line of the journal: where the climb stood after so many pairs.
#[derive(Debug, Serialize, Deserialize)]
struct Stand {
    /// Version of this object.
    v: u32,
    /// The pairs that were learnt from.
    pairs: u32,
    /// The numbers in the order of the knobs.
    names: Vec<String>,
    values: Vec<f64>,
}

/// Climbs until `pairs` pairs have been learnt from. Where it stands is appended to the journal now and then; a journal that is
/// there already is gone on with. `tell` is called with every line of it.
///
/// # Errors
/// When the journal cannot be used or is of other knobs, or a worker fails; the journal keeps what was learnt before.
pub fn tune(
    terms: &Terms,
    mut climb: Climb,
    pairs: u32,
    workers: usize,
    journal: &Path,
    tell: &mut (dyn FnMut(&Climb) + Send),
) -> Result<Climb, SpsaError> {
    let io = |source| SpsaError::Io { path: journal.to_owned(), source };
    if let Some(stand) = last_stand(journal)? {
        let names: Vec<&str> = climb.knobs().iter().map(|knob| knob.name).collect();
        if stand.names != names || stand.values.len() != names.len() {
            let what = format!("it is a climb of {}", stand.names.join(", "));
            return Err(SpsaError::OtherRun { path: journal.to_owned(), what });
        }
        climb.resume(stand.pairs, &stand.values);
    }
    let file = OpenOptions::new().create(true).append(true).open(journal).map_err(io)?;
    let (first, left) = (climb.learnt(), pairs.saturating_sub(climb.learnt()));
    let shared = Mutex::new((climb, file, tell));
    play_all(terms, left, workers, |duel, number| {
        let trial = lock(&shared).0.trial(first + number);
        let points = duel.pair(u64::from(trial.number), &trial.up, &trial.down)?;
        let (climb, file, tell) = &mut *lock(&shared);
        climb.learn(&trial, balance(points));
        if climb.learnt() % JOURNAL_EVERY == 0 || climb.learnt() == pairs {
            write_stand(file, climb).map_err(io)?;
            tell(climb);
        }
        Ok(())
    })?;
    Ok(shared.into_inner().unwrap_or_else(PoisonError::into_inner).0)
}

/// What each number alone brings, a step up against a step down, in `pairs` pairs of games in which all are moved at once: which
/// way each goes is drawn anew for every pair, so what the others do is noise, and every pair teaches about each of them.
/// `tell` is called after every pair.
///
/// # Errors
/// When a worker fails.
pub fn slopes(
    terms: &Terms,
    climb: &Climb,
    pairs: u32,
    workers: usize,
    tell: &mut (dyn FnMut(&[Pentanomial]) + Send),
) -> Result<Vec<Pentanomial>, SpsaError> {
    let shared = Mutex::new((vec![Pentanomial::default(); climb.knobs().len()], tell));
    play_all(terms, pairs, workers, |duel, number| {
        let trial = climb.trial(number);
        let [leading, following] = duel.pair(u64::from(number), &trial.up, &trial.down)?;
        let (tallies, tell) = &mut *lock(&shared);
        for (tally, up) in tallies.iter_mut().zip(trial.ups()) {
            if up {
                tally.add(leading, following);
            } else {
                tally.add(leading.reversed(), following.reversed());
            }
        }
        tell(tallies);
        Ok(())
    })?;
    Ok(shared.into_inner().unwrap_or_else(PoisonError::into_inner).0)
}

/// What `pairs` pairs of games bring the first set of numbers. `tell` is called after every pair.
///
/// # Errors
/// When a worker fails.
pub fn compare(
    terms: &Terms,
    (first, second): (&Params, &Params),
    pairs: u32,
    workers: usize,
    tell: &mut (dyn FnMut(&Pentanomial) + Send),
) -> Result<Pentanomial, SpsaError> {
    let shared = Mutex::new((Pentanomial::default(), tell));
    play_all(terms, pairs, workers, |duel, number| {
        let [leading, following] = duel.pair(u64::from(number), first, second)?;
        let (tally, tell) = &mut *lock(&shared);
        tally.add(leading, following);
        tell(tally);
        Ok(())
    })?;
    Ok(shared.into_inner().unwrap_or_else(PoisonError::into_inner).0)
}

/// Has the workers do all the numbers below `count`, each with a duel of its own; the first failure ends it.
fn play_all(
    terms: &Terms,
    count: u32,
    workers: usize,
    play: impl Fn(&mut Duel, u32) -> Result<(), SpsaError> + Sync,
) -> Result<(), SpsaError> {
    let (next, failed) = (AtomicU32::new(0), AtomicBool::new(false));
    let work = || -> Result<(), SpsaError> {
        let mut duel = Duel::new(terms.clone())?;
        while !failed.load(Relaxed) {
            let number = next.fetch_add(1, Relaxed);
            if number >= count {
                break;
            }
            play(&mut duel, number)?;
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

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Points of the first set less those of the second.
fn balance(points: [Points; 2]) -> f64 {
    let worth = |points: Points| match points {
        Points::Loss => -1.0,
        Points::Draw => 0.0,
        Points::Win => 1.0,
    };
    points.into_iter().map(worth).sum()
}

/// Appends a line in one write: what is interrupted leaves a whole journal, or one with a torn last line.
fn write_stand(file: &mut File, climb: &Climb) -> std::io::Result<()> {
    let knobs: &[Knob] = climb.knobs();
    let stand = Stand {
        v: 1,
        pairs: climb.learnt(),
        names: knobs.iter().map(|knob| knob.name.to_owned()).collect(),
        values: knobs.iter().map(|knob| knob.value).collect(),
    };
    let mut line = serde_json::to_vec(&stand)?;
    line.push(b'\n');
    file.write_all(&line)
}

/// The last whole line of a journal; `None` when there is no journal, or nothing in it.
fn last_stand(journal: &Path) -> Result<Option<Stand>, SpsaError> {
    let io = |source| SpsaError::Io { path: journal.to_owned(), source };
    let file = match File::open(journal) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io(error)),
    };
    let mut last = None;
    for (at, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(io)?;
        match serde_json::from_str(&line) {
            Ok(stand) => last = Some(stand),
            Err(_) if line.is_empty() => {}
            // The first line tells what the file is; a later one may have been torn by an interruption.
            Err(_) if last.is_some() => {}
            Err(error) => {
                let what = format!("no journal of a climb: line {}: {error}", at + 1);
                return Err(SpsaError::OtherRun { path: journal.to_owned(), what });
            }
        }
    }
    Ok(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::Options;
    use crate::lab::spsa::read_knobs;

    fn terms() -> Terms {
        Terms { options: Options::for_game("gomoku").unwrap(), nodes: 60, seed: 1 }
    }

    fn climb(list: &str) -> Climb {
        let usual = Duel::new(terms()).unwrap().usual().unwrap();
        Climb::new(read_knobs(list, &usual).unwrap(), usual, 30, 0.02, 1)
    }

    #[test]
    fn a_climb_goes_on_where_its_journal_ends() {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("journal");
        let mut told = Vec::new();
        let list = "futility_base 20\nkiller_bonus 300";
        let found = tune(&terms(), climb(list), 26, 2, &journal, &mut |climb| told.push(climb.learnt())).unwrap();
        assert_eq!((found.learnt(), told), (26, vec![25, 26]));
        std::fs::OpenOptions::new().append(true).open(&journal).unwrap().write_all(b"{\"v\":1,\"pa").unwrap();
        let again = tune(&terms(), climb(list), 26, 1, &journal, &mut |_| {}).unwrap();
        assert_eq!(again.knobs(), found.knobs(), "nothing is left to play");

        let other = tune(&terms(), climb("futility_base 20"), 26, 1, &journal, &mut |_| {}).unwrap_err();
        assert!(other.to_string().ends_with("it is a climb of futility_base, killer_bonus"), "{other}");
        std::fs::write(&journal, "nonsense\n").unwrap();
        let other = tune(&terms(), climb(list), 26, 1, &journal, &mut |_| {}).unwrap_err();
        assert!(other.to_string().contains("no journal of a climb: line 1"), "{other}");
        let nowhere = tune(&terms(), climb(list), 26, 1, &folder.path().join("a/b"), &mut |_| {}).unwrap_err();
        assert!(nowhere.to_string().starts_with("cannot use"), "{nowhere}");
    }

    #[test]
    fn a_comparison_counts_every_pair() {
        let usual = Duel::new(terms()).unwrap().usual().unwrap();
        let mut told = 0;
        let tally = compare(&terms(), (&usual, &usual), 4, 2, &mut |_| told += 1).unwrap();
        assert_eq!((tally.total(), told), (4, 4));
        assert_eq!(tally.score(), Some(0.5), "equal numbers are equal over a pair");
    }

    #[test]
    fn every_pair_tells_of_every_number() {
        // Nothing hangs on the second number; the first decides between a wide and a narrow search.
        let list = "lmp_base 12 13\naspiration_width 1";
        let climb = climb(list);
        let terms = Terms { nodes: 400, ..terms() };
        let mut told = 0;
        let tallies = slopes(&terms, &climb, 6, 2, &mut |tallies| told += tallies.len()).unwrap();
        assert_eq!((told, tallies.len()), (12, 2));
        let trials: Vec<_> = (0..6).map(|number| climb.trial(number)).collect();
        let mut duel = Duel::new(terms).unwrap();
        let mut expected = vec![Pentanomial::default(); 2];
        for trial in &trials {
            let points = duel.pair(u64::from(trial.number), &trial.up, &trial.down).unwrap();
            let higher =
                [trial.up.lmp_base > trial.down.lmp_base, trial.up.aspiration_width > trial.down.aspiration_width];
            for (tally, higher) in expected.iter_mut().zip(higher) {
                let [one, other] = points.map(|points| if higher { points } else { points.reversed() });
                tally.add(one, other);
            }
        }
        assert_eq!(tallies, expected);
    }
}
