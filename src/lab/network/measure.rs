//! How far an evaluation is from the search and from the results, on games it has not learnt from.

use super::architecture::Architecture;
use super::loss::{chance_of, cross_entropy};
use super::model::Model;
use super::samples::{Sample, Samples};
use crate::network::head::LOGIT;

/// Mean losses, in nats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// The divergence (Kullback-Leibler) from the chance that the search gave, over the positions of games.
    pub divergence: f64,
    /// The same over those of variations.
    pub variations: f64,
    /// The logistic loss by the results of the games, over their positions.
    pub log_loss: f64,
}

/// The losses of an evaluation that gives the side to move's value for the numbered position, in units of the evaluation.
pub fn losses<P>(positions: &[Sample<P>], value: impl Fn(usize) -> f64) -> Losses {
    let mut sums = Losses::default();
    let mut games = 0;
    for (at, sample) in positions.iter().enumerate() {
        let found = chance_of(value(at));
        let searched = chance_of(f64::from(sample.score));
        let divergence = cross_entropy(searched, found) - cross_entropy(searched, searched);
        if let Some(outcome) = sample.outcome {
            games += 1;
            sums.divergence += divergence;
            sums.log_loss += cross_entropy(f64::from(outcome.result), found);
        } else {
            sums.variations += divergence;
        }
    }
    let mean = |sum: f64, count: usize| sum / count.max(1) as f64;
    Losses {
        divergence: mean(sums.divergence, games),
        variations: mean(sums.variations, positions.len() - games),
        log_loss: mean(sums.log_loss, games),
    }
}

/// Several evaluations of the same positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// How many positions.
    pub positions: usize,
    /// The search itself.
    pub search: Losses,
    /// The linear evaluation.
    pub linear: Losses,
    /// Corrected by the network in floating point.
    pub exact: Losses,
    /// Corrected by the network in whole numbers.
    pub rounded: Losses,
    /// By how much the values of the last two differ in the mean, in units of the evaluation.
    pub mean_difference: f64,
    /// And at most.
    pub most_difference: f64,
}

/// Compares the evaluations on all positions held out.
pub fn compare<A: Architecture>(
    architecture: &mut A,
    samples: &Samples<A::Position>,
    model: &Model,
    network: &A::Network,
) -> Comparison {
    let positions = &samples.held_out;
    architecture.begin(model);
    let linear = |at: usize| f64::from(positions[at].linear);
    let mut exact = Vec::with_capacity(positions.len());
    for sample in positions {
        exact.push(f64::from(LOGIT) * f64::from(architecture.forward(model, sample.position, 0)));
    }
    let rounded: Vec<f64> =
        positions.iter().map(|sample| f64::from(architecture.correction(network, sample.position))).collect();
    let differences = || exact.iter().zip(&rounded).map(|(exact, rounded)| (exact - rounded).abs());
    let of = |value: &dyn Fn(usize) -> f64| losses(positions, value);
    Comparison {
        positions: positions.len(),
        search: of(&|at| f64::from(positions[at].score)),
        linear: of(&linear),
        exact: of(&|at| linear(at) + exact[at]),
        rounded: of(&|at| linear(at) + rounded[at]),
        mean_difference: differences().sum::<f64>() / positions.len().max(1) as f64,
        most_difference: differences().fold(0.0, f64::max),
    }
}
