//! The games.

pub mod geometry;
pub mod gomoku;
