//! Every number of the capture puzzles' solver: why it is there, its value, its range.

/// Reds that the path cover tells apart; of more only the farthest. A group of pieces joins up to 3^n subsets for every new place
/// it comes to: 11 take a fifth of a millisecond. Range 1..=16.
pub(super) const COVER_REDS: usize = 11;
