//! Work on the branches of a queue: one search after the other, each when whoever searches has time for it.

use std::sync::Arc;

use super::queue::Queue;
use crate::database::growth::{Finder, Growth, Step};
use crate::database::{Branch, DatabaseError, Space, options_of};
use crate::library::now;
use crate::search::{Control, Limits};

/// Works on the first branch that is due.
pub struct Grower {
    queue: Arc<Queue>,
    open: Option<Open>,
    /// Is there nothing to do until the queue changes?
    is_idle: bool,
}

/// The branch that is worked on.
struct Open {
    number: i64,
    /// The searches that are still wanted.
    left: u64,
    growth: Growth,
    finder: Finder,
}

impl Grower {
    /// Of a queue.
    pub fn new(queue: Arc<Queue>) -> Grower {
        Grower { queue, open: None, is_idle: false }
    }

    /// The control of the next search, which `control` makes of its limits; `None` when there is nothing to do until the queue changes.
    pub fn next(&mut self, control: impl Fn(&Limits) -> Control) -> Option<Arc<Control>> {
        loop {
            if self.queue.is_changed() || (self.open.is_none() && !self.is_idle) {
                self.look();
            }
            let Some(open) = &self.open else { if self.is_idle { return None } else { continue } };
            let ctl = Arc::new(control(&open.finder.limits()));
            if self.queue.begin(&ctl, open.growth.size()) {
                return Some(ctl);
            }
        }
    }

    /// Opens the first branch that is due.
    fn look(&mut self) {
        self.is_idle = false;
        match self.queue.first_due() {
            Ok(Some(branch)) => {
                if let Err(why) = self.open(&branch) {
                    self.give_up(branch.number, &why);
                }
            }
            Ok(None) => self.rest(),
            Err(why) => {
                log::warn!("the queue of branches: {why}");
                self.rest();
            }
        }
    }

    /// Searches under a control that [`Grower::next`] has given.
    pub fn step(&mut self, ctl: &Control) {
        let Some(open) = &mut self.open else { return };
        let number = open.number;
        match open.growth.step(&mut open.finder, ctl, Some(number)) {
            Ok(Step::Searched) => {
                open.left -= 1;
                if open.left == 0 {
                    self.close();
                }
            }
            Ok(Step::Stopped) => {}
            Ok(Step::Done) => {
                self.close();
                if let Err(why) = self.queue.store.change(|changes| changes.end_branch(number)) {
                    self.give_up(number, &why);
                }
            }
            Err(why) => self.give_up(number, &why),
        }
    }

    /// Opens a branch, unless it is the one that is open; none is when the queue changes meanwhile.
    fn open(&mut self, branch: &Branch) -> Result<(), DatabaseError> {
        let left = branch.positions.saturating_sub(branch.done);
        if let Some(open) = self.open.as_mut().filter(|open| open.number == branch.number) {
            open.left = left;
            return Ok(());
        }
        self.close();
        let queue = &self.queue;
        queue.set_running(Some(branch.number));
        let options = options_of(queue.games, &branch.rules)?;
        let finder = Finder::new(&options, branch.nodes, queue.threads)?;
        let finder = if queue.takes_turns { finder.that_goes_on() } else { finder };
        let root = Space::new(&options)?.parse(&branch.root)?;
        let mut go_on = || !queue.is_changed();
        let growth = Growth::open(Arc::clone(&queue.store), &options, &[root], now, &mut go_on)?;
        self.open = growth.map(|growth| Open { number: branch.number, left, growth, finder });
        Ok(())
    }

    fn close(&mut self) {
        self.open = None;
        self.queue.set_running(None);
    }

    fn rest(&mut self) {
        self.close();
        self.is_idle = true;
    }

    fn give_up(&mut self, number: i64, why: &DatabaseError) {
        self.close();
        self.is_idle = !self.queue.give_up(number, why);
    }
}
