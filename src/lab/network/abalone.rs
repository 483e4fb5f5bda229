//! Training of the network of [`crate::games::abalone::network`].

use std::path::Path;

use rand::RngExt;
use rand_pcg::Pcg64;

use super::adam::Pace;
use super::architecture::Architecture;
use super::head::{self, HeadTraining};
use super::model::{Model, Optimiser};
use crate::engine::eval_file::EvalFile;
use crate::games::abalone::cell::Bits;
use crate::games::abalone::network::inputs::{self, MOST_ROWS, ROWS};
use crate::games::abalone::network::weights::{FEATURE_ONE, MAX_NUMBER, SUM_MAX};
use crate::games::abalone::network::{FEATURES, INPUTS, Network, Seen, WIDTH, oracle};
use crate::games::abalone::symmetry::{SYMMETRIES, turned};
use crate::games::abalone::{self, Abalone, AbaloneModel};
use crate::lab::selfplay::{Conditions, SelfplayError, SelfplayGame};
use crate::network::Parts;
use crate::search::{Player, Position};
use crate::weights_file::{WeightsError, WeightsFile};

/// The list of the rows; those of the dense layers follow.
const TABLE: usize = 0;
/// Keeps the steps finite.
const DAMPING: f32 = 1e-8;
/// By how much an input of the first layer grows with a feature: the product of two whole numbers is divided by 64.
const INPUT: f32 = SUM_MAX as f32 * SUM_MAX as f32 / 64.0 / FEATURE_ONE as f32;
/// The view of the side to move, and that of the other.
const VIEWS: usize = 2;

/// The numbers of a row or a view.
type Row = [f32; WIDTH];

/// The network in training.
pub struct AbaloneTraining {
    /// What the games of the file that is being read begin with.
    start: Option<Abalone>,
    /// The position reached, and what takes the moves to it back.
    board: Option<Abalone>,
    played: Vec<(<Abalone as Position>::Move, <Abalone as Position>::Undo)>,
    worker: Worker,
}

impl Default for AbaloneTraining {
    fn default() -> AbaloneTraining {
        AbaloneTraining { start: None, board: None, played: Vec::new(), worker: Worker::new(true) }
    }
}

/// A position as the network sees it, in as few bytes as will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    marbles: [Bits; 2],
    lost: [u8; 2],
    to_move: Player,
}

impl Kept {
    fn of(seen: &Seen) -> Kept {
        Kept { marbles: seen.marbles, lost: seen.lost, to_move: seen.to_move }
    }

    /// The position, turned and mirrored by one of the twelve symmetries.
    fn seen(&self, symmetry: u8) -> Seen {
        Seen { marbles: self.marbles.map(|marbles| turned(marbles, symmetry)), lost: self.lost, to_move: self.to_move }
    }
}

impl Architecture for AbaloneTraining {
    const GAME: &'static str = "abalone";
    const SYMMETRIES: u8 = SYMMETRIES;
    type Position = Kept;
    type Network = Network;

    fn begin_file(&mut self, _path: &Path, conditions: &Conditions) -> Result<(), SelfplayError> {
        self.start = Some(abalone::start_position(&conditions.engine_options()?)?);
        Ok(())
    }

    fn begin_game(&mut self, _game: &SelfplayGame) {
        self.board.clone_from(&self.start);
        self.played.clear();
    }

    fn play(&mut self, number: u16) {
        if let Some(board) = &mut self.board
            && let Some(mv) = board.unpack(number)
        {
            self.played.push((mv, board.make(mv)));
        }
    }

    fn take_back(&mut self) {
        if let (Some(board), Some((mv, undo))) = (&mut self.board, self.played.pop()) {
            board.unmake(mv, undo);
        }
    }

    fn position(&mut self) -> Option<Kept> {
        self.board.as_ref().map(|board| Kept::of(&Seen::of(board)))
    }

    fn first_weights(&self, random: &mut Pcg64) -> Model {
        let rows = (0..ROWS * WIDTH).map(|_| random.random_range(-0.1..=0.12)).collect();
        Model { lists: std::iter::once(rows).chain(head::first_weights(random, INPUTS)).collect() }
    }

    fn weights_of(&self, file: &[u8]) -> Result<Model, WeightsError> {
        let parts = AbaloneModel::network_parts(file)?;
        let rows = parts.table.iter().map(|&number| f32::from(number) / f32::from(SUM_MAX)).collect();
        Ok(Model { lists: std::iter::once(rows).chain(head::lists(&parts.head)).collect() })
    }

    fn begin(&mut self, model: &Model) {
        self.worker.begin(model);
    }

    fn forward(&mut self, _model: &Model, position: Kept, symmetry: u8) -> f32 {
        self.worker.forward(&position.seen(symmetry))
    }

    fn backward(&mut self, slope: f32) {
        self.worker.backward(slope);
    }

    fn step(&mut self, model: &mut Model, optimiser: &mut Optimiser, positions: usize, pace: impl Fn(usize) -> Pace) {
        self.worker.step(model, optimiser, positions, pace);
    }

    fn damping(&self, _list: usize) -> f32 {
        DAMPING
    }

    fn network(&self, model: &Model) -> Result<Network, WeightsError> {
        Network::new(&parts(model))
    }

    fn correction(&self, network: &Network, position: Kept) -> i32 {
        oracle::evaluate(network, &position.seen(0))
    }

    fn file(&self, model: &Model, corrected: Option<&EvalFile>, note: &str) -> Result<WeightsFile, WeightsError> {
        AbaloneModel::network_file(&parts(model), corrected.map(EvalFile::bytes), note)
    }
}

/// The weights in whole numbers.
fn parts(model: &Model) -> Parts<i16> {
    let number = |number: &f32| (number * f32::from(SUM_MAX)).round() as i16;
    Parts { table: model.lists[TABLE].iter().map(number).collect(), head: head::parts(&model.lists[TABLE + 1..]) }
}

/// What one side sees of a position, in the forward pass.
struct View {
    /// The rows that are added up.
    rows: Vec<usize>,
    sums: Row,
}

/// Computes corrections and gradients, a batch at a time.
struct Worker {
    rounded: bool,
    rows: Vec<Row>,
    gradient: Vec<Row>,
    head: HeadTraining,
    /// Of the last forward pass: the view of the side to move first.
    views: [View; VIEWS],
    inputs: [f32; INPUTS],
}

impl Worker {
    /// With weights rounded as in play, or for a test not rounded.
    fn new(rounded: bool) -> Worker {
        let view = || View { rows: Vec::with_capacity(MOST_ROWS), sums: [0.0; WIDTH] };
        Worker {
            rounded,
            rows: vec![[0.0; WIDTH]; ROWS],
            gradient: vec![[0.0; WIDTH]; ROWS],
            head: HeadTraining::new(INPUTS),
            views: [view(), view()],
            inputs: [0.0; INPUTS],
        }
    }

    fn begin(&mut self, model: &Model) {
        let one = f32::from(SUM_MAX);
        for (to, from) in self.rows.as_flattened_mut().iter_mut().zip(&model.lists[TABLE]) {
            *to = if self.rounded { (from * one).round() / one } else { *from };
        }
        self.gradient.as_flattened_mut().fill(0.0);
        self.head.begin(&model.lists[TABLE + 1..], self.rounded);
    }

    fn forward(&mut self, seen: &Seen) -> f32 {
        let views = seen.views().into_iter().zip(&mut self.views);
        for ((seen_as, view), inputs) in views.zip(self.inputs.as_chunks_mut::<FEATURES>().0) {
            view.rows.clear();
            view.rows.extend(inputs::rows(seen, seen_as));
            view.sums = [0.0; WIDTH];
            for &row in &view.rows {
                view.sums.iter_mut().zip(&self.rows[row]).for_each(|(sum, number)| *sum += number);
            }
            for (at, input) in inputs.iter_mut().enumerate() {
                *input = INPUT * view.sums[at].clamp(0.0, 1.0) * view.sums[FEATURES + at].clamp(0.0, 1.0);
            }
        }
        self.head.forward(&self.inputs)
    }

    fn backward(&mut self, slope: f32) {
        let mut inputs = [0.0; INPUTS];
        self.head.backward(&self.inputs, slope, &mut inputs);
        let within = |sum: f32, slope: f32| if sum > 0.0 && sum < 1.0 { slope } else { 0.0 };
        for (view, slopes) in self.views.iter().zip(inputs.as_chunks::<FEATURES>().0) {
            let mut found = [0.0; WIDTH];
            for at in 0..FEATURES {
                let (first, second, slope) = (view.sums[at], view.sums[FEATURES + at], INPUT * slopes[at]);
                found[at] = within(first, slope * second.clamp(0.0, 1.0));
                found[FEATURES + at] = within(second, slope * first.clamp(0.0, 1.0));
            }
            for &row in &view.rows {
                self.gradient[row].iter_mut().zip(&found).for_each(|(sum, slope)| *sum += slope);
            }
        }
    }

    fn step(&mut self, model: &mut Model, optimiser: &mut Optimiser, positions: usize, pace: impl Fn(usize) -> Pace) {
        let share = 1.0 / positions as f32;
        let gradient = self.gradient.as_flattened_mut();
        gradient.iter_mut().for_each(|slope| *slope *= share);
        optimiser.moments[TABLE].step(&mut model.lists[TABLE], 0, gradient, pace(TABLE));
        let largest = f32::from(MAX_NUMBER) / f32::from(SUM_MAX);
        model.lists[TABLE].iter_mut().for_each(|number| *number = number.clamp(-largest, largest));
        let (lists, moments) = (&mut model.lists[TABLE + 1..], &mut optimiser.moments[TABLE + 1..]);
        self.head.step(lists, moments, share, |list| pace(TABLE + 1 + list));
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::games::abalone::notation::parse_position;
    use crate::lab::network::loss::cross_entropy;
    use crate::network::head::LOGIT;

    fn seen() -> Seen {
        let setup = parse_position("w2bb/wwwbbb/1ww1bb1/8/3w5/8/1bb1ww1/bbbww1/bb1ww b 0 1 17 80").unwrap();
        Seen::of(&Abalone::new(setup, abalone::DrawRules::default()))
    }

    #[test]
    fn the_gradient_is_what_the_loss_changes_by() {
        let mut random = Pcg64::seed_from_u64(1);
        let model = AbaloneTraining::default().first_weights(&mut random);
        let (seen, target, linear) = (seen(), 0.7f32, 0.4);
        let learn = |worker: &mut Worker, model: &Model| {
            worker.begin(model);
            let chance = 1.0 / (1.0 + (-linear - worker.forward(&seen)).exp());
            worker.backward(chance - target);
            cross_entropy(f64::from(target), f64::from(chance))
        };
        let mut judge = Worker::new(false);
        learn(&mut judge, &model);
        let mut worker = Worker::new(false);
        let mut checked = 0;
        for list in 0..model.lists.len() {
            let gradient = match list {
                TABLE => judge.gradient.as_flattened().to_vec(),
                _ => judge.head.gradient(list - TABLE - 1),
            };
            for _ in 0..200 {
                let at = random.random_range(0..gradient.len());
                let mut moved = model.clone();
                let mut at_distance = |distance: f32| {
                    moved.lists[list][at] = model.lists[list][at] + distance;
                    learn(&mut worker, &moved)
                };
                let step = 2e-3;
                let found = (at_distance(step) - at_distance(-step)) / f64::from(2.0 * step);
                // A clip in between makes the two sides differ.
                let sides = [step, -step].map(|step| (at_distance(step) - at_distance(0.0)) / f64::from(step));
                if (sides[0] - sides[1]).abs() < 1e-3 {
                    let slope = f64::from(gradient[at]);
                    assert!((found - slope).abs() < 2e-3 + 0.02 * found.abs(), "{list} {at}: {found} {slope}");
                    checked += usize::from(slope.abs() > 4e-3);
                }
            }
        }
        assert!(checked > 100, "{checked} slopes");
    }

    #[test]
    fn whole_numbers_give_nearly_the_same_correction() {
        let training = AbaloneTraining::default();
        for seed in 0..20 {
            let model = training.first_weights(&mut Pcg64::seed_from_u64(seed));
            let network = training.network(&model).unwrap();
            let mut worker = Worker::new(true);
            worker.begin(&model);
            let (correction, found) = (worker.forward(&seen()), oracle::evaluate(&network, &seen()));
            assert!((correction * LOGIT as f32 - found as f32).abs() < 3.0, "{correction} {found}");
        }
    }
}
