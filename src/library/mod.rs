//! A database file as a program has it open: what the search asks, the commands of the Yixin family, and files that are taken over
//! (sources.rs) or written.

mod board;
pub(crate) mod copies;
mod delete;
mod files;
mod requests;
mod shown;
pub(crate) mod sink;
pub(crate) mod sources;
mod table;
pub(crate) mod tree;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use fukumi_protocol::{DatabaseFile, DatabaseReply, DatabaseRequest};

use crate::database::{Access, DatabaseError, PageCaches, Positions, Probe, Snapshot, Space, Store, rules_of};
use crate::engine::options::Options;
use crate::engine::{Library, PositionDatabase, Rejected};

/// An open file, and the spaces of the rules that were asked about.
#[derive(Debug)]
struct OpenFile {
    store: Arc<Store>,
    spaces: Mutex<Vec<Arc<Space>>>,
    /// The connection that questions go through: to open one takes longer than the question.
    reading: Mutex<Option<Snapshot>>,
}

/// Opens a database for a session, and makes it where there is none unless it is only to be read.
///
/// # Errors
/// For people: when the file is no database, or cannot be read or made.
pub fn open(path: &Path, read_only: bool) -> Result<Arc<dyn Library>, String> {
    let store = open_store(path, read_only).and_then(|store| store.with_caches(PageCaches::SMALL));
    Ok(of(Arc::new(store.map_err(|why| why.to_string())?)))
}

/// The same without what a session does with it.
pub(crate) fn open_store(path: &Path, read_only: bool) -> Result<Store, DatabaseError> {
    match Store::open(path, if read_only { Access::ReadOnly } else { Access::Write }) {
        Err(DatabaseError::Missing) if !read_only => Store::create(path),
        store => store,
    }
}

/// A database that is open already.
pub(crate) fn of(store: Arc<Store>) -> Arc<dyn Library> {
    Arc::new(OpenFile { store, spaces: Mutex::default(), reading: Mutex::default() })
}

impl OpenFile {
    /// Asks about positions under these rules, as they were committed last.
    fn read<T>(
        &self,
        space: &Space,
        ask: impl FnOnce(&Positions<'_>) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let snapshot = match reading.take() {
            Some(snapshot) => snapshot,
            None => self.store.latest()?,
        };
        // Only where all went well it is kept for the next question.
        let answer = snapshot.at_once(|| ask(&snapshot.positions(space.rules())?))?;
        *reading = Some(snapshot);
        Ok(answer)
    }

    /// The positions under the rules that the options name.
    fn space(&self, options: &Options) -> Result<Arc<Space>, DatabaseError> {
        let rules = rules_of(options)?;
        let mut spaces = self.spaces.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(space) = spaces.iter().find(|space| space.rules() == rules) {
            return Ok(Arc::clone(space));
        }
        let space = Arc::new(Space::new(options)?);
        spaces.push(Arc::clone(&space));
        Ok(space)
    }
}

impl Library for OpenFile {
    fn positions(&self, options: &Options) -> Result<Arc<dyn PositionDatabase>, Rejected> {
        let space = self.space(options).map_err(refused)?;
        Ok(Arc::new(Probe::new(Arc::clone(&self.store), space, now).map_err(refused)?))
    }

    fn obey(&self, options: &Options, request: &DatabaseRequest) -> Result<Vec<DatabaseReply>, Rejected> {
        requests::obey(self, options, request)
    }

    fn work(&self, options: &Options, work: DatabaseFile, path: &Path, position: &str) -> Result<String, Rejected> {
        files::work(self, options, work, path, position).map_err(|why| Rejected::Database(format!("{why:#}")))
    }

    fn check(&self) -> Result<(), Rejected> {
        files::check(self).map_err(|why| Rejected::Database(format!("{why:#}")))
    }

    fn fix(&self) -> Result<String, Rejected> {
        files::fix(self).map_err(|why| Rejected::Database(format!("{why:#}")))
    }

    fn flush(&self) -> Result<(), Rejected> {
        self.store.flush().map_err(refused)
    }
}

fn refused(why: DatabaseError) -> Rejected {
    Rejected::Database(why.to_string())
}

/// Seconds since 1970.
#[allow(clippy::disallowed_methods, reason = "a date in a record, not a measurement of time")]
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
