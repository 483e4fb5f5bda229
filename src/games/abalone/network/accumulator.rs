//! The sums of both views, by what differs from positions that were asked for before.
//!
//! For each player and each way to turn the board the sums of the last position seen so are kept. A position whose value is asked for
//! differs from it by a few marbles, since a search goes from neighbour to neighbour (in chess programs: Finny tables).

use super::inputs::{Rows, Seen, View};
use super::weights::{Network, Row};
use super::{kernels, oracle};
use crate::games::abalone::cell::Bits;
use crate::games::abalone::symmetry::SYMMETRIES;
use crate::network::Kernel;
use crate::search::Player;

/// The sums of a position in one view.
#[derive(Clone, Copy, Debug)]
struct Sums {
    marbles: [Bits; 2],
    lost: [u8; 2],
    row: Row,
}

/// The sums that are known.
#[derive(Clone, Debug)]
pub struct Accumulator {
    kernel: Kernel,
    /// By player and orientation.
    views: Box<[[Sums; SYMMETRIES as usize]; 2]>,
}

impl Accumulator {
    /// The sums of the empty board.
    pub fn new(network: &Network) -> Accumulator {
        let empty = Seen { marbles: [0; 2], lost: [0; 2], to_move: Player::First };
        let views = empty.views().map(|view| {
            let row = oracle::sums(network, &empty, view);
            [Sums { marbles: empty.marbles, lost: empty.lost, row }; SYMMETRIES as usize]
        });
        Accumulator { kernel: Kernel::best(), views: Box::new(views) }
    }

    /// Computes by that kernel from now on.
    pub fn set_kernel(&mut self, kernel: Kernel) {
        self.kernel = kernel;
    }

    /// What the network corrects for the side to move, in units of the evaluation.
    pub fn correction(&mut self, network: &Network, seen: &Seen) -> i32 {
        let views = seen.views();
        for view in views {
            let sums = &mut self.views[view.viewer.index()][usize::from(view.orientation)];
            sums.follow(network, self.kernel, view, seen);
        }
        let rows = views.map(|view| &self.views[view.viewer.index()][usize::from(view.orientation)].row);
        oracle::correction(network, self.kernel, rows)
    }
}

impl Sums {
    /// Becomes the sums of another position.
    #[inline]
    fn follow(&mut self, network: &Network, kernel: Kernel, view: View, seen: &Seen) {
        let (mut gone, mut come) = (Rows::default(), Rows::default());
        for owner in Player::ALL {
            let at = owner.index();
            let (old, new) = (self.marbles[at], seen.marbles[at]);
            gone.add_marbles(view, owner, old & !new);
            come.add_marbles(view, owner, new & !old);
            if self.lost[at] != seen.lost[at] {
                gone.add_lost(view, owner, self.lost[at]);
                come.add_lost(view, owner, seen.lost[at]);
            }
        }
        kernels::update(kernel, &mut self.row, &network.rows, gone.list(), come.list());
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
                let mut accumulator = Accumulator::new(&network);
                accumulator.set_kernel(kernel);
                let mut line = Vec::new();
                for _ in 0..300 {
                    let mut moves = MoveStack::new();
                    pos.generate(&mut moves);
                    let moves: Vec<_> = (0..moves.len()).map(|at| moves[at].0).collect();
                    if !line.is_empty() && (moves.is_empty() || random.random_ratio(2, 5)) {
                        let (mv, undo) = line.pop().unwrap();
                        pos.unmake(mv, undo);
                    } else if let Some(&mv) = moves.choose(&mut random) {
                        line.push((mv, pos.make(mv)));
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
