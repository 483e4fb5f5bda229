//! The lab: where the engine is measured and taught.

pub mod arena;
pub mod openings;
pub mod stats;
