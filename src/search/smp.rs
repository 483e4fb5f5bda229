//! Lazy SMP: threads that search the same root and meet only in the table. D. Homan and others, 2013. The first helpers search
//! the same depths around other first guesses, so that the windows they close are those the first thread needs next; the
//! others are staggered in depth, as in early Stockfish versions.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::control::{Control, Stopped};
use super::params::Params;
use super::score::Score;
use super::tt::Table;

/// Stack of a searching thread, in bytes: the longest line takes a few hundred frames of the node function, and an evaluator's
/// proof search as many of its own. Measured with Gomoku and debug assertions: a search 55 plies deep fits into 384 KiB.
pub const STACK_BYTES: usize = 16 << 20;

/// What the threads of one search share.
pub(super) struct Crew<'a> {
    pub(super) table: &'a Table,
    pub(super) ctl: &'a Control,
    nodes: AtomicU64,
    proof_nodes: AtomicU64,
    home: AtomicBool,
}

impl<'a> Crew<'a> {
    pub(super) fn new(table: &'a Table, ctl: &'a Control) -> Crew<'a> {
        let zero = || AtomicU64::new(0);
        Crew { table, ctl, nodes: zero(), proof_nodes: zero(), home: AtomicBool::new(false) }
    }

    /// The first thread is done: the others stop, though the control was not.
    pub(super) fn call_home(&self) {
        self.home.store(true, Relaxed);
    }

    /// Adds nodes to the limits' count and looks at them.
    pub(super) fn poll(&self, new_nodes: u64) -> Result<(), Stopped> {
        self.ctl.poll(new_nodes)?;
        if self.home.load(Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    /// Adds to what is reported.
    pub(super) fn count(&self, nodes: u64, proof_nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
        self.proof_nodes.fetch_add(proof_nodes, Relaxed);
    }

    /// Moves made in the main search, as far as the threads have told.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Nodes of proof searches, as far as the threads have told.
    pub(super) fn proof_nodes(&self) -> u64 {
        self.proof_nodes.load(Relaxed)
    }
}

const SKIP_SIZE: [u32; 20] = [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4];
const SKIP_PHASE: [u32; 20] = [0, 1, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 6, 7];

/// Helpers that search every depth, beside the first thread.
const BESIDE: usize = 2;

/// The next depth from `depth` on that a thread searches; thread 0 searches every depth.
pub(super) fn own_depth(thread: usize, depth: u32) -> u32 {
    let Some(row) = thread.checked_sub(BESIDE + 1).map(|helper| helper % SKIP_SIZE.len()) else { return depth };
    let skipped = |depth: u32| (depth + SKIP_PHASE[row]) / SKIP_SIZE[row] % 2 == 1;
    (depth..).find(|&depth| !skipped(depth)).unwrap_or(depth)
}

/// A thread's own first guess of the root's value: the first helper's is above the one given, the second's below.
pub(super) fn beside(thread: usize, guess: Score, params: &Params) -> Score {
    match thread {
        1 if !guess.is_mate() => Score::fixed(guess.value() + params.guess_beside),
        2 if !guess.is_mate() => Score::fixed(guess.value() - params.guess_beside),
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
