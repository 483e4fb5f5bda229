//! The fit: mini-batches in random order; after each epoch the held-out games decide whether to go on.
//!
//! Steps on mini-batches never come to rest, so what is judged and kept is the mean of the weights over an epoch (B. T. Polyak,
//! A. B. Juditsky, 1992), which is nearer to the bottom than any of them.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use rustc_hash::FxHashSet;
use serde::Serialize;

use super::adam::Adam;
use super::logistic::{Dense, Passes, dense};
use super::samples::Samples;
use super::settings::{FitError, FitSettings};
use super::split::Split;

/// A gain in the mean loss, in nats, that is too small to count: no practical number of games would show it.
const LEAST_GAIN: f64 = 1e-6;

/// The result of an epoch. Losses are means of the logistic loss, in nats; the targets' own entropy is their floor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Epoch {
    /// The epoch's number; 0 is the start, before any training.
    pub number: usize,
    /// Its learning rate.
    pub learning_rate: f64,
    /// The training loss; that of each row was taken before its batch was used.
    pub training_loss: f64,
    /// The held-out loss at the end of the epoch.
    pub held_out_loss: f64,
}

/// Why a fit ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The held-out games have not gained for as many epochs as patience allows.
    NoGain,
    /// All epochs are done.
    LastEpoch,
}

/// What a fit found.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The weights, in evaluation units, of the epoch with the least held-out loss.
    pub weights: Vec<f32>,
    /// That epoch's number; 0 when no epoch was better than the start.
    pub best_epoch: usize,
    /// Every epoch, from the start on.
    pub epochs: Vec<Epoch>,
    /// Why it ended.
    pub stop: Stop,
    /// Training rows.
    pub training_rows: usize,
    /// Held-out rows.
    pub held_out_rows: usize,
    /// Features that occur in enough rows to be trained.
    pub learnt_features: usize,
}

/// Fits weights to samples. `start` holds a weight for every feature, in evaluation units: the fit begins there and is pulled
/// back there. `observe` sees each epoch as it ends. Equal samples, start and settings give equal weights.
///
/// # Errors
/// When the settings, the start or the samples allow no fit, or it diverges.
pub fn fit(
    samples: &Samples,
    start: &[f32],
    settings: &FitSettings,
    observe: &mut dyn FnMut(&Epoch),
) -> Result<Fitted, FitError> {
    let split = checked_split(samples, start, settings)?;
    let features = frequent_features(samples, &split.training, settings.min_rows);
    if features.is_empty() {
        return Err(FitError::NoFeatures(settings.min_rows));
    }
    let mut training = Training::new(samples, start, settings, split, features);
    training.judge_start(observe)?;
    let mut stop = Stop::LastEpoch;
    for number in 1..=settings.epochs {
        training.learn_epoch(number, observe)?;
        if training.idle_epochs >= settings.patience {
            stop = Stop::NoGain;
            break;
        }
    }
    Ok(training.into_fitted(start, stop))
}

/// The split of the samples, if they can be trained on.
fn checked_split(samples: &Samples, start: &[f32], settings: &FitSettings) -> Result<Split, FitError> {
    settings.check()?;
    if start.len() != samples.width() {
        return Err(FitError::StartLength { found: start.len(), expected: samples.width() });
    }
    if let Some((feature, &value)) = start.iter().enumerate().find(|(_, value)| !value.is_finite()) {
        return Err(FitError::StartValue { feature, value });
    }
    let &first = samples.targets().first().ok_or(FitError::NoRows)?;
    if samples.targets().iter().all(|&target| target == first) {
        return Err(FitError::OneClass(first));
    }
    let split = Split::of(samples, settings.seed, settings.held_out);
    if split.training.is_empty() || split.held_out.is_empty() {
        let games = |rows: &[u32]| rows.iter().map(|&row| samples.game(row)).collect::<FxHashSet<_>>().len();
        let held_out = games(&split.held_out);
        return Err(FitError::EmptySide { games: games(&split.training) + held_out, held_out });
    }
    Ok(split)
}

/// Features that occur in at least `min_rows` of the rows, and in at least one.
fn frequent_features(samples: &Samples, rows: &[u32], min_rows: u32) -> Vec<u16> {
    let mut counts = vec![0u32; samples.width()];
    let mut last_row = vec![u32::MAX; samples.width()];
    for &row in rows {
        for feature in samples.row(row).0.iter().map(|&feature| usize::from(feature)) {
            if std::mem::replace(&mut last_row[feature], row) != row {
                counts[feature] += 1;
            }
        }
    }
    (0..=u16::MAX).zip(counts).filter(|&(_, count)| count >= min_rows.max(1)).map(|(feature, _)| feature).collect()
}

/// A fit under way. Weights are on the scale of the model.
struct Training<'a> {
    settings: &'a FitSettings,
    passes: Passes<'a>,
    split: Split,
    features: Vec<u16>,
    random: Pcg64,
    start: Dense,
    weights: Dense,
    /// The mean of the weights over the last epoch.
    mean: Dense,
    adam: Adam,
    learning_rate: f64,
    epochs: Vec<Epoch>,
    best: Dense,
    best_epoch: usize,
    /// The loss that gains are measured against, and the epochs since the last gain.
    reference: f64,
    idle_epochs: usize,
}

impl<'a> Training<'a> {
    fn new(samples: &'a Samples, start: &[f32], settings: &'a FitSettings, split: Split, features: Vec<u16>) -> Self {
        let start = dense(start.iter().map(|weight| (f64::from(*weight) / settings.scale) as f32));
        Training {
            settings,
            passes: Passes::new(samples, settings.threads),
            split,
            features,
            random: Pcg64::seed_from_u64(settings.seed),
            weights: start.clone(),
            mean: start.clone(),
            best: start.clone(),
            start,
            adam: Adam::new(),
            learning_rate: settings.learning_rate,
            epochs: Vec::new(),
            best_epoch: 0,
            reference: f64::INFINITY,
            idle_epochs: 0,
        }
    }

    fn judge_start(&mut self, observe: &mut dyn FnMut(&Epoch)) -> Result<(), FitError> {
        let training_loss = self.passes.loss(&self.split.training, &self.mean);
        self.judge(0, training_loss, observe)
    }

    fn learn_epoch(&mut self, number: usize, observe: &mut dyn FnMut(&Epoch)) -> Result<(), FitError> {
        self.split.training.shuffle(&mut self.random);
        let mut training_loss = 0.0;
        for (index, batch) in self.split.training.chunks(self.settings.batch).enumerate() {
            training_loss += self.passes.gradient(batch, &self.weights);
            let (passes, start, share) = (&self.passes, &self.start, 1.0 / batch.len() as f32);
            let pull = self.settings.pull as f32;
            let slope = |index: usize, weight: f32| share * passes.slope(index) + pull * (weight - start[index]);
            self.adam.step(&mut self.weights, &self.features, self.learning_rate as f32, slope);
            average(&mut self.mean, &self.weights, &self.features, 1.0 / (index + 1) as f32);
        }
        self.judge(number, training_loss, observe)
    }

    /// Ends an epoch: measures it, keeps its weights when they are the best, and halves the learning rate when nothing was gained.
    fn judge(&mut self, number: usize, training_sum: f64, observe: &mut dyn FnMut(&Epoch)) -> Result<(), FitError> {
        let training_loss = training_sum / self.split.training.len() as f64;
        let held_out_loss = self.passes.loss(&self.split.held_out, &self.mean) / self.split.held_out.len() as f64;
        if let Some(loss) = [training_loss, held_out_loss].into_iter().find(|loss| !loss.is_finite()) {
            return Err(FitError::Diverged { epoch: number, loss });
        }
        let epoch = Epoch { number, learning_rate: self.learning_rate, training_loss, held_out_loss };
        observe(&epoch);
        if self.epochs.iter().all(|earlier| held_out_loss < earlier.held_out_loss) {
            self.best.copy_from_slice(&self.mean[..]);
            self.best_epoch = number;
        }
        self.epochs.push(epoch);
        if held_out_loss < self.reference - LEAST_GAIN {
            self.reference = held_out_loss;
            self.idle_epochs = 0;
        } else {
            self.idle_epochs += 1;
            self.learning_rate /= 2.0;
        }
        Ok(())
    }

    fn into_fitted(self, start: &[f32], stop: Stop) -> Fitted {
        let mut weights = start.to_vec();
        for index in self.features.iter().map(|&feature| usize::from(feature)) {
            // A weight that has not moved is returned as it was given, without the error of scaling it there and back.
            if self.best[index] != self.start[index] {
                weights[index] = (f64::from(self.best[index]) * self.settings.scale) as f32;
            }
        }
        Fitted {
            weights,
            best_epoch: self.best_epoch,
            epochs: self.epochs,
            stop,
            training_rows: self.split.training.len(),
            held_out_rows: self.split.held_out.len(),
            learnt_features: self.features.len(),
        }
    }
}

/// Updates the running mean of the weights with this share; a share of 1 starts a new mean.
fn average(mean: &mut Dense, weights: &Dense, features: &[u16], share: f32) {
    for index in features.iter().map(|&feature| usize::from(feature)) {
        mean[index] += share * (weights[index] - mean[index]);
    }
}
