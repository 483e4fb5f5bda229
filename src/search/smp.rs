//! Lazy SMP: threads search the same root and share only the table (D. Homan and others, 2013). The first helpers search the same
//! depths from different first guesses, so that they resolve the windows that the main thread needs next; the others skip
//! depths, as early Stockfish versions did.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::control::{Control, Stopped};
use super::params::Params;
use super::score::Score;
use super::tt::Table;

/// Stack of a searching thread, in bytes: the longest line takes a few hundred frames of the node function, and a threat search
/// as many of its own. Measured with Gomoku and debug assertions: a search 55 plies deep fits into 384 KiB.
pub const STACK_BYTES: usize = 16 << 20;

/// What the threads of one search share besides its limits: the table, counters and the flag that stops helpers.
pub(super) struct SharedState<'a> {
    pub(super) table: &'a Table,
    pub(super) ctl: &'a Control,
    nodes: AtomicU64,
    proof_nodes: AtomicU64,
    helpers_stopped: AtomicBool,
}

impl<'a> SharedState<'a> {
    pub(super) fn new(table: &'a Table, ctl: &'a Control) -> SharedState<'a> {
        let zero = || AtomicU64::new(0);
        SharedState { table, ctl, nodes: zero(), proof_nodes: zero(), helpers_stopped: AtomicBool::new(false) }
    }

    /// Stops the helpers, once the main thread is done: the search itself was not stopped.
    pub(super) fn stop_helpers(&self) {
        self.helpers_stopped.store(true, Relaxed);
    }

    /// Adds nodes to the limits' count and checks the limits.
    pub(super) fn poll(&self, new_nodes: u64) -> Result<(), Stopped> {
        self.ctl.poll(new_nodes)?;
        if self.helpers_stopped.load(Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    /// Adds to the reported counts.
    pub(super) fn count(&self, nodes: u64, proof_nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
        self.proof_nodes.fetch_add(proof_nodes, Relaxed);
    }

    /// Moves made in the main search, as far as the threads have reported.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Nodes of threat searches, as far as the threads have reported.
    pub(super) fn proof_nodes(&self) -> u64 {
        self.proof_nodes.load(Relaxed)
    }
}

const SKIP_SIZE: [u32; 20] = [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4];
const SKIP_PHASE: [u32; 20] = [0, 1, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 6, 7];

/// Helpers that search every depth.
const FULL_DEPTH_HELPERS: usize = 2;

/// The next depth from `depth` on that a thread searches; thread 0 searches every depth.
pub(super) fn own_depth(thread: usize, depth: u32) -> u32 {
    let Some(row) = thread.checked_sub(FULL_DEPTH_HELPERS + 1).map(|helper| helper % SKIP_SIZE.len()) else {
        return depth;
    };
    let skipped = |depth: u32| (depth + SKIP_PHASE[row]) / SKIP_SIZE[row] % 2 == 1;
    (depth..).find(|&depth| !skipped(depth)).unwrap_or(depth)
}

/// A thread's first guess of the root's value: the first helper starts above the given one, the second below.
pub(super) fn helper_guess(thread: usize, guess: Score, params: &Params) -> Score {
    match thread {
        1 if !guess.is_mate() => Score::fixed(guess.value() + params.helper_guess_offset),
        2 if !guess.is_mate() => Score::fixed(guess.value() - params.helper_guess_offset),
        _ => guess,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_helpers_take_different_depths() {
        let depths = |thread| {
            let mut depth = 0;
            std::array::from_fn::<u32, 6, _>(|_| {
                depth = own_depth(thread, depth + 1);
                depth
            })
        };
        assert_eq!(depths(0), [1, 2, 3, 4, 5, 6]);
        assert_eq!(depths(2), [1, 2, 3, 4, 5, 6]);
        assert_eq!(depths(3), [2, 4, 6, 8, 10, 12]);
        assert_eq!(depths(4), [1, 3, 5, 7, 9, 11]);
    }
}
