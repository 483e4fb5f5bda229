//! Moves as text: the Aba-Pro form, and the form of two cells.
//!
//! A text is read by asking every legal move how it is written, so that no reading can be forgotten and none can be illegal.

use super::super::board::Abalone;
use super::super::cell::{Cell, Direction};
use super::super::moves::Move;
use super::error::{NotationError, quote};
use crate::search::MoveStack;

/// How a move is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveForm {
    /// Inline `a1b2`: the rear marble and the cell it moves to. Side-step `c3c5d4`: both ends and the cell the first of them
    /// moves to.
    AbaPro,
    /// `a1d4`: the first marble and the cell in which the last one lands, from the end whence the motion goes forward.
    FirstToLast,
}

/// Writes a move.
pub fn move_text(mv: Move, form: MoveForm) -> String {
    let cells = match form {
        MoveForm::AbaPro => aba_pro(mv, false),
        MoveForm::FirstToLast => first_to_last(mv, false),
    };
    cells.iter().map(|&cell| cell_text(cell)).collect()
}

/// Reads a legal move in either form, with either end first, in upper or lower case. Where two readings are possible, Aba-Pro's
/// wins, then the one from the end whence the motion goes forward.
///
/// # Errors
/// [`NotationError::NotCells`] or [`NotationError::NotLegal`].
pub fn parse_move(pos: &Abalone, text: &str) -> Result<Move, NotationError> {
    let cells = parse_cells(text).ok_or_else(|| NotationError::NotCells(quote(text)))?;
    let mut moves = MoveStack::new();
    pos.list_moves(&mut moves);
    let readings: [fn(Move) -> Vec<Cell>; 4] =
        [|mv| aba_pro(mv, false), |mv| aba_pro(mv, true), |mv| first_to_last(mv, false), |mv| first_to_last(mv, true)];
    let found = readings.iter().find_map(|reading| moves.moves(0).find(|&mv| reading(mv) == cells));
    found.ok_or_else(|| NotationError::NotLegal(quote(text)))
}

/// Reads a cell: a letter and a digit.
pub fn parse_cell(text: &str) -> Option<Cell> {
    let &[letter, digit] = text.as_bytes() else { return None };
    let row = i32::from(letter.to_ascii_lowercase()) - i32::from(b'a');
    Cell::at(row, i32::from(digit) - i32::from(b'1'))
}

fn parse_cells(text: &str) -> Option<Vec<Cell>> {
    if !text.is_ascii() || !matches!(text.len(), 4 | 6) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| parse_cell(&text[at..at + 2])).collect()
}

/// Writes a cell: a letter and a digit.
pub(in super::super) fn cell_text(cell: Cell) -> String {
    let (row, number) = cell.coordinates();
    format!("{}{}", char::from(b'a' + row as u8), number + 1)
}

/// The cells of the Aba-Pro form; a side-step from its other end when asked for.
fn aba_pro(mv: Move, other_end: bool) -> Vec<Cell> {
    let step = |cell: Cell| cell.walk(mv.direction(), 1);
    match (mv.is_side_step(), other_end) {
        (false, _) => vec![mv.cell(), step(mv.cell())],
        (true, false) => vec![mv.cell(), mv.last(), step(mv.cell())],
        (true, true) => vec![mv.last(), mv.cell(), step(mv.last())],
    }
}

/// The first marble and where the last one lands; from the end whence a side-step goes backward when asked for.
fn first_to_last(mv: Move, backward: bool) -> Vec<Cell> {
    let (first, last) =
        if is_forward(mv.line(), mv.direction()) == backward { (mv.last(), mv.cell()) } else { (mv.cell(), mv.last()) };
    vec![first, last.walk(mv.direction(), 1)]
}

fn is_forward(line: Direction, direction: Direction) -> bool {
    line.turn(direction) <= 1
}
