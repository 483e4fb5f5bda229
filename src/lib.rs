//! fukumi: an engine for Gomoku, Renju, Abalone and capture puzzles.

pub mod engine;
pub mod games;
pub mod search;
