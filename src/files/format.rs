//! A format of files: what it holds, and how it is recognised, read and written.

use std::fmt;

use super::line::LineForm;
use super::record::GameRecord;
use super::source::{Games, Source};

/// How the games of a file are read.
#[derive(Clone, Copy)]
pub(super) enum Reading {
    /// One from each line.
    Lines(LineForm),
    /// All of them from the file as a whole.
    Whole(fn(&Source<'_>) -> Games),
}

/// Adds a game to a file, or says what the format cannot hold.
pub(super) type Writer = fn(&GameRecord, &mut Vec<u8>) -> Result<(), String>;

/// A format of files.
pub struct Format {
    /// Its name, in lower case.
    pub name: &'static str,
    /// How the names of its files end.
    pub extensions: &'static [&'static str],
    /// What it is, for a list.
    pub about: &'static str,
    /// The games it holds; empty for all.
    pub games: &'static [&'static str],
    /// Does a file hold several games?
    pub many: bool,
    /// Does it hold variations?
    pub variations: bool,
    /// Does it hold comments and labels?
    pub comments: bool,
    /// Do these bytes look like it?
    pub(super) sniff: fn(&[u8]) -> bool,
    pub(super) read: Option<Reading>,
    pub(super) write: Option<Writer>,
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Format {
    /// What stands on each of its lines, where a line is a game.
    pub fn line(&self) -> Option<LineForm> {
        match self.read {
            Some(Reading::Lines(form)) => Some(form),
            Some(Reading::Whole(_)) | None => None,
        }
    }

    /// Can it be read?
    pub fn reads(&self) -> bool {
        self.read.is_some()
    }

    /// Can it be written?
    pub fn writes(&self) -> bool {
        self.write.is_some()
    }
}
