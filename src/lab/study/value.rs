//! The value of a position as people and programs are told it.

use serde::Serialize;

use crate::engine::win_rate;
use crate::search::Score;

/// The value of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Value {
    /// In units of the evaluation; none when a win or loss is proven, or nothing is known.
    pub score: Option<i32>,
    /// Plies to a proven win, negative to a loss; in a puzzle its moves.
    pub mate: Option<i32>,
    /// Moves of the winner to a proven win.
    pub win_in: Option<u32>,
    /// The chance to win, in permille.
    pub win_rate: Option<u32>,
}

impl Value {
    /// The value of a score; nothing of one that is unknown.
    pub fn of(score: Option<Score>, puzzle: bool) -> Value {
        let Some(score) = score else { return Value::default() };
        let moves = moves_to_win(score);
        let solved = puzzle && score.is_win();
        Value {
            score: (!score.is_mate()).then_some(score.value()),
            mate: if solved { i32::try_from(moves).ok() } else { score.mate_distance() },
            win_in: score.is_mate().then_some(moves),
            win_rate: Some(win_rate(score)),
        }
    }
}

/// Own moves to a proven end.
pub fn moves_to_win(score: Score) -> u32 {
    score.mate_distance().unwrap_or(0).unsigned_abs().div_ceil(2)
}
