//! Abalone: 14 marbles a side on 61 cells; six ejections win (spec/abalone.md).

pub mod board;
pub mod cell;
mod entry;
pub mod evaluator;
mod generate;
pub mod moves;
pub mod notation;
mod path;
mod position;
pub mod rules;
mod starts;
mod zobrist;

pub use board::{Abalone, Setup};
pub use entry::ENTRY;
pub use evaluator::AbaloneEvaluator;
pub use moves::Move;
pub use rules::DrawRules;
