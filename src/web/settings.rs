//! What the server is allowed to use.

use std::sync::Arc;
use std::time::Duration;

use crate::database::Store;
use crate::engine::Library;
use crate::engine::registry::Games;

/// What the server is allowed to use.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The games that the page offers.
    pub games: Games,
    /// Sessions held at a time; the one unused longest makes room for a new one.
    pub sessions: usize,
    /// Threads that search, all sessions together.
    pub threads: usize,
    /// Memory for all the transposition tables together, in MiB.
    pub hash: usize,
    /// A session that nobody uses is closed after this time.
    pub idle: Duration,
    /// Host names allowed in the address, besides `localhost` and IP addresses.
    pub hosts: Vec<String>,
    /// The database of the study view; `None` for none.
    pub database: Option<StudyFile>,
}

/// A database that is open for the study view.
#[derive(Clone, Debug)]
pub struct StudyFile {
    /// As searches ask and fill it, and for work with other files.
    pub library: Arc<dyn Library>,
    /// As the view reads it, and branches grow in it.
    pub store: Arc<Store>,
    /// Tells the time for its records, in seconds since 1970.
    pub now: fn() -> u64,
    /// Is nothing written?
    pub is_read_only: bool,
}
