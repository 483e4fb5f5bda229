//! The search of one position for its best move, those that are known apart: by an engine that has learnt nothing from any other
//! position, so that their order does not matter.

use web_time::Instant;

use super::Leaf;
use crate::database::error::DatabaseError;
use crate::database::space::Space;
use crate::database::walk::Walker;
use crate::engine::options::Options;
use crate::engine::{Rejected, Report, Task};
use crate::search::{Control, Limits, Score, Table};

/// Bytes of the table for each node: an entry and as much again.
const BYTES_A_NODE: u64 = 32;
/// The largest table, in MiB; a page has little memory.
const MOST_TABLE: u64 = if cfg!(target_family = "wasm") { 64 } else { 1_024 };

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The best move that is not known yet, as people write it.
    pub best: String,
    /// Its value for the side to move.
    pub score: Score,
    /// The depth of the search.
    pub depth: u32,
}

/// Searches positions, one after the other.
pub struct Finder {
    walker: Walker,
    table: Table,
    nodes: u64,
    threads: usize,
    /// Does a search that was stopped go on where it was?
    goes_on: bool,
    stopped: Option<Stopped>,
}

/// A search that was stopped: what it has found by then, and the nodes that took.
struct Stopped {
    leaf: Leaf,
    found: Option<Found>,
    nodes: u64,
}

impl std::fmt::Debug for Finder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} nodes, {} threads", self.nodes, self.threads)
    }
}

impl Finder {
    /// A finder for searches of so many nodes. With one thread it finds the same each time.
    ///
    /// # Errors
    /// When there is no such game, or no memory for the table.
    pub fn new(options: &Options, nodes: u64, threads: usize) -> Result<Finder, DatabaseError> {
        let mebibytes = (nodes.saturating_mul(BYTES_A_NODE) >> 20).clamp(1, MOST_TABLE) as usize;
        let table = Table::new(mebibytes).map_err(|why| refused(Rejected::Memory(why.to_string())))?;
        Ok(Finder { walker: Walker::new(options)?, table, nodes, threads, goes_on: false, stopped: None })
    }

    /// The same, where searches are stopped so often that each goes on with what it has found and what the table holds. What they find
    /// depends on when they are stopped then.
    pub fn that_goes_on(self) -> Finder {
        Finder { goes_on: true, ..self }
    }

    /// The limits of the next search.
    pub fn limits(&self) -> Limits {
        let spent = self.stopped.as_ref().map_or(0, |stopped| stopped.nodes);
        Limits { nodes: Some(self.nodes.saturating_sub(spent).max(1)), ..Limits::default() }
    }

    /// A handle by which a search can be stopped from another thread.
    pub fn control(&self) -> Control {
        Control::new(&self.limits(), Instant::now())
    }

    /// Searches a position; `None` when `ctl`, which is for this search alone, was stopped before the nodes were used up.
    ///
    /// # Errors
    /// When the engine refuses the position.
    pub fn search(&mut self, space: &Space, leaf: &Leaf, ctl: &Control) -> Result<Option<Found>, DatabaseError> {
        self.walker.set(space, &leaf.stones)?;
        let before = self.stopped.take().filter(|stopped| stopped.leaf == *leaf);
        let engine = self.walker.engine();
        if before.is_none() {
            self.table.clear();
            engine.new_game();
        }
        let (mut found, spent) = before.map_or((None, 0), |stopped| (stopped.found, stopped.nodes));
        let task = Task { exclude: leaf.known.clone(), threads: self.threads, conclude: true, ..Task::default() };
        engine.think(&task, &self.table, ctl, &mut |report| take(&mut found, &report)).map_err(refused)?;
        let is_cut = ctl.stopped() && !ctl.is_used_up();
        let is_over = !is_cut || found.as_ref().is_some_and(|found| found.score.is_mate());
        if self.goes_on && !is_over {
            self.stopped = Some(Stopped { leaf: leaf.clone(), found: found.take(), nodes: spent + ctl.nodes() });
        }
        Ok(found.filter(|_| is_over))
    }
}

/// What a cut iteration found is less certain than what the last whole one settled, but for a win, which is proven.
fn take(found: &mut Option<Found>, report: &Report) {
    let Some(line) = report.lines.first() else { return };
    let Some(mv) = line.pv.first() else { return };
    let is_new_win = line.score.is_win() && !found.as_ref().is_some_and(|found| found.score.is_win());
    if is_new_win || found.as_ref().is_none_or(|found| report.depth > found.depth) {
        *found = Some(Found { best: mv.text.clone(), score: line.score, depth: report.depth });
    }
}

fn refused(why: Rejected) -> DatabaseError {
    DatabaseError::Position(why.to_string())
}
