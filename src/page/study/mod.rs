//! The study view: what the database knows at a position (tree.rs), what a person writes about it (edit.rs), files that are taken over or
//! written (files.rs), and the branches (queue.rs) that the engine analyses while no session wants a search (grower.rs).

mod edit;
mod files;
mod grower;
mod queue;
mod tree;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::PlaySession;
use crate::database::{Branch, DatabaseError, Space, Store};
use crate::engine::{Library, Rejected};
use crate::library;

pub use edit::EditedPosition;
pub use files::{LONGEST_STUDY_FILE, StudyFormat};
pub use grower::Grower;
pub use queue::{OnChange, Queue, Workforce};

/// The searches that may be asked for in one branch, and the nodes of each.
const SEARCHES: std::ops::RangeInclusive<u64> = 1..=1_000_000;
const NODES: std::ops::RangeInclusive<u64> = 1_000..=100_000_000;
/// A queue is no longer than this.
const MOST_BRANCHES: usize = 100;
/// Of the moves to a branch's root so many bytes are kept.
const LONGEST_NAME: usize = 200;

/// A database that is open for the study view.
#[derive(Clone, Debug)]
pub struct StudyFile {
    /// As searches ask and fill it, and for work with other files.
    pub library: Arc<dyn Library>,
    store: Arc<Store>,
    /// Where files lie while they are taken over or written.
    passing: PathBuf,
    is_read_only: bool,
}

impl StudyFile {
    /// Opens a database, or makes it where there is none and it is not only read. `passing` is a folder for files that are there for a
    /// moment.
    ///
    /// # Errors
    /// When the file is no database, or cannot be read or made.
    pub fn open(path: &Path, is_read_only: bool, passing: PathBuf) -> Result<StudyFile, DatabaseError> {
        let store = Arc::new(library::open_store(path, is_read_only)?);
        Ok(StudyFile { library: library::of(Arc::clone(&store)), store, passing, is_read_only })
    }

    /// Is nothing written?
    pub fn is_read_only(&self) -> bool {
        self.is_read_only
    }
}

/// The tree of a position that is to be analysed while nobody wants a search.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WantedBranch {
    searches: u64,
    nodes: u64,
}

/// What is done with a branch of the queue.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BranchOrder {
    number: i64,
    order: Order,
}

/// The database, and the queue of branches in it.
pub struct Study {
    file: StudyFile,
    queue: Arc<Queue>,
}

impl Study {
    /// Of a database and its queue.
    pub fn new(file: StudyFile, queue: Arc<Queue>) -> Study {
        Study { file, queue }
    }

    /// What is known at the position on a session's board, and the queue.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn look(&self, session: &PlaySession) -> Result<Json, Rejected> {
        let (options, position, _) = session.on_board()?;
        let mut found = match tree::look(&self.file.store, &options, &position) {
            // Puzzles: there is nothing to be seen.
            Err(DatabaseError::NoSuchGame(_)) => json!({ "kept": false }),
            found => found.map_err(refused)?,
        };
        found["v"] = 1.into();
        found["read_only"] = self.file.is_read_only.into();
        found["queue"] = self.queue.state().map_err(refused)?;
        Ok(found)
    }

    /// Adds the tree of the position on a session's board to the queue.
    ///
    /// # Errors
    /// When the numbers make no sense, the queue is full, or the database cannot be written.
    pub fn add(&self, session: &PlaySession, wanted: &WantedBranch) -> Result<(), Rejected> {
        let WantedBranch { searches, nodes } = *wanted;
        self.ensure_writable()?;
        let within = |name: &str, number: u64, range: &std::ops::RangeInclusive<u64>| {
            let allowed = || format!("{} to {}", range.start(), range.end());
            let bad = || Rejected::BadValue { name: name.to_owned(), text: number.to_string(), allowed: allowed() };
            if range.contains(&number) { Ok(()) } else { Err(bad()) }
        };
        within("searches", searches, &SEARCHES)?;
        within("nodes", nodes, &NODES)?;
        let (options, position, moves) = session.on_board()?;
        let space = Space::new(&options).map_err(refused)?;
        let root = space.text(&space.parse(&position).map_err(refused)?);
        let mut name = moves.join(" ");
        while name.len() > LONGEST_NAME {
            name.pop();
        }
        let branch =
            Branch { rules: space.rules().to_owned(), root, name, nodes, positions: searches, ..Branch::default() };
        if self.file.store.latest().and_then(|found| found.branches()).map_err(refused)?.len() >= MOST_BRANCHES {
            return Err(Rejected::Unsupported(format!("length of the queue: more than {MOST_BRANCHES} branches")));
        }
        self.queue.change(|changes| changes.add_branch(&branch).map(|_| true)).map_err(refused)?;
        Ok(())
    }

    /// Stops a branch, lets it go on, or takes it out of the queue.
    ///
    /// # Errors
    /// When there is no such branch, or the database cannot be written.
    pub fn obey(&self, order: &BranchOrder) -> Result<(), Rejected> {
        let BranchOrder { number, order } = *order;
        self.ensure_writable()?;
        let was_there = self.queue.change(|changes| match order {
            Order::Stop => changes.stop_branch(number, true),
            Order::Go => changes.stop_branch(number, false),
            Order::Remove => changes.remove_branch(number),
        });
        let none = || Rejected::Unsupported(format!("branch {number}: there is none in the queue"));
        if was_there.map_err(refused)? { Ok(()) } else { Err(none()) }
    }

    fn ensure_writable(&self) -> Result<(), Rejected> {
        if self.file.is_read_only { Err(refused(DatabaseError::ReadOnly)) } else { Ok(()) }
    }
}

/// What is done with a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    Stop,
    Go,
    Remove,
}

fn refused(why: DatabaseError) -> Rejected {
    Rejected::Database(why.to_string())
}
