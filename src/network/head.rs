//! Two hidden layers and one output over the inputs that a game computes.
//!
//! The functions that compute one number at a time are what every faster way must equal.

use super::kernel::Kernel;
use crate::weights_file::{Tensor, Values, WeightsError};

/// Units in each of the two hidden layers.
pub const HIDDEN: usize = 32;
/// The activation of a hidden unit that stands for 1; hidden units are clipped there.
pub const HIDDEN_ONE: i32 = 1_020;
/// A weight of a dense layer that stands for 1, as a power of two.
pub const WEIGHT_BITS: u32 = 10;
/// A weighted sum that stands for 1.
pub const SUM_ONE: i32 = HIDDEN_ONE << WEIGHT_BITS;
/// By how many units of the evaluation the odds of winning grow e-fold: an output of 1.
pub const LOGIT: i32 = 300;

/// The weights of each unit for two inputs, `[unit][input % 2]`. Aligned to cache lines: a register that straddles two of them takes
/// twice as long to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct PairWeights(pub [[i16; 2]; HIDDEN]);

/// A layer of [`HIDDEN`] units, each fed by every input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dense {
    /// Two inputs at a time.
    pub weights: Vec<PairWeights>,
    /// What each unit begins with, in parts of [`SUM_ONE`].
    pub bias: [i32; HIDDEN],
}

/// The layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// From the inputs to the first hidden layer.
    pub first: Dense,
    /// From the first hidden layer to the second.
    pub second: Dense,
    /// From the second hidden layer to the output.
    pub output: [i16; HIDDEN],
    /// What the output begins with.
    pub output_bias: i32,
}

/// The numbers of a weights file, in its order: weights unit by unit, then biases, for each layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadParts {
    /// Of the first layer.
    pub first: (Vec<i16>, Vec<i32>),
    /// Of the second.
    pub second: (Vec<i16>, Vec<i32>),
    /// Of the output.
    pub output: (Vec<i16>, Vec<i32>),
}

/// Weights that no sum of 32 bits would hold.
pub(crate) const TOO_LARGE: WeightsError = WeightsError::Malformed("weights so large that sums could overflow");
/// Weights of another type than a network's.
pub(crate) const OTHER_TYPE: WeightsError = WeightsError::Malformed("values of another type than the network takes");

/// A tensor of a weights file: name, steps of a value to one unit, shape.
pub type TensorShape = (&'static str, u32, &'static [usize]);

/// The tensors of a head; `first` is the shape of the first layer, units by inputs.
pub const fn tensors(first: &'static [usize; 2]) -> [TensorShape; 6] {
    [
        ("first weights", 1 << WEIGHT_BITS, first),
        ("first biases", SUM_ONE as u32, &[HIDDEN]),
        ("second weights", 1 << WEIGHT_BITS, &[HIDDEN, HIDDEN]),
        ("second biases", SUM_ONE as u32, &[HIDDEN]),
        ("output weights", 1 << WEIGHT_BITS, &[HIDDEN]),
        ("output bias", SUM_ONE as u32, &[1]),
    ]
}

/// The tensor of that shape with these values.
pub fn tensor((name, steps, shape): TensorShape, values: Values) -> Tensor {
    Tensor { name: name.to_owned(), steps, shape: shape.iter().map(|&length| length as u32).collect(), values }
}

impl Head {
    /// The layers of these numbers, for inputs whose size is at most `largest_input`.
    ///
    /// # Errors
    /// When sums could overflow.
    pub fn new(parts: &HeadParts, largest_input: i32) -> Result<Head, WeightsError> {
        let (output, output_bias) = (std::array::from_fn(|unit| parts.output.0[unit]), parts.output.1[0]);
        let head = Head { first: Dense::new(&parts.first), second: Dense::new(&parts.second), output, output_bias };
        head.is_bounded(largest_input).then_some(head).ok_or(TOO_LARGE)
    }

    /// Can no sum overflow?
    fn is_bounded(&self, largest_input: i32) -> bool {
        let fits = |weights: i64, input: i32, bias: i32| {
            weights * i64::from(input) + i64::from(bias).abs() < i64::from(i32::MAX) - i64::from(SUM_ONE)
        };
        let layer = |dense: &Dense, input: i32| {
            (0..HIDDEN).all(|unit| {
                let pairs = dense.weights.iter().flat_map(|pair| pair.0[unit]);
                fits(pairs.map(|weight| i64::from(weight).abs()).sum(), input, dense.bias[unit])
            })
        };
        layer(&self.first, largest_input)
            && layer(&self.second, HIDDEN_ONE)
            && fits(self.output.iter().map(|&weight| i64::from(weight).abs()).sum(), HIDDEN_ONE, self.output_bias)
    }

    /// The value of these inputs, in units of the evaluation.
    #[inline]
    pub fn value(&self, kernel: Kernel, inputs: &[i16]) -> i32 {
        let first = clipped(kernel.dense(&self.first, inputs));
        self.output(clipped(kernel.dense(&self.second, &first)))
    }

    /// The value by the activations of the second hidden layer.
    #[inline]
    fn output(&self, hidden: [i16; HIDDEN]) -> i32 {
        let products = self.output.iter().zip(hidden).map(|(&weight, unit)| i32::from(weight) * i32::from(unit));
        let sum = products.sum::<i32>() + self.output_bias;
        (i64::from(sum) * i64::from(LOGIT) / i64::from(SUM_ONE)) as i32
    }
}

/// The activations of hidden units.
#[inline]
fn clipped(sums: [i32; HIDDEN]) -> [i16; HIDDEN] {
    sums.map(|sum| ((sum + (1 << (WEIGHT_BITS - 1))) >> WEIGHT_BITS).clamp(0, HIDDEN_ONE) as i16)
}

impl Dense {
    fn new((weights, bias): &(Vec<i16>, Vec<i32>)) -> Dense {
        let inputs = weights.len() / HIDDEN;
        let pair = |pair: usize| {
            PairWeights(std::array::from_fn(|unit| [0, 1].map(|odd| weights[unit * inputs + 2 * pair + odd])))
        };
        Dense { weights: (0..inputs / 2).map(pair).collect(), bias: std::array::from_fn(|unit| bias[unit]) }
    }

    /// The sums that the units come to.
    pub fn sums(&self, inputs: &[i16]) -> [i32; HIDDEN] {
        let mut sums = self.bias;
        for (weights, pair) in self.weights.iter().zip(inputs.chunks_exact(2)) {
            for (sum, unit) in sums.iter_mut().zip(weights.0) {
                *sum += i32::from(unit[0]) * i32::from(pair[0]) + i32::from(unit[1]) * i32::from(pair[1]);
            }
        }
        sums
    }
}

impl HeadParts {
    /// The values of the tensors, in their order.
    pub fn values(&self) -> [Values; 6] {
        let [first, second, output] = [&self.first, &self.second, &self.output]
            .map(|(weights, biases)| [Values::I16(weights.clone()), Values::I32(biases.clone())]);
        let ([a, b], [c, d], [e, f]) = (first, second, output);
        [a, b, c, d, e, f]
    }

    /// The numbers of such tensors, whose shapes have been checked.
    ///
    /// # Errors
    /// When values are of another type.
    pub fn from_values(values: [&Values; 6]) -> Result<HeadParts, WeightsError> {
        let layer = |weights: usize| {
            let (weights, biases) = (values[weights].i16(), values[weights + 1].i32());
            Ok((weights.ok_or(OTHER_TYPE)?.to_vec(), biases.ok_or(OTHER_TYPE)?.to_vec()))
        };
        Ok(HeadParts { first: layer(0)?, second: layer(2)?, output: layer(4)? })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use rand::RngExt;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// Random weights of about the size of learnt ones, for so many inputs.
    pub(crate) fn random_parts(random: &mut Pcg64Mcg, inputs: usize) -> HeadParts {
        let mut layer = |weights: usize, size: i16, biases: usize| {
            let weights = (0..weights).map(|_| random.random_range(-size..=size)).collect();
            (weights, (0..biases).map(|_| random.random_range(-SUM_ONE..=SUM_ONE)).collect())
        };
        HeadParts {
            first: layer(HIDDEN * inputs, 90, HIDDEN),
            second: layer(HIDDEN * HIDDEN, 500, HIDDEN),
            output: layer(HIDDEN, 2_000, 1),
        }
    }
}
