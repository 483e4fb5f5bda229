//! The database as a search on the page uses it: it is asked near the root, and what an analysis finds is added if the person likes: the
//! position, and what each of its lines begins with.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use web_time::Instant;

use super::game::Game;
use super::search_update::SearchGoal;
use crate::engine::{Library, PositionDatabase, Report, kept_lines};

/// An analysis is written so often, however many turns it takes, and once more at its end.
const PAUSE: Duration = Duration::from_secs(2);

/// The positions of a database under the rules of a game.
pub(super) struct Notebook {
    database: Arc<dyn PositionDatabase>,
    keeps: bool,
    waiting: Mutex<Waiting>,
}

/// What has not been written yet.
#[derive(Default)]
struct Waiting {
    report: Option<Report>,
    written: Option<Instant>,
}

impl Notebook {
    /// The notebook of a search; none for a move below full strength, and in a game whose positions are not kept.
    pub(super) fn new(library: &dyn Library, game: &Game, goal: SearchGoal, keeps: bool) -> Option<Notebook> {
        let asks = match goal {
            SearchGoal::Analyse => true,
            SearchGoal::Move(allowance) => allowance.level.is_none(),
            SearchGoal::Judge | SearchGoal::Opening => false,
        };
        let database = asks.then(|| library.positions(game.options()).ok()).flatten()?;
        Some(Notebook { database, keeps, waiting: Mutex::default() })
    }

    pub(super) fn database(&self) -> Arc<dyn PositionDatabase> {
        Arc::clone(&self.database)
    }

    /// Keeps a report to be written, now or later.
    pub(super) fn hear(&self, game: &Game, report: &Report) {
        if !self.keeps {
            return;
        }
        self.waiting().report = Some(report.clone());
        self.write_if_due(game);
    }

    /// Writes what waits if the last time was long enough ago.
    pub(super) fn write_if_due(&self, game: &Game) {
        let is_due = self.waiting().written.get_or_insert_with(Instant::now).elapsed() >= PAUSE;
        if is_due {
            self.write(game);
        }
    }

    /// Writes what waits.
    pub(super) fn write(&self, game: &Game) {
        let mut waiting = self.waiting();
        let Some(report) = waiting.report.take() else { return };
        waiting.written = Some(Instant::now());
        drop(waiting);
        let found = game.engine().and_then(|mut engine| kept_lines::findings(engine.as_mut(), &report.lines));
        match found {
            Ok(found) if found.is_empty() => {}
            Ok(found) => self.database.store(&found),
            Err(why) => log::warn!("what an analysis found is not kept: {why}"),
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
