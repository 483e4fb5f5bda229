//! The source's minimum move estimates: as many of the lightest edges as there are reds, with or without cycles among them.
//!
//! Estimate 2 is greedy and still a lower bound: the paths of a solution, begun at different black pieces, close no cycle, and
//! the greedy choice is the lightest of all that close none (Kruskal). The sets must be real disjoint sets: a mere mark on
//! reds that were touched would leave out edges that close no cycle, and estimate too much.

use super::super::board::Capture;
use super::super::geometry::SQUARES;
use super::edges::Edges;

/// Which nodes are joined into sets; an edge between reds of one set is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Union {
    /// None: estimate 1.
    Off,
    /// Red pieces.
    Reds,
    /// Red and black pieces.
    All,
}

/// Weights are less than this: no way on the board is longer.
const WEIGHTS: usize = SQUARES;

/// The estimates 1 and 2.
#[derive(Debug)]
pub struct Forest {
    edges: Edges,
    union: Union,
    /// The edges from black pieces of the position at hand, by weight.
    buckets: [Vec<(u8, u8)>; WEIGHTS],
}

/// Disjoint sets of squares.
struct Sets([u8; SQUARES]);

impl Sets {
    fn new() -> Sets {
        Sets(std::array::from_fn(|square| square as u8))
    }

    fn find(&mut self, square: u8) -> u8 {
        let mut at = square;
        while self.0[usize::from(at)] != at {
            let above = self.0[usize::from(at)];
            self.0[usize::from(at)] = self.0[usize::from(above)];
            at = above;
        }
        at
    }

    /// Joins two sets; false when they are one already.
    fn join(&mut self, a: u8, b: u8) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.0[usize::from(a)] = b;
        a != b
    }
}

impl Forest {
    /// The estimate over these edges.
    pub fn new(edges: Edges, union: Union) -> Forest {
        Forest { edges, union, buckets: std::array::from_fn(|_| Vec::new()) }
    }

    /// The sum of the chosen edges; `None` when there are not enough of them, which no solution can mend.
    pub fn lower_bound(&mut self, pos: &Capture) -> Option<u32> {
        let Forest { edges, union, buckets } = self;
        buckets.iter_mut().for_each(Vec::clear);
        for (weight, black, red) in edges.black_red(pos) {
            buckets[usize::from(weight)].push((black, red));
        }
        let mut between = edges.red_red(pos.reds()).peekable();
        let mut sets = Sets::new();
        let (mut wanted, mut sum) = (pos.reds().count_ones(), 0);
        for (weight, from_black) in buckets.iter().enumerate() {
            for &(black, red) in from_black {
                if wanted == 0 {
                    return Some(sum);
                }
                if *union == Union::All {
                    sets.join(black, red);
                }
                (wanted, sum) = (wanted - 1, sum + weight as u32);
            }
            while let Some((_, a, b)) = between.next_if(|edge| usize::from(edge.0) == weight && wanted > 0) {
                if *union == Union::Off || sets.join(a, b) {
                    (wanted, sum) = (wanted - 1, sum + weight as u32);
                }
            }
        }
        (wanted == 0).then_some(sum)
    }
}
