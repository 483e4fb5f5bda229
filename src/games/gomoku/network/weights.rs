//! The network's weights in whole numbers, and their file.
//!
//! A cell is described by [`WIDTH`] activations, each from 0 to [`CELL_ONE`]: the clipped sum of the rows of its four lines. Summed over
//! each region, less what an empty board would give, they feed two hidden layers and three outputs. Rows are the sum of three
//! tables, by how far the line is looked at, so that a rare line inherits what is known of its inner cells.

use super::line_codes::{Reach, line_codes};
use super::{HIDDEN, INPUTS, OUTPUTS, WIDTH};
use crate::weights_file::{Tensor, Values, WeightsError, WeightsFile};

/// The activation of a cell that stands for 1.
pub const CELL_ONE: i16 = 255;
/// The sum over a region that stands for 1.
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

/// The numbers of one line, or of one cell. Aligned, so that it lies in one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row(pub [i16; WIDTH]);

impl Row {
    /// All zero.
    pub const ZERO: Row = Row([0; WIDTH]);

    /// What a cell with these sums contributes.
    #[inline]
    pub fn clipped(&self) -> Row {
        Row(self.0.map(|sum| sum.clamp(0, CELL_ONE)))
    }

    /// The sum of four rows.
    #[inline]
    pub fn sum(rows: [&Row; 4]) -> Row {
        Row(std::array::from_fn(|at| rows.iter().map(|row| row.0[at]).sum()))
    }
}

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
    /// The activations of a cell far from stones and walls.
    pub empty: Row,
    /// From the regions to the first hidden layer.
    pub first: Dense,
    /// From the first hidden layer to the second.
    pub second: Dense,
    /// From the second hidden layer to the outputs.
    pub output: [[i16; HIDDEN]; OUTPUTS],
    /// What the outputs begin with.
    pub output_bias: [i32; OUTPUTS],
}

/// The numbers of a weights file, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The tables, the longest reach first, rows one after the other.
    pub tables: [Vec<i16>; 3],
    /// The first layer's weights, unit by unit, and biases.
    pub first: (Vec<i16>, Vec<i32>),
    /// The second layer's weights, unit by unit, and biases.
    pub second: (Vec<i16>, Vec<i32>),
    /// The output layer's weights, output by output, and biases.
    pub output: (Vec<i16>, Vec<i32>),
}

impl Network {
    /// The network of a file of weights (docs/src/weights.md), whatever rule it is for.
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
        let rows = rows(&parts.tables)?;
        let empty = rows[line_codes().empty() as usize];
        let empty = Row::sum([&empty; 4]).clipped();
        let mut output = [[0; HIDDEN]; OUTPUTS];
        for (weights, unit) in output.iter_mut().zip(parts.output.0.chunks_exact(HIDDEN)) {
            weights.copy_from_slice(unit);
        }
        let mut output_bias = [0; OUTPUTS];
        output_bias.copy_from_slice(&parts.output.1);
        let network = Network {
            rows,
            empty,
            first: Dense::new(&parts.first),
            second: Dense::new(&parts.second),
            output,
            output_bias,
        };
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
            && self.output.iter().zip(self.output_bias).all(|(weights, bias)| {
                fits(weights.iter().map(|&weight| i64::from(weight).abs()).sum(), HIDDEN_ONE, bias)
            })
    }
}

/// The rows by code: the sum of what the three tables say of a line.
fn rows(tables: &[Vec<i16>; 3]) -> Result<Box<[Row]>, WeightsError> {
    let codes = line_codes();
    let row = |code: u32| {
        let mut row = Row::ZERO;
        for (at, sum) in row.0.iter_mut().enumerate() {
            let number = |(table, reach): (&Vec<i16>, Reach)| {
                i32::from(table[codes.seen_within(code, reach) as usize * WIDTH + at])
            };
            let total: i32 = tables.iter().zip(Reach::ALL).map(number).sum();
            *sum = i16::try_from(total).ok().filter(|sum| (-MAX_ROW..=MAX_ROW).contains(sum))?;
        }
        Some(row)
    };
    (0..Reach::Five.lines() as u32).map(row).collect::<Option<_>>().ok_or(TOO_LARGE)
}

impl Dense {
    fn new((weights, bias): &(Vec<i16>, Vec<i32>)) -> Dense {
        let inputs = weights.len() / HIDDEN;
        let pair = |pair: usize| std::array::from_fn(|unit| [0, 1].map(|odd| weights[unit * inputs + 2 * pair + odd]));
        Dense { weights: (0..inputs / 2).map(pair).collect(), bias: std::array::from_fn(|unit| bias[unit]) }
    }
}

/// The tensors of a file in their order: name, steps of a value to one unit, shape.
const TENSORS: [(&str, u32, &[usize]); 9] = [
    ("lines of 11 cells", CELL_ONE as u32, &[Reach::Five.lines(), WIDTH]),
    ("lines of 9 cells", CELL_ONE as u32, &[Reach::Four.lines(), WIDTH]),
    ("lines of 7 cells", CELL_ONE as u32, &[Reach::Three.lines(), WIDTH]),
    ("first weights", 1 << WEIGHT_BITS, &[HIDDEN, INPUTS]),
    ("first biases", SUM_ONE as u32, &[HIDDEN]),
    ("second weights", 1 << WEIGHT_BITS, &[HIDDEN, HIDDEN]),
    ("second biases", SUM_ONE as u32, &[HIDDEN]),
    ("output weights", 1 << WEIGHT_BITS, &[OUTPUTS, HIDDEN]),
    ("output biases", SUM_ONE as u32, &[OUTPUTS]),
];

const TOO_LARGE: WeightsError = WeightsError::Malformed("weights so large that sums could overflow");
const OTHER_TYPE: WeightsError = WeightsError::Malformed("values of another type than the network takes");

impl Parts {
    /// The file of these weights, learnt under the rule of that name; `note` says where they come from.
    pub fn to_file(&self, rule: &str, note: &str) -> WeightsFile {
        let [five, four, three] = &self.tables;
        let short = |values: &Vec<i16>| Values::I16(values.clone());
        let long = |values: &Vec<i32>| Values::I32(values.clone());
        let values = [
            short(five),
            short(four),
            short(three),
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
        WeightsFile {
            game: "gomoku".to_owned(),
            rule: rule.to_owned(),
            kind: KIND.to_owned(),
            note: note.to_owned(),
            tensors: TENSORS.into_iter().zip(values).map(tensor).collect(),
        }
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
            tables: [short(0)?, short(1)?, short(2)?],
            first: (short(3)?, long(4)?),
            second: (short(5)?, long(6)?),
            output: (short(7)?, long(8)?),
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// Random weights of about the size of learnt ones.
    pub(in super::super) fn random_parts(seed: u64) -> Parts {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut shorts =
            |count: usize, size: i16| (0..count).map(|_| random.random_range(-size..=size)).collect::<Vec<i16>>();
        let [five, four, three, first, bias, second, _, output, _] =
            TENSORS.map(|(_, _, shape)| shape.iter().product::<usize>());
        let tables = [shorts(five, 60), shorts(four, 60), shorts(three, 60)];
        let (first, second, output) = (shorts(first, 90), shorts(second, 500), shorts(output, 2_000));
        let mut longs =
            |count: usize| (0..count).map(|_| random.random_range(-SUM_ONE..=SUM_ONE)).collect::<Vec<i32>>();
        Parts { tables, first: (first, longs(bias)), second: (second, longs(bias)), output: (output, longs(OUTPUTS)) }
    }

    #[test]
    fn weights_come_back_from_their_file_and_from_no_other() {
        let parts = random_parts(1);
        let file = parts.to_file("freestyle", "random");
        assert_eq!(file.check("gomoku", "freestyle", KIND), Ok(()));
        let read = WeightsFile::from_bytes(&file.to_bytes()).unwrap();
        assert_eq!(Parts::from_file(&read).as_ref(), Ok(&parts));
        assert_eq!(Network::from_file(&read), Network::new(&parts));
        for at in 0..TENSORS.len() {
            let mut other = file.clone();
            other.tensors.remove(at);
            assert!(matches!(Network::from_file(&other), Err(WeightsError::Shape { .. })), "without tensor {at}");
            let mut other = file.clone();
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
        refused(|parts| parts.tables[2][7] = MAX_ROW);
        refused(|parts| parts.first.0[..INPUTS].fill(2_000));
        refused(|parts| parts.second.1[3] = i32::MAX - 5);
        refused(|parts| parts.output.1[1] = i32::MIN);
    }
}
