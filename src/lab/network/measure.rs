//! How far an evaluation is from the search and from the results, on games it has not learnt from.

use super::gradient::Worker;
use super::model::Model;
use super::samples::{Sample, Samples};
use crate::games::gomoku::network::{Network, oracle};
use crate::games::gomoku::patterns::lines::Lines;
use crate::search::Player;

/// By how many units of the evaluation the odds of winning grow e-fold.
pub const LOGIT: f64 = 300.0;

/// Mean losses, in nats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// The divergence (Kullback-Leibler) from the chance that the search gave.
    pub divergence: f64,
    /// The logistic loss by the results of the games.
    pub log_loss: f64,
}

/// The losses of an evaluation that gives the side to move's chance for the numbered position.
pub fn losses(samples: &Samples, positions: &[Sample], mut chance: impl FnMut(usize) -> f64) -> Losses {
    let mut sums = Losses::default();
    for (at, &sample) in positions.iter().enumerate() {
        let found = chance(at).clamp(1e-6, 1.0 - 1e-6);
        let searched = chance_of(f64::from(sample.score)).clamp(1e-6, 1.0 - 1e-6);
        let to_move = Player::ALL[usize::from(sample.stones) % 2];
        sums.divergence += logistic(searched, found) - logistic(searched, searched);
        sums.log_loss += logistic(samples.result(sample).worth_to(to_move), found);
    }
    let count = positions.len().max(1) as f64;
    Losses { divergence: sums.divergence / count, log_loss: sums.log_loss / count }
}

/// Several evaluations of the same positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// How many positions.
    pub positions: usize,
    /// The search itself.
    pub search: Losses,
    /// The evaluation by hand.
    pub classical: Losses,
    /// The network in floating point.
    pub exact: Losses,
    /// The network in whole numbers.
    pub rounded: Losses,
    /// By how much the chances of the last two differ in the mean.
    pub mean_difference: f64,
    /// And at most.
    pub most_difference: f64,
}

/// Compares the evaluations on all positions held out.
pub fn compare(samples: &Samples, model: &Model, network: &Network) -> Comparison {
    let positions = &samples.held_out;
    let mut worker = Worker::new(true);
    worker.begin(model);
    let mut exactly = |sample| {
        let [win, draw, _] = worker.chances(model, samples, sample);
        f64::from(win + draw / 2.0)
    };
    let exact: Vec<f64> = positions.iter().map(|&sample| exactly(sample)).collect();
    let rounded: Vec<f64> = positions.iter().map(|&sample| rounded_chance(samples, network, sample)).collect();
    let differences = || exact.iter().zip(&rounded).map(|(exact, rounded)| (exact - rounded).abs());
    let of = |chance: &dyn Fn(usize) -> f64| losses(samples, positions, chance);
    Comparison {
        positions: positions.len(),
        search: of(&|at| chance_of(f64::from(positions[at].score))),
        classical: of(&|at| chance_of(f64::from(samples.classical[at]))),
        exact: of(&|at| exact[at]),
        rounded: of(&|at| rounded[at]),
        mean_difference: differences().sum::<f64>() / positions.len().max(1) as f64,
        most_difference: differences().fold(0.0, f64::max),
    }
}

/// The side to move's chance by the network as it plays.
fn rounded_chance(samples: &Samples, network: &Network, sample: Sample) -> f64 {
    let size = samples.size(sample);
    let stones = samples.stones(sample);
    let mut lines = Lines::new(size);
    stones.iter().enumerate().for_each(|(at, &cell)| lines.toggle(cell, Player::ALL[at % 2]));
    f64::from(oracle::evaluate(network, &lines, size, Player::ALL[stones.len() % 2]).expected())
}

/// The chance of winning by a value in units of the evaluation.
pub fn chance_of(score: f64) -> f64 {
    1.0 / (1.0 + (-score / LOGIT).exp())
}

fn logistic(truth: f64, found: f64) -> f64 {
    -truth * found.ln() - (1.0 - truth) * (1.0 - found).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_truth_has_the_least_loss() {
        let loss = |found| logistic(0.3, found);
        assert!(loss(0.3) < loss(0.29) && loss(0.3) < loss(0.31));
        assert!((chance_of(0.0) - 0.5).abs() < 1e-12 && (chance_of(300.0) + chance_of(-300.0) - 1.0).abs() < 1e-12);
    }
}
