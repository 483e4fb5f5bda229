//! The lab: where the engine is measured and taught.

pub mod openings;
pub mod stats;
