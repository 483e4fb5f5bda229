//! Weights rounded to the integers that an engine computes with, and what the rounding costs.

use super::logistic::{Dense, Passes, dense};
use super::samples::Samples;
use super::settings::{FitError, FitSettings};
use super::split::Split;

/// Rounded weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantised {
    /// The weights in steps; the caller chose how many steps make a unit of the evaluation.
    pub weights: Vec<i32>,
    /// The mean loss of the held-out rows before rounding.
    pub loss_before: f64,
    /// The same after rounding.
    pub loss_after: f64,
}

/// Rounds weights to integers, `steps` to an evaluation unit. The losses are measured on the games that a fit with these settings
/// holds out.
///
/// # Errors
/// When the weights do not fit the samples or are not finite, `steps` is not positive, or no game is held out.
pub fn quantise(samples: &Samples, weights: &[f32], settings: &FitSettings, steps: f64) -> Result<Quantised, FitError> {
    settings.check()?;
    if !(steps > 0.0 && steps.is_finite()) {
        return Err(FitError::Setting { name: "steps", value: steps, range: "more than 0" });
    }
    if weights.len() != samples.width() {
        return Err(FitError::StartLength { found: weights.len(), expected: samples.width() });
    }
    if let Some((feature, &value)) = weights.iter().enumerate().find(|(_, value)| !value.is_finite()) {
        return Err(FitError::StartValue { feature, value });
    }
    let held_out = Split::of(samples, settings.seed, settings.held_out).held_out;
    if held_out.is_empty() {
        return Err(FitError::NoRows);
    }
    let mut passes = Passes::new(samples, settings.threads);
    let mut loss = |weights: Dense| passes.loss(&held_out, &weights) / held_out.len() as f64;
    let rounded: Vec<i32> = weights.iter().map(|weight| (f64::from(*weight) * steps).round() as i32).collect();
    let loss_before = loss(dense(weights.iter().map(|weight| (f64::from(*weight) / settings.scale) as f32)));
    let loss_after = loss(dense(rounded.iter().map(|weight| (f64::from(*weight) / steps / settings.scale) as f32)));
    Ok(Quantised { weights: rounded, loss_before, loss_after })
}
