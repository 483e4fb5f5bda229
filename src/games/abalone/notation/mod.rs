//! Text of Abalone: positions, moves, drawn boards (spec/abalone.md, "Text").

mod draw;
mod error;
mod moves;
mod position;

pub use draw::draw;
pub use error::NotationError;
pub(super) use moves::cell_text;
pub use moves::{MoveForm, move_text, parse_cell, parse_move};
pub use position::{RowForm, parse_position, position_text, rows_text};

use super::cell::{Cell, ROWS};

/// The letter of a row, A at the bottom.
fn row_letter(row: usize) -> char {
    char::from(b'A' + row as u8)
}

/// The cells of a row, from the left.
fn row_cells(row: usize) -> impl Iterator<Item = Cell> {
    (0..ROWS).filter_map(move |number| Cell::at(row as i32, number as i32))
}
