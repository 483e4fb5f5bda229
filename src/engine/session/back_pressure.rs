//! What holds back the reading of lines while those that were read before wait to be obeyed.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Lines that were read and are not done with are counted by what they cost; at most so much may be inside.
pub(super) struct BackPressure {
    state: Mutex<State>,
    changed: Condvar,
    most: usize,
}

#[derive(Default)]
struct State {
    inside: usize,
    is_open: bool,
}

impl BackPressure {
    pub(super) fn new(most: usize) -> BackPressure {
        BackPressure { state: Mutex::default(), changed: Condvar::new(), most }
    }

    /// Waits until there is room for so much, or reading is unlimited.
    pub(super) fn enter(&self, cost: usize) {
        let full = |state: &mut State| !state.is_open && state.inside > 0 && state.inside + cost > self.most;
        let state = self.changed.wait_while(self.lock(), full);
        state.unwrap_or_else(PoisonError::into_inner).inside += cost;
    }

    /// Makes room: what had entered is done with.
    pub(super) fn leave(&self, cost: usize) {
        self.lock().inside -= cost;
        self.changed.notify_one();
    }

    /// Lets everybody in, or only as many as there is room for.
    pub(super) fn open(&self, is_open: bool) {
        self.lock().is_open = is_open;
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::thread::{scope, sleep};
    use std::time::Duration;

    use super::*;

    #[test]
    fn one_more_waits_for_room_or_an_open_gate_and_a_large_one_enters_alone() {
        let pressure = BackPressure::new(10);
        let entered = AtomicUsize::new(0);
        scope(|scope| {
            scope.spawn(|| {
                for cost in [6, 4, 1, 50, 1] {
                    pressure.enter(cost);
                    entered.fetch_add(1, SeqCst);
                }
            });
            let stays_at = |count| {
                while entered.load(SeqCst) < count {
                    std::thread::yield_now();
                }
                sleep(Duration::from_millis(5));
                assert_eq!(entered.load(SeqCst), count);
            };
            stays_at(2);
            pressure.leave(6);
            stays_at(3);
            pressure.leave(4);
            stays_at(3);
            pressure.leave(1);
            stays_at(4);
            pressure.open(true);
            stays_at(5);
        });
    }
}
