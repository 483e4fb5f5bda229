//! Adam (D. P. Kingma, J. Ba, 2015): gradient descent in which a weight takes longer steps while its gradient is steady.

use super::logistic::{Dense, zeros};

/// The decay rates of the two moments, and the constant that keeps a step finite: the paper's values.
const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// The moments of the gradient so far.
pub(super) struct Adam {
    mean: Dense,
    square: Dense,
    mean_missing: f32,
    square_missing: f32,
}

impl Adam {
    pub(super) fn new() -> Adam {
        Adam { mean: zeros(), square: zeros(), mean_missing: 1.0, square_missing: 1.0 }
    }

    /// Moves the weights of some features by a step of about `rate` against their gradient.
    pub(super) fn step(
        &mut self,
        weights: &mut Dense,
        features: &[u16],
        rate: f32,
        gradient: impl Fn(usize, f32) -> f32,
    ) {
        self.mean_missing *= FIRST_DECAY;
        self.square_missing *= SECOND_DECAY;
        let (mean_share, square_share) = (1.0 - self.mean_missing, 1.0 - self.square_missing);
        for index in features.iter().map(|&feature| usize::from(feature)) {
            let slope = gradient(index, weights[index]);
            let mean = FIRST_DECAY * self.mean[index] + (1.0 - FIRST_DECAY) * slope;
            let square = SECOND_DECAY * self.square[index] + (1.0 - SECOND_DECAY) * slope * slope;
            (self.mean[index], self.square[index]) = (mean, square);
            weights[index] -= rate * (mean / mean_share) / ((square / square_share).sqrt() + EPSILON);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_bottom_of_a_bowl_and_leaves_the_rest() {
        let (mut adam, mut weights) = (Adam::new(), zeros());
        weights[2] = 7.0;
        let bottom = [3.0f32, -50.0, 0.0];
        for step in 0..4000 {
            let rate = if step < 3000 { 0.05 } else { 0.001 };
            adam.step(&mut weights, &[0, 1], rate, |index, weight| [1.0, 0.01][index] * (weight - bottom[index]));
        }
        assert!((weights[0] - 3.0).abs() < 0.01 && (weights[1] + 50.0).abs() < 0.05, "{:?}", &weights[..3]);
        assert_eq!(weights[2], 7.0);
    }
}
