//! All the sessions: a bounded number, found by names that cannot be guessed, dropped when unused.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::pool::Pool;
use crate::engine::Rejected;
use crate::engine::registry::Games;
use crate::page::{GameSpec, PlaySession, random_name};

/// An analysis goes on this long after its page has gone, so that a reload does not interrupt it.
const PAUSE_AFTER: Duration = Duration::from_secs(10);

/// Why a session cannot be opened or used.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refused {
    /// There is no session of that name, or no longer.
    #[error("no such session: it was unused for too long, or the server was restarted")]
    Unknown,
    /// All are in use.
    #[error("all {0} sessions are in use: close a page and try again")]
    Full(usize),
    /// The system provides no random numbers.
    #[error("no random numbers: {0}")]
    Random(getrandom::Error),
    /// The game or the command was rejected.
    #[error(transparent)]
    Rejected(#[from] Rejected),
}

/// The sessions by their names.
pub(super) struct Sessions {
    limit: usize,
    idle: Duration,
    pool: Arc<Pool>,
    games: Games,
    all: Mutex<All>,
}

#[derive(Default)]
struct All {
    by_id: HashMap<String, Arc<PlaySession>>,
    count: u64,
}

impl Sessions {
    pub(super) fn new(limit: usize, idle: Duration, pool: Arc<Pool>, games: Games) -> Sessions {
        Sessions { limit, idle, pool, games, all: Mutex::default() }
    }

    /// Opens a session. When there are too many, the one unused longest is closed.
    ///
    /// # Errors
    /// [`Refused`].
    pub(super) fn open(&self, spec: &GameSpec) -> Result<Arc<PlaySession>, Refused> {
        let id = random_name().map_err(Refused::Random)?;
        let mut all = self.lock();
        all.count += 1;
        let session = PlaySession::new(id.clone(), all.count, self.pool.clone(), self.games, spec)?;
        if all.by_id.len() >= self.limit {
            let unused = all.by_id.values().filter_map(|session| Some((session.unused()?, session.id.clone())));
            let (_, oldest) = unused.max().ok_or(Refused::Full(self.limit))?;
            all.remove(&oldest);
        }
        all.by_id.insert(id, Arc::clone(&session));
        Ok(session)
    }

    /// The games that there are to play.
    pub(super) fn games(&self) -> Games {
        self.games
    }

    /// The session of that name.
    ///
    /// # Errors
    /// [`Refused::Unknown`].
    pub(super) fn find(&self, id: &str) -> Result<Arc<PlaySession>, Refused> {
        self.lock().by_id.get(id).cloned().ok_or(Refused::Unknown)
    }

    /// Closes sessions that have been unused too long; called every few seconds.
    pub(super) fn tidy(&self) {
        let unused: Vec<(Duration, Arc<PlaySession>)> =
            self.lock().by_id.values().filter_map(|session| Some((session.unused()?, Arc::clone(session)))).collect();
        for (unused, session) in unused {
            if unused >= self.idle {
                self.lock().remove(&session.id);
            } else if unused >= PAUSE_AFTER {
                session.pause_analysis();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl All {
    fn remove(&mut self, id: &str) {
        if let Some(session) = self.by_id.remove(id) {
            session.close();
        }
    }
}
