//! The study view: what the database knows at a position (tree.rs), what a person writes about it (edit.rs), files that are taken over or
//! written (files.rs), and the branches that the engine analyses while no session wants a search (queue.rs).

mod edit;
mod files;
mod queue;
mod routes;
mod tree;

use std::io;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::pool::Pool;
use super::settings::{ServerSettings, StudyFile};
use crate::database::{Branch, DatabaseError, Space};
use crate::engine::Rejected;
use crate::page::PlaySession;
use queue::Queue;

pub(super) use routes::routes;

/// The searches that may be asked for in one branch, and the nodes of each.
const SEARCHES: std::ops::RangeInclusive<u64> = 1..=1_000_000;
const NODES: std::ops::RangeInclusive<u64> = 1_000..=100_000_000;
/// A queue is no longer than this.
const MOST_BRANCHES: usize = 100;
/// Of the moves to a branch's root so many bytes are kept.
const LONGEST_NAME: usize = 200;

/// The database, and the queue of branches in it.
pub(super) struct Study {
    file: StudyFile,
    queue: Queue,
}

impl Study {
    /// Opens the queue; it goes on where an earlier run left it.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn start(file: &StudyFile, pool: &Arc<Pool>, settings: &ServerSettings) -> io::Result<Study> {
        let queue = Queue::start(file, pool, settings)?;
        Ok(Study { file: file.clone(), queue })
    }

    /// What is known at the position on a session's board, and the queue.
    fn look(&self, session: &PlaySession) -> Result<Json, Rejected> {
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
    fn add(&self, session: &PlaySession, searches: u64, nodes: u64) -> Result<(), Rejected> {
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
    fn obey(&self, number: i64, order: Order) -> Result<(), Rejected> {
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
