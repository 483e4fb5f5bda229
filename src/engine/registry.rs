//! What a game tells the rest of the program about itself.

use fukumi_protocol::Dialect;

use super::clock::TimeParams;
use super::options::{Options, Row};
use super::{Engine, Rejected};

/// A game as the rest of the program knows it.
#[derive(Debug)]
pub struct Entry {
    /// Its name, in lower case.
    pub name: &'static str,
    /// Its own options: what decides which rules are played, and on what board.
    pub options: &'static [&'static Row],
    /// What the words of the protocols mean to it.
    pub wire: Wire,
    /// Opens the game, as the options say, at its start position.
    pub open: fn(&Options) -> Result<Box<dyn Engine>, Rejected>,
    /// Sets the options that a position text decides.
    pub read: fn(&str, &mut Options) -> Result<(), Rejected>,
    /// How the time of a game is shared out among its moves.
    pub time: TimeParams,
    /// The positions of `bench`.
    pub bench: &'static [Trial],
    /// What tells its positions apart where they are kept; `None` in a game whose positions are kept nowhere.
    pub identity: Option<Identity>,
}

/// What tells the positions of a game apart, beside what stands on the board and who is to move.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// The options that decide what a position is worth.
    pub options: &'static [&'static Row],
    /// How many numbers of a position's text, counted from the side to move, belong to the position.
    pub numbers: usize,
    /// Does every move lay one piece on the cell it names, and change nothing else?
    pub lays: bool,
}

/// The games that a program plays, in the order in which they are listed.
pub type Games = &'static [&'static Entry];

/// What the words of the protocols mean to a game.
#[derive(Debug)]
pub struct Wire {
    /// Options that say how such words are to be taken, and decide nothing about the rules themselves.
    pub options: &'static [&'static Row],
    /// The option that `START` sets: the rows and columns of the board. `None` in a game of one board, which takes any size.
    pub board_size: Option<&'static Row>,
    /// What `INFO rule` means; `None` in a game that ignores it.
    pub rule: Option<WireRule>,
    /// The protocol that knows this game alone.
    pub dialect: Option<Dialect>,
}

impl Wire {
    /// A game that the protocols have no words of their own for.
    pub const NONE: Wire = Wire { options: &[], board_size: None, rule: None, dialect: None };
}

/// The rule as `INFO rule` numbers it.
#[derive(Debug)]
pub struct WireRule {
    /// The option that it sets.
    pub row: &'static Row,
    /// The value it sets, for the number of a client that speaks the Yixin dialect or not.
    pub value: fn(number: u32, yixin: bool, options: &Options) -> u32,
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
