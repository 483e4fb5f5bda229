//! Why the search parameters cannot be tuned.

use std::path::PathBuf;

use crate::engine::Rejected;
use crate::lab::openings::random::OpeningError;

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
