//! The network's value of a board, computed from nothing and one number at a time: what every faster way must equal.

use super::line_codes::line_codes;
use super::value::Value;
use super::weights::{Dense, HIDDEN_ONE, Network, Row, SUM_ONE, WEIGHT_BITS};
use super::{HIDDEN, INPUTS, OUTPUTS, WIDTH, region};
use crate::games::gomoku::patterns::lines::Lines;
use crate::games::gomoku::rules::cell::CellSet;
use crate::search::Player;

/// The sums over the regions as the player sees the board, less those of a board without stones and walls.
pub fn region_sums(network: &Network, lines: &Lines, size: usize, player: Player) -> [i16; INPUTS] {
    let mut sums = [0; INPUTS];
    for cell in CellSet::board(size).iter().filter(|&cell| lines.bits(cell) != 3) {
        let codes = line_codes().codes_at(lines, cell, player);
        let activations = Row::sum(codes.map(|code| &network.rows[code as usize])).clipped();
        let inputs = &mut sums[region(cell, size) * WIDTH..][..WIDTH];
        for (input, (activation, empty)) in inputs.iter_mut().zip(activations.0.into_iter().zip(network.empty.0)) {
            *input += activation - empty;
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

/// The value by the activations of the second hidden layer.
pub fn value(network: &Network, hidden: [i16; HIDDEN]) -> Value {
    let mut logits = [0.0; OUTPUTS];
    for (logit, (weights, bias)) in logits.iter_mut().zip(network.output.iter().zip(network.output_bias)) {
        let sum: i32 = weights.iter().zip(hidden).map(|(&weight, input)| i32::from(weight) * i32::from(input)).sum();
        *logit = (sum + bias) as f32 / SUM_ONE as f32;
    }
    Value::from_logits(logits)
}

/// The value for the side to move.
pub fn evaluate(network: &Network, lines: &Lines, size: usize, to_move: Player) -> Value {
    let inputs = region_sums(network, lines, size, to_move);
    let first = clipped(dense(&network.first, &inputs));
    value(network, clipped(dense(&network.second, &first)))
}
