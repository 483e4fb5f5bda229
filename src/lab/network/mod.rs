//! Training of the Gomoku network ([`crate::games::gomoku::network`]) on recorded games.
//!
//! [`samples`] picks the positions, [`model`] is the network in floating point, [`gradient`] tells where to go by the [`loss`], [`adam`] takes the steps, [`train`] is
//! the loop around them and [`measure`] compares what came of it with the evaluation by hand.

pub mod adam;
mod cells;
mod dense;
pub mod gradient;
pub mod loss;
pub mod measure;
pub mod model;
mod rows;
pub mod samples;
pub mod train;

use std::path::PathBuf;

use super::selfplay::SelfplayError;
use crate::weights_file::WeightsError;

/// Why no network was trained.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// A file of records cannot be used.
    #[error(transparent)]
    Records(#[from] SelfplayError),
    /// A file holds something that the rules do not know.
    #[error("{} cannot be read as games", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: SelfplayError,
    },
    /// Records of another game.
    #[error("{}: there is no network for {game}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The game.
        game: String,
    },
    /// Nothing to learn from, or nothing to judge by.
    #[error("{training} positions to learn from and {held_out} to judge by: too few")]
    TooFew {
        /// Positions to learn from.
        training: usize,
        /// Positions held out.
        held_out: usize,
    },
    /// A file cannot be read or written.
    #[error("cannot use {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file of an interrupted training is damaged or of another one.
    #[error("{} is not a state of this training", .0.display())]
    Checkpoint(PathBuf),
    /// What was learnt is no network.
    #[error("what was learnt cannot be used")]
    Weights(#[from] WeightsError),
}
