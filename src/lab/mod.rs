//! The lab: how strong a change is, measured and not guessed. It knows no game and starts no engine by itself.

pub mod fit;
pub mod stats;
