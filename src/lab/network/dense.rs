//! The dense layers, forwards and backwards.

use crate::games::gomoku::network::{HIDDEN, INPUTS};

/// The numbers of a hidden layer.
pub(super) type Units = [f32; HIDDEN];

/// Dense layers: their rounded weights, or gradients for them.
#[derive(Clone)]
pub(super) struct Layers {
    pub(super) first: Vec<Units>,
    pub(super) first_bias: Units,
    pub(super) second: Vec<Units>,
    pub(super) second_bias: Units,
    pub(super) output: Units,
    pub(super) output_bias: f32,
}

impl Layers {
    pub(super) fn zero() -> Layers {
        Layers {
            first: vec![[0.0; HIDDEN]; INPUTS],
            first_bias: [0.0; HIDDEN],
            second: vec![[0.0; HIDDEN]; HIDDEN],
            second_bias: [0.0; HIDDEN],
            output: [0.0; HIDDEN],
            output_bias: 0.0,
        }
    }

    pub(super) fn lists(&mut self) -> [&mut [f32]; 6] {
        [
            self.first.as_flattened_mut(),
            &mut self.first_bias,
            self.second.as_flattened_mut(),
            &mut self.second_bias,
            &mut self.output,
            std::slice::from_mut(&mut self.output_bias),
        ]
    }
}

/// The activations of a hidden layer.
pub(super) fn hidden(weights: &[Units], bias: &Units, inputs: &[f32]) -> Units {
    let mut sums = *bias;
    for (&input, weights) in inputs.iter().zip(weights).filter(|(input, _)| **input != 0.0) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += input * weight;
        }
    }
    sums.map(|sum| sum.clamp(0.0, 1.0))
}

/// Takes a layer's slopes back to its weights and to its inputs.
pub(super) fn backward(
    weights: &[Units],
    (gradient, bias): (&mut [Units], &mut Units),
    (inputs, units): (&[f32], &Units),
    mut slopes: Units,
    input_slopes: &mut [f32],
) {
    for (slope, (sum, unit)) in slopes.iter_mut().zip(bias.iter_mut().zip(units)) {
        *slope = if *unit > 0.0 && *unit < 1.0 { *slope } else { 0.0 };
        *sum += *slope;
    }
    for (at, &input) in inputs.iter().enumerate() {
        let row = &weights[at];
        let mut lanes = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            gradient[at][unit] += input * slopes[unit];
            lanes[unit] = row[unit] * slopes[unit];
        }
        let mut width = HIDDEN / 2;
        while width > 0 {
            for lane in 0..width {
                lanes[lane] += lanes[lane + width];
            }
            width /= 2;
        }
        input_slopes[at] = lanes[0];
    }
}
