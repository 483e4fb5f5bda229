//! The trainer: fits the weights of a linear evaluation to the results of games. Pure mathematics: it knows no game.
//!
//! A position is a row of [`Samples`]: its features with their values, and a target in 0..=1, the score that the side in question got
//! or is expected to get ([`blend`]). The model is logistic: with the evaluation `e = Σ weight value`, the expected score is
//! `1 / (1 + exp(-e / scale))`. [`fit`] looks for the weights with the least mean logistic loss, pulled towards the weights they start
//! from, and stops when held-out games no longer gain. [`quantise`] rounds them to integers, and [`loss_curve`] draws how the loss fell.

mod adam;
mod curve;
mod logistic;
mod quantise;
mod samples;
mod settings;
mod split;
mod train;

pub use curve::{CurveError, loss_curve};
pub use logistic::{blend, expected_score};
pub use quantise::{Quantised, quantise};
pub use samples::{MAX_FEATURES, SampleError, Samples};
pub use settings::{FitError, FitSettings};
pub use split::is_held_out;
pub use train::{Epoch, Fitted, Stop, fit};
