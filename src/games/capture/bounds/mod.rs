//! The ladder of lower bounds: each sees more of a position than the one before, and takes more time.
//!
//! All but the first rest on one picture: a solution lets each black piece take some of the red ones in some order, so it is a
//! cover of the reds by paths that begin at black pieces; a path's edge is worth the moves its piece needs at least.

mod cover;
mod edges;
mod forest;
mod pairs;
mod spanning;

use std::sync::Arc;

use super::board::Capture;
use super::distance::{Distances, Obstacles};
use crate::search::LowerBound;

pub use cover::Cover;
pub use edges::Edges;
pub use forest::{Forest, Union};
pub use spanning::Spanning;

/// The bounds that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoundKind {
    /// The number of red pieces.
    Reds,
    /// The source's minimum move estimate 1: the lightest edges, as many as there are reds.
    Estimate1,
    /// The source's minimum move estimate 2 with sets of reds: no edge closes a cycle among them.
    Estimate2,
    /// The same with black pieces in the sets as well, as the source has it.
    Estimate2Source,
    /// A minimum spanning tree of the reds and one root, to which all the black pieces are contracted.
    Spanning,
    /// The lightest cover by paths, each fit for the kind of piece that walks it.
    Cover,
    /// The same, with pieces in pairs that stand in each other's way: pattern databases.
    Pairs,
}

impl BoundKind {
    /// Every bound, the weakest first.
    pub const ALL: [BoundKind; 7] = [
        BoundKind::Reds,
        BoundKind::Estimate1,
        BoundKind::Estimate2,
        BoundKind::Estimate2Source,
        BoundKind::Spanning,
        BoundKind::Cover,
        BoundKind::Pairs,
    ];

    /// Its name on the command line and in results.
    pub const fn name(self) -> &'static str {
        match self {
            BoundKind::Reds => "reds",
            BoundKind::Estimate1 => "estimate1",
            BoundKind::Estimate2 => "estimate2",
            BoundKind::Estimate2Source => "estimate2-source",
            BoundKind::Spanning => "spanning",
            BoundKind::Cover => "cover",
            BoundKind::Pairs => "pairs",
        }
    }

    /// Does a move lower it by 1 at most? Then A* never finds a shorter way to a position it has left behind. A tree can lose
    /// two edges' weight at once; pairs of equal pieces are made by their squares, so that a move can change who is paired.
    pub const fn is_consistent(self) -> bool {
        matches!(self, BoundKind::Reds | BoundKind::Cover)
    }
}

/// A bound, ready for the positions of one puzzle.
#[derive(Debug)]
pub enum Bound {
    /// [`BoundKind::Reds`].
    Reds,
    /// [`BoundKind::Estimate1`] and both kinds of 2.
    Forest(Box<Forest>),
    /// [`BoundKind::Spanning`].
    Spanning(Spanning),
    /// [`BoundKind::Cover`] and [`BoundKind::Pairs`].
    Cover(Box<Cover>),
}

impl Bound {
    /// The bound of that kind for a position and all that can come of it. Its tables take no more than about `bytes`.
    pub fn new(kind: BoundKind, pos: &Capture, obstacles: Obstacles, bytes: usize) -> Bound {
        if kind == BoundKind::Reds {
            return Bound::Reds;
        }
        let distances = Arc::new(Distances::new(pos.layout().ducks(), obstacles));
        let edges = || Edges::new(pos, Arc::clone(&distances));
        match kind {
            BoundKind::Reds => Bound::Reds,
            BoundKind::Estimate1 => Bound::Forest(Box::new(Forest::new(edges(), Union::Off))),
            BoundKind::Estimate2 => Bound::Forest(Box::new(Forest::new(edges(), Union::Reds))),
            BoundKind::Estimate2Source => Bound::Forest(Box::new(Forest::new(edges(), Union::All))),
            BoundKind::Spanning => Bound::Spanning(Spanning::new(edges())),
            BoundKind::Cover => Bound::Cover(Box::new(Cover::new(pos, edges(), bytes, false))),
            BoundKind::Pairs => Bound::Cover(Box::new(Cover::new(pos, edges(), bytes, true))),
        }
    }
}

impl LowerBound<Capture> for Bound {
    #[inline]
    fn lower_bound(&mut self, pos: &Capture) -> Option<u32> {
        match self {
            Bound::Reds => Some(pos.reds().count_ones()),
            Bound::Forest(forest) => forest.lower_bound(pos),
            Bound::Spanning(spanning) => spanning.lower_bound(pos),
            Bound::Cover(cover) => cover.lower_bound(pos),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Bound::Cover(cover) => cover.bytes(),
            _ => 0,
        }
    }
}
