//! What the five rule sets say, and the cells of a board.

pub mod cell;
pub mod code;
