//! What a position is worth: an evaluation that is linear in its weights, and the move ordering.

mod features;
pub mod linear;
pub mod ordering;
pub(in crate::games::gomoku) mod weights;
