//! The learned evaluation: a correction of the linear evaluation by what the lines through every cell look like, summed up by a small
//! network.
//!
//! [`line_codes`] numbers the lines of nine cells, [`weights`] holds what was learnt about them, [`oracle`] computes the value of a
//! board the slow way, and [`accumulator`] keeps it up to date as stones come and go, by their [`changes`] and the arithmetic of
//! [`kernels`].

pub mod accumulator;
pub mod changes;
pub mod evaluation;
pub mod kernels;
pub mod line_codes;
pub mod oracle;
pub mod weights;

pub use accumulator::Accumulator;
pub use line_codes::{LineCodes, Reach};
pub use weights::Network;

use super::rules::cell::{Cell, MAX_SIZE};

/// Numbers that describe a line; those of the four lines through a cell are added up.
pub const WIDTH: usize = 64;
/// Features of a cell: each the product of two of its sums, clipped.
pub const FEATURES: usize = WIDTH / 2;
/// The board is cut into three by three regions.
pub const REGIONS: usize = 9;
/// Inputs of the first dense layer: the sums of the features over each region.
pub const INPUTS: usize = REGIONS * FEATURES;

/// The region of a cell on a board of that size, row by row from the top.
#[inline]
pub const fn region(cell: Cell, size: usize) -> usize {
    cell.y() * 3 / size * 3 + cell.x() * 3 / size
}

/// The place of a cell in the arrays that hold every cell of the largest board.
#[inline]
const fn place(cell: Cell) -> usize {
    cell.y() % MAX_SIZE * MAX_SIZE + cell.x() % MAX_SIZE
}
