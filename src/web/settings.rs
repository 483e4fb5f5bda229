//! What the server is allowed to use.

use std::time::Duration;

use crate::engine::registry::Games;
use crate::page::study::StudyFile;

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
