//! Gomoku and Renju.

pub mod notation;
