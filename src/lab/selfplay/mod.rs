//! Self-play: games of the engine against itself at a fixed number of nodes a move, kept with the score of every position.
//!
//! [`play`](mod@play) plays a numbered game, [`run`](mod@run) many of them by several workers; [`store`] keeps them and [`file`](mod@file) gives
//! them back, in the format that `FORMAT.md` beside this file describes; [`record`] is one game in it.

pub mod file;
pub mod play;
pub mod record;
pub mod run;
pub mod store;

pub use file::Records;
pub use play::{Conditions, Player};
pub use record::{Ending, GameRecord, GameResult};
pub use run::{Goal, Progress, run};
pub use store::Store;

use std::path::PathBuf;

use super::openings::random::OpeningError;
use crate::engine::Rejected;

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
