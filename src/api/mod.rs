//! fukumi for programs in Rust: positions, and an engine that thinks about them. What stands here is found at the root of the crate.

mod analysis;
mod engine;
mod limit;
mod position;
mod stop;

pub use analysis::{Analysis, Line, Solution};
pub use engine::SimpleEngine;
pub use limit::Limit;
pub use position::Position;
pub use stop::Stop;
