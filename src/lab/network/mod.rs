//! Training of networks on recorded games.
//!
//! An [`architecture`] is what a game brings: [`gomoku`] and [`abalone`]. [`samples`] picks the positions, [`model`] holds the weights in
//! floating point, `head` is the dense layers that all networks end in, [`loss`] judges, [`adam`] takes the steps, [`train`] is the loop
//! around them and [`measure`] compares what came of it with the classical evaluation.

pub mod abalone;
pub mod adam;
pub mod architecture;
pub mod gomoku;
mod head;
pub mod loss;
pub mod measure;
pub mod model;
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
    /// Records of another game than the first file's.
    #[error("{}: games of {game}, unlike the files before", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The game.
        game: String,
    },
    /// Records of a game that has no network.
    #[error("{}: there is no network for {game}", path.display())]
    NoNetwork {
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
    #[error("{} is damaged, or the state of another training, by other games, settings or first weights; without it this one begins anew", .0.display())]
    Checkpoint(PathBuf),
    /// What was learnt is no network.
    #[error("what was learnt cannot be used")]
    Weights(#[from] WeightsError),
}
