//! What a line of output is worth to a manager that waits for a move, whatever the protocol.

/// What a line means when a move is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A move.
    Move(String),
    /// Something about the search.
    News,
    /// Nothing of interest.
    Noise,
    /// Unknown, and forgiven if a move comes.
    Strange,
    /// Nothing that may come here.
    Garbage,
}
