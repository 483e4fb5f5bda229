//! Every number of the capture puzzles' solver: why it is there, its value, its range.

/// Reds that the path cover tells apart; of more only the farthest. A group of pieces joins up to 3^n subsets for every new place
/// it comes to: 11 take a fifth of a millisecond. Range 1..=16.
pub(super) const COVER_REDS: usize = 11;

/// Pair tables are made for every puzzle whose subsets of reds, times the pairs, are no more than this: they take a third of a
/// millisecond then, and halve the expansions. Range 0..=1024.
pub(super) const CHEAP_PAIR_TABLES: usize = 64;

/// Expansions of A* after which a search of the whole space is tried, if that is small: what A* has not found by then lies in a
/// maze that distances do not see, and layers of bits go through those several times as fast. Range 1,000..=1,000,000.
pub(super) const ASTAR_FIRST_TRY: u64 = 15_000;

/// The most bytes that breadth-first search takes for a bit of every position: 2^30 bits are cleared in a few hundredths of a
/// second. Range 2^17..=2^31.
pub(super) const BIT_SET_BYTES: usize = 1 << 27;

/// The part of the memory that those bits may take, the rest being for the positions met: one of so many. Range 2..=16.
pub(super) const BIT_SET_PART: usize = 2;

/// Breadth-first search gives up after that many expansions, and A* goes on. Range 100,000..=100,000,000.
pub(super) const BREADTH_FIRST_MOST: u64 = 5_000_000;

/// Memory of one solution unless a limit is named, in bytes. Range 2^24..
pub const MEMORY_DEFAULT: usize = 1 << 30;

/// The part of the memory that the tables of a bound may take: one of so many. Range 2..=16.
pub(super) const BOUND_PART: usize = 4;

/// The least memory that is useful, in bytes: below it a limit is refused. Range 2^16..
pub const MEMORY_LEAST: usize = 1 << 20;

/// Expansions after which the generator gives a board up: so that it is done with most of them in milliseconds.
/// Range 1,000..=10,000,000.
pub(super) const GENERATOR_EXPANSIONS: u64 = 100_000;

/// Memory of one search of the generator, in bytes. Range 2^20..
pub(super) const GENERATOR_MEMORY: usize = 1 << 26;
