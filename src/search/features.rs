//! A linear evaluation split into weights and features, so that `tune` can fit the weights.

use super::position::Game;

/// So many units of an evaluation make the odds of winning e times as large.
pub const LOGIT: f64 = 300.0;

/// Weights of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightGroup {
    /// What the weights belong to.
    pub name: String,
    /// Their values, in steps of [`Linear::steps`], as they are now.
    pub values: Vec<i32>,
    /// The smallest and the largest value that they may have.
    pub range: (i32, i32),
}

/// A feature that a position has: the index of its weight, groups one after the other, and how often it counts.
pub type Feature = (u32, f32);

/// An evaluation whose static value is the sum of its features times their weights, in steps: for every position that is not over,
/// `evaluate` is that sum, rounded once and clamped.
pub trait Linear<G: Game> {
    /// The weights.
    fn weights(&self) -> Vec<WeightGroup>;

    /// Adds the features of the position, seen from the side to move, each at most once.
    fn features(&self, pos: &G, out: &mut Vec<Feature>);

    /// By how many units of the evaluation the odds of winning grow e-fold: turns values into winning chances.
    fn logit(&self) -> f64 {
        LOGIT
    }

    /// So many steps of a weight make one unit of the evaluation: more than 1 where rounding to whole units would be felt,
    /// because many features of a position count many times.
    fn steps(&self) -> i32 {
        1
    }

    /// The file of such weights, in the order of [`Linear::weights`]; `note` says where they come from.
    fn weights_file(&self, weights: &[i32], note: &str) -> Vec<u8>;
}
