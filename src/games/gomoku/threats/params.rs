//! The limits of the searches for wins by threats: why each is there, its value, its range. What games can tune stands in
//! `games/gomoku/params.rs`.

/// The deepest chain of fours that is followed, in attacking moves. Range 1..=120.
pub(super) const VCF_DEPTH: u32 = 60;
/// The most fours tried at a node. Range 1..=484; more than a real position has.
pub(super) const VCF_WIDTH: usize = 64;
/// The most ways to stop a five: two cells a line where ends block, else one. Range 1..=64.
pub(super) const VCF_REPLIES: usize = 16;

/// Nodes that a proof by fours takes at most before threes are tried too. Range 0..=10,000,000.
pub(super) const PROOF_FOURS_NODES: u64 = 200_000;
/// The most winner's moves in a whole proof. Range 1..=10,000,000; a proof is copied and checked move by move.
pub(super) const PROOF_SIZE: usize = 1_000_000;

/// The most threats in a line of a win by threats, fours at its end apart. Range 0..=100.
pub(super) const VCT_THREATS: u32 = 40;
/// Positions that the search for the line of two threats at once remembers at most. Range 0..=10,000,000.
pub(in crate::games::gomoku) const DOUBLE_THREAT_POSITIONS: usize = 1 << 10;
/// Threats between two looks at the limits; each takes some 20 microseconds. Range 1..=1,000.
pub(super) const VCT_POLL: u64 = 32;
/// Positions that the search for a whole proof remembers at most, each some 150 bytes. Range 0..=10,000,000.
pub(super) const VCT_POSITIONS: usize = 1 << 19;
/// Positions that the search for wins by threats remembers at most while a game is played. Range 0..=10,000,000.
pub(super) const ROOT_VCT_POSITIONS: usize = 1 << 15;
/// The most winner's moves in a proof that is kept while a game is played, each some 100 bytes and 100 nanoseconds to copy.
/// Range 1..=10,000,000.
pub(super) const ROOT_VCT_SIZE: usize = 20_000;
