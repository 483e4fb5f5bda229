//! The line on a terminal that says how far a long run has come, and how much time is left. Without a command line there is none.

#[cfg(feature = "cli")]
mod bar;
#[cfg(not(feature = "cli"))]
mod none;

#[cfg(feature = "cli")]
pub(crate) use bar::Progress;
#[cfg(not(feature = "cli"))]
pub(crate) use none::Progress;

/// What is known about the end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It comes after so many steps.
    After(u64),
    /// It comes after so many steps at the latest.
    Within(u64),
    /// Nobody knows.
    Unknown,
}
