//! Databases of positions as the engine knows them: an open file behind a trait, and what it tells of positions, which are text as the
//! engine's boards write them.

use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use fukumi_protocol::{DatabaseFile, DatabaseReply, DatabaseRequest};

use super::Rejected;
use super::options::Options;
use crate::search::Score;
use crate::search::entry::Bound;

/// The name of the option that holds the file's path.
pub const DATABASE: &str = "Database";

/// What a search found of a position, or a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The value for the side to move, mate distances counted from the position itself; `None` when only the move is known.
    pub score: Option<Score>,
    /// What the value says.
    pub bound: Bound,
    /// The depth of the search in plies.
    pub depth: u32,
    /// The best move, as people write it; empty when none is known.
    pub best: String,
}

/// What a database knows of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPosition {
    /// Value and move, if it has any.
    pub finding: Option<Finding>,
    /// Is the move that leads there not to be played?
    pub is_blocked: bool,
}

/// The positions of a database under the rules of one game.
pub trait PositionDatabase: Send + Sync {
    /// What is known of a position. What cannot be read is logged, and counts as unknown.
    fn probe(&self, position: &str) -> Option<KnownPosition>;

    /// What is known of the positions that these moves lead to, in their order; `None` where moves do more than lay a stone.
    fn probe_moves(&self, _position: &str, _moves: &[String]) -> Option<Vec<Option<KnownPosition>>> {
        None
    }

    /// No question comes for some time: what was held for the next ones is given back.
    fn rest(&self) {}

    /// Keeps what was found, where nothing better is known; on the disk when this returns. What cannot be written is logged.
    fn store(&self, findings: &[(String, Finding)]);
}

/// An open database file.
pub trait Library: Debug + Send + Sync {
    /// Its positions under the rules that the options name.
    ///
    /// # Errors
    /// When positions of that game are not kept.
    fn positions(&self, options: &Options) -> Result<Arc<dyn PositionDatabase>, Rejected>;

    /// Answers a question about a position under these rules, or makes a change.
    ///
    /// # Errors
    /// When the position is none, or the file cannot be read or written.
    fn obey(&self, options: &Options, request: &DatabaseRequest) -> Result<Vec<DatabaseReply>, Rejected>;

    /// Works on the whole database with another file, `position` being on the board; tells what was done.
    ///
    /// # Errors
    /// When either file cannot be used.
    fn work(&self, options: &Options, work: DatabaseFile, path: &Path, position: &str) -> Result<String, Rejected>;

    /// Looks for damage.
    ///
    /// # Errors
    /// When there is some.
    fn check(&self) -> Result<(), Rejected>;

    /// Saves what can be read of a damaged file into a new one; tells what was done.
    ///
    /// # Errors
    /// When nothing can be read, or the new file cannot be written.
    fn fix(&self) -> Result<String, Rejected>;

    /// Takes everything that was committed into the file itself.
    ///
    /// # Errors
    /// When it cannot be written.
    fn flush(&self) -> Result<(), Rejected>;
}

/// Opens a database, and makes it where there is none unless it is only to be read. The error is for people.
pub type OpenLibrary = fn(path: &Path, read_only: bool) -> Result<Arc<dyn Library>, String>;

/// Tells the positions of a built-in book under the rules of some options; `None` where it has none.
pub type OpenBook = fn(&Options) -> Option<Arc<dyn PositionDatabase>>;

/// The database that the options name.
#[derive(Clone, Debug)]
pub struct OpenedDatabase {
    path: String,
    library: Arc<dyn Library>,
}

impl OpenedDatabase {
    /// Opens the file; `None` for no path.
    pub(super) fn open(path: &str, read_only: bool, open: Option<OpenLibrary>) -> Result<Option<Self>, Rejected> {
        let path = path.trim();
        if path.is_empty() || path == "<empty>" {
            return Ok(None);
        }
        let refused = |why| Rejected::BadValue { name: DATABASE.to_owned(), text: path.to_owned(), allowed: why };
        let open = open.ok_or_else(|| refused("no databases are used here".to_owned()))?;
        let library = open(Path::new(path), read_only).map_err(refused)?;
        Ok(Some(OpenedDatabase { path: path.to_owned(), library }))
    }

    /// The path, as it was given.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The open file.
    pub fn library(&self) -> &Arc<dyn Library> {
        &self.library
    }
}

/// The same open file, not one opened again.
impl PartialEq for OpenedDatabase {
    fn eq(&self, other: &OpenedDatabase) -> bool {
        Arc::ptr_eq(&self.library, &other.library)
    }
}

impl Eq for OpenedDatabase {}
