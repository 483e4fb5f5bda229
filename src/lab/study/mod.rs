//! Studies of positions, and what they tell of the moves of a game. `analyze` and the board in the browser judge games by them.

mod game;
mod position;
mod value;

pub use game::{JudgedMove, Mark, Played, TURNING, judge_moves, player_name, players};
pub use position::{Study, Verdict};
pub use value::{Value, moves_to_win};
