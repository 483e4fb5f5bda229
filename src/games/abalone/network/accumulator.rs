//! The sums of both views, kept up to date from move to move.
//!
//! Making a move only opens a new place on the stack. When a value is asked for, the sums are those of the last position that was asked for
//! on the way from the root, less the marbles that are gone and plus those that have come: a position that nobody asks for costs nothing.

use super::inputs::{Rows, Seen};
use super::weights::{Network, Row};
use super::{kernels, oracle};
use crate::games::abalone::cell::Bits;
use crate::network::Kernel;
use crate::search::Player;

/// The sums of one position.
#[derive(Clone, Debug)]
struct Sums {
    marbles: [Bits; 2],
    lost: [u8; 2],
    /// Each player's view.
    views: [Row; 2],
}

/// The sums along the current line of a search.
#[derive(Clone, Debug)]
pub struct Accumulator {
    kernel: Kernel,
    /// A place for every ply that has been reached, of which the first `depth + 1` belong to the current line.
    stack: Vec<Sums>,
    depth: usize,
    /// The places of the current line whose sums have been computed, the root's first.
    known: Vec<usize>,
}

impl Accumulator {
    /// The sums of a root.
    pub fn new(network: &Network, root: &Seen) -> Accumulator {
        let views = Player::ALL.map(|viewer| oracle::view(network, root, viewer));
        let sums = Sums { marbles: root.marbles, lost: root.lost, views };
        Accumulator { kernel: Kernel::best(), stack: vec![sums], depth: 0, known: vec![0] }
    }

    /// Computes by that kernel from now on.
    pub fn set_kernel(&mut self, kernel: Kernel) {
        self.kernel = kernel;
    }

    /// A move was made.
    #[inline]
    pub fn push(&mut self) {
        self.depth += 1;
    }

    /// The last move was taken back.
    #[inline]
    pub fn pop(&mut self) {
        if self.known.len() > 1 && self.known.last() == Some(&self.depth) {
            self.known.pop();
        }
        self.depth = self.depth.saturating_sub(1);
    }

    /// What the network corrects for the side to move of the position reached, in units of the evaluation.
    pub fn correction(&mut self, network: &Network, seen: &Seen) -> i32 {
        let from = self.known.last().copied().unwrap_or(0);
        while self.stack.len() <= self.depth {
            let place = self.stack[from].clone();
            self.stack.push(place);
        }
        if from < self.depth {
            let (before, after) = self.stack.split_at_mut(self.depth);
            after[0].follow(network, self.kernel, &before[from], seen);
            self.known.push(self.depth);
        } else if !self.stack[from].are_of(seen) {
            // The search has not led here.
            let before = self.stack[from].clone();
            self.stack[from].follow(network, self.kernel, &before, seen);
        }
        let sums = &self.stack[self.depth];
        let views = [seen.to_move, seen.to_move.opponent()].map(|player| &sums.views[player.index()]);
        oracle::correction(network, self.kernel, views)
    }
}

impl Sums {
    fn are_of(&self, seen: &Seen) -> bool {
        (self.marbles, self.lost) == (seen.marbles, seen.lost)
    }

    /// Becomes the sums of a position, by what differs from another.
    fn follow(&mut self, network: &Network, kernel: Kernel, before: &Sums, seen: &Seen) {
        for viewer in Player::ALL {
            let (mut gone, mut come) = (Rows::default(), Rows::default());
            for owner in Player::ALL {
                let at = owner.index();
                let (old, new) = (before.marbles[at], seen.marbles[at]);
                gone.add_marbles(viewer, owner, old & !new);
                come.add_marbles(viewer, owner, new & !old);
                if before.lost[at] != seen.lost[at] {
                    gone.add_lost(viewer, owner, before.lost[at]);
                    come.add_lost(viewer, owner, seen.lost[at]);
                }
            }
            let sums = &mut self.views[viewer.index()];
            *sums = before.views[viewer.index()];
            kernels::update(kernel, sums, &network.rows, gone.list(), come.list());
        }
        (self.marbles, self.lost) = (seen.marbles, seen.lost);
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::weights::tests::random_parts;
    use super::*;
    use crate::games::abalone::notation::parse_position;
    use crate::games::abalone::{Abalone, DrawRules};
    use crate::search::{MoveStack, Position};

    const START: &str = "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0";

    #[test]
    fn values_after_any_moves_are_those_of_the_position() {
        let network = Network::new(&random_parts(3)).unwrap();
        let mut random = Pcg64Mcg::seed_from_u64(4);
        let mut values = std::collections::HashSet::new();
        for kernel in Kernel::available() {
            for _ in 0..20 {
                let mut pos = Abalone::new(parse_position(START).unwrap(), DrawRules::default());
                let mut accumulator = Accumulator::new(&network, &Seen::of(&pos));
                accumulator.set_kernel(kernel);
                let mut line = Vec::new();
                for _ in 0..300 {
                    let mut moves = MoveStack::new();
                    pos.generate(&mut moves);
                    let moves: Vec<_> = (0..moves.len()).map(|at| moves[at].0).collect();
                    if !line.is_empty() && (moves.is_empty() || random.random_ratio(2, 5)) {
                        let (mv, undo) = line.pop().unwrap();
                        pos.unmake(mv, undo);
                        accumulator.pop();
                    } else if let Some(&mv) = moves.choose(&mut random) {
                        line.push((mv, pos.make(mv)));
                        accumulator.push();
                    }
                    if pos.setup().lost.iter().all(|&lost| lost < 6) && random.random_ratio(1, 2) {
                        let value = accumulator.correction(&network, &Seen::of(&pos));
                        assert_eq!(value, oracle::evaluate(&network, &Seen::of(&pos)), "{pos:?}");
                        values.insert(value);
                    }
                }
            }
        }
        assert!(values.len() > 100, "values differ: {}", values.len());
    }
}
