//! The branches that are analysed while no session wants a search, one after the other. The queue lies in the database: a program that
//! starts again goes on with it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value as Json, json};

use super::StudyFile;
use crate::database::{Branch, Changes, DatabaseError, Store};
use crate::engine::registry::Games;
use crate::search::Control;

/// Hears that the queue has changed; it is given the search of a branch that is under way or waits for its turn, which is to be stopped.
pub type OnChange = dyn Fn(Option<&Control>) + Send + Sync;

/// The queue of a database.
pub struct Queue {
    pub(super) store: Arc<Store>,
    pub(super) games: Games,
    pub(super) threads: usize,
    pub(super) takes_turns: bool,
    on_change: Box<OnChange>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Has the queue changed since its branches were looked at?
    is_changed: bool,
    /// The branch that is worked on, and the search under way or waiting for its turn.
    running: Option<i64>,
    ctl: Option<Arc<Control>>,
    /// Positions in the tree of that branch.
    size: usize,
    /// What went wrong last, by the branch.
    fault: Option<(i64, String)>,
}

/// Who searches the branches of a queue.
#[derive(Clone, Copy, Debug)]
pub struct Workforce {
    /// The games that it knows.
    pub games: Games,
    /// The threads of a search.
    pub threads: usize,
    /// Are searches stopped at any moment, to go on in another turn?
    pub takes_turns: bool,
}

impl Queue {
    /// The queue of a database.
    pub fn new(file: &StudyFile, workforce: Workforce, on_change: Box<OnChange>) -> Queue {
        let state = Mutex::new(State { is_changed: true, ..State::default() });
        let Workforce { games, threads, takes_turns } = workforce;
        Queue { store: Arc::clone(&file.store), games, threads, takes_turns, on_change, state }
    }

    /// Changes the queue, and has its branches looked at anew.
    pub(super) fn change(
        &self,
        change: impl FnOnce(&mut Changes<'_>) -> Result<bool, DatabaseError>,
    ) -> Result<bool, DatabaseError> {
        let changed = self.store.change(change)?;
        let ctl = {
            let mut state = self.lock();
            state.is_changed = true;
            state.fault = None;
            state.ctl.clone()
        };
        (self.on_change)(ctl.as_deref());
        Ok(changed)
    }

    /// The branches for the page, in their order.
    pub(super) fn state(&self) -> Result<Json, DatabaseError> {
        let branches = self.store.latest()?.branches()?;
        let state = self.lock();
        let row = |branch: &Branch| {
            let is_running = state.running == Some(branch.number);
            let fault = state.fault.as_ref().filter(|(number, _)| *number == branch.number).map(|(_, why)| why);
            json!({
                "number": branch.number, "name": branch.name, "rules": branch.rules, "nodes": branch.nodes,
                "done": branch.done, "all": branch.positions, "stopped": branch.is_stopped, "running": is_running,
                "size": is_running.then_some(state.size), "fault": fault,
            })
        };
        Ok(branches.iter().map(row).collect())
    }

    /// The first branch that there is anything to do for, as the queue is now.
    pub(super) fn first_due(&self) -> Result<Option<Branch>, DatabaseError> {
        self.lock().is_changed = false;
        Ok(self.store.latest()?.branches()?.into_iter().find(Branch::is_due))
    }

    /// Has it changed since the first branch was asked for?
    pub(super) fn is_changed(&self) -> bool {
        self.lock().is_changed
    }

    /// This branch is worked on now, or none.
    pub(super) fn set_running(&self, number: Option<i64>) {
        let mut state = self.lock();
        (state.running, state.ctl) = (number, None);
    }

    /// A search of the branch that is worked on, whose tree has so many positions; false when the queue has changed.
    pub(super) fn begin(&self, ctl: &Arc<Control>, size: usize) -> bool {
        let mut state = self.lock();
        if state.is_changed {
            return false;
        }
        (state.ctl, state.size) = (Some(Arc::clone(ctl)), size);
        true
    }

    /// A branch that cannot be worked on waits until somebody lets it go on. False when even that cannot be written.
    pub(super) fn give_up(&self, number: i64, why: &DatabaseError) -> bool {
        log::warn!("branch {number}: {why}");
        let stopped = self.store.change(|changes| changes.stop_branch(number, true));
        self.lock().fault = Some((number, why.to_string()));
        stopped.is_ok()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
