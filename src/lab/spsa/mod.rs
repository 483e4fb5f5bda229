//! The numbers of the search, tuned by games: simultaneous perturbation stochastic approximation. Two sets of numbers, a random
//! step up and down from where the climb stands, play a pair of games; each number goes a little towards the side that won.
//!
//! J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation", IEEE
//! Transactions on Automatic Control 37, 1992; J. C. Spall, "Implementation of the simultaneous perturbation algorithm for
//! stochastic optimization", 1998 (the sequences of gains).
//!
//! The same trials without the climbing tell what each number alone is worth, with an error: which way to go, and whether it
//! matters at all.
//!
//! [`knobs`] are the numbers and where they may go, [`climb`] is the method, [`duel`] plays a pair of games, [`run`] has many of
//! them played by several workers and keeps a journal.

pub mod climb;
pub mod duel;
mod error;
pub mod knobs;
pub mod run;

pub use climb::Climb;
pub use duel::{Duel, Terms};
pub use error::SpsaError;
pub use knobs::{Knob, read_knobs};
pub use run::{compare, slopes, tune};
