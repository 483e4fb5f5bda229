//! Abalone: 14 marbles a side on 61 cells; six ejections win (spec/abalone.md).

pub mod board;
pub mod cell;
pub mod compactness;
mod entry;
pub mod evaluation;
pub mod features;
mod generate;
mod lines;
pub mod model;
pub mod moves;
pub mod network;
pub mod notation;
mod ordering;
pub mod params;
mod path;
mod position;
pub mod proof;
pub mod rules;
mod scene;
mod starts;
pub mod symmetry;
mod tuning;
mod weights;
mod windows;
mod zobrist;

pub use board::{Abalone, Setup};
pub use entry::{ENTRY, start_position};
pub use model::AbaloneModel;
pub use moves::Move;
pub use params::{AbaloneParams, search_params};
pub use rules::DrawRules;
