//! Why an evaluation cannot be tuned.

use std::path::PathBuf;

use crate::lab::fit::{FitError, SampleError};
use crate::lab::selfplay::SelfplayError;

/// Why nothing can be tuned.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// No file was named.
    #[error("no file of records is named")]
    NoFiles,
    /// A file cannot be used.
    #[error(transparent)]
    Records(#[from] SelfplayError),
    /// A file holds something that the rules do not allow.
    #[error("{} cannot be read as games", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: SelfplayError,
    },
    /// The game's evaluation offers no weights.
    #[error("{0} has no weights to be tuned")]
    NoWeights(String),
    /// The features of a position make no sense.
    #[error("the features of {game} are wrong")]
    Features {
        /// The game.
        game: String,
        /// What is wrong.
        source: SampleError,
    },
    /// The trainer finds no fit.
    #[error(transparent)]
    Fit(#[from] FitError),
}
