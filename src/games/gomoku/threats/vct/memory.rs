//! What the search remembers of positions: wins, and within which limits there are none.

use rustc_hash::FxHashMap;

use super::win::Win;
use crate::games::gomoku::params::GomokuParams;
use crate::games::gomoku::rules::cell::{CELLS, Cell};
use crate::search::MAX_MATE_PLY;

/// What the search remembers, and by which numbers it goes.
#[derive(Clone)]
pub(super) struct Memory {
    pub(super) known: FxHashMap<u64, Known>,
    /// The most positions that are remembered.
    room: usize,
    /// For each of the attacker's moves, by cell, the reply that stopped it last.
    pub(super) stoppers: Vec<Option<Cell>>,
    pub(super) root_search: RootSearch,
    /// Nodes of a proof by fours.
    pub(super) fours_nodes: u64,
    /// Nodes of the search for the defender's own win by fours.
    pub(super) counter_nodes: u64,
}

impl Memory {
    /// Nothing is known yet; so many positions at most will be.
    pub(super) fn new(positions: usize, params: &GomokuParams) -> Memory {
        Memory {
            known: FxHashMap::default(),
            room: positions,
            stoppers: vec![None; CELLS],
            root_search: RootSearch::default(),
            fours_nodes: params.vct_fours_nodes.unsigned_abs().into(),
            counter_nodes: params.vct_counter_nodes.unsigned_abs().into(),
        }
    }

    /// Begins the search from another root. What is known of positions stays true.
    pub(super) fn begin(&mut self, root: u64) {
        self.root_search = RootSearch { root, ..RootSearch::default() };
    }

    /// Makes room where there is none left.
    pub(super) fn make_room(&mut self) {
        if self.known.len() >= self.room {
            self.known.clear();
        }
    }

    /// Keeps what is known of a position, as long as there is room.
    pub(super) fn learn(&mut self, key: u64, known: Known) {
        if self.known.len() < self.room || self.known.contains_key(&key) {
            self.known.insert(key, known);
        }
    }
}

/// The state of the search from the root: it can be interrupted and resumed.
#[derive(Clone, Default)]
pub(super) struct RootSearch {
    /// The root's key.
    pub(super) root: u64,
    /// How many threats a line may have now.
    pub(super) threats: u32,
    /// The fastest win so far.
    pub(super) best: Option<Win>,
    /// There is nothing left to find.
    pub(super) finished: bool,
}

/// The limits of an attack.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Limits {
    /// Threats before the attacker must win by fours.
    pub(super) threats: u32,
    /// Plies until the game must be won.
    pub(super) plies: usize,
}

impl Limits {
    /// No limits.
    pub(super) const NONE: Limits = Limits { threats: u32::MAX, plies: MAX_MATE_PLY };

    /// Does this allow everything that `other` allows?
    pub(super) fn covers(self, other: Limits) -> bool {
        self.threats >= other.threats && self.plies >= other.plies
    }

    /// What is left after a threat and its reply; `None` where there is no room for them and two more moves. To block a five
    /// is forced, and no threat spent.
    pub(super) fn after_threat(self, forced: bool) -> Option<Limits> {
        let spent = !forced && self.threats != Limits::NONE.threats;
        let threats = self.threats.checked_sub(u32::from(spent))?;
        (self.plies >= 5).then(|| Limits { threats, plies: self.plies - 2 })
    }
}

/// What is known of a position in which the attacker is to move.
#[derive(Clone, Default)]
pub(super) struct Known {
    pub(super) win: Option<Win>,
    /// There is no win within these limits; [`Limits::NONE`] if nothing was left out.
    pub(super) failed: Option<Limits>,
    /// What is known of wins by fours alone.
    pub(super) fours: Fours,
}

/// Is there a win by fours alone?
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Fours {
    #[default]
    Untried,
    /// None, however long.
    None,
    /// None that was found; it would take a larger search to tell.
    Undecided,
}
