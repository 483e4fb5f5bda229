//! Openings: the first moves of games that are meant to differ.

pub mod dialogs;
pub mod random;
