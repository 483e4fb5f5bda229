//! The branches that are analysed while no session wants a search, one after the other. The queue lies in the database: a server that
//! starts again goes on with it.

use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use serde_json::{Value as Json, json};

use crate::database::growth::{Finder, Growth, Step};
use crate::database::{Branch, Changes, DatabaseError, Space, Store, options_of};
use crate::engine::registry::Games;
use crate::search::{Control, STACK_BYTES};
use crate::web::pool::Pool;
use crate::web::settings::{ServerSettings, StudyFile};

/// The queue of a database.
pub(super) struct Queue {
    shared: Arc<Shared>,
}

struct Shared {
    store: Arc<Store>,
    pool: Arc<Pool>,
    games: Games,
    threads: usize,
    now: fn() -> u64,
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    /// Has the queue changed since the worker looked at it?
    is_changed: bool,
    /// The branch that is worked on, and the search under way or waiting for its turn.
    running: Option<i64>,
    ctl: Option<Arc<Control>>,
    /// Positions in the tree of that branch.
    size: usize,
    /// What went wrong last, by the branch.
    fault: Option<(i64, String)>,
}

impl Queue {
    /// Starts its thread, unless the database is only read.
    ///
    /// # Errors
    /// When the system gives none.
    pub(super) fn start(file: &StudyFile, pool: &Arc<Pool>, settings: &ServerSettings) -> io::Result<Queue> {
        let shared = Arc::new(Shared {
            store: Arc::clone(&file.store),
            pool: Arc::clone(pool),
            games: settings.games,
            threads: settings.threads,
            now: file.now,
            state: Mutex::default(),
            wake: Condvar::new(),
        });
        if !file.is_read_only {
            let worker = Arc::clone(&shared);
            let builder = thread::Builder::new().name("branches".to_owned()).stack_size(STACK_BYTES);
            builder.spawn(move || worker.work())?;
        }
        Ok(Queue { shared })
    }

    /// Changes the queue, and lets the worker look at it anew.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub(super) fn change(
        &self,
        change: impl FnOnce(&mut Changes<'_>) -> Result<bool, DatabaseError>,
    ) -> Result<bool, DatabaseError> {
        let changed = self.shared.store.change(change)?;
        let ctl = {
            let mut state = self.shared.lock();
            state.is_changed = true;
            state.fault = None;
            state.ctl.clone()
        };
        if let Some(ctl) = ctl {
            self.shared.pool.stop_idle_work(&ctl);
        }
        self.shared.wake.notify_all();
        Ok(changed)
    }

    /// The branches for the page, in their order.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) fn state(&self) -> Result<Json, DatabaseError> {
        let branches = self.shared.store.latest()?.branches()?;
        let state = self.shared.lock();
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
}

impl Shared {
    /// Works on the first branch that is due, for ever.
    fn work(&self) {
        loop {
            self.lock().is_changed = false;
            let due = self.store.latest().and_then(|found| found.branches());
            let due = due.map(|branches| branches.into_iter().find(Branch::is_due));
            let branch = match due {
                Ok(Some(branch)) => branch,
                Ok(None) => {
                    self.await_change();
                    continue;
                }
                Err(why) => {
                    log::warn!("the queue of branches: {why}");
                    self.await_change();
                    continue;
                }
            };
            self.lock().running = Some(branch.number);
            let grown = self.grow(&branch);
            let mut state = self.lock();
            (state.running, state.ctl) = (None, None);
            drop(state);
            if let Err(why) = grown {
                self.give_up(branch.number, &why);
            }
        }
    }

    fn await_change(&self) {
        let state = self.lock();
        drop(self.wake.wait_while(state, |state| !state.is_changed).unwrap_or_else(PoisonError::into_inner));
    }

    /// A branch that cannot be worked on waits until somebody lets it go on.
    fn give_up(&self, number: i64, why: &DatabaseError) {
        log::warn!("branch {number}: {why}");
        let stopped = self.store.change(|changes| changes.stop_branch(number, true));
        self.lock().fault = Some((number, why.to_string()));
        if stopped.is_err() {
            self.await_change();
        }
    }

    /// Works on a branch to its end, or until the queue changes.
    fn grow(&self, branch: &Branch) -> Result<(), DatabaseError> {
        let options = options_of(self.games, &branch.rules)?;
        let mut finder = Finder::new(&options, branch.nodes, self.threads)?;
        let root = Space::new(&options)?.parse(&branch.root)?;
        let mut go_on = || !self.lock().is_changed;
        let Some(mut growth) = Growth::open(Arc::clone(&self.store), &options, &[root], self.now, &mut go_on)? else {
            return Ok(());
        };
        let mut done = branch.done;
        while done < branch.positions {
            match self.step(&mut growth, &mut finder, branch.number)? {
                ControlFlow::Continue(searches) => done += searches,
                ControlFlow::Break(()) => break,
            }
        }
        Ok(())
    }

    /// One search while nobody else wants any; tells how many are done by it.
    fn step(
        &self,
        growth: &mut Growth,
        finder: &mut Finder,
        number: i64,
    ) -> Result<ControlFlow<(), u64>, DatabaseError> {
        let ctl = Arc::new(finder.control());
        {
            let mut state = self.lock();
            if state.is_changed {
                return Ok(ControlFlow::Break(()));
            }
            (state.ctl, state.size) = (Some(Arc::clone(&ctl)), growth.size());
        }
        if !self.pool.begin_idle_work(&ctl) {
            return Ok(ControlFlow::Break(()));
        }
        Ok(match growth.step(finder, &ctl, Some(number))? {
            Step::Searched => ControlFlow::Continue(1),
            Step::Stopped => ControlFlow::Continue(0),
            Step::Done => {
                self.store.change(|changes| changes.end_branch(number))?;
                ControlFlow::Break(())
            }
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
