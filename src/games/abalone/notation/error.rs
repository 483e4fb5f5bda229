//! Why a text is no position and no move: every message names the field that is wrong.

use std::error::Error;
use std::fmt;

use crate::search::Player;

/// Why a text is no position or no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// A position without this field.
    Missing(&'static str),
    /// Text after the last field of a position.
    Extra(String),
    /// A board with another number of rows than nine.
    RowCount(usize),
    /// A row with too few or too many cells.
    RowLength {
        /// Its letter.
        row: char,
        /// The row as written.
        text: String,
        /// The cells it has.
        cells: usize,
        /// The cells it should have.
        wanted: usize,
    },
    /// A sign in a row that stands for no cell.
    BadSign {
        /// The row's letter.
        row: char,
        /// The sign.
        sign: char,
    },
    /// Neither Black nor White is to move.
    BadSide(String),
    /// A field that is no number, or a number out of range.
    BadNumber {
        /// The field.
        field: &'static str,
        /// The field as written.
        text: String,
        /// The largest number allowed.
        most: u32,
    },
    /// More marbles on the board and lost than a side starts with.
    TooMany {
        /// The side.
        player: Player,
        /// Its marbles on the board.
        alive: u32,
        /// Those it has lost.
        lost: u32,
    },
    /// Both sides have lost six.
    BothLost,
    /// More plies since the last ejection than plies.
    SinceEjection {
        /// Plies since the last ejection.
        since: u32,
        /// Plies played.
        plies: u32,
    },
    /// A move that is not made of two or three cells.
    NotCells(String),
    /// Cells that no legal move is written with.
    NotLegal(String),
}

/// A side as a message names it.
pub(super) fn side_name(player: Player) -> &'static str {
    match player {
        Player::First => "black",
        Player::Second => "white",
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(field) => write!(f, "position: the {field} is missing"),
            Self::Extra(text) => write!(f, "position: '{text}' after the last field"),
            Self::RowCount(rows) => write!(f, "position: the board has {rows} rows, not 9"),
            Self::RowLength { row, text, cells, wanted } => {
                write!(f, "position: row {row} '{text}' has {cells} cells, not {wanted}")
            }
            Self::BadSign { row, sign } => write!(f, "position: '{}' in row {row}", sign.escape_debug()),
            Self::BadSide(text) => write!(f, "position: the side to move is '{text}', not b or w"),
            Self::BadNumber { field, text, most } => {
                write!(f, "position: the {field} are '{text}', not a number up to {most}")
            }
            Self::TooMany { player, alive, lost } => {
                let side = side_name(*player);
                write!(f, "position: {side} has {alive} marbles and {lost} lost, more than 14 together")
            }
            Self::BothLost => write!(f, "position: black and white marbles lost are both 6"),
            Self::SinceEjection { since, plies } => {
                write!(f, "position: {since} plies since the last ejection, but {plies} plies played")
            }
            Self::NotCells(text) => write!(f, "'{text}' is not made of two or three cells such as a1b2"),
            Self::NotLegal(text) => write!(f, "'{text}' is no legal move here"),
        }
    }
}

impl Error for NotationError {}

/// A piece of input as a message shows it: short, and on one line.
pub(super) fn quote(text: &str) -> String {
    text.chars().take(20).flat_map(char::escape_debug).collect()
}
