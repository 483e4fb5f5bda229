//! The network's weights in whole numbers, and their file.
//!
//! A cell adds up the rows of its four lines and clips the sums to 0..=[`CELL_ONE`]. The product of each sum of the first half with
//! one of the second is a feature: products see how the directions come together. Features, summed over each region, less those
//! of the empty board, feed two hidden layers and one output.

use std::borrow::Cow;

use bytemuck::{Pod, Zeroable};

use super::line_codes::Reach;
use super::{FEATURES, INPUTS, WIDTH};
use crate::games::gomoku::rules::code::RuleCode;
use crate::network::head::{HIDDEN, HIDDEN_ONE};
use crate::network::parts::{Shapes, shapes};
use crate::network::{Head, HeadParts, Parts};
use crate::search::Player;
use crate::weights_file::{WeightsError, WeightsFile};

/// The sum of a cell that stands for 1; sums are clipped there.
pub const CELL_ONE: i16 = 127;
/// The product of two sums is divided by this power of two.
pub const FEATURE_BITS: u32 = 6;
/// The sum of a feature over a region that stands for 1.
pub const INPUT_ONE: i32 = HIDDEN_ONE;
/// The most cells of a region, on the largest board.
const REGION_CELLS: i32 = 64;
/// The largest feature.
const LARGEST_FEATURE: i32 = (CELL_ONE as i32 * CELL_ONE as i32) >> FEATURE_BITS;
/// The largest input of the dense layers.
const LARGEST_INPUT: i32 = REGION_CELLS * LARGEST_FEATURE;

/// The numbers of one line: a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Row(pub [i8; WIDTH]);

/// The sums of one cell: of the rows of its four lines. Aligned to cache lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct CellSums(pub [i16; WIDTH]);

impl CellSums {
    /// All zero.
    pub const ZERO: CellSums = CellSums([0; WIDTH]);

    /// The sums of four rows.
    #[inline]
    pub fn new(rows: [&Row; 4]) -> CellSums {
        CellSums(std::array::from_fn(|at| rows.iter().map(|row| i16::from(row.0[at])).sum()))
    }

    /// The features of the cell, 0 to 252.
    #[inline]
    pub fn features(&self) -> Features {
        const HALF: i32 = 1 << (FEATURE_BITS - 1);
        let clipped = |at: usize| i32::from(self.0[at].clamp(0, CELL_ONE));
        std::array::from_fn(|at| ((clipped(at) * clipped(FEATURES + at) + HALF) >> FEATURE_BITS) as i16)
    }
}

/// The features of a cell.
pub type Features = [i16; FEATURES];

/// Everything that was learnt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The rows of one table or of two; those of a built-in network lie in the program.
    rows: Cow<'static, [Row]>,
    /// From the regions to the correction.
    pub head: Head,
}

impl Network {
    /// The network of its part of a file of weights (docs/src/weights.md), whatever rule it is for.
    ///
    /// # Errors
    /// When it holds other tensors, or sums could overflow.
    pub fn from_file(file: &WeightsFile) -> Result<Network, WeightsError> {
        Network::new(&parts_of(file)?)
    }

    /// The network of these numbers.
    ///
    /// # Errors
    /// When sums could overflow.
    pub fn new(parts: &Parts<i8>) -> Result<Network, WeightsError> {
        let rows: Vec<Row> = parts.table.as_chunks().0.iter().map(|&numbers| Row(numbers)).collect();
        Ok(Network { rows: rows.into(), head: Head::new(&parts.head, LARGEST_INPUT)? })
    }

    /// The built-in network of a rule set, of its part of the file; its rows are used where they lie in the program, which takes no time
    /// and no memory of its own.
    ///
    /// # Errors
    /// As [`Network::from_file`].
    pub(in crate::games::gomoku) fn built_in(file: &WeightsFile, rule: RuleCode) -> Result<Network, WeightsError> {
        let [table, head @ ..] = file.tensors(tensors(tables_in(file)))?;
        match rows_in_place(rule, tables_in(file)).filter(|&rows| table.i8() == Some(bytemuck::cast_slice(rows))) {
            Some(rows) => {
                Ok(Network { rows: rows.into(), head: Head::new(&HeadParts::from_values(head)?, LARGEST_INPUT)? })
            }
            None => Network::from_file(file),
        }
    }

    /// The rows by the code of the line, for the eyes of that player: the same for both, or a table for each.
    #[inline]
    pub fn rows(&self, eyes: Player) -> &[Row] {
        if self.rows.len() == LINES { &self.rows } else { &self.rows[eyes.index() * LINES..][..LINES] }
    }
}

/// The lines of a table.
pub const LINES: usize = Reach::Four.lines();

/// The weights of a network's part of a file.
///
/// # Errors
/// When the file holds other tensors.
pub fn parts_of(file: &WeightsFile) -> Result<Parts<i8>, WeightsError> {
    Parts::from_file(file, tensors(tables_in(file)))
}

/// The file of a network's weights, which correct those of a linear evaluation; `note` says where they come from.
pub fn file_of(parts: &Parts<i8>, linear: WeightsFile, note: &str) -> WeightsFile {
    parts.to_file(tensors(parts.table.len() / (LINES * WIDTH)), linear, note)
}

/// How many tables a file holds: two where its first tensor is as long as that.
fn tables_in(file: &WeightsFile) -> usize {
    let length = file.tensors.first().and_then(|tensor| tensor.shape.first());
    if length.is_some_and(|&length| length as usize == 2 * LINES) { 2 } else { 1 }
}

/// The bytes of a file that follow its table: the dense layers and the checksum.
const AFTER_TABLE: usize = 2 * HIDDEN * (INPUTS + HIDDEN + 1) + 4 * (HIDDEN + HIDDEN + 1) + size_of::<u32>();
/// The bytes of a table, a whole number of cache lines.
const TABLE: usize = LINES * size_of::<Row>();

/// A file of a network, and before it as many bytes as let its tables begin at a cache line.
#[cfg(not(target_os = "wasi"))]
#[repr(C, align(64))]
struct BuiltIn<const BEFORE: usize, const LENGTH: usize> {
    before: [u8; BEFORE],
    file: [u8; LENGTH],
}

/// The bytes to put before a file of that length.
#[cfg(not(target_os = "wasi"))]
const fn bytes_before(length: usize) -> usize {
    (AFTER_TABLE + TABLE).wrapping_sub(length) % align_of::<Row>()
}

#[cfg(not(target_os = "wasi"))]
macro_rules! built_in {
    ($file:literal) => {{
        const LENGTH: usize = include_bytes!($file).len();
        const BEFORE: usize = bytes_before(LENGTH);
        static BUILT_IN: BuiltIn<BEFORE, LENGTH> = BuiltIn { before: [0; BEFORE], file: *include_bytes!($file) };
        &BUILT_IN.file
    }};
}

/// So many tables of a built-in network where they lie in the program; `None` where that is no place for rows.
fn rows_in_place(rule: RuleCode, tables: usize) -> Option<&'static [Row]> {
    let Cow::Borrowed(file) = built_in(rule) else { return None };
    let rows = file.get(file.len().checked_sub(AFTER_TABLE + tables * TABLE)?..)?;
    bytemuck::try_cast_slice(&rows[..tables * TABLE]).ok()
}

/// The rule set whose network a rule set uses.
pub fn source_rule(rule: RuleCode) -> RuleCode {
    match rule {
        RuleCode::Renju | RuleCode::Standard => rule,
        RuleCode::Freestyle | RuleCode::Caro | RuleCode::CaroFive => RuleCode::Freestyle,
    }
}

/// The file of the network that the program was built with for a rule set (docs/src/networks.md).
#[cfg(not(target_os = "wasi"))]
pub fn built_in(rule: RuleCode) -> Cow<'static, [u8]> {
    Cow::Borrowed(match source_rule(rule) {
        RuleCode::Renju => built_in!("data/renju.network"),
        RuleCode::Standard => built_in!("data/standard.network"),
        _ => built_in!("data/freestyle.network"),
    })
}

/// The file of the network for a rule set, which in a browser lies beside the program and is fetched when it is needed. Empty where it
/// cannot be had.
#[cfg(target_os = "wasi")]
pub fn built_in(rule: RuleCode) -> Cow<'static, [u8]> {
    let name = format!("{}.network", source_rule(rule).name());
    let read = std::fs::read(&name).inspect_err(|why| log::warn!("{name}: {why}"));
    Cow::Owned(read.unwrap_or_default())
}

/// The tensors of a file in their order: rows that both colours share, or two tables of them, what Black sees first. A rule that is not
/// the same for both, as renju is not, has two.
const fn tensors(tables: usize) -> Shapes {
    let table: &[usize; 2] = if tables == 2 { &[2 * LINES, WIDTH] } else { &[LINES, WIDTH] };
    shapes(("lines of 9 cells", CELL_ONE as u32, table), &[HIDDEN, INPUTS])
}

#[cfg(test)]
pub(super) mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::games::gomoku::evaluation::weights as linear;
    use crate::network::head::TOO_LARGE;
    use crate::network::parts::KIND;
    use crate::network::parts::tests::other_tensors_are_refused;

    /// Random weights of about the size of learnt ones, with so many tables.
    pub(in super::super) fn random_parts(seed: u64, tables: usize) -> Parts<i8> {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let table = (0..tables * LINES * WIDTH).map(|_| random.random_range(-60..=60)).collect();
        Parts { table, head: crate::network::head::tests::random_parts(&mut random, INPUTS) }
    }

    #[test]
    fn built_in_rows_are_used_in_place() {
        for rule in RuleCode::ALL {
            let file = WeightsFile::from_bytes(&built_in(rule)).unwrap();
            let (_, own) = file.split(linear::TENSOR_COUNT, linear::KIND);
            let network = Network::built_in(&own, rule).unwrap();
            assert_eq!(matches!(network.rows, Cow::Borrowed(_)), cfg!(not(target_os = "wasi")), "{}", rule.name());
            assert_eq!(Network::from_file(&own), Ok(network));
        }
    }

    #[test]
    fn weights_come_back_from_their_file_and_from_no_other() {
        for tables in 1..=2 {
            let parts = random_parts(1, tables);
            let file = file_of(&parts, linear::built_in_file(RuleCode::Freestyle), "random");
            assert_eq!(file.check("gomoku", "freestyle", KIND), Ok(()));
            let file = WeightsFile::from_bytes(&file.to_bytes()).unwrap();
            let (base, read) = file.split(linear::TENSOR_COUNT, linear::KIND);
            assert_eq!(base.tensors, linear::built_in_file(RuleCode::Freestyle).tensors);
            assert_eq!(parts_of(&read).as_ref(), Ok(&parts));
            assert_eq!(Network::from_file(&read), Network::new(&parts));
            assert_eq!(read.tensors.len(), tensors(tables).len());
            other_tensors_are_refused(&read, Network::from_file);
        }
    }

    #[test]
    fn weights_whose_sums_could_overflow_are_refused() {
        let refused = |change: fn(&mut Parts<i8>)| {
            let mut parts = random_parts(2, 1);
            change(&mut parts);
            assert_eq!(Network::new(&parts), Err(TOO_LARGE));
        };
        refused(|parts| parts.head.first.0[..INPUTS].fill(2_000));
        refused(|parts| parts.head.second.1[3] = i32::MAX - 5);
        refused(|parts| parts.head.output.1[0] = i32::MIN);
    }
}
