//! Why a match cannot be played, or cannot go on.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::engine::Rejected;
use crate::lab::parts::PartError;

/// Why a match cannot be played. An engine's mistake is no such error: it loses the game.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// An invalid setting.
    #[error("{setting} '{text}': {why}")]
    Setting {
        /// The setting, as the command line has it.
        setting: String,
        /// Its value.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// Settings that contradict each other.
    #[error("{0}")]
    Settings(String),
    /// A line of an openings file that is no opening.
    #[error("{}: line {line}: {why}", file.display())]
    Opening {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// The folder holds a run with other settings.
    #[error("{} holds a run with another setting of {setting}: {was} there, {is} now", folder.display())]
    Differs {
        /// The folder.
        folder: PathBuf,
        /// The path of the setting in `run.json`.
        setting: String,
        /// Its value in the folder.
        was: String,
        /// Its value now.
        is: String,
    },
    /// A file of the folder that is not what this program has written.
    #[error("{}: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where, and what is wrong.
        why: String,
    },
    /// A file that cannot be read or written.
    #[error("cannot use {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// An engine that does not start, however often it is tried.
    #[error("{engine} cannot be started, tried {times} {}: {why}", if *times == 1 { "time" } else { "times" })]
    NeverStarts {
        /// The engine.
        engine: String,
        /// How often it was tried.
        times: u32,
        /// What happened the last time.
        why: String,
    },
    /// A part of a match cannot be used.
    #[error(transparent)]
    Part(#[from] PartError),
    /// The game does not take an option, a position or a move.
    #[error(transparent)]
    Game(#[from] Rejected),
}

impl ArenaError {
    /// An invalid setting.
    pub fn setting(setting: impl Into<String>, text: impl Into<String>, why: impl Into<String>) -> ArenaError {
        ArenaError::Setting { setting: setting.into(), text: text.into(), why: why.into() }
    }

    /// What the system says about a file.
    pub fn file(path: &Path) -> impl FnOnce(io::Error) -> ArenaError {
        let path = path.to_owned();
        move |source| ArenaError::File { path, source }
    }
}
