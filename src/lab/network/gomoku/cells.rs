//! The cells of a board, and the features and slopes of each.

use super::rows::Row;
use crate::games::gomoku::network::line_codes::LineCodes;
use crate::games::gomoku::network::weights::{CELL_ONE, FEATURE_BITS, INPUT_ONE};
use crate::games::gomoku::network::{FEATURES, WIDTH};
use crate::games::gomoku::patterns::lines::Lines;
use crate::games::gomoku::rules::cell::{Cell, CellSet};
use crate::search::Player;

/// The features of a cell.
pub(super) type Features = [f32; FEATURES];

/// By how much an input of the first layer grows with a feature: the product of two whole numbers is divided by 2 to the `FEATURE_BITS`.
pub(super) const INPUT: f32 = CELL_ONE as f32 * CELL_ONE as f32 / (1 << FEATURE_BITS) as f32 / INPUT_ONE as f32;

/// A cell in the forward pass.
#[derive(Clone, Copy)]
pub(super) struct CellPass {
    pub(super) rows: [u32; 4],
    /// Its place among the cells of its board.
    pub(super) at: usize,
    pub(super) region: usize,
    pub(super) sum: Row,
}

/// What features are measured from: the board without stones.
pub(super) struct EmptyBoard {
    pub(super) lines: Lines,
    pub(super) cells: Vec<EmptyCell>,
    /// Do the sums belong to the weights of this batch?
    pub(super) is_up_to_date: bool,
}

pub(super) struct EmptyCell {
    pub(super) cell: Cell,
    pub(super) codes: [u16; 4],
    pub(super) rows: [u32; 4],
    pub(super) sum: Row,
    pub(super) features: Features,
    /// The gradient of the features.
    pub(super) slopes: Features,
}

impl EmptyBoard {
    pub(super) fn new(size: usize, codes: &LineCodes) -> EmptyBoard {
        let lines = Lines::new(size);
        let cell = |cell| EmptyCell {
            cell,
            codes: codes.codes_at(&lines, cell, Player::First),
            rows: [0; 4],
            sum: [0.0; WIDTH],
            features: [0.0; FEATURES],
            slopes: [0.0; FEATURES],
        };
        let cells = CellSet::board(size).iter().map(cell).collect();
        EmptyBoard { lines, cells, is_up_to_date: false }
    }
}

/// The features of a cell with these sums.
#[inline]
pub(super) fn features(sums: &Row) -> Features {
    let mut features = [0.0; FEATURES];
    for at in 0..FEATURES {
        features[at] = sums[at].clamp(0.0, 1.0) * sums[FEATURES + at].clamp(0.0, 1.0);
    }
    features
}

/// The slopes of a cell's sums by those of the inputs that its features are added to.
#[inline]
pub(super) fn feature_slopes(sums: &Row, slopes: &[f32]) -> Row {
    let mut found = [0.0; WIDTH];
    let within = |sum: f32, slope: f32| if sum > 0.0 && sum < 1.0 { slope } else { 0.0 };
    for at in 0..FEATURES {
        let (first, second) = (sums[at], sums[FEATURES + at]);
        let slope = INPUT * slopes[at];
        found[at] = within(first, slope * second.clamp(0.0, 1.0));
        found[FEATURES + at] = within(second, slope * first.clamp(0.0, 1.0));
    }
    found
}

/// The cell where one of the eight symmetries of the board takes it.
pub(super) fn turned(cell: Cell, size: usize, symmetry: u8) -> Cell {
    let (mut x, mut y) = (cell.x(), cell.y());
    if symmetry & 1 != 0 {
        x = size - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = size - 1 - y;
    }
    if symmetry & 4 != 0 { Cell::new(y, x) } else { Cell::new(x, y) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_symmetries_move_a_cell_to_eight_places() {
        let cell = Cell::new(1, 4);
        let places: std::collections::HashSet<_> = (0..8).map(|symmetry| turned(cell, 15, symmetry).index()).collect();
        assert_eq!(places.len(), 8);
    }
}
