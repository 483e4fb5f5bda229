//! Statistics of matches: tallies of results, Elo with error bars, the sequential test, and ratings from a cross table.
//!
//! The result of a match between two engines is a [`Pentanomial`] if each opening is played twice with colours swapped, and a
//! [`Trinomial`] otherwise. [`Estimate::of`] estimates the difference in strength, and [`Sprt`] decides when enough games have been
//! played. More than two engines meet in a [`CrossTable`], whose [`RatingList`] can be printed and serialised.

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
