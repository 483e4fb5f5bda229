//! Why parts of a run cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use super::Part;

/// Why a part cannot be used, or parts cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum PartError {
    /// The system does not let a file be read or written.
    #[error("cannot use {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is no file of a part, or not what was written.
    #[error("{}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The file belongs to another run.
    #[error(
        "{}: part of another run, {} is {} there, {} in {}",
        path.display(), difference[0], difference[1], difference[2], other.display()
    )]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// What it was compared with.
        other: PathBuf,
        /// What differs, its value in the file, and its value in the other.
        difference: Box<[String; 3]>,
    },
    /// The file is there, and holds something else than what is to be done.
    #[error("{} holds part {held} already", path.display())]
    OtherPart {
        /// The file.
        path: PathBuf,
        /// What it holds.
        held: Part,
    },
    /// The same part twice, with results that should be the same and are not.
    #[error("part {part} has other results in {} than in {}", one.display(), other.display())]
    Contradiction {
        /// The part.
        part: Part,
        /// One of the files.
        one: PathBuf,
        /// The other file.
        other: PathBuf,
    },
    /// Not all parts are there.
    #[error("of {of} parts these are missing: {missing}")]
    Missing {
        /// How many parts there are.
        of: u32,
        /// The missing ones, as ranges.
        missing: String,
    },
    /// No file was named, or a folder without any.
    #[error("no parts: {0}")]
    None(String),
}

impl PartError {
    /// What the system says about a file.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> PartError {
        let path = path.to_owned();
        move |source| PartError::Io { path, source }
    }

    /// A file that is not what it should be.
    pub fn damaged(path: &Path, what: impl Into<String>) -> PartError {
        PartError::Damaged { path: path.to_owned(), what: what.into() }
    }
}
