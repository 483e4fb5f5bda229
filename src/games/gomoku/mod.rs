//! Gomoku and Renju: five rule sets on square boards of 5 to 22.

pub mod board;
mod candidates;
pub mod cell;
mod chain;
pub mod checker;
pub mod class;
mod defences;
mod entry;
mod features;
mod forbidden;
pub mod lines;
pub mod model;
mod multiset;
pub mod notation;
mod params;
mod position;
pub mod proof;
pub mod referee;
pub mod rule;
#[cfg(test)]
mod samples;
mod scene;
mod setup;
pub mod shape;
pub mod tables;
mod threats;
pub mod vcf;
mod vct;
mod weights;
mod zobrist;

pub use board::Gomoku;
pub use cell::{Cell, CellSet, MAX_SIZE, MIN_SIZE};
pub use class::Class;
pub use entry::ENTRY;
pub use model::{GomokuModel, GomokuThreats};
pub use rule::{Caro, CaroFive, Freestyle, Renju, Rule, RuleCode, Standard};
