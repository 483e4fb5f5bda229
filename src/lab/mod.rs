//! The lab: where the engine is measured and taught, so that strength is known and not guessed. The page needs openings and studies.

#[cfg(feature = "cli")]
pub mod arena;
#[cfg(feature = "cli")]
pub mod difference;
#[cfg(feature = "cli")]
pub mod fit;
#[cfg(feature = "cli")]
pub mod match_records;
#[cfg(feature = "cli")]
pub mod network;
pub mod openings;
#[cfg(feature = "cli")]
pub mod parts;
#[cfg(feature = "cli")]
pub mod returns;
#[cfg(feature = "cli")]
pub mod selfplay;
#[cfg(feature = "cli")]
pub mod spsa;
#[cfg(feature = "cli")]
pub mod stats;
pub mod study;
#[cfg(feature = "cli")]
pub mod tuning;
