//! Several analysts at work on one input. Results come out in input order, whoever finishes first.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::Result;

use super::analyst::{Analyst, Conditions};
use super::input::{Asked, Questions};
use crate::lab::arena::opening::Opening;
use crate::lab::study::Study;
use crate::search::STACK_BYTES;

/// So many positions for each analyst may be given out before the oldest of them is answered.
const AHEAD: usize = 64;

/// What was found out about one thing that was asked for: the study of a position, or of every position of a game.
pub(super) struct Finished {
    /// What was asked for.
    pub(super) asked: Arc<Asked>,
    /// The studies, or why there are none.
    pub(super) studies: Result<Vec<Study>, String>,
}

/// How the questions are to be answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan<'a> {
    /// The limits of every search.
    pub(super) conditions: &'a Conditions,
    /// Is every position of a game studied, or only the last?
    pub(super) whole_games: bool,
    /// Analysts at a time.
    pub(super) jobs: usize,
}

/// One position to be studied.
struct Unit {
    asked: Arc<Asked>,
    /// Moves before the position; none when there is no position to go to.
    plies: Option<usize>,
    /// Is it the last one of what was asked for?
    last: bool,
}

/// The input, cut into positions. An analyst that finds it empty-handed waits for the next line with it.
struct Feed<'a> {
    questions: Questions<'a>,
    checker: Analyst<'a>,
    whole_games: bool,
    /// A game that is being given out, and the next of its positions.
    game: Option<(Arc<Asked>, usize)>,
    /// One for each position that may be given out now.
    permits: Receiver<()>,
    given: u64,
}

impl Feed<'_> {
    /// The next position and its number; none at the end of the input, or when the results are not wanted any more.
    fn next(&mut self) -> Option<(u64, Result<Unit>)> {
        self.permits.recv().ok()?;
        let unit = match self.game.take() {
            Some((asked, plies)) => Ok(self.of_game(asked, plies)),
            None => self.questions.next()?.map(|asked| self.begin(asked)),
        };
        self.given += 1;
        Some((self.given - 1, unit))
    }

    fn begin(&mut self, mut asked: Asked) -> Unit {
        let length = asked.opening.as_ref().ok().map(|opening| opening.moves.len());
        if self.whole_games {
            // A game that cannot be played costs no search.
            let checked = asked.opening.and_then(|opening| {
                self.checker.check(&opening).map_err(|why| why.to_string())?;
                Ok(opening)
            });
            asked.opening = checked;
        }
        let asked = Arc::new(asked);
        match asked.opening {
            Ok(_) if self.whole_games => self.of_game(asked, 0),
            Ok(_) => Unit { asked, plies: length, last: true },
            Err(_) => Unit { asked, plies: None, last: true },
        }
    }

    fn of_game(&mut self, asked: Arc<Asked>, plies: usize) -> Unit {
        let last = asked.opening.as_ref().map_or(0, |opening| opening.moves.len()) == plies;
        if !last {
            self.game = Some((asked.clone(), plies + 1));
        }
        Unit { asked, plies: Some(plies), last }
    }
}

/// What an analyst hands in.
type HandedIn = (u64, Result<(Unit, Result<Study, String>)>);

/// Answers all the questions and hands every answer to `deliver`, in the order of the questions. `studied` is called for every position.
///
/// # Errors
/// When the input cannot be read, an answer not be delivered, or no thread be started.
pub(super) fn answer<'a>(
    questions: Questions<'a>,
    plan: Plan<'a>,
    studied: &dyn Fn(),
    deliver: &mut dyn FnMut(Finished) -> Result<()>,
) -> Result<()> {
    let (permit, permits) = channel();
    (0..AHEAD * plan.jobs).try_for_each(|_| permit.send(()))?;
    let checker = Analyst::new(plan.conditions);
    let feed = Feed { questions, checker, whole_games: plan.whole_games, game: None, permits, given: 0 };
    let feed = Mutex::new(feed);
    thread::scope(|scope| {
        // Owned here, so that analysts who wait for a permit go home when the delivery fails.
        let permit = permit;
        let (send, results) = channel();
        for _ in 0..plan.jobs {
            let (send, feed) = (send.clone(), &feed);
            let work = move || study_all(plan.conditions, feed, &send);
            thread::Builder::new().name("analyst".to_owned()).stack_size(STACK_BYTES).spawn_scoped(scope, work)?;
        }
        drop(send);
        collect(&results, &permit, studied, deliver)
    })
}

fn study_all(conditions: &Conditions, feed: &Mutex<Feed<'_>>, send: &Sender<HandedIn>) {
    let mut analyst = Analyst::new(conditions);
    let next = || feed.lock().unwrap_or_else(PoisonError::into_inner).next();
    while let Some((number, unit)) = next() {
        let handed_in = unit.map(|unit| {
            let studied = match (&unit.asked.opening, unit.plies) {
                (Ok(opening), Some(plies)) => study(&mut analyst, opening, plies),
                (Ok(_), None) => Err("nothing to study".to_owned()),
                (Err(why), _) => Err(why.clone()),
            };
            (unit, studied)
        });
        let failed = handed_in.is_err();
        if send.send((number, handed_in)).is_err() || failed {
            return;
        }
    }
}

fn study(analyst: &mut Analyst<'_>, opening: &Opening, plies: usize) -> Result<Study, String> {
    analyst.study(opening, plies).map_err(|why| why.to_string())
}

/// Puts the studies in order and those of a game together.
fn collect(
    results: &Receiver<HandedIn>,
    permit: &Sender<()>,
    studied: &dyn Fn(),
    deliver: &mut dyn FnMut(Finished) -> Result<()>,
) -> Result<()> {
    let mut early = BTreeMap::new();
    let (mut next, mut studies) = (0, Ok(Vec::new()));
    for (number, handed_in) in results {
        studied();
        early.insert(number, handed_in);
        while let Some(handed_in) = early.remove(&next) {
            let (unit, study) = handed_in?;
            studies = studies.and_then(|mut studies: Vec<Study>| {
                studies.push(study?);
                Ok(studies)
            });
            if unit.last {
                let studies = std::mem::replace(&mut studies, Ok(Vec::new()));
                deliver(Finished { asked: unit.asked, studies })?;
            }
            next += 1;
            // When everything has been given out nobody waits for it.
            let _ = permit.send(());
        }
    }
    Ok(())
}
