//! Why a file cannot be read or written. Every message names the place in the file and the field.

use std::fmt;

use thiserror::Error;

use super::limits::{MOST_BYTES, MOST_NODES};

/// A place in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Location {
    /// A line, counted from 1.
    Line(usize),
    /// A byte, counted from 0, in a file without lines.
    Byte(usize),
    /// The file as a whole.
    #[default]
    File,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Line(line) => write!(f, "line {line}"),
            Location::Byte(byte) => write!(f, "byte {byte}"),
            Location::File => write!(f, "the file"),
        }
    }
}

/// Why a file cannot be read or written. The file's own name is for the caller to add.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// No format was named, and the file looks like no known one.
    #[error("neither the name nor the content of the file tells its format")]
    UnknownFormat,
    /// The file is an archive.
    #[error("compressed by gzip: unpack it first")]
    Compressed,
    /// There is no format of that name.
    #[error("there is no format '{0}'")]
    NoSuchFormat(String),
    /// The format can only be read, or only be written.
    #[error("{format} cannot be {what}")]
    OneWay {
        /// The format.
        format: &'static str,
        /// `read` or `written`.
        what: &'static str,
    },
    /// The file is larger than any file that is read.
    #[error("larger than {} MiB", MOST_BYTES >> 20)]
    TooLarge,
    /// The file has more games and moves than may be kept in memory.
    #[error("{0}: more than {MOST_NODES} games and moves")]
    TooMany(Location),
    /// The file holds no game.
    #[error("holds no game")]
    Empty,
    /// A field that makes no sense.
    #[error("{location}: {field}: {why}")]
    Bad {
        /// Where it is.
        location: Location,
        /// What was expected.
        field: &'static str,
        /// What is wrong.
        why: String,
    },
    /// A start position that the rules do not allow.
    #[error("{location}: game {game}: start position: {why}")]
    Start {
        /// Where the game begins.
        location: Location,
        /// Its number, from 1.
        game: usize,
        /// What is wrong.
        why: String,
    },
    /// A move that the rules do not allow.
    #[error("{location}: game {game}: move {ply}: {why}")]
    Illegal {
        /// Where the game begins.
        location: Location,
        /// Its number, from 1.
        game: usize,
        /// The number of the move, from 1.
        ply: usize,
        /// The move, and what is wrong with it.
        why: String,
    },
    /// A game that the format cannot represent.
    #[error("game {game}: {format} {why}")]
    CannotHold {
        /// The number of the game, from 1.
        game: usize,
        /// The format.
        format: &'static str,
        /// What it cannot hold.
        why: String,
    },
}

/// A text from a file as messages show it: short, and on one line.
pub(super) fn quote(text: &str) -> String {
    const QUOTED: usize = 40;
    let cut = if text.chars().nth(QUOTED).is_some() { "..." } else { "" };
    text.chars().take(QUOTED).flat_map(char::escape_debug).collect::<String>() + cut
}
