//! Which position is searched next: the one that is nearest to the roots, where a ply and what a move gives away are the length of the way.
//!
//! Drop-out expansion: Lincke, "Strategies for the automatic construction of opening books" (2000). A worse move is worth looking
//! at less deeply. What a move gives away is told in chances to win, not in units of the evaluation: where a side wins anyway, the
//! difference between two moves matters little.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::rest::Rest;
use super::{Growth, Leaf};
use crate::database::error::DatabaseError;
use crate::database::record::Value;
use crate::database::space::Key;
use crate::engine::win_rate;
use crate::search::Score;

/// One ply is as far as so many permille of the chances: after a move that gives away a tenth of them the tree is five plies less deep.
const PLY: u64 = 20;

/// What is done at a place of the way. At the same distance one goes on first, then searches, then looks for further moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Act {
    Arrive,
    Search,
    Widen,
}

impl Growth {
    /// The positions that are searched next, at most so many; none when everything is decided. The same tree gives the same answer.
    ///
    /// # Errors
    /// When a key is no position.
    pub fn next(&self, count: usize) -> Result<Vec<Leaf>, DatabaseError> {
        let mut heap: BinaryHeap<Reverse<(u64, Act, &Key, u32)>> = BinaryHeap::new();
        heap.extend(self.roots.iter().map(|&at| Reverse((0, Act::Arrive, self.key(at), at))));
        let mut arrived = vec![false; self.nodes.len()];
        let mut found = Vec::new();
        while let Some(Reverse((way, act, _, at))) = heap.pop() {
            if act != Act::Arrive {
                found.push(self.leaf(at)?);
                if found.len() == count {
                    break;
                }
                continue;
            }
            let (node, moves) = (&self.nodes[at as usize], &self.moves[at as usize]);
            let is_decided = node.value.is_some_and(Value::is_proven) || moves.legal == 0;
            if std::mem::replace(&mut arrived[at as usize], true) || is_decided {
                continue;
            }
            let here = node.value.map(chance);
            // A move of which nothing is known may be as good as the best.
            let drop = |value: Option<u64>| here.zip(value).map_or(0, |(here, value)| here.saturating_sub(value));
            match moves.rest {
                None => heap.push(Reverse((way, Act::Search, self.key(at), at))),
                Some(Rest::AtMost(value)) if !node.is_complete => {
                    let way = way + PLY + drop(Some(chance(Value::Score(value))));
                    heap.push(Reverse((way, Act::Widen, self.key(at), at)));
                }
                Some(_) => {}
            }
            for &child in &node.children {
                let value = self.nodes[child as usize].value.map(|value| chance(value.one_ply_before()));
                heap.push(Reverse((way + PLY + drop(value), Act::Arrive, self.key(child), child)));
            }
        }
        Ok(found)
    }
}

/// The chance of the side to move, in permille.
pub(super) fn chance(value: Value) -> u64 {
    u64::from(match value {
        Value::Score(score) => win_rate(Score::fixed(score)),
        Value::Win(_) => 1000,
        Value::Loss(_) => 0,
        Value::Draw => win_rate(Score::DRAW),
    })
}
