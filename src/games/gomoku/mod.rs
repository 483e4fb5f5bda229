//! Gomoku and Renju: five rule sets on square boards of 5 to 22.

pub mod board;
pub mod cell;
pub mod class;
mod forbidden;
pub mod lines;
pub mod notation;
mod params;
mod position;
pub mod rule;
mod setup;
pub mod shape;
pub mod tables;
mod zobrist;

pub use board::Gomoku;
pub use cell::{Cell, CellSet, MAX_SIZE, MIN_SIZE};
pub use class::Class;
pub use rule::{Caro, CaroFive, Freestyle, Renju, Rule, RuleCode, Standard};
