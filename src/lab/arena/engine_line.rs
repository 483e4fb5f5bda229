//! The kinds of lines that an engine may send while a move is due, in any protocol.

/// A line received while a move is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EngineLine {
    /// A move.
    Move(String),
    /// A report on the search.
    Info,
    /// Nothing of interest.
    Ignored,
    /// Unknown: a fault only if no move follows.
    Unknown,
    /// Not allowed here.
    Garbage,
}
