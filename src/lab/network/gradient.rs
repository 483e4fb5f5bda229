//! The loss of a batch of positions and its gradient, by hand.
//!
//! The forward pass sees the weights as they will be rounded, and the gradient is taken as if they were not ("straight-through"), so
//! that what is learnt survives rounding.

use super::adam::Pace;
use super::cells::{CellPass, EmptyBoard, INPUT, feature_slopes, features, turned};
use super::dense::{Layers, Units, backward, hidden};
use super::loss::cross_entropy;
use super::model::{FIRST, MAX_NUMBER, Model, Optimiser};
use super::rows::Rows;
use super::samples::{Sample, Samples};
use crate::games::gomoku::network::line_codes::{LineCodes, Reach, line_codes};
use crate::games::gomoku::network::weights::{CELL_ONE, SUM_ONE, WEIGHT_BITS};
use crate::games::gomoku::network::{FEATURES, HIDDEN, INPUTS, WIDTH, region};
use crate::games::gomoku::rules::cell::MAX_SIZE;

/// Computes losses and gradients, a batch at a time.
pub struct Worker {
    codes: &'static LineCodes,
    rounded: bool,
    rows: [Rows; 2],
    layers: Layers,
    gradient: Layers,
    /// An empty board of each size.
    boards: Vec<EmptyBoard>,
    /// The cells of the position that stones have changed.
    cells: Vec<CellPass>,
}

/// The activations of the dense layers.
struct Pass {
    inputs: [f32; INPUTS],
    first: Units,
    second: Units,
    correction: f32,
}

impl Worker {
    /// With weights rounded as in play, or for a test not rounded.
    pub fn new(rounded: bool) -> Worker {
        let codes = line_codes();
        Worker {
            codes,
            rounded,
            rows: Reach::ALL.map(Rows::new),
            layers: Layers::zero(),
            gradient: Layers::zero(),
            boards: (0..=MAX_SIZE).map(|size| EmptyBoard::new(size, codes)).collect(),
            cells: Vec::new(),
        }
    }

    /// Begins a batch with the model's weights.
    pub fn begin(&mut self, model: &Model) {
        self.rows.iter_mut().for_each(Rows::clear);
        self.gradient = Layers::zero();
        self.boards.iter_mut().for_each(|board| board.is_up_to_date = false);
        let rounded = self.rounded;
        let steps = [(1 << WEIGHT_BITS) as f32, SUM_ONE as f32].into_iter().cycle();
        for ((list, exact), one) in self.layers.lists().into_iter().zip(&model.lists[FIRST..]).zip(steps) {
            for (to, from) in list.iter_mut().zip(exact) {
                *to = if rounded { (from * one).round() / one } else { *from };
            }
        }
    }

    /// Computes the features of the empty board of that size by the weights of this batch.
    fn update_empty_board(&mut self, model: &Model, size: usize) {
        for at in 0..self.boards[size].cells.len() {
            let rows = self.boards[size].cells[at].codes.map(|code| self.place(model, code));
            let sum = self.rows[0].sum(rows);
            let cell = &mut self.boards[size].cells[at];
            (cell.rows, cell.sum, cell.features, cell.slopes) = (rows, sum, features(&sum), [0.0; FEATURES]);
        }
        self.boards[size].is_up_to_date = true;
    }

    /// The place of a line's row among those of the batch.
    #[inline]
    fn place(&mut self, model: &Model, code: u32) -> u32 {
        let (codes, rounded) = (self.codes, self.rounded);
        self.rows[0].place(code, || {
            let mut row = [0.0; WIDTH];
            for (table, reach) in model.lists.iter().zip(Reach::ALL) {
                let first = codes.seen_within(code, reach) as usize * WIDTH;
                for (sum, number) in row.iter_mut().zip(&table[first..first + WIDTH]) {
                    let one = f32::from(CELL_ONE);
                    *sum += if rounded { (number * one).round() / one } else { *number };
                }
            }
            row
        })
    }

    /// The position, turned and mirrored by one of eight symmetries, through all layers.
    fn forward(&mut self, model: &Model, samples: &Samples, sample: Sample, symmetry: u8) -> Pass {
        let size = samples.size(sample);
        if !self.boards[size].is_up_to_date {
            self.update_empty_board(model, size);
        }
        let mut lines = self.boards[size].lines.clone();
        for (cell, player) in samples.stones(sample) {
            lines.toggle(turned(cell, size, symmetry), player);
        }
        let to_move = samples.to_move(sample);
        let mut inputs = [0.0; INPUTS];
        self.cells.clear();
        for at in 0..self.boards[size].cells.len() {
            let empty = &self.boards[size].cells[at];
            let codes = self.codes.codes_at(&lines, empty.cell, to_move);
            if codes == empty.codes {
                continue;
            }
            let region = region(empty.cell, size);
            let rows = codes.map(|code| self.place(model, code));
            let sum = self.rows[0].sum(rows);
            let (features, empty) = (features(&sum), &self.boards[size].cells[at].features);
            let input = &mut inputs[region * FEATURES..][..FEATURES];
            for at in 0..FEATURES {
                input[at] += INPUT * (features[at] - empty[at]);
            }
            self.cells.push(CellPass { rows, at, region, sum });
        }
        let first = hidden(&self.layers.first, &self.layers.first_bias, &inputs);
        let second = hidden(&self.layers.second, &self.layers.second_bias, &first);
        let products = second.iter().zip(&self.layers.output).map(|(unit, weight)| unit * weight);
        let correction = self.layers.output_bias + products.sum::<f32>();
        Pass { inputs, first, second, correction }
    }

    /// The model's correction of the linear value, in logits.
    pub fn correction(&mut self, model: &Model, samples: &Samples, sample: Sample) -> f32 {
        self.forward(model, samples, sample, 0).correction
    }

    /// Adds the gradient of a position's cross-entropy, where the chance to win should be this, and tells the loss.
    pub fn learn(&mut self, model: &Model, samples: &Samples, sample: Sample, target: f32, symmetry: u8) -> f64 {
        let pass = self.forward(model, samples, sample, symmetry);
        let logit = sample.linear_logit() + pass.correction;
        let chance = 1.0 / (1.0 + (-logit).exp());
        let slope = chance - target;
        let mut second = [0.0; HIDDEN];
        for (at, unit) in pass.second.iter().enumerate() {
            self.gradient.output[at] += unit * slope;
            second[at] = self.layers.output[at] * slope;
        }
        self.gradient.output_bias += slope;
        let gradient = &mut self.gradient;
        let mut first = [0.0; HIDDEN];
        let into = (&mut gradient.second[..], &mut gradient.second_bias);
        backward(&self.layers.second, into, (&pass.first, &pass.second), second, &mut first);
        let mut inputs = [0.0; INPUTS];
        let into = (&mut gradient.first[..], &mut gradient.first_bias);
        backward(&self.layers.first, into, (&pass.inputs, &pass.first), first, &mut inputs);
        self.scatter(samples.size(sample), &inputs);
        cross_entropy(f64::from(target), f64::from(chance))
    }

    /// Hands the gradient of the inputs on to the rows of the cells' lines, and to what they are measured from.
    fn scatter(&mut self, size: usize, inputs: &[f32; INPUTS]) {
        for cell in &self.cells {
            let slopes = &inputs[cell.region * FEATURES..][..FEATURES];
            self.rows[0].add_slopes(cell.rows, &feature_slopes(&cell.sum, slopes));
            for (sum, slope) in self.boards[size].cells[cell.at].slopes.iter_mut().zip(slopes) {
                *sum -= slope;
            }
        }
    }

    /// Ends a batch of so many positions with a step of the optimiser.
    pub fn step(
        &mut self,
        model: &mut Model,
        optimiser: &mut Optimiser,
        positions: usize,
        pace: impl Fn(usize) -> Pace,
    ) {
        let share = 1.0 / positions as f32;
        self.gather_rows();
        for (list, rows) in self.rows.iter_mut().enumerate() {
            for (&number, gradient) in rows.numbers.iter().zip(&mut rows.gradients) {
                gradient.iter_mut().for_each(|slope| *slope *= share);
                let first = number as usize * WIDTH;
                optimiser.moments[list].step(&mut model.lists[list], first, gradient, pace(list));
                for number in &mut model.lists[list][first..first + WIDTH] {
                    *number = number.clamp(-MAX_NUMBER, MAX_NUMBER);
                }
            }
        }
        for (list, gradient) in self.gradient.lists().into_iter().enumerate() {
            gradient.iter_mut().for_each(|slope| *slope *= share);
            optimiser.moments[FIRST + list].step(&mut model.lists[FIRST + list], 0, gradient, pace(FIRST + list));
        }
        model.clamp_dense();
    }

    /// Adds up what the lines of the batch hand on to the lines seen less far.
    fn gather_rows(&mut self) {
        let [lines, shorter] = &mut self.rows;
        for board in self.boards.iter().filter(|board| board.is_up_to_date) {
            for cell in &board.cells {
                lines.add_slopes(cell.rows, &feature_slopes(&cell.sum, &cell.slopes));
            }
        }
        for (&code, gradient) in lines.numbers.iter().zip(&lines.gradients) {
            let place = shorter.place(self.codes.seen_within(code, Reach::Three), || [0.0; WIDTH]);
            for (sum, slope) in shorter.gradients[place as usize].iter_mut().zip(gradient) {
                *sum += slope;
            }
        }
    }

    /// Any weight that takes part in the batch, and its slope.
    #[cfg(test)]
    fn any_slope(&mut self, list: usize, random: &mut rand_pcg::Pcg64) -> (usize, f32) {
        use rand::RngExt;

        if let Some(rows) = self.rows.get(list) {
            let (row, at) = (random.random_range(0..rows.numbers.len()), random.random_range(0..WIDTH));
            return (rows.numbers[row] as usize * WIDTH + at, rows.gradients[row][at]);
        }
        let gradient = &self.gradient.lists()[list - FIRST];
        let at = random.random_range(0..gradient.len());
        (at, gradient[at])
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::super::model::LISTS;
    use super::*;
    use crate::games::gomoku::network::weights::LOGIT;
    use crate::games::gomoku::network::{Network, oracle};
    use crate::games::gomoku::patterns::lines::Lines;
    use crate::games::gomoku::rules::cell::Cell;
    use crate::search::Player;

    /// One game of a few random stones.
    fn samples(seed: u64) -> (Samples, Sample) {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut moves: Vec<Cell> = Vec::new();
        while moves.len() < 13 {
            let cell = Cell::new(random.random_range(0..9), random.random_range(0..9));
            if !moves.contains(&cell) {
                moves.push(cell);
            }
        }
        Samples::of_game(9, moves)
    }

    #[test]
    fn the_gradient_is_what_the_loss_changes_by() {
        let mut random = Pcg64::seed_from_u64(1);
        let model = Model::random(&mut random);
        let (samples, sample) = samples(2);
        let target = 0.7;
        let mut worker = Worker::new(false);
        let mut loss = |model: &Model| {
            worker.begin(model);
            worker.learn(model, &samples, sample, target, 3)
        };
        let mut judge = Worker::new(false);
        judge.begin(&model);
        judge.learn(&model, &samples, sample, target, 3);
        judge.gather_rows();
        let mut checked = 0;
        for list in 0..LISTS {
            for _ in 0..60 {
                let (at, slope) = judge.any_slope(list, &mut random);
                let mut moved = model.clone();
                let mut at_distance = |distance: f32| {
                    moved.lists[list][at] = model.lists[list][at] + distance;
                    loss(&moved)
                };
                let step = 2e-3;
                let found = (at_distance(step) - at_distance(-step)) / f64::from(2.0 * step);
                // A clip in between makes the two sides differ.
                let sides = [step, -step].map(|step| (at_distance(step) - at_distance(0.0)) / f64::from(step));
                if (sides[0] - sides[1]).abs() < 1e-3 {
                    assert!(
                        (found - f64::from(slope)).abs() < 2e-3 + 0.02 * found.abs(),
                        "{list} {at}: {found} {slope}"
                    );
                    checked += usize::from(slope.abs() > 4e-3);
                }
            }
        }
        assert!(checked > 100, "{checked} slopes");
    }

    #[test]
    fn whole_numbers_give_nearly_the_same_correction() {
        let model = Model::random(&mut Pcg64::seed_from_u64(4));
        let network = Network::new(&model.to_parts()).unwrap();
        for seed in 0..20 {
            let (samples, sample) = samples(seed);
            let mut worker = Worker::new(true);
            worker.begin(&model);
            let correction = worker.correction(&model, &samples, sample);
            let mut lines = Lines::new(9);
            samples.stones(sample).for_each(|(cell, player)| lines.toggle(cell, player));
            let found = oracle::evaluate(&network, &lines, 9, Player::Second);
            assert!((correction * LOGIT as f32 - found as f32).abs() < 3.0, "{correction} {found}");
        }
    }
}
