//! Why the search parameters cannot be tuned.

use std::path::PathBuf;

use crate::engine::Rejected;
use crate::lab::openings::random::OpeningError;
use crate::lab::parts::{Part, PartError};

/// Why the parameters cannot be tuned.
#[derive(Debug, thiserror::Error)]
pub enum SpsaError {
    /// An invalid line in the list of parameters.
    #[error("line {line}: {what}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The list names no parameter.
    #[error("no parameter is named")]
    NoParams,
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
    /// What a part begins with is not known yet.
    #[error(
        "part {part} begins with the values after part {before}, and the journal does not tell those after {pairs} pairs: merge the parts up to that one first"
    )]
    TooEarly {
        /// The part.
        part: Part,
        /// The part whose values it begins with.
        before: u32,
        /// The pairs played up to there.
        pairs: u32,
    },
    /// A part of a run cannot be used.
    #[error(transparent)]
    Part(#[from] PartError),
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
