//! The games, and the one list of them.

pub mod abalone;
pub mod capture;
pub mod gomoku;

use crate::engine::Rejected;
use crate::engine::options::Options;
use crate::engine::registry::Games;

/// The registry: a game is a line here, and a folder beside this file.
pub static GAMES: Games = &[&gomoku::ENTRY, &abalone::ENTRY, &capture::ENTRY];

/// The options know which games there are from here: the engine itself knows none.
impl Options {
    /// Every option at its default.
    pub fn new() -> Options {
        Options::with_games(GAMES)
    }

    /// The options with `Game` set.
    ///
    /// # Errors
    /// When no game has that name.
    pub fn for_game(name: &str) -> Result<Options, Rejected> {
        Options::of_game(GAMES, name)
    }
}

impl Default for Options {
    fn default() -> Self {
        Options::new()
    }
}
