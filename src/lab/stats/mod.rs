//! Statistics of matches: tallies of results, Elo with error bars, the sequential test, and ratings from a cross table.
//!
//! A match of two engines is a [`Pentanomial`] where each opening is played twice with colours swapped, and a
//! [`Trinomial`] otherwise. [`Estimate::of`] says what it tells about the strength, and [`Sprt`] when it has told enough.
//! More than two engines meet in a [`CrossTable`], whose [`RatingList`] is ready to print and to serialise.

mod cross_table;
mod elo;
mod estimate;
mod ratings;
mod sprt;
mod tally;

pub use cross_table::{CrossTable, Record};
pub use elo::{MAX_ELO, elo_of_score, score_of_elo};
pub use estimate::{CONFIDENCE, Estimate};
pub use ratings::{Rating, RatingList};
pub use sprt::{Decision, Sprt, SprtError, SprtState};
pub use tally::{Pentanomial, Points, Tally, Trinomial};
