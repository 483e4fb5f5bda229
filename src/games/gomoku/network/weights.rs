//! The network's weights in whole numbers, and their file.
//!
//! A cell adds up the rows of its four lines and clips the sums to 0..=[`CELL_ONE`]. The product of each sum of the first half with
//! one of the second is a feature: products see how the directions come together. Features, summed over each region, less those
//! of the empty board, feed two hidden layers and one output.

use super::line_codes::Reach;
use super::{FEATURES, HIDDEN, INPUTS, WIDTH};
use crate::weights_file::{Tensor, Values, WeightsError, WeightsFile};

/// The sum of a cell that stands for 1; sums are clipped there.
pub const CELL_ONE: i16 = 255;
/// The sum of a feature over a region that stands for 1.
pub const INPUT_ONE: i32 = 4 * CELL_ONE as i32;
/// The activation of a hidden unit that stands for 1; hidden units are clipped there.
pub const HIDDEN_ONE: i32 = INPUT_ONE;
/// A weight of a dense layer that stands for 1, as a power of two.
pub const WEIGHT_BITS: u32 = 10;
/// A weighted sum that stands for 1.
pub const SUM_ONE: i32 = HIDDEN_ONE << WEIGHT_BITS;

/// The most cells of a region, on the largest board.
const REGION_CELLS: i32 = 64;
/// The largest number of a row, so that four of them fit 16 bits.
pub const MAX_ROW: i16 = i16::MAX / 4;

/// The kind of evaluation that a file of such weights is for.
pub const KIND: &str = "network";

/// By how many units of the evaluation the odds of winning grow e-fold: an output of 1.
pub const LOGIT: i32 = 300;

/// The numbers of one line, or of one cell. Aligned to cache lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row(pub [i16; WIDTH]);

impl Row {
    /// All zero.
    pub const ZERO: Row = Row([0; WIDTH]);

    /// The features of a cell with these sums, 0 to 254.
    #[inline]
    pub fn features(&self) -> Features {
        let clipped = |at: usize| i32::from(self.0[at].clamp(0, CELL_ONE));
        std::array::from_fn(|at| ((clipped(at) * clipped(FEATURES + at) + 128) >> 8) as i16)
    }

    /// The sum of four rows.
    #[inline]
    pub fn sum(rows: [&Row; 4]) -> Row {
        Row(std::array::from_fn(|at| rows.iter().map(|row| row.0[at]).sum()))
    }
}

/// The features of a cell.
pub type Features = [i16; FEATURES];

/// A layer of [`HIDDEN`] units, each fed by every input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dense {
    /// For two inputs at a time the weights of each unit: `[input / 2][unit][input % 2]`.
    pub weights: Vec<[[i16; 2]; HIDDEN]>,
    /// What each unit begins with, in parts of [`SUM_ONE`].
    pub bias: [i32; HIDDEN],
}

/// Everything that was learnt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The rows by the code of the line.
    pub rows: Box<[Row]>,
    /// From the regions to the first hidden layer.
    pub first: Dense,
    /// From the first hidden layer to the second.
    pub second: Dense,
    /// From the second hidden layer to the output.
    pub output: [i16; HIDDEN],
    /// What the output begins with.
    pub output_bias: i32,
}

/// The numbers of a weights file, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The rows of all lines, one after the other.
    pub table: Vec<i16>,
    /// The first layer's weights, unit by unit, and biases.
    pub first: (Vec<i16>, Vec<i32>),
    /// The second layer's weights, unit by unit, and biases.
    pub second: (Vec<i16>, Vec<i32>),
    /// The output's weights, and its bias.
    pub output: (Vec<i16>, Vec<i32>),
}

impl Network {
    /// The network of its part of a file of weights (docs/src/weights.md), whatever rule it is for.
    ///
    /// # Errors
    /// When it holds other tensors, or sums could overflow.
    pub fn from_file(file: &WeightsFile) -> Result<Network, WeightsError> {
        Network::new(&Parts::from_file(file)?)
    }

    /// The network of these numbers.
    ///
    /// # Errors
    /// When sums could overflow.
    pub fn new(parts: &Parts) -> Result<Network, WeightsError> {
        let rows = rows(&parts.table)?;
        let (output, output_bias) = (std::array::from_fn(|unit| parts.output.0[unit]), parts.output.1[0]);
        let (first, second) = (Dense::new(&parts.first), Dense::new(&parts.second));
        let network = Network { rows, first, second, output, output_bias };
        network.is_bounded().then_some(network).ok_or(TOO_LARGE)
    }

    /// Can no sum of the dense layers overflow?
    fn is_bounded(&self) -> bool {
        let fits = |weights: i64, input: i32, bias: i32| {
            weights * i64::from(input) + i64::from(bias).abs() < i64::from(i32::MAX) - i64::from(SUM_ONE)
        };
        let layer = |dense: &Dense, input: i32| {
            (0..HIDDEN).all(|unit| {
                let pairs = dense.weights.iter().flat_map(|pair| pair[unit]);
                fits(pairs.map(|weight| i64::from(weight).abs()).sum(), input, dense.bias[unit])
            })
        };
        layer(&self.first, REGION_CELLS * i32::from(CELL_ONE))
            && layer(&self.second, HIDDEN_ONE)
            && fits(self.output.iter().map(|&weight| i64::from(weight).abs()).sum(), HIDDEN_ONE, self.output_bias)
    }
}

/// The rows of a table, small enough for four of them to be added up.
fn rows(table: &[i16]) -> Result<Box<[Row]>, WeightsError> {
    let is_small = table.iter().all(|number| (-MAX_ROW..=MAX_ROW).contains(number));
    if is_small { Ok(table.as_chunks().0.iter().map(|&row| Row(row)).collect()) } else { Err(TOO_LARGE) }
}

impl Dense {
    fn new((weights, bias): &(Vec<i16>, Vec<i32>)) -> Dense {
        let inputs = weights.len() / HIDDEN;
        let pair = |pair: usize| std::array::from_fn(|unit| [0, 1].map(|odd| weights[unit * inputs + 2 * pair + odd]));
        Dense { weights: (0..inputs / 2).map(pair).collect(), bias: std::array::from_fn(|unit| bias[unit]) }
    }
}

/// The tensors of a file in their order: name, steps of a value to one unit, shape.
const TENSORS: [(&str, u32, &[usize]); 7] = [
    ("lines of 9 cells", CELL_ONE as u32, &[Reach::Four.lines(), WIDTH]),
    ("first weights", 1 << WEIGHT_BITS, &[HIDDEN, INPUTS]),
    ("first biases", SUM_ONE as u32, &[HIDDEN]),
    ("second weights", 1 << WEIGHT_BITS, &[HIDDEN, HIDDEN]),
    ("second biases", SUM_ONE as u32, &[HIDDEN]),
    ("output weights", 1 << WEIGHT_BITS, &[HIDDEN]),
    ("output bias", SUM_ONE as u32, &[1]),
];

const TOO_LARGE: WeightsError = WeightsError::Malformed("weights so large that sums could overflow");
const OTHER_TYPE: WeightsError = WeightsError::Malformed("values of another type than the network takes");

impl Parts {
    /// The file of these weights, which correct those of a linear evaluation; `note` says where they come from.
    pub fn to_file(&self, linear: WeightsFile, note: &str) -> WeightsFile {
        let short = |values: &Vec<i16>| Values::I16(values.clone());
        let long = |values: &Vec<i32>| Values::I32(values.clone());
        let values = [
            short(&self.table),
            short(&self.first.0),
            long(&self.first.1),
            short(&self.second.0),
            long(&self.second.1),
            short(&self.output.0),
            long(&self.output.1),
        ];
        let tensor = |((name, steps, shape), values): ((&str, u32, &[usize]), Values)| Tensor {
            name: name.to_owned(),
            steps,
            shape: shape.iter().map(|&length| length as u32).collect(),
            values,
        };
        let tensors = linear.tensors.iter().cloned().chain(TENSORS.into_iter().zip(values).map(tensor)).collect();
        WeightsFile { kind: KIND.to_owned(), note: note.to_owned(), tensors, ..linear }
    }

    /// Reads them from a file.
    ///
    /// # Errors
    /// When the file holds other tensors.
    pub fn from_file(file: &WeightsFile) -> Result<Parts, WeightsError> {
        let values = file.tensors(TENSORS)?;
        let short = |at: usize| values[at].i16().map(<[i16]>::to_vec).ok_or(OTHER_TYPE);
        let long = |at: usize| values[at].i32().map(<[i32]>::to_vec).ok_or(OTHER_TYPE);
        Ok(Parts {
            table: short(0)?,
            first: (short(1)?, long(2)?),
            second: (short(3)?, long(4)?),
            output: (short(5)?, long(6)?),
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::games::gomoku::evaluation::weights as linear;
    use crate::games::gomoku::rules::code::RuleCode;

    /// Random weights of about the size of learnt ones.
    pub(in super::super) fn random_parts(seed: u64) -> Parts {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut shorts =
            |count: usize, size: i16| (0..count).map(|_| random.random_range(-size..=size)).collect::<Vec<i16>>();
        let [table, first, bias, second, _, output, _] = TENSORS.map(|(_, _, shape)| shape.iter().product::<usize>());
        let table = shorts(table, 120);
        let (first, second, output) = (shorts(first, 90), shorts(second, 500), shorts(output, 2_000));
        let mut longs =
            |count: usize| (0..count).map(|_| random.random_range(-SUM_ONE..=SUM_ONE)).collect::<Vec<i32>>();
        Parts { table, first: (first, longs(bias)), second: (second, longs(bias)), output: (output, longs(1)) }
    }

    #[test]
    fn weights_come_back_from_their_file_and_from_no_other() {
        let parts = random_parts(1);
        let file = parts.to_file(linear::built_in_file(RuleCode::Freestyle), "random");
        assert_eq!(file.check("gomoku", "freestyle", KIND), Ok(()));
        let (base, read) = WeightsFile::from_bytes(&file.to_bytes()).unwrap().split(linear::TENSOR_COUNT, linear::KIND);
        assert_eq!(base.tensors, linear::built_in_file(RuleCode::Freestyle).tensors);
        assert_eq!(Parts::from_file(&read).as_ref(), Ok(&parts));
        assert_eq!(Network::from_file(&read), Network::new(&parts));
        for at in 0..TENSORS.len() {
            let mut other = read.clone();
            other.tensors.remove(at);
            assert!(matches!(Network::from_file(&other), Err(WeightsError::Shape { .. })), "without tensor {at}");
            let mut other = read.clone();
            other.tensors[at].values = match &other.tensors[at].values {
                Values::I16(values) => Values::I32(values.iter().copied().map(i32::from).collect()),
                Values::I32(values) => Values::I16(values.iter().map(|&value| value as i16).collect()),
            };
            assert_eq!(Network::from_file(&other), Err(OTHER_TYPE), "tensor {at}");
        }
    }

    #[test]
    fn weights_whose_sums_could_overflow_are_refused() {
        let refused = |change: fn(&mut Parts)| {
            let mut parts = random_parts(2);
            change(&mut parts);
            assert_eq!(Network::new(&parts), Err(TOO_LARGE));
        };
        refused(|parts| parts.table[7] = MAX_ROW + 1);
        refused(|parts| parts.first.0[..INPUTS].fill(2_000));
        refused(|parts| parts.second.1[3] = i32::MAX - 5);
        refused(|parts| parts.output.1[0] = i32::MIN);
    }
}
