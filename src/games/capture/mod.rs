//! Capture puzzles: Chinese dark chess, face up, one player. Only Black moves; every red piece is to be taken in the fewest
//! moves, and the answer is proven.

pub mod board;
pub mod bounds;
pub mod distance;
mod entry;
pub mod examples;
pub mod generator;
mod geometry;
pub mod kind;
pub mod layout;
pub mod method;
mod moves;
pub mod notation;
pub mod packing;
pub mod params;
pub mod puzzle_file;
mod reach;
pub mod referee;
mod scene;
pub mod space;
mod zobrist;

pub use board::{Capture, Move};
pub use entry::ENTRY;
pub use kind::Kind;
pub use layout::Layout;
pub use method::{Algorithm, Solution, SolverSettings, Verdict, solve};
