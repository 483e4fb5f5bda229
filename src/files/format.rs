//! A format of files: what it holds, and how it is recognised, read and written.

use std::fmt;

use super::line::LineForm;
use super::record::{GameRecord, Tag};
use super::source::{Games, Source};

/// How a file is read.
#[derive(Clone, Copy)]
pub(super) enum Reading {
    /// A game from each line.
    Lines(LineForm),
    /// All games from the file as a whole.
    Whole(fn(&Source<'_>) -> Games),
}

/// Adds a game to a file, or says what the format cannot hold.
pub(super) type Writer = fn(&GameRecord, &mut Vec<u8>) -> Result<(), String>;

/// What a format holds of a game besides its start and the moves of its main line. Whatever else a game has is left out, and that is
/// told.
#[derive(Clone, Copy)]
pub struct Contents {
    /// Does it hold variations?
    pub variations: bool,
    /// Does it hold comments?
    pub comments: bool,
    /// Does it hold labels on points?
    pub labels: bool,
    /// Does it hold how long each move took?
    pub times: bool,
    /// Does it hold the SGF property of that name?
    pub(super) property: fn(&str) -> bool,
    /// Does it hold a tag of the game with that value?
    pub(super) tag: fn(&GameRecord, Tag, &str) -> bool,
    /// The options of the game that it holds.
    pub(super) options: OptionsHeld,
}

/// The options of a game that a format holds.
#[derive(Clone, Copy)]
pub(super) enum OptionsHeld {
    /// All of them.
    All,
    /// These, by their names. A reader takes the others to be at their defaults, the rule to be this one.
    Some {
        /// The names.
        names: &'static [&'static str],
        /// The rule of Gomoku that the format implies, where it does not hold the rule.
        rule: &'static str,
    },
}

impl OptionsHeld {
    /// None of them.
    pub(super) const NONE: OptionsHeld = OptionsHeld::named(&[]);

    /// Those with these names.
    pub(super) const fn named(names: &'static [&'static str]) -> OptionsHeld {
        OptionsHeld::Some { names, rule: "freestyle" }
    }
}

impl Contents {
    /// The start and the moves of the main line alone.
    pub(super) const MOVES: Contents = Contents {
        variations: false,
        comments: false,
        labels: false,
        times: false,
        property: |_| false,
        tag: |_, _, _| false,
        options: OptionsHeld::NONE,
    };
}

/// A format of files.
pub struct Format {
    /// Its name, in lower case.
    pub name: &'static str,
    /// The extensions of its files, in lower case.
    pub extensions: &'static [&'static str],
    /// What it is, for lists of formats.
    pub about: &'static str,
    /// The games that it can hold, by their names; empty for all.
    pub games: &'static [&'static str],
    /// Can a file hold several games?
    pub many: bool,
    /// What it holds of a game besides start and moves.
    pub holds: Contents,
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
    /// How each line is written, if a line is a game.
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
