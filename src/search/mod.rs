//! The search core: knows no game, prints nothing, never reads the wire.

mod alpha_beta;
pub mod astar;
pub mod breadth_first;
mod closed;
pub mod control;
pub mod deepening;
mod history;
pub mod ida_star;
pub mod move_stack;
mod mtdf;
pub mod params;
pub mod perft;
mod picker;
pub mod position;
mod pv;
mod pvs;
pub mod request;
mod root;
pub mod score;
pub mod searcher;
mod smp;
pub mod tt;
pub mod zobrist;

pub use alpha_beta::MAX_DEPTH;
pub use control::{Control, Limits, Stopped};
pub use deepening::{Deepening, Ended, Next, deepen};
pub use move_stack::MoveStack;
pub use params::Params;
pub use perft::{perft, perft_with};
pub use position::{Evaluator, Game, LowerBound, Outcome, Packing, Player, Position, Puzzle};
pub use request::{Algorithm, Answer, Line, Progress, Request};
pub use score::{MAX_PLY, Score};
pub use searcher::Searcher;
pub use smp::STACK_BYTES;
pub use tt::Table;
