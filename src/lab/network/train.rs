//! The loop: passes over the positions in random order, the learning rate falling as a cosine, the weights averaged, judged after each
//! pass by the games held out.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::PathBuf;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::NetworkError;
use super::adam::Pace;
use super::architecture::Architecture;
use super::loss::{chance_of, cross_entropy};
use super::model::{Model, Optimiser};
use super::samples::{Sample, Samples};
use crate::lab::fit::Epoch;

/// How a network is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingSettings {
    /// Decides the first weights, the order of the positions and how they are turned.
    pub seed: u64,
    /// Passes over the positions.
    pub passes: usize,
    /// Positions a step.
    pub batch: usize,
    /// The learning rate at the beginning; at the end it is a hundredth of that.
    pub rate: f32,
    /// How much what became of the game counts for its positions; the rest is the score of the search.
    pub lambda: f32,
    /// Stop after so many passes without a gain on the games held out.
    pub patience: usize,
    /// Where the state is kept after each pass, so that an interrupted training goes on.
    pub checkpoint: Option<PathBuf>,
}

/// Positions held out that judge a pass: enough to see a difference of one in a thousand.
const JUDGING: usize = 50_000;
/// Steps over which the learning rate rises from nothing.
const WARM_UP: u64 = 200;
/// The average moves every so many steps by such a share.
const AVERAGE_EVERY: u64 = 10;
const AVERAGE_SHARE: f32 = 0.03;
/// Steps between two lines of progress.
const TOLD_EVERY: u64 = 100;

/// What a training tells on its way.
#[derive(Clone, Copy, Debug)]
pub enum Told {
    /// So many positions of a pass are done, with such a mean loss so far.
    Going {
        /// The pass, from 1.
        pass: usize,
        /// Positions learnt from in it.
        done: usize,
        /// Positions in a pass.
        of: usize,
        /// Their mean loss.
        loss: f64,
    },
    /// A pass has ended.
    Passed(Epoch),
}

/// A training under way.
struct Training<'a, A: Architecture> {
    architecture: &'a mut A,
    samples: &'a Samples<A::Position>,
    settings: &'a TrainingSettings,
    state: State,
}

/// What a checkpoint holds.
struct State {
    /// See [`origin`].
    origin: u32,
    model: Model,
    average: Model,
    best: Model,
    optimiser: Optimiser,
    epochs: Vec<Epoch>,
    step: u64,
}

/// What came of it.
#[derive(Debug)]
pub struct Trained {
    /// The averaged weights of the pass with the least loss.
    pub model: Model,
    /// Every pass; 0 is the start.
    pub epochs: Vec<Epoch>,
}

/// Trains a network, beginning with the weights `first`, or with small random ones.
///
/// # Errors
/// When a checkpoint cannot be read or written.
pub fn train<A: Architecture>(
    architecture: &mut A,
    samples: &Samples<A::Position>,
    settings: &TrainingSettings,
    first: Option<Model>,
    tell: &mut dyn FnMut(Told),
) -> Result<Trained, NetworkError> {
    let random = || architecture.first_weights(&mut Pcg64::seed_from_u64(settings.seed));
    let first = first.unwrap_or_else(random);
    let origin = origin(&first, samples, settings);
    let mut state = State::new(first, origin);
    state.restore(settings)?;
    let mut training = Training { architecture, samples, settings, state };
    if training.state.epochs.is_empty() {
        training.judge(0, f64::NAN, tell);
    }
    while training.state.epochs.len() <= settings.passes && !training.is_stuck() {
        training.pass(tell);
        training.state.save(settings)?;
    }
    Ok(Trained { model: training.state.best, epochs: training.state.epochs })
}

/// The chance that the side to move should be given: the search's, in a position of the game mixed with what became of it.
fn target<P>(sample: &Sample<P>, lambda: f32) -> f32 {
    let chance = chance_of(f64::from(sample.score)) as f32;
    sample.outcome.map_or(chance, |outcome| (1.0 - lambda) * chance + lambda * outcome.returned)
}

impl<A: Architecture> Training<'_, A> {
    fn is_stuck(&self) -> bool {
        let losses: Vec<f64> = self.state.epochs.iter().map(|epoch| epoch.held_out_loss).collect();
        let least = losses.iter().copied().fold(f64::INFINITY, f64::min);
        losses.iter().rev().take_while(|&&loss| loss > least).count() >= self.settings.patience
    }

    fn pass(&mut self, tell: &mut dyn FnMut(Told)) {
        let number = self.state.epochs.len();
        let mut random = Pcg64::seed_from_u64(self.settings.seed.wrapping_mul(1_000).wrapping_add(number as u64));
        let training = &self.samples.training;
        let mut order: Vec<u32> = (0..training.len() as u32).collect();
        order.shuffle(&mut random);
        let (mut sum, mut done) = (0.0, 0);
        for batch in order.chunks(self.settings.batch) {
            self.architecture.begin(&self.state.model);
            for &at in batch {
                sum += self.learn(&training[at as usize], random.random_range(0..A::SYMMETRIES));
            }
            self.step(batch.len());
            done += batch.len();
            if self.state.step.is_multiple_of(TOLD_EVERY) {
                tell(Told::Going { pass: number, done, of: order.len(), loss: sum / done as f64 });
            }
        }
        self.judge(number, sum / done as f64, tell);
    }

    /// Adds the gradient of a position's cross-entropy, and tells the loss.
    fn learn(&mut self, sample: &Sample<A::Position>, symmetry: u8) -> f64 {
        let target = target(sample, self.settings.lambda);
        let correction = self.architecture.forward(&self.state.model, sample.position, symmetry);
        let chance = 1.0 / (1.0 + (-sample.linear_logit() - correction).exp());
        self.architecture.backward(chance - target);
        cross_entropy(f64::from(target), f64::from(chance))
    }

    /// A step of the optimiser after a batch.
    fn step(&mut self, positions: usize) {
        let state = &mut self.state;
        state.step += 1;
        let rate = rate(self.settings, state.step, self.samples.training.len());
        let dampings: Vec<f32> = (0..state.model.lists.len()).map(|list| self.architecture.damping(list)).collect();
        let pace = |list: usize| Pace::new(rate, dampings[list], state.step);
        self.architecture.step(&mut state.model, &mut state.optimiser, positions, pace);
        if state.step.is_multiple_of(AVERAGE_EVERY) {
            let share = AVERAGE_SHARE.max(1.0 / (state.step / AVERAGE_EVERY) as f32);
            state.average.approach(&state.model, share);
        }
    }

    /// Ends a pass: measures the averaged weights, and keeps them when they are the best.
    fn judge(&mut self, number: usize, training_loss: f64, tell: &mut dyn FnMut(Told)) {
        let held_out = &self.samples.held_out;
        let every = held_out.len().div_ceil(JUDGING);
        self.architecture.begin(&self.state.average);
        let (mut sum, mut count) = (0.0, 0);
        for sample in held_out.iter().step_by(every) {
            let correction = self.architecture.forward(&self.state.average, sample.position, 0);
            let chance = 1.0 / (1.0 + f64::from(-sample.linear_logit() - correction).exp());
            sum += cross_entropy(f64::from(target(sample, self.settings.lambda)), chance);
            count += 1;
        }
        let held_out_loss = sum / f64::from(count);
        let training_loss = if training_loss.is_nan() { held_out_loss } else { training_loss };
        let learning_rate = f64::from(rate(self.settings, self.state.step, self.samples.training.len()));
        if self.state.epochs.iter().all(|epoch| held_out_loss < epoch.held_out_loss) {
            self.state.best = self.state.average.clone();
        }
        let epoch = Epoch { number, learning_rate, training_loss, held_out_loss };
        self.state.epochs.push(epoch);
        tell(Told::Passed(epoch));
    }
}

/// The learning rate of a step: a cosine over all passes, after a short rise.
fn rate(settings: &TrainingSettings, step: u64, positions: usize) -> f32 {
    let steps = (settings.passes * positions.div_ceil(settings.batch)) as f32;
    let way = (step as f32 / steps).min(1.0);
    let cosine = (1.0 + (std::f32::consts::PI * way).cos()) / 2.0;
    let rise = (step as f32 / WARM_UP as f32).min(1.0);
    settings.rate * rise * (0.01 + 0.99 * cosine)
}

/// A checksum of what decides the course of a training, games by what they teach: a state belongs to the training that wrote it.
fn origin<P>(first: &Model, samples: &Samples<P>, settings: &TrainingSettings) -> u32 {
    let TrainingSettings { seed, passes, batch, rate, lambda, .. } = *settings;
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&seed.to_le_bytes());
    [passes, batch].iter().for_each(|number| checksum.update(&(*number as u64).to_le_bytes()));
    [rate, lambda].iter().for_each(|number| checksum.update(&number.to_le_bytes()));
    first.lists.iter().for_each(|list| checksum.update(bytemuck::cast_slice(list)));
    for sample in samples.training.iter().chain(&samples.held_out) {
        let returned = sample.outcome.map_or(-1.0, |outcome| outcome.returned);
        checksum.update(&sample.score.to_le_bytes());
        checksum.update(&sample.linear.to_le_bytes());
        checksum.update(&returned.to_le_bytes());
    }
    checksum.finalize()
}

const MAGIC: &[u8; 8] = b"FKTRAIN5";

impl State {
    fn new(model: Model, origin: u32) -> State {
        let optimiser = Optimiser::new(&model);
        State { origin, average: model.clone(), best: model.clone(), model, optimiser, epochs: Vec::new(), step: 0 }
    }

    fn lists(&mut self) -> Vec<&mut Vec<f32>> {
        let models = [&mut self.model, &mut self.average, &mut self.best].into_iter();
        let moments = self.optimiser.moments.iter_mut().flat_map(|moments| moments.lists());
        models.flat_map(|model| &mut model.lists).chain(moments).collect()
    }

    /// Writes the state beside the old one, then puts it in its place.
    fn save(&mut self, settings: &TrainingSettings) -> Result<(), NetworkError> {
        let Some(path) = &settings.checkpoint else { return Ok(()) };
        let io = |source| NetworkError::Io { path: path.clone(), source };
        let unfinished = path.with_extension("unfinished");
        let mut output = BufWriter::new(File::create(&unfinished).map_err(io)?);
        let head = [self.origin.into(), self.step, self.epochs.len() as u64].map(u64::to_le_bytes).concat();
        output.write_all(MAGIC).and_then(|()| output.write_all(&head)).map_err(io)?;
        for epoch in &self.epochs {
            let numbers = [epoch.learning_rate, epoch.training_loss, epoch.held_out_loss];
            output.write_all(&numbers.map(f64::to_le_bytes).concat()).map_err(io)?;
        }
        for list in self.lists() {
            output.write_all(bytemuck::cast_slice(list)).map_err(io)?;
        }
        output.flush().map_err(io)?;
        drop(output);
        std::fs::rename(&unfinished, path).map_err(io)
    }

    /// Takes up where an interrupted training was, if there is one.
    fn restore(&mut self, settings: &TrainingSettings) -> Result<(), NetworkError> {
        let Some(path) = settings.checkpoint.as_ref().filter(|path| path.exists()) else { return Ok(()) };
        let io = |source| NetworkError::Io { path: path.clone(), source };
        let mut input = BufReader::new(File::open(path).map_err(io)?);
        let mut head = [0; 32];
        input.read_exact(&mut head).map_err(io)?;
        let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| head[at + byte]));
        let is_ours = head.starts_with(MAGIC) && number(8) == u64::from(self.origin);
        if !is_ours || number(24) > settings.passes as u64 + 1 {
            return Err(NetworkError::Checkpoint(path.clone()));
        }
        self.step = number(16);
        for pass in 0..number(24) as usize {
            let mut numbers = [0.0f64; 3];
            input.read_exact(bytemuck::cast_slice_mut(&mut numbers)).map_err(io)?;
            let [learning_rate, training_loss, held_out_loss] = numbers;
            self.epochs.push(Epoch { number: pass, learning_rate, training_loss, held_out_loss });
        }
        for list in self.lists() {
            input.read_exact(bytemuck::cast_slice_mut(list)).map_err(io)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::path::Path;

    use super::super::gomoku::GomokuTraining;
    use super::super::samples::{Reading, read};
    use super::*;
    use crate::engine::options::Options;
    use crate::lab::selfplay::{Conditions, Goal, Store, run};

    type Positions = Samples<<GomokuTraining as Architecture>::Position>;

    fn samples(folder: &Path) -> (GomokuTraining, Positions) {
        let mut options = Options::new();
        options.set("BoardSize", "9").unwrap();
        let mut conditions = Conditions::new(&options, 60, 1);
        conditions.opening.nodes = 60;
        let path = folder.join("games");
        run(&mut Store::open(&path, conditions).unwrap(), None, Goal::Games(60), 1, &mut |_| {}).unwrap();
        let mut architecture = GomokuTraining::default();
        let samples = read(
            &mut architecture,
            &[path.clone(), path],
            Reading { held_out: 0.3, seed: 1, decay: 1.0, corrected: None },
        )
        .unwrap();
        (architecture, samples)
    }

    fn settings(checkpoint: Option<PathBuf>) -> TrainingSettings {
        TrainingSettings { seed: 3, passes: 3, batch: 16, rate: 0.003, lambda: 0.25, patience: 3, checkpoint }
    }

    #[test]
    fn an_interrupted_training_ends_as_if_it_had_not_been() {
        let folder = tempfile::tempdir().unwrap();
        let (mut architecture, samples) = samples(folder.path());
        assert!(samples.games <= 60, "the second file tells nothing new");
        let whole = train(&mut architecture, &samples, &settings(None), None, &mut |_| {}).unwrap();
        assert!(whole.epochs[3].training_loss < whole.epochs[0].training_loss);

        let kept = settings(Some(folder.path().join("state")));
        let interrupted = catch_unwind(AssertUnwindSafe(|| {
            train(&mut architecture, &samples, &kept, None, &mut |told| {
                assert!(!matches!(told, Told::Passed(Epoch { number: 2, .. })), "the machine is switched off");
            })
        }));
        assert!(interrupted.is_err());
        let resumed = train(&mut architecture, &samples, &kept, None, &mut |_| {}).unwrap();
        assert_eq!(resumed.epochs, whole.epochs);
        assert_eq!(resumed.model.lists, whole.model.lists);

        let mut is_refused = |samples: &Positions, settings: &TrainingSettings, first: Option<Model>| {
            let refused = train(&mut architecture, samples, settings, first, &mut |_| {});
            matches!(refused, Err(NetworkError::Checkpoint(_)))
        };
        assert!(is_refused(&samples, &TrainingSettings { seed: 4, ..kept.clone() }, None));
        assert!(is_refused(&samples, &TrainingSettings { rate: 0.001, ..kept.clone() }, None));
        assert!(is_refused(&samples, &kept, Some(whole.model)), "it began with other weights");
        let mut others = samples;
        others.training.pop();
        assert!(is_refused(&others, &kept, None), "it learnt from other games");
    }

    #[test]
    fn a_training_goes_on_from_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let (mut architecture, samples) = samples(folder.path());
        let first = train(&mut architecture, &samples, &settings(None), None, &mut |_| {}).unwrap();
        let file = architecture.file(&first.model, None, "").unwrap().to_bytes();
        let read = architecture.weights_of(&file).unwrap();
        assert_eq!(architecture.file(&read, None, "").unwrap().to_bytes(), file);
        let second = train(&mut architecture, &samples, &settings(None), Some(read), &mut |_| {}).unwrap();
        let (begins, ended) = (second.epochs[0].held_out_loss, first.epochs[3].held_out_loss);
        assert!((begins - ended).abs() < 1e-3, "only rounded: {begins} {ended}");
        assert!(architecture.weights_of(b"something else").is_err());
    }

    #[test]
    fn targets_are_chances() {
        let folder = tempfile::tempdir().unwrap();
        let (_, samples) = samples(folder.path());
        for sample in samples.training.iter().chain(&samples.held_out) {
            for lambda in [0.0, 0.25, 1.0] {
                assert!((0.0..=1.0).contains(&target(sample, lambda)));
            }
        }
    }
}
