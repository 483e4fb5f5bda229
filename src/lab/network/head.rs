//! The dense layers of a network ([`crate::network::head`]) in training: forwards, backwards and rounded.
//!
//! The forward pass sees the weights as they will be rounded, and the gradient is taken as if they were not ("straight-through"), so
//! that what is learnt survives rounding.

use rand::RngExt;
use rand_pcg::Pcg64;

use super::adam::{Moments, Pace};
use crate::network::HeadParts;
use crate::network::head::{HIDDEN, SUM_ONE, WEIGHT_BITS};

/// The largest weight.
const MAX_WEIGHT: f32 = 16.0;
/// Lists of weights: weights, input by input, and biases for each of the three layers.
pub(super) const LISTS: usize = 6;

/// The numbers of a hidden layer.
type Units = [f32; HIDDEN];

/// Weights, or gradients for them.
#[derive(Clone)]
struct Layers {
    first: Vec<Units>,
    first_bias: Units,
    second: Vec<Units>,
    second_bias: Units,
    output: Units,
    output_bias: f32,
}

impl Layers {
    fn zero(inputs: usize) -> Layers {
        Layers {
            first: vec![[0.0; HIDDEN]; inputs],
            first_bias: [0.0; HIDDEN],
            second: vec![[0.0; HIDDEN]; HIDDEN],
            second_bias: [0.0; HIDDEN],
            output: [0.0; HIDDEN],
            output_bias: 0.0,
        }
    }

    fn lists(&mut self) -> [&mut [f32]; LISTS] {
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

/// Small random weights.
pub(super) fn first_weights(random: &mut Pcg64, inputs: usize) -> [Vec<f32>; LISTS] {
    let mut list = |count: usize, low: f32, high: f32| -> Vec<f32> {
        (0..count).map(|_| random.random_range(low..=high)).collect()
    };
    let wide = |inputs: usize| (3.0 / inputs as f32).sqrt();
    [
        list(inputs * HIDDEN, -wide(inputs), wide(inputs)),
        list(HIDDEN, 0.0, 0.5),
        list(HIDDEN * HIDDEN, -wide(HIDDEN), wide(HIDDEN)),
        list(HIDDEN, 0.0, 0.3),
        list(HIDDEN, -0.1, 0.1),
        vec![0.0; 1],
    ]
}

/// The weights in whole numbers.
pub(super) fn parts(lists: &[Vec<f32>]) -> HeadParts {
    let weights = |list: usize, units: usize| -> Vec<i16> {
        let (list, one) = (&lists[list], (1 << WEIGHT_BITS) as f32);
        let inputs = list.len() / units;
        let places = (0..units).flat_map(|unit| (0..inputs).map(move |input| input * units + unit));
        places.map(|at| (list[at] * one).round() as i16).collect()
    };
    let bias = |list: usize| lists[list].iter().map(|bias| (bias * SUM_ONE as f32).round() as i32).collect();
    HeadParts {
        first: (weights(0, HIDDEN), bias(1)),
        second: (weights(2, HIDDEN), bias(3)),
        output: (weights(4, 1), bias(5)),
    }
}

/// The weights of which these are the whole numbers: the reverse of [`parts`].
pub(super) fn lists(parts: &HeadParts) -> [Vec<f32>; LISTS] {
    let weights = |numbers: &[i16], units: usize| -> Vec<f32> {
        let (inputs, one) = (numbers.len() / units, (1 << WEIGHT_BITS) as f32);
        let places = (0..inputs).flat_map(|input| (0..units).map(move |unit| unit * inputs + input));
        places.map(|at| f32::from(numbers[at]) / one).collect()
    };
    let bias = |numbers: &[i32]| numbers.iter().map(|&bias| bias as f32 / SUM_ONE as f32).collect();
    [
        weights(&parts.first.0, HIDDEN),
        bias(&parts.first.1),
        weights(&parts.second.0, HIDDEN),
        bias(&parts.second.1),
        weights(&parts.output.0, 1),
        bias(&parts.output.1),
    ]
}

/// The layers at work on a batch.
pub(super) struct HeadTraining {
    weights: Layers,
    gradient: Layers,
    /// The activations of the last forward pass.
    first: Units,
    second: Units,
}

impl HeadTraining {
    pub(super) fn new(inputs: usize) -> HeadTraining {
        let (weights, gradient) = (Layers::zero(inputs), Layers::zero(inputs));
        HeadTraining { weights, gradient, first: [0.0; HIDDEN], second: [0.0; HIDDEN] }
    }

    /// Begins a batch with these weights, rounded as in play or not.
    pub(super) fn begin(&mut self, lists: &[Vec<f32>], rounded: bool) {
        self.gradient.lists().into_iter().for_each(|list| list.fill(0.0));
        let steps = [(1 << WEIGHT_BITS) as f32, SUM_ONE as f32].into_iter().cycle();
        for ((list, exact), one) in self.weights.lists().into_iter().zip(lists).zip(steps) {
            for (to, from) in list.iter_mut().zip(exact) {
                *to = if rounded { (from * one).round() / one } else { *from };
            }
        }
    }

    /// The output, in logits.
    pub(super) fn forward(&mut self, inputs: &[f32]) -> f32 {
        self.first = hidden(&self.weights.first, &self.weights.first_bias, inputs);
        self.second = hidden(&self.weights.second, &self.weights.second_bias, &self.first);
        let products = self.second.iter().zip(&self.weights.output).map(|(unit, weight)| unit * weight);
        self.weights.output_bias + products.sum::<f32>()
    }

    /// Takes the slope of the last output back to the weights and to its inputs.
    pub(super) fn backward(&mut self, inputs: &[f32], slope: f32, input_slopes: &mut [f32]) {
        let (weights, gradient) = (&self.weights, &mut self.gradient);
        let mut second = [0.0; HIDDEN];
        for (at, unit) in self.second.iter().enumerate() {
            gradient.output[at] += unit * slope;
            second[at] = weights.output[at] * slope;
        }
        gradient.output_bias += slope;
        let mut first = [0.0; HIDDEN];
        let into = (&mut gradient.second[..], &mut gradient.second_bias);
        backward(&weights.second, into, (&self.first, &self.second), second, &mut first);
        let into = (&mut gradient.first[..], &mut gradient.first_bias);
        backward(&weights.first, into, (inputs, &self.first), first, input_slopes);
    }

    /// A step of the optimiser after a batch, whose positions each have such a share.
    pub(super) fn step(
        &mut self,
        lists: &mut [Vec<f32>],
        moments: &mut [Moments],
        share: f32,
        pace: impl Fn(usize) -> Pace,
    ) {
        for (list, gradient) in self.gradient.lists().into_iter().enumerate() {
            gradient.iter_mut().for_each(|slope| *slope *= share);
            moments[list].step(&mut lists[list], 0, gradient, pace(list));
        }
        for weights in lists.iter_mut().step_by(2) {
            weights.iter_mut().for_each(|weight| *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT));
        }
    }

    /// A list of the gradient.
    #[cfg(test)]
    pub(super) fn gradient(&mut self, list: usize) -> Vec<f32> {
        self.gradient.lists()[list].to_vec()
    }
}

/// The activations of a hidden layer.
fn hidden(weights: &[Units], bias: &Units, inputs: &[f32]) -> Units {
    let mut sums = *bias;
    for (&input, weights) in inputs.iter().zip(weights).filter(|(input, _)| **input != 0.0) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += input * weight;
        }
    }
    sums.map(|sum| sum.clamp(0.0, 1.0))
}

/// Takes a layer's slopes back to its weights and to its inputs.
fn backward(
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
