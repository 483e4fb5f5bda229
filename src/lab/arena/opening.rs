//! The opening of a game.

use serde::{Deserialize, Serialize};

/// What a game begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The position; `None` for the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves from there, as people write them.
    pub moves: Vec<String>,
    /// The line of the file it was read from, or the number it was drawn with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
}
