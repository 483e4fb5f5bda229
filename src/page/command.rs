//! What the page asks of its session.

use serde::Deserialize;

use super::clock::ClockSpec;
use super::edit::Edit;
use super::game::GameSpec;
use super::opening::{Choice, Said};
use crate::engine::Piece;

/// A command from the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Command {
    /// Start a game.
    Game {
        /// The game.
        spec: GameSpec,
        /// Which sides the engine plays; unchanged when missing. In an opening, which has the black stones at first: the one who
        /// opens, the other.
        #[serde(default)]
        engine: Option<[bool; 2]>,
        /// The rule of the opening that the game begins with, or `balanced` for stones of the engine.
        #[serde(default)]
        opening: Option<String>,
        /// What was said in that opening before: it goes on from there.
        #[serde(default)]
        said: Vec<Said>,
        /// The clock, when the game has one.
        #[serde(default)]
        clock: Option<ClockSpec>,
    },
    /// Play a move; in an opening, take a point.
    Play {
        /// The move.
        text: String,
    },
    /// Go to a position of the game.
    Goto {
        /// The number of moves before it.
        ply: usize,
    },
    /// Go to a move anywhere in the tree.
    Visit {
        /// The number of its node.
        node: u32,
    },
    /// Change the tree, or what is told about it.
    Edit {
        /// The change.
        edit: Edit,
    },
    /// Judge every move of the line that is shown.
    Judge,
    /// Look whether the time of a side is up.
    Flag,
    /// Go back to where the player was last to move.
    Undo,
    /// Go one move forward.
    Redo,
    /// Change the settings; what is missing stays.
    #[serde(rename = "wish")]
    Set {
        /// Does the engine play Black, does it play White?
        engine: Option<[bool; 2]>,
        /// Milliseconds for a move.
        ms: Option<u64>,
        /// Nodes for a move; 0 for no limit of them.
        nodes: Option<u64>,
        /// The level of play, from 0 to 100.
        level: Option<u32>,
        /// How many lines an analysis shows.
        lines: Option<usize>,
        /// Is the position analysed?
        analyse: Option<bool>,
        /// Is what an analysis finds kept in the database?
        keep: Option<bool>,
    },
    /// The engine moves now, whoever's turn it is.
    Go,
    /// Stop the search; a move being searched for is played at once.
    Stop,
    /// Choose a colour, or what may be done instead, in an opening.
    Choose {
        /// The choice.
        choice: Choice,
    },
    /// Declare the number of fifths in an opening.
    Declare {
        /// The number.
        number: u8,
    },
    /// Set up a position.
    Setup {
        /// The pieces on the board.
        pieces: Vec<Piece>,
        /// 0 or 1.
        to_move: usize,
    },
}
