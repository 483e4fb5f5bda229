//! The search core: knows no game, prints nothing, never reads the wire.

pub mod control;
pub mod move_stack;
pub mod position;
pub mod request;
pub mod score;
pub mod searcher;
pub mod tt;

pub use control::{Control, Limits, Stopped};
pub use move_stack::MoveStack;
pub use position::{Evaluator, Game, Outcome, Player, Position, Puzzle};
pub use request::{Algorithm, Answer, Line, Progress, Request};
pub use score::{MAX_PLY, Score};
pub use searcher::Searcher;
pub use tt::Table;
