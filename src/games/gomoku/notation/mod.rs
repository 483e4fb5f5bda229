//! Text of Gomoku: points, lists of moves, positions and drawn boards (`docs/src/formats.md`, "Fixed forms").
//!
//! Points count from 0, `x` from the left and `y` from the top. In text a point is `x,y` (the Gomocup protocol) or a letter and a
//! number, `h8`, whose rows count from the bottom in everything that people read, write or paste; see [`Origin`].

use std::error::Error;
use std::fmt::{self, Write as _};

pub use crate::engine::opening::Point;
use crate::games::gomoku::rules::cell::{MAX_SIZE, MIN_SIZE};
use crate::games::gomoku::rules::code::RuleCode;
use crate::search::Player;

/// The side of the board from which the rows of `h8` are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// `a1` is the lower left corner: everything people read and write, and UGI.
    Bottom,
    /// `a1` is the upper left corner: `pos` strings and opening files of c-gomoku-cli and GomocupJudge, only where they are named.
    Top,
}

/// A position as text gives it, before any board is built of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Rows and columns.
    pub size: usize,
    /// The rule set.
    pub rule: RuleCode,
    /// The cells that are not empty, each once; `None` is a dead cell, on which nobody can play.
    pub stones: Vec<(Point, Option<Player>)>,
    /// The player to move.
    pub to_move: Player,
}

impl Setup {
    /// An empty board, Black to move.
    pub fn empty(size: usize, rule: RuleCode) -> Setup {
        Setup { size, rule, stones: Vec::new(), to_move: Player::First }
    }

    /// The position after these moves from an empty board, Black first.
    pub fn from_moves(size: usize, rule: RuleCode, moves: &[Point]) -> Setup {
        let players = Player::ALL.into_iter().cycle();
        let stones = moves.iter().zip(players).map(|(&point, player)| (point, Some(player))).collect();
        Setup { size, rule, stones, to_move: Player::ALL[moves.len() % 2] }
    }

    /// Every cell, row by row from the top.
    fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![Cell::Empty; self.size * self.size];
        for &(point, owner) in &self.stones {
            cells[usize::from(point.y) * self.size + usize::from(point.x)] = owner.map_or(Cell::Dead, Cell::Stone);
        }
        cells
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Dead,
    Stone(Player),
}

/// Why a text is no point, list of moves or position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// A point in neither notation.
    BadPoint(String),
    /// A point outside the board.
    OffBoard {
        /// The point as written.
        text: String,
        /// The board's size.
        size: usize,
    },
    /// A point that a move before has taken.
    Repeated(String),
    /// A move of a list that is no move.
    InList {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        why: Box<NotationError>,
    },
    /// A position without this field.
    Missing(&'static str),
    /// Text after the last field of a position.
    Extra(String),
    /// A number of rows that no board has.
    RowCount(usize),
    /// A row with too few or too many cells.
    RowLength {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The row as written.
        text: String,
        /// The cells it has.
        cells: usize,
        /// The cells it must have: the number of rows.
        size: usize,
    },
    /// Something other than `b`, `w`, `x` or a number in a row.
    BadCell {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The offending text.
        text: String,
    },
    /// A side to move other than `b` or `w`.
    BadSide(String),
    /// An unknown rule.
    BadRule(String),
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadPoint(text) => write!(f, "'{text}' is not a point: expected x,y or a letter and a number"),
            Self::OffBoard { text, size } => write!(f, "{text} is off the {size}x{size} board"),
            Self::Repeated(text) => write!(f, "{text} has been played already"),
            Self::InList { number, why } => write!(f, "move {number}: {why}"),
            Self::Missing(field) => write!(f, "position: the {field} is missing"),
            Self::Extra(text) => write!(f, "position: unexpected '{text}' after the rule code"),
            Self::RowCount(rows) => write!(f, "board: {rows} rows, expected {MIN_SIZE} to {MAX_SIZE}"),
            Self::RowLength { row, text, cells, size } => {
                write!(f, "row {row} '{text}': {cells} cells, expected {size} as there are {size} rows")
            }
            Self::BadCell { row, text } => {
                write!(f, "row {row}: '{text}' is not b, w, x or a number of empty cells from 1 to {MAX_SIZE}")
            }
            Self::BadSide(text) => write!(f, "side to move '{text}': expected b or w"),
            Self::BadRule(text) => write!(f, "rule code '{text}': expected 0, 1, 4, 8, 9 or a name such as renju"),
        }
    }
}

impl Error for NotationError {}

/// How much of a stranger's text an error repeats at most.
const QUOTED: usize = 40;

fn quote(text: &str) -> String {
    text.chars().take(QUOTED).collect()
}

/// Reads `7,7`: column and row from 0, the row from the top.
///
/// # Errors
/// When it is no point, or none of this board.
pub fn parse_xy(text: &str, size: usize) -> Result<Point, NotationError> {
    let bad = || NotationError::BadPoint(quote(text));
    let (x, y) = text.split_once(',').ok_or_else(bad)?;
    let number = |part: &str| decimal(part.trim()).ok_or_else(bad);
    on_board(number(x)?, number(y)?, text, size)
}

/// Reads `h8`, the letter in any case.
///
/// # Errors
/// When it is no point, or none of this board.
pub fn parse_point(text: &str, size: usize, origin: Origin) -> Result<Point, NotationError> {
    let bad = || NotationError::BadPoint(quote(text));
    let letter = text.bytes().next().filter(u8::is_ascii_alphabetic).ok_or_else(bad)?;
    let number = decimal(&text[1..]).ok_or_else(bad)?;
    let off_board = || NotationError::OffBoard { text: quote(text), size };
    let from_origin = number.checked_sub(1).filter(|&row| row < size).ok_or_else(off_board)?;
    let y = match origin {
        Origin::Top => from_origin,
        Origin::Bottom => size - 1 - from_origin,
    };
    on_board(usize::from(letter.to_ascii_lowercase() - b'a'), y, text, size)
}

/// Writes `h8`.
pub fn point_text(point: Point, size: usize, origin: Origin) -> String {
    let row = usize::from(point.y);
    let number = match origin {
        Origin::Top => row + 1,
        Origin::Bottom => size - row,
    };
    format!("{}{number}", column_letter(usize::from(point.x)))
}

/// Reads moves such as `h8h9i8` or `h8 h9 i8`.
///
/// # Errors
/// [`NotationError::InList`] when a part is no point of this board, or is played twice.
pub fn parse_moves(text: &str, size: usize, origin: Origin) -> Result<Vec<Point>, NotationError> {
    let mut moves = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let digits = rest.get(1..).map_or(0, |tail| tail.bytes().take_while(u8::is_ascii_digit).count());
        // A move without digits runs up to the next blank, so that the error shows what was written.
        let end = if digits > 0 { 1 + digits } else { rest.find(char::is_whitespace).unwrap_or(rest.len()) };
        let (word, tail) = rest.split_at(end);
        let in_list = |why| NotationError::InList { number: moves.len() + 1, why: Box::new(why) };
        let point = parse_point(word, size, origin).map_err(in_list)?;
        if moves.contains(&point) {
            return Err(in_list(NotationError::Repeated(quote(word))));
        }
        moves.push(point);
        rest = tail.trim_start();
    }
    Ok(moves)
}

/// Writes moves without blanks: `h8h9i8`.
pub fn moves_text(moves: &[Point], size: usize, origin: Origin) -> String {
    moves.iter().map(|&point| point_text(point, size, origin)).collect()
}

/// Reads a position: rows from the top, side to move, rule code.
///
/// # Errors
/// Names the field that is wrong and what stands there.
pub fn parse_position(text: &str) -> Result<Setup, NotationError> {
    let mut fields = text.split_whitespace();
    let mut field = |name| fields.next().ok_or(NotationError::Missing(name));
    let board = field("board")?;
    let side = field("side to move")?;
    let rule = field("rule code")?;
    if let Some(extra) = fields.next() {
        return Err(NotationError::Extra(quote(extra)));
    }
    let to_move = match side {
        "b" | "B" => Player::First,
        "w" | "W" => Player::Second,
        _ => return Err(NotationError::BadSide(quote(side))),
    };
    let (size, stones) = parse_rows(board)?;
    let rule = parse_rule(rule)?;
    Ok(Setup { size, rule, stones, to_move })
}

/// Reads a rule set by its number (`4`) or its name (`renju`, in any case).
///
/// # Errors
/// When there is no such rule.
pub fn parse_rule(text: &str) -> Result<RuleCode, NotationError> {
    let by_number = decimal(text).and_then(|number| RuleCode::from_number(number.try_into().ok()?));
    let by_name = || RuleCode::ALL.into_iter().find(|rule| text.eq_ignore_ascii_case(rule.name()));
    by_number.or_else(by_name).ok_or_else(|| NotationError::BadRule(quote(text)))
}

type Stones = Vec<(Point, Option<Player>)>;

fn parse_rows(board: &str) -> Result<(usize, Stones), NotationError> {
    let size = board.split('/').count();
    if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
        return Err(NotationError::RowCount(size));
    }
    let mut stones = Vec::new();
    for (y, row) in board.split('/').enumerate() {
        let width = parse_row(row, y, &mut stones)?;
        if width != size {
            return Err(NotationError::RowLength { row: y + 1, text: quote(row), cells: width, size });
        }
    }
    Ok((size, stones))
}

/// Adds a row's stones and returns its width. A row wider than any board ends the reading, so `x` stays in range.
fn parse_row(row: &str, y: usize, stones: &mut Stones) -> Result<usize, NotationError> {
    let mut x = 0;
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (word, tail) = rest.split_at(if digits > 0 { digits } else { first.len_utf8() });
        let bad = || NotationError::BadCell { row: y + 1, text: quote(word) };
        let owner = match first {
            'b' | 'B' => Some(Player::First),
            'w' | 'W' => Some(Player::Second),
            'x' | 'X' => None,
            _ => {
                x += decimal(word).filter(|run| (1..=MAX_SIZE).contains(run)).ok_or_else(bad)?;
                rest = tail;
                continue;
            }
        };
        if x < MAX_SIZE {
            stones.push((Point::new(x as u8, y as u8), owner));
        }
        x += 1;
        rest = tail;
    }
    Ok(x)
}

/// Writes a position as [`parse_position`] reads it.
pub fn position_text(setup: &Setup) -> String {
    let rows: Vec<String> = setup.cells().chunks(setup.size).map(row_text).collect();
    let side = if setup.to_move == Player::First { 'b' } else { 'w' };
    format!("{} {side} {}", rows.join("/"), setup.rule.number())
}

fn row_text(row: &[Cell]) -> String {
    let mut text = String::new();
    for run in row.chunk_by(|a, b| *a == Cell::Empty && *b == Cell::Empty) {
        match run[0] {
            Cell::Empty => {
                let _ = write!(text, "{}", run.len()); // writing to a String cannot fail
            }
            Cell::Dead => text.push('x'),
            Cell::Stone(Player::First) => text.push('b'),
            Cell::Stone(Player::Second) => text.push('w'),
        }
    }
    text
}

/// Draws the board with its coordinates, numbers from the bottom: `X` black, `O` white, `#` dead, `.` empty. A mark stands in
/// the place of what is on its point.
pub fn draw(setup: &Setup, marks: &[(Point, char)]) -> String {
    let mut cells: Vec<char> = setup.cells().into_iter().map(symbol).collect();
    for &(point, mark) in marks.iter().filter(|(point, _)| point.is_on(setup.size)) {
        cells[usize::from(point.y) * setup.size + usize::from(point.x)] = mark;
    }
    let letters: String = (0..setup.size).flat_map(|x| [' ', column_letter(x)]).collect();
    let mut text = format!("  {letters}\n");
    for (y, row) in cells.chunks(setup.size).enumerate() {
        let number = setup.size - y;
        let row: String = row.iter().flat_map(|&cell| [' ', cell]).collect();
        text.push_str(&format!("{number:2}{row} {number}\n"));
    }
    text.push_str(&format!("  {letters}\n"));
    text
}

fn symbol(cell: Cell) -> char {
    match cell {
        Cell::Empty => '.',
        Cell::Dead => '#',
        Cell::Stone(Player::First) => 'X',
        Cell::Stone(Player::Second) => 'O',
    }
}

fn column_letter(x: usize) -> char {
    char::from(b'a' + x as u8)
}

/// A number of up to three digits and nothing else: no sign, no blank, no overflow.
fn decimal(text: &str) -> Option<usize> {
    let plain = (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

fn on_board(x: usize, y: usize, text: &str, size: usize) -> Result<Point, NotationError> {
    if x < size && y < size {
        Ok(Point::new(x as u8, y as u8))
    } else {
        Err(NotationError::OffBoard { text: quote(text), size })
    }
}

#[cfg(test)]
mod tests;
