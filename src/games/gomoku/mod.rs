//! Gomoku and Renju: five rule sets on square boards of 5 to 22.

pub mod board;
mod entry;
pub mod evaluation;
pub mod model;
pub mod network;
pub mod notation;
pub mod params;
pub mod patterns;
pub mod referee;
mod rows;
pub mod rules;
mod scene;
pub mod threats;

pub use board::Gomoku;
pub use entry::{BOARD_SIZE, ENTRY, RULE};
pub use model::GomokuModel;
pub use params::{GomokuParams, search_params};
pub use patterns::class::Class;
pub use patterns::rule::{Caro, CaroFive, Freestyle, Renju, Rule, Standard};
pub use referee::checker;
pub use rules::cell::{Cell, CellSet, MAX_SIZE, MIN_SIZE};
pub use rules::code::RuleCode;
pub use threats::search::GomokuThreats;
pub use threats::{proof, vcf};
