//! How much of a file is read: bounds that a hostile file cannot push past a gigabyte of memory.

/// The largest file that is read, in bytes.
pub const MOST_BYTES: usize = 128 << 20;

/// The most games and moves of a file that are kept; a game counts as a few moves.
pub const MOST_NODES: usize = 8 << 20;
