//! What a reader works with: the bytes, what the user says about them, and the games found so far.

use std::borrow::Cow;
use std::sync::Arc;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::error::{FileError, Location};
use super::format::Format;
use super::limits::MOST_NODES;
use super::record::GameRecord;
use crate::engine::Rejected;
use crate::engine::options::Options;
use crate::engine::registry;

/// What the user says about a file. Everything is optional.
#[derive(Clone, Debug, Default)]
pub struct Hint {
    /// The format; detected from name and content when not given.
    pub format: Option<&'static Format>,
    /// The name of the file.
    pub name: Option<String>,
    /// The game, where the format holds several.
    pub game: Option<String>,
    /// The rule; it overrides what the file says, because rules are free text there.
    pub rule: Option<String>,
    /// Rows and columns of the board, where the file does not say.
    pub size: Option<u32>,
    /// Other options of the game, where the file does not say: names and values.
    pub options: Vec<(String, String)>,
    /// The encoding of its text; UTF-8 if it is valid, else Windows-1252.
    pub encoding: Option<&'static Encoding>,
}

/// What a file says about the rules.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FileRules<'a> {
    /// The game, if the format holds only one, or the file names it.
    pub(super) game: Option<&'a str>,
    /// The rule, by its name.
    pub(super) rule: Option<&'a str>,
    /// Rows and columns of the board.
    pub(super) size: Option<usize>,
}

/// A file to be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) hint: &'a Hint,
    /// The games that it may hold.
    pub(super) games: registry::Games,
}

impl<'a> Source<'a> {
    /// The bytes as text.
    pub(super) fn text(&self) -> Cow<'a, str> {
        self.text_in(self.hint.encoding)
    }

    /// The bytes as text in an encoding; in UTF-8 or else Windows-1252 if none is given.
    pub(super) fn text_in(&self, encoding: Option<&'static Encoding>) -> Cow<'a, str> {
        decode(self.bytes, encoding)
    }

    /// The options of the game: those that the file gives, and the user's for the rest.
    pub(super) fn options(&self, told: FileRules<'_>) -> Result<Options, Rejected> {
        let hint = self.hint;
        let mut options = Options::of_game(self.games, told.game.or(hint.game.as_deref()).unwrap_or("gomoku"))?;
        if hint.game.as_deref().is_some_and(|game| !game.eq_ignore_ascii_case(options.game().name)) {
            return Err(Rejected::Unsupported(format!("game: this format holds {}", options.game().name)));
        }
        for (name, text) in &hint.options {
            options.set(name, text)?;
        }
        if let Some(size) = hint.size {
            options.set("BoardSize", &size.to_string())?;
        }
        if let Some(size) = told.size {
            options.set("BoardSize", &size.to_string())?;
        }
        if let Some(rule) = hint.rule.as_deref().or(told.rule) {
            options.set("Rule", rule)?;
        }
        Ok(options)
    }

    /// As [`Source::options`], with an error that names the place in the file.
    pub(super) fn rules(&self, told: FileRules<'_>, location: Location) -> Result<Arc<Options>, FileError> {
        let bad = |error: Rejected| FileError::Bad { location, field: "rules", why: error.to_string() };
        self.options(told).map(Arc::new).map_err(bad)
    }
}

/// Bytes as text: in that encoding if one is given, else in UTF-8 if they are valid, else in Windows-1252, which accepts every byte.
pub(super) fn decode<'a>(bytes: &'a [u8], encoding: Option<&'static Encoding>) -> Cow<'a, str> {
    let guess = || if Encoding::utf8_valid_up_to(bytes) == bytes.len() { UTF_8 } else { WINDOWS_1252 };
    encoding.unwrap_or_else(guess).decode(bytes).0
}

/// The lines of a text that are not empty, trimmed, with their numbers from 1.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.split('\n').enumerate().map(|(index, line)| (index + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty())
}

/// A game, and where in the file it begins.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// Where it begins.
    pub location: Location,
    /// The game; its moves have not been checked yet.
    pub record: GameRecord,
}

/// The games of a file in its order, with errors in place of those that cannot be read.
#[derive(Debug, Default)]
pub struct Games {
    found: Vec<Result<FoundGame, FileError>>,
    nodes: usize,
    /// The rules of the last game. Games that share their rules share them in memory, too.
    rules: Option<Arc<Options>>,
}

impl Games {
    /// The weight of an empty record, in nodes.
    const RECORD: usize = 4;

    /// Adds a game, or why it cannot be read; false when there is room for no more.
    pub(super) fn push(&mut self, found: Result<FoundGame, FileError>) -> bool {
        let (location, size) = match &found {
            Ok(found) => (found.location, found.record.tree.weight()),
            Err(_) => (Location::File, 0),
        };
        self.nodes += size + Games::RECORD;
        if self.nodes > MOST_NODES {
            self.found.push(Err(FileError::TooMany(location)));
            return false;
        }
        self.found.push(found);
        true
    }

    /// How many nodes a game may still have.
    pub(super) fn room(&self) -> usize {
        MOST_NODES.saturating_sub(self.nodes)
    }

    /// Rules, shared with the game before if they are the same.
    pub(super) fn share(&mut self, options: Options) -> Arc<Options> {
        let same = self.rules.take().filter(|rules| **rules == options);
        self.rules.insert(same.unwrap_or_else(|| Arc::new(options))).clone()
    }

    /// One game, or why it cannot be read.
    pub(super) fn one(found: Result<FoundGame, FileError>) -> Games {
        let mut games = Games::default();
        games.push(found);
        games
    }

    /// The games and errors.
    pub fn into_vec(self) -> Vec<Result<FoundGame, FileError>> {
        self.found
    }
}
