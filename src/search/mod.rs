//! The search core: knows no game, prints nothing, never reads the wire.

pub mod control;
pub mod move_stack;
pub mod position;
pub mod score;

pub use control::{Control, Limits, Stopped};
pub use move_stack::MoveStack;
pub use position::{Evaluator, Game, Outcome, Player, Position, Puzzle};
pub use score::{MAX_PLY, Score};
