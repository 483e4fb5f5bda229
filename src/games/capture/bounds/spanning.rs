//! A minimum spanning tree of the reds and one root, to which all black pieces are contracted (Prim's algorithm).
//!
//! The paths of a solution, joined at the root, are such a tree. Every edge is fit for some piece on the board.

use super::super::board::Capture;
use super::super::distance::UNREACHABLE;
use super::super::geometry::{SQUARES, squares};
use super::edges::Edges;

/// The rooted minimum spanning tree.
#[derive(Debug)]
pub struct Spanning {
    edges: Edges,
}

impl Spanning {
    /// The tree over these edges.
    pub fn new(edges: Edges) -> Spanning {
        Spanning { edges }
    }

    /// The weight of the tree; `None` when a red cannot be joined to it.
    pub fn lower_bound(&self, pos: &Capture) -> Option<u32> {
        let mut nearest = [UNREACHABLE; SQUARES];
        for (weight, _, red) in self.edges.black_red(pos) {
            let entry = &mut nearest[usize::from(red)];
            *entry = weight.min(*entry);
        }
        let mut outside = pos.reds();
        let mut sum = 0;
        while outside != 0 {
            let red = squares(outside).min_by_key(|&red| nearest[red])?;
            if nearest[red] == UNREACHABLE {
                return None;
            }
            sum += u32::from(nearest[red]);
            outside &= !(1 << red);
            for other in squares(outside) {
                nearest[other] = nearest[other].min(self.edges.between_reds(red, other));
            }
        }
        Some(sum)
    }
}
