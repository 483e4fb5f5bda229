//! Why self-play cannot go on, or its records cannot be read.

use std::path::PathBuf;

use crate::engine::Rejected;
use crate::lab::openings::random::OpeningError;
use crate::lab::parts::PartError;

/// Why self-play or its records cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SelfplayError {
    /// The system does not let the file be read or written.
    #[error("cannot use {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// It is a file of another kind, or of a version this program does not know.
    #[error("{}: {what}", path.display())]
    NoRecords {
        /// The file.
        path: PathBuf,
        /// What it is, as far as can be told.
        what: String,
    },
    /// Bytes are not what was written.
    #[error("{}: damaged at byte {offset}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the damaged block begins.
        offset: u64,
        /// What is wrong there.
        what: String,
    },
    /// The file holds games played under other conditions.
    #[error("{}: its games were played with {field} {theirs}, not {ours}", path.display())]
    OtherConditions {
        /// The file.
        path: PathBuf,
        /// What differs.
        field: String,
        /// The file's value.
        theirs: String,
        /// The value asked for.
        ours: String,
    },
    /// A part of a run cannot be used.
    #[error(transparent)]
    Part(#[from] PartError),
    /// There is no opening such as is asked for.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The engine does not do what is asked for.
    #[error(transparent)]
    Rejected(#[from] Rejected),
    /// A recorded move that the rules do not know.
    #[error("game {game}: move {ply} is not legal: {why}")]
    IllegalMove {
        /// The game's number.
        game: u32,
        /// The move, from 1.
        ply: usize,
        /// What the game says of it.
        why: Rejected,
    },
    /// A thread could not be started, or failed.
    #[error("a worker failed: {0}")]
    Worker(String),
}
