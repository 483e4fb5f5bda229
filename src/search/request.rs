//! The request for a search, its progress reports and its result.

use std::time::Duration;

use super::score::Score;

/// The driver that finds the root's value at each depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Null-window passes that close in on the value from the last one (Plaat et al., 1996).
    Mtdf,
    /// Principal variation search within an aspiration window.
    Pvs,
}

/// What to search for; the limits are in [`Control`](super::Control).
#[derive(Clone, Debug)]
pub struct SearchRequest<M> {
    /// The driver; `None` for the one that the game is searched by ([`Params::driver`](super::Params::driver)).
    pub algorithm: Option<Algorithm>,
    /// Threads that search, the caller's included; 0 counts as 1.
    pub threads: usize,
    /// MultiPV: how many best lines are wanted; 0 counts as 1. Fewer come back when there are fewer moves.
    pub multi_pv: usize,
    /// When given, only these moves are searched at the root; those that are not legal are ignored.
    pub only: Option<Vec<M>>,
    /// These moves are not searched at the root.
    pub exclude: Vec<M>,
}

impl<M> Default for SearchRequest<M> {
    fn default() -> Self {
        SearchRequest { algorithm: None, threads: 1, multi_pv: 1, only: None, exclude: Vec::new() }
    }
}

/// A principal variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvLine<M> {
    /// 1 for the best line.
    pub rank: usize,
    /// Its value for the side to move at the root.
    pub score: Score,
    /// The depth that gave the value; 0 when the search was stopped before any.
    pub depth: u32,
    /// Selective depth: the greatest ply reached.
    pub seldepth: u32,
    /// The moves, the root's first; never empty.
    pub pv: Vec<M>,
}

/// A progress report.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a, M> {
    /// The depth just finished.
    pub depth: u32,
    /// Selective depth: the greatest ply reached.
    pub seldepth: u32,
    /// Moves made in the main search, all threads together (to within a polling interval).
    pub nodes: u64,
    /// Nodes of threat searches (VCF, VCT).
    pub proof_nodes: u64,
    /// Time since the control's clock started.
    pub elapsed: Duration,
    /// Permille of the table filled by this search.
    pub hashfull: u32,
    /// The best lines, the best first.
    pub lines: &'a [PvLine<M>],
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The best lines, the best first; never empty. `lines[0].pv[0]` is the move to play.
    pub lines: Vec<PvLine<M>>,
    /// The last depth that was finished.
    pub depth: u32,
    /// Selective depth: the greatest ply reached.
    pub seldepth: u32,
    /// Moves made in the main search, all threads together.
    pub nodes: u64,
    /// Nodes of threat searches (VCF, VCT).
    pub proof_nodes: u64,
    /// Null-window or aspiration searches of the root, all depths together.
    pub passes: u64,
    /// Were some moves left out at the root? Then a loss of the best line is not the position's.
    pub partial: bool,
}

impl<M: Copy> SearchResult<M> {
    /// The move to play.
    pub fn best(&self) -> M {
        self.lines[0].pv[0]
    }

    /// Is it better than another thread's result: a faster win, or a deeper search where neither has a win?
    pub(super) fn is_better(&self, other: &SearchResult<M>) -> bool {
        let (own, theirs) = (self.lines[0].score, other.lines[0].score);
        if own.is_win() || theirs.is_win() { own > theirs } else { self.depth > other.depth }
    }
}
