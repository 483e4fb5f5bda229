//! The numbers of the search, tuned by games: simultaneous perturbation stochastic approximation. Two sets of numbers, a random
//! step up and down from where the climb stands, play a pair of games; each number goes a little towards the side that won.
//!
//! J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation", IEEE
//! Transactions on Automatic Control 37, 1992; J. C. Spall, "Implementation of the simultaneous perturbation algorithm for
//! stochastic optimization", 1998 (the sequences of gains).
//!
//! The same trials without the climbing tell what each number alone is worth, with an error: which way to go, and whether it
//! matters at all.
//!
//! [`knobs`] are the numbers and where they may go, [`climb`] is the method, [`duel`] plays a pair of games, [`run`] has many of
//! them played by several workers and keeps a journal.

pub mod climb;
pub mod duel;
pub mod knobs;
pub mod run;

pub use climb::Climb;
pub use duel::{Duel, Terms};
pub use knobs::{Knob, read_knobs};
pub use run::{compare, slopes, tune};

use std::path::PathBuf;

use super::openings::random::OpeningError;
use crate::engine::Rejected;

/// Why numbers cannot be tuned.
#[derive(Debug, thiserror::Error)]
pub enum SpsaError {
    /// A line of the list of knobs that says nothing.
    #[error("line {line}: {what}")]
    Knob {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The list names no number.
    #[error("no number is named")]
    NoKnobs,
    /// The system does not let the journal be read or written.
    #[error("cannot use {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The journal is of another run.
    #[error("{}: {what}", path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: String,
    },
    /// There is no opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The engine does not do what is asked for.
    #[error(transparent)]
    Rejected(#[from] Rejected),
    /// A worker could not be started, or failed.
    #[error("a worker failed: {0}")]
    Worker(String),
}
