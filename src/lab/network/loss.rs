//! What an evaluation is judged by: chances of winning, and the loss of one that should have been another.

use crate::network::head::LOGIT;

/// The chance of winning by a value in units of the evaluation.
pub fn chance_of(score: f64) -> f64 {
    1.0 / (1.0 + (-score / f64::from(LOGIT)).exp())
}

/// The loss of a chance that should be `truth`.
pub fn cross_entropy(truth: f64, found: f64) -> f64 {
    let found = found.clamp(1e-6, 1.0 - 1e-6);
    -truth * found.ln() - (1.0 - truth) * (1.0 - found).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_truth_has_the_least_loss() {
        let loss = |found| cross_entropy(0.3, found);
        assert!(loss(0.3) < loss(0.29) && loss(0.3) < loss(0.31));
        assert!((chance_of(0.0) - 0.5).abs() < 1e-12 && (chance_of(300.0) + chance_of(-300.0) - 1.0).abs() < 1e-12);
    }
}
