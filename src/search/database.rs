//! A database of positions beside the transposition table: slow to ask, and full of what earlier searches and people found. It is
//! asked near the root, as Rapfi does, where one answer saves a whole subtree.

use rustc_hash::FxHashMap;

use super::entry::Entry;
use super::params::Params;
use super::position::Position;
use super::score::MAX_PLY;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Value and best move, mate distances counted from the position itself.
    pub entry: Option<Entry>,
    /// Is the move that leads here not to be played?
    pub is_blocked: bool,
}

/// A database that a search asks. Every claim of a win or a loss must have been verified: the search believes it.
pub trait Database<G: Position>: Send + Sync {
    /// What is known of a position. It may take as long as some ten nodes of the search.
    fn probe(&self, pos: &G) -> Option<Known>;
}

/// One thread's questions to a database, few enough that a search that learns nothing from it is not slower.
pub(super) struct Probing<'a, G> {
    database: &'a dyn Database<G>,
    /// What has been answered in this search, by the positions' keys.
    answers: FxHashMap<u64, Option<Entry>>,
    /// Has anything been told?
    has_told: bool,
    /// Questions that were answered by nothing.
    misses: u64,
}

impl<'a, G: Position> Probing<'a, G> {
    pub(super) fn new(database: &'a dyn Database<G>) -> Self {
        Probing { database, answers: FxHashMap::default(), has_told: false, misses: 0 }
    }

    /// What the database knows of a position, whose key is given. `nodes` is how many the thread has searched: misses may cost no more
    /// than a small part of them.
    pub(super) fn ask(&mut self, pos: &G, key: u64, nodes: u64, params: &Params) -> Option<Entry> {
        let allowed = u64::from(params.database_misses.unsigned_abs())
            + nodes / u64::from(params.database_miss_cost.unsigned_abs().max(1));
        let may_ask = self.misses < allowed;
        // Where nothing was ever told, and nothing can be asked, the table of answers is not worth a look either.
        if !may_ask && !self.has_told {
            return None;
        }
        if let Some(answer) = self.answers.get(&key) {
            return *answer;
        }
        if !may_ask {
            return None;
        }
        let answer = self.database.probe(pos).and_then(|known| known.entry);
        self.has_told |= answer.is_some();
        self.misses += u64::from(answer.is_none());
        self.answers.insert(key, answer);
        answer
    }
}

/// Is a node near enough to the root to be asked about? As in Rapfi: three plies more than the iteration's depth on the principal
/// variation, half of that elsewhere.
pub(super) fn is_near_root(ply: usize, depth: i32, is_pv: bool) -> bool {
    let reach = usize::try_from(depth).unwrap_or(0) + 3;
    ply <= if is_pv { reach } else { reach / 2 }.min(MAX_PLY)
}

/// The better of what the table and the database have: a proof first, then the deeper one. The static value is the table's.
pub(super) fn better(table: Option<Entry>, known: Entry) -> Entry {
    match table {
        Some(entry) if entry.is_proof() || (!known.is_proof() && entry.depth >= known.depth) => entry,
        entry => Entry { eval: entry.and_then(|entry| entry.eval), ..known },
    }
}
