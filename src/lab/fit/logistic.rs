//! The logistic model: expected scores, the loss of a set of rows and its gradient.

use std::thread;

use super::samples::{MAX_FEATURES, Samples};

/// Parts that a set of rows is split into. Each has its own sum, and the sums are added in order, so that the result does not depend
/// on the number of threads.
pub(super) const SHARDS: usize = 4;

/// With fewer rows than this, starting threads is not worth the time.
const FEWEST_FOR_THREADS: usize = 2048;

/// The expected score, in 0..=1, of a side with this evaluation.
pub fn expected_score(evaluation: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-evaluation / scale).exp())
}

/// The target of a position: the result of its game, in 0..=1, weighted by `lambda`, and its search score by the rest. Results are true
/// but noisy; scores are smooth but inherit the errors of the weights they were searched with.
pub fn blend(result: f64, score: f64, lambda: f64, scale: f64) -> f32 {
    (lambda * result + (1.0 - lambda) * expected_score(score, scale)) as f32
}

/// One number for every two-byte index, so that no index has to be checked.
pub(super) type Dense = Box<[f32; MAX_FEATURES]>;

/// All zeros.
pub(super) fn zeros() -> Dense {
    vec![0.0; MAX_FEATURES].into_boxed_slice().try_into().expect("as long as it was made")
}

/// Weights on the scale of the model.
pub(super) fn dense(weights: impl IntoIterator<Item = f32>) -> Dense {
    let mut dense = zeros();
    dense.iter_mut().zip(weights).for_each(|(to, from)| *to = from);
    dense
}

/// Passes over rows by a fixed number of threads.
pub(super) struct Passes<'a> {
    samples: &'a Samples,
    threads: usize,
    shards: Vec<Shard>,
}

struct Shard {
    gradient: Dense,
    loss: f64,
}

impl<'a> Passes<'a> {
    pub(super) fn new(samples: &'a Samples, threads: usize) -> Passes<'a> {
        let shards = (0..SHARDS).map(|_| Shard { gradient: zeros(), loss: 0.0 }).collect();
        Passes { samples, threads, shards }
    }

    /// The sum of the rows' losses.
    pub(super) fn loss(&mut self, rows: &[u32], weights: &Dense) -> f64 {
        let samples = self.samples;
        self.each(rows, |shard, rows| {
            shard.loss = rows.iter().map(|&row| loss(logit(samples, row, weights), samples.target(row))).sum();
        });
        self.shards.iter().map(|shard| shard.loss).sum()
    }

    /// The sum of the rows' losses; [`Passes::slope`] then gives its gradient.
    pub(super) fn gradient(&mut self, rows: &[u32], weights: &Dense) -> f64 {
        let samples = self.samples;
        self.each(rows, |shard, rows| {
            shard.gradient[..samples.width()].fill(0.0);
            shard.loss = rows.iter().map(|&row| add_gradient(samples, row, weights, &mut shard.gradient)).sum();
        });
        self.shards.iter().map(|shard| shard.loss).sum()
    }

    /// The derivative of the last pass's sum with respect to a weight.
    pub(super) fn slope(&self, feature: usize) -> f32 {
        self.shards.iter().map(|shard| shard.gradient[feature]).sum()
    }

    /// Gives each part its share of the rows.
    fn each(&mut self, rows: &[u32], work: impl Fn(&mut Shard, &[u32]) + Sync) {
        let parts = (0..SHARDS).map(|part| &rows[rows.len() * part / SHARDS..rows.len() * (part + 1) / SHARDS]);
        let mut jobs: Vec<_> = self.shards.iter_mut().zip(parts).collect();
        let run = |jobs: &mut [(&mut Shard, &[u32])]| jobs.iter_mut().for_each(|(shard, rows)| work(shard, rows));
        if self.threads == 1 || rows.len() < FEWEST_FOR_THREADS {
            return run(&mut jobs);
        }
        let (own, others) = jobs.split_at_mut(SHARDS.div_ceil(self.threads));
        thread::scope(|scope| {
            for group in others.chunks_mut(own.len()) {
                scope.spawn(|| run(group));
            }
            run(own);
        });
    }
}

/// The evaluation of a row on the scale of the model: its offset, and its features in four independent sums.
fn logit(samples: &Samples, row: u32, weights: &Dense) -> f32 {
    let (features, values) = samples.row(row);
    let (mut features, mut values) = (features.chunks_exact(4), values.chunks_exact(4));
    let mut sums = [0.0; 4];
    for (features, values) in features.by_ref().zip(values.by_ref()) {
        for lane in 0..4 {
            sums[lane] += weights[usize::from(features[lane])] * values[lane];
        }
    }
    let rest = features.remainder().iter().zip(values.remainder());
    let rest: f32 = rest.map(|(&feature, value)| weights[usize::from(feature)] * value).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest + samples.offset(row)
}

/// Adds the gradient of a row's loss, and returns the loss.
fn add_gradient(samples: &Samples, row: u32, weights: &Dense, gradient: &mut Dense) -> f64 {
    let (logit, target) = (logit(samples, row, weights), samples.target(row));
    let surplus = 1.0 / (1.0 + (-logit).exp()) - target;
    let (features, values) = samples.row(row);
    for (&feature, value) in features.iter().zip(values) {
        gradient[usize::from(feature)] += surplus * value;
    }
    loss(logit, target)
}

/// The logistic loss (cross entropy, in nats) of a prediction: `ln(1 + e^z) - target z`, without overflow.
fn loss(logit: f32, target: f32) -> f64 {
    f64::from(logit.max(0.0) + (-logit.abs()).exp().ln_1p() - target * logit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Samples {
        let mut samples = Samples::new(9).unwrap();
        for row in 0..5000u32 {
            let features = (0..row % 9).map(|k| (k, ((row + k) % 5) as f32 - 2.0));
            samples.push(row.into(), (row % 3) as f32 / 2.0, (row % 7) as f32 / 4.0, features).unwrap();
        }
        samples
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let samples = samples();
        let rows: Vec<u32> = (0..5000).collect();
        let weights = dense((0..9).map(|k| 0.1 * k as f32 - 0.3));
        let mut passes = Passes::new(&samples, 2);
        let sum = passes.gradient(&rows, &weights);
        assert!((sum - passes.loss(&rows, &weights)).abs() < 1e-9);
        for feature in 0..9 {
            let mut nearby = |step: f32| {
                let mut weights = weights.clone();
                weights[feature] += step;
                passes.loss(&rows, &weights)
            };
            let numeric = (nearby(0.01) - nearby(-0.01)) / 0.02;
            let slope = f64::from(passes.slope(feature));
            assert!((slope - numeric).abs() < 1e-2 * (1.0 + numeric.abs()), "{feature}: {slope} {numeric}");
        }
    }

    #[test]
    fn threads_do_not_change_the_result() {
        let samples = samples();
        let rows: Vec<u32> = (0..5000).rev().collect();
        let weights = dense([0.3, -0.2, 0.1]);
        let results = [1, 2, 3, 4].map(|threads| {
            let mut passes = Passes::new(&samples, threads);
            (passes.gradient(&rows, &weights), (0..9).map(|feature| passes.slope(feature)).collect::<Vec<_>>())
        });
        assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{results:?}");
    }

    #[test]
    fn losses_of_certain_predictions() {
        assert!((loss(0.0, 0.5) - std::f64::consts::LN_2).abs() < 1e-7);
        assert!(loss(100.0, 1.0).abs() < 1e-6 && (loss(100.0, 0.0) - 100.0).abs() < 1e-4);
        assert!((loss(-100.0, 1.0) - 100.0).abs() < 1e-4);
    }

    #[test]
    fn targets_are_blends() {
        assert_eq!(blend(1.0, -1e9, 1.0, 400.0), 1.0);
        assert_eq!(blend(1.0, 0.0, 0.0, 400.0), 0.5);
        assert!((blend(1.0, 400.0, 0.5, 400.0) - 0.865_529).abs() < 1e-5);
        assert_eq!(blend(0.0, f64::INFINITY, 0.5, 400.0), 0.5);
    }
}
