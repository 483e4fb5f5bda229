//! The lab: where the engine is measured and taught, so that strength is known and not guessed.

pub mod arena;
pub mod difference;
pub mod fit;
pub mod network;
pub mod openings;
pub mod parts;
pub mod returns;
pub mod selfplay;
pub mod spsa;
pub mod stats;
pub mod study;
pub mod tuning;
