//! The games.
pub mod gomoku;
