//! The network's correction for a board, computed from nothing and one number at a time: what every faster way must equal.

use super::line_codes::line_codes;
use super::weights::{CellSums, Network};
use super::{FEATURES, INPUTS, region};
use crate::games::gomoku::patterns::lines::Lines;
use crate::games::gomoku::rules::cell::CellSet;
use crate::network::Kernel;
use crate::search::Player;

/// The sums over the regions as the player sees the board, less those of the empty board.
pub fn region_sums(network: &Network, lines: &Lines, size: usize, player: Player) -> [i16; INPUTS] {
    let mut sums = [0; INPUTS];
    let empty = Lines::new(size);
    for cell in CellSet::board(size).iter().filter(|&cell| lines.bits(cell) != 3) {
        let features = |lines| {
            let codes = line_codes().codes_at(lines, cell, player);
            CellSums::new(codes.map(|code| &network.rows(player)[usize::from(code)])).features()
        };
        let inputs = &mut sums[region(cell, size) * FEATURES..][..FEATURES];
        for (input, (feature, empty)) in inputs.iter_mut().zip(features(lines).into_iter().zip(features(&empty))) {
            *input += feature - empty;
        }
    }
    sums
}

/// The correction for the side to move.
pub fn evaluate(network: &Network, lines: &Lines, size: usize, to_move: Player) -> i32 {
    let inputs = region_sums(network, lines, size, to_move);
    network.head.value(Kernel::PLAIN, &inputs)
}
