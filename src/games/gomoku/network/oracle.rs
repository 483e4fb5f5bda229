//! The network's correction for a board, computed from nothing and one number at a time: what every faster way must equal.

use super::line_codes::line_codes;
use super::weights::{Dense, HIDDEN_ONE, LOGIT, Network, Row, SUM_ONE, WEIGHT_BITS};
use super::{FEATURES, HIDDEN, INPUTS, region};
use crate::games::gomoku::patterns::lines::Lines;
use crate::games::gomoku::rules::cell::CellSet;
use crate::search::Player;

/// The sums over the regions as the player sees the board, less those of the empty board.
pub fn region_sums(network: &Network, lines: &Lines, size: usize, player: Player) -> [i16; INPUTS] {
    let mut sums = [0; INPUTS];
    let empty = Lines::new(size);
    for cell in CellSet::board(size).iter().filter(|&cell| lines.bits(cell) != 3) {
        let features = |lines| {
            let codes = line_codes().codes_at(lines, cell, player);
            Row::sum(codes.map(|code| &network.rows[code as usize])).features()
        };
        let inputs = &mut sums[region(cell, size) * FEATURES..][..FEATURES];
        for (input, (feature, empty)) in inputs.iter_mut().zip(features(lines).into_iter().zip(features(&empty))) {
            *input += feature - empty;
        }
    }
    sums
}

/// The sums that the units of a layer come to.
pub fn dense(layer: &Dense, inputs: &[i16]) -> [i32; HIDDEN] {
    let mut sums = layer.bias;
    for (weights, pair) in layer.weights.iter().zip(inputs.chunks_exact(2)) {
        for (sum, unit) in sums.iter_mut().zip(weights) {
            *sum += i32::from(unit[0]) * i32::from(pair[0]) + i32::from(unit[1]) * i32::from(pair[1]);
        }
    }
    sums
}

/// The activations of hidden units.
pub fn clipped(sums: [i32; HIDDEN]) -> [i16; HIDDEN] {
    sums.map(|sum| ((sum + (1 << (WEIGHT_BITS - 1))) >> WEIGHT_BITS).clamp(0, HIDDEN_ONE) as i16)
}

/// The correction by the activations of the second hidden layer, in units of the evaluation.
pub fn correction(network: &Network, hidden: [i16; HIDDEN]) -> i32 {
    let products = network.output.iter().zip(hidden).map(|(&weight, unit)| i32::from(weight) * i32::from(unit));
    let sum = products.sum::<i32>() + network.output_bias;
    (i64::from(sum) * i64::from(LOGIT) / i64::from(SUM_ONE)) as i32
}

/// The correction for the side to move.
pub fn evaluate(network: &Network, lines: &Lines, size: usize, to_move: Player) -> i32 {
    let inputs = region_sums(network, lines, size, to_move);
    let first = clipped(dense(&network.first, &inputs));
    correction(network, clipped(dense(&network.second, &first)))
}
