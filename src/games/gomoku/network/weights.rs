//! The network's weights in whole numbers, and their file.
//!
//! A cell is described by [`WIDTH`] activations, each from 0 to [`CELL_ONE`]: the clipped sum of the rows of its four lines. Summed over
//! each region, less what an empty board would give, they feed two hidden layers and three outputs. Rows are the sum of three
//! tables, by how far the line is looked at, so that a rare line inherits what is known of its inner cells.

use super::line_codes::{Reach, line_codes};
use super::{HIDDEN, INPUTS, OUTPUTS, REGIONS, WIDTH};

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

const MAGIC: &[u8; 4] = b"FKGN";
const VERSION: u32 = 1;

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

/// Why bytes are no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Something else, or a later version.
    #[error("not the weights of a Gomoku network of version {VERSION}")]
    Unknown,
    /// A network of another shape.
    #[error("a network of another shape than this program's")]
    Shape,
    /// Too short, too long or changed.
    #[error("the weights are damaged")]
    Damaged,
    /// Sums could overflow.
    #[error("the weights are too large")]
    TooLarge,
}

impl Network {
    /// Reads a weights file: the magic `FKGN`; version, width, regions and hidden units as 32-bit numbers; the [`Parts`] in their
    /// order, little-endian; the CRC-32 of all that.
    ///
    /// # Errors
    /// When the bytes are something else, damaged, or could overflow.
    pub fn read(bytes: &[u8]) -> Result<Network, WeightsError> {
        Network::new(&Parts::read(bytes)?)
    }

    /// The network of these numbers.
    ///
    /// # Errors
    /// When there are not as many as the shape asks for, or sums could overflow.
    pub fn new(parts: &Parts) -> Result<Network, WeightsError> {
        if parts.lengths() != Parts::LENGTHS {
            return Err(WeightsError::Shape);
        }
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
        network.is_bounded().then_some(network).ok_or(WeightsError::TooLarge)
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
    (0..Reach::Five.lines() as u32).map(row).collect::<Option<_>>().ok_or(WeightsError::TooLarge)
}

impl Dense {
    fn new((weights, bias): &(Vec<i16>, Vec<i32>)) -> Dense {
        let inputs = weights.len() / HIDDEN;
        let pair = |pair: usize| std::array::from_fn(|unit| [0, 1].map(|odd| weights[unit * inputs + 2 * pair + odd]));
        Dense { weights: (0..inputs / 2).map(pair).collect(), bias: std::array::from_fn(|unit| bias[unit]) }
    }
}

impl Parts {
    /// How many numbers each part has.
    const LENGTHS: [usize; 9] = [
        Reach::Five.lines() * WIDTH,
        Reach::Four.lines() * WIDTH,
        Reach::Three.lines() * WIDTH,
        INPUTS * HIDDEN,
        HIDDEN,
        HIDDEN * HIDDEN,
        HIDDEN,
        HIDDEN * OUTPUTS,
        OUTPUTS,
    ];

    fn lengths(&self) -> [usize; 9] {
        let [five, four, three] = &self.tables;
        let (first, second, output) = (&self.first, &self.second, &self.output);
        [
            five.len(),
            four.len(),
            three.len(),
            first.0.len(),
            first.1.len(),
            second.0.len(),
            second.1.len(),
            output.0.len(),
            output.1.len(),
        ]
    }

    /// The bytes of the file: see [`Network::read`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = header();
        for table in &self.tables {
            bytes.extend(table.iter().flat_map(|number| number.to_le_bytes()));
        }
        for (weights, biases) in [&self.first, &self.second, &self.output] {
            bytes.extend(weights.iter().flat_map(|number| number.to_le_bytes()));
            bytes.extend(biases.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// When they are something else or damaged.
    pub fn read(bytes: &[u8]) -> Result<Parts, WeightsError> {
        let header = header();
        let (version, shape) = header.split_at(8);
        let rest = bytes.strip_prefix(version).ok_or(WeightsError::Unknown)?;
        let rest = rest.strip_prefix(shape).ok_or(WeightsError::Shape)?;
        let (mut rest, _) = rest.split_last_chunk::<4>().ok_or(WeightsError::Damaged)?;
        let (content, sum) = bytes.split_at(bytes.len() - 4);
        if crc32fast::hash(content).to_le_bytes() != sum {
            return Err(WeightsError::Damaged);
        }
        let [five, four, three, first, first_bias, second, second_bias, output, output_bias] = Parts::LENGTHS;
        let parts = Parts {
            tables: [shorts(&mut rest, five)?, shorts(&mut rest, four)?, shorts(&mut rest, three)?],
            first: (shorts(&mut rest, first)?, longs(&mut rest, first_bias)?),
            second: (shorts(&mut rest, second)?, longs(&mut rest, second_bias)?),
            output: (shorts(&mut rest, output)?, longs(&mut rest, output_bias)?),
        };
        if rest.is_empty() { Ok(parts) } else { Err(WeightsError::Damaged) }
    }
}

fn header() -> Vec<u8> {
    let shape = [WIDTH, REGIONS, HIDDEN].map(|size| (size as u32).to_le_bytes());
    [&MAGIC[..], &VERSION.to_le_bytes(), &shape.concat()].concat()
}

/// Takes so many 16-bit numbers off the front.
fn shorts(bytes: &mut &[u8], count: usize) -> Result<Vec<i16>, WeightsError> {
    let taken = take(bytes, 2 * count)?;
    Ok(taken.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect())
}

/// Takes so many 32-bit numbers off the front.
fn longs(bytes: &mut &[u8], count: usize) -> Result<Vec<i32>, WeightsError> {
    let taken = take(bytes, 4 * count)?;
    Ok(taken.chunks_exact(4).map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect())
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Result<&'a [u8], WeightsError> {
    let (taken, rest) = bytes.split_at_checked(count).ok_or(WeightsError::Damaged)?;
    *bytes = rest;
    Ok(taken)
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
        let [five, four, three, first, bias, second, _, output, _] = Parts::LENGTHS;
        let tables = [shorts(five, 60), shorts(four, 60), shorts(three, 60)];
        let (first, second, output) = (shorts(first, 90), shorts(second, 500), shorts(output, 2_000));
        let mut longs =
            |count: usize| (0..count).map(|_| random.random_range(-SUM_ONE..=SUM_ONE)).collect::<Vec<i32>>();
        Parts { tables, first: (first, longs(bias)), second: (second, longs(bias)), output: (output, longs(OUTPUTS)) }
    }

    #[test]
    fn weights_come_back_from_their_bytes_and_from_no_others() {
        let parts = random_parts(1);
        let bytes = parts.to_bytes();
        assert_eq!(Parts::read(&bytes).as_ref(), Ok(&parts));
        assert_eq!(Network::read(&bytes), Network::new(&parts));
        for length in [0, 3, 10, 19, 20, 24, bytes.len() / 2, bytes.len() - 1] {
            assert!(Network::read(&bytes[..length]).is_err(), "{length} bytes");
        }
        for (at, error) in [(0, WeightsError::Unknown), (4, WeightsError::Unknown), (8, WeightsError::Shape)] {
            let mut other = bytes.clone();
            other[at] ^= 1;
            assert_eq!(Network::read(&other), Err(error), "byte {at}");
        }
        for at in [20, 5_000, bytes.len() - 1] {
            let mut other = bytes.clone();
            other[at] ^= 1;
            assert_eq!(Network::read(&other), Err(WeightsError::Damaged), "byte {at}");
        }
        assert_eq!(Network::read(&[&bytes[..], &[0]].concat()), Err(WeightsError::Damaged));
    }

    #[test]
    fn weights_whose_sums_could_overflow_are_refused() {
        let refused = |change: fn(&mut Parts)| {
            let mut parts = random_parts(2);
            change(&mut parts);
            assert_eq!(Network::read(&parts.to_bytes()), Err(WeightsError::TooLarge));
        };
        refused(|parts| parts.tables[2][7] = MAX_ROW);
        refused(|parts| parts.first.0[..INPUTS].fill(2_000));
        refused(|parts| parts.second.1[3] = i32::MAX - 5);
        refused(|parts| parts.output.1[1] = i32::MIN);
    }
}
