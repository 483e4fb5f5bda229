//! How much of a file is read. With these bounds even a hostile file takes less than a gigabyte of memory.

/// The largest file that is read, in bytes.
pub const MOST_BYTES: usize = 128 << 20;

/// The most games and moves of a file that are kept; each game counts as a few moves more.
pub const MOST_NODES: usize = 8 << 20;
