//! Tuning: the weights of a game's evaluation, fitted to recorded games. [`gather()`] turns the
//! records into rows for the trainer (`lab::fit`); `fukumi tune` does the rest.

mod error;
pub mod gather;

pub use error::TuneError;
pub use gather::{Gathered, Left, Target, gather};
