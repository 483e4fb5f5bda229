//! Wins by threats that were found, and the trees that prove them.

use std::sync::Arc;

use crate::games::gomoku::rules::cell::Cell;
use crate::search::ProofTree;

/// No win by threats that is not one by fours takes fewer plies.
pub(super) const SHORTEST: usize = 5;

/// A win that has been found. Positions reached in several ways share theirs.
#[derive(Clone)]
pub(super) enum Win {
    /// A tree that was found as a whole, and its plies.
    Fours(Arc<ProofTree<Cell>>, usize),
    Threats(Arc<Threat>),
}

/// A threat that wins.
pub(super) struct Threat {
    pub(super) mv: Cell,
    pub(super) replies: Vec<(Cell, Win)>,
    /// The win that it threatens.
    pub(super) otherwise: Arc<ProofTree<Cell>>,
    pub(super) plies: usize,
}

impl Win {
    pub(super) fn by_fours(tree: ProofTree<Cell>) -> Win {
        let plies = tree.plies();
        Win::Fours(Arc::new(tree), plies)
    }

    pub(super) fn plies(&self) -> usize {
        match self {
            Win::Fours(_, plies) => *plies,
            Win::Threats(threat) => threat.plies,
        }
    }

    /// The win as a tree of its own, no larger than `room`, which is what is left of it afterwards.
    pub(super) fn tree(&self, room: &mut usize) -> Option<ProofTree<Cell>> {
        let size = match self {
            Win::Fours(tree, _) => tree.size(),
            Win::Threats(threat) => 1 + threat.otherwise.size(),
        };
        *room = room.checked_sub(size)?;
        Some(match self {
            Win::Fours(tree, _) => ProofTree::clone(tree),
            Win::Threats(threat) => {
                let reply = |(reply, win): &(Cell, Win)| Some((*reply, win.tree(room)?));
                let replies = threat.replies.iter().map(reply).collect::<Option<_>>()?;
                ProofTree { mv: threat.mv, replies, otherwise: Some(Box::new(ProofTree::clone(&threat.otherwise))) }
            }
        })
    }
}
