//! Abalone as a board shows it: hollows, marbles, the cells that a move leaves and enters.

use super::board::Setup;
use super::cell::{Cell, ROWS};
use super::moves::Move;
use super::notation::{MoveForm, cell_text, move_text};
use super::rules::{MARBLES_TO_LOSE, MOST_MARBLES};
use crate::engine::view::{Board, BoardCell, Piece, Shape, Sign, Step};
use crate::search::Player;

/// The distance of two rows, where that of two cells is 1.
const ROW_HEIGHT: f32 = 0.866;

/// How far letters and numbers stand from the outer cells.
const LABEL_GAP: f32 = 1.08;

pub(super) fn board() -> Board {
    let place = |cell: Cell| {
        let (x, y) = middle(cell.coordinates());
        BoardCell { name: cell_text(cell), x, y }
    };
    let row = |row: usize| (0..ROWS).filter_map(move |number| Cell::at(row as i32, number as i32)).map(place).collect();
    Board {
        shape: Shape::Hexes,
        rows: (0..ROWS).rev().map(row).collect(),
        labels: (0..ROWS as i32).flat_map(|line| [letter(line), number(line)]).collect(),
        stars: Vec::new(),
        signs: [('b', "black marble", 0), ('w', "white marble", 1)]
            .map(|(sign, name, owner)| Sign { sign, name: name.to_owned(), owner: Some(owner) })
            .to_vec(),
    }
}

fn middle((row, number): (i32, i32)) -> (f32, f32) {
    (number as f32 - row as f32 / 2.0, -ROW_HEIGHT * row as f32)
}

/// The letter on the left of a row.
fn letter(row: i32) -> BoardCell {
    let (x, y) = middle((row, (row - 4).max(0)));
    BoardCell { name: char::from(b'A' + row as u8).to_string(), x: x - LABEL_GAP, y }
}

/// The number at the lower end of a diagonal.
fn number(number: i32) -> BoardCell {
    let (x, y) = middle(((number - 4).max(0), number));
    BoardCell { name: (number + 1).to_string(), x: x + LABEL_GAP / 2.0, y: y + LABEL_GAP * ROW_HEIGHT }
}

pub(super) fn step(mv: Move) -> Step {
    let marbles: Vec<Cell> = (0..mv.count()).map(|nth| mv.cell().walk(mv.line(), nth)).collect();
    let ahead = |cell: &Cell| cell_text(cell.walk(mv.direction(), 1));
    Step {
        text: move_text(mv, MoveForm::AbaPro),
        to: marbles.iter().map(ahead).collect(),
        from: marbles.into_iter().map(cell_text).collect(),
    }
}

/// The side to move, and what is missing of 14 marbles as lost, but never so many that the game is over.
pub(super) fn tail(pieces: &[Piece], to_move: Player) -> String {
    let lost = ['b', 'w'].map(|sign| {
        let alive = pieces.iter().filter(|piece| piece.sign == sign).count();
        (MOST_MARBLES as usize).saturating_sub(alive).min(usize::from(MARBLES_TO_LOSE) - 1)
    });
    let side = if to_move == Player::First { 'b' } else { 'w' };
    format!("{side} {} {}", lost[0], lost[1])
}

pub(super) fn lost(setup: &Setup) -> Option<[u8; 2]> {
    Some(setup.lost)
}

#[cfg(test)]
mod tests {
    use super::super::cell::Direction;
    use super::*;

    #[test]
    fn neighbours_are_one_apart() {
        for cell in Cell::all() {
            for direction in Direction::ALL {
                let (row, number) = cell.coordinates();
                let (dr, dn) = direction.delta();
                let ((x, y), (to_x, to_y)) = (middle((row, number)), middle((row + dr, number + dn)));
                assert!(((x - to_x).hypot(y - to_y) - 1.0).abs() < 1e-3, "{cell:?} {direction:?}");
            }
        }
    }
}
