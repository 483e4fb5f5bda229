//! The games.

pub mod abalone;
pub mod capture;
pub mod gomoku;

use crate::engine::options::{Options, Row};
use crate::engine::{Engine, Rejected};

/// A game as the rest of the program knows it.
#[derive(Debug)]
pub struct Entry {
    /// Its name, in lower case.
    pub name: &'static str,
    /// Its own options: what decides which rules are played, and on what board.
    pub options: &'static [Row],
    /// Opens the game, as the options say, at its start position.
    pub open: fn(&Options) -> Result<Box<dyn Engine>, Rejected>,
    /// Sets the options that a position text decides.
    pub read: fn(&str, &mut Options) -> Result<(), Rejected>,
    /// The positions of `bench`.
    pub bench: &'static [Trial],
}

/// A position that `bench` searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The rules, as the game's options name them: pairs of an option and its value.
    pub options: &'static [(&'static str, &'static str)],
    /// The position; `None` for the start position.
    pub position: Option<&'static str>,
    /// The moves from there, with blanks between.
    pub moves: &'static str,
    /// The depth of the search.
    pub depth: u32,
}

/// The registry: a game is a line here, and a folder beside this file.
pub static GAMES: &[&Entry] = &[&gomoku::ENTRY, &abalone::ENTRY, &capture::ENTRY];
