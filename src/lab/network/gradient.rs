//! The loss of a batch of positions and its gradient, by hand.
//!
//! The forward pass sees the weights as they will be rounded, and the gradient is taken as if they were not ("straight-through"), so
//! that what is learnt survives rounding.

use super::adam::Pace;
use super::dense::{Layers, Units, backward, hidden};
use super::model::{FIRST, MAX_NUMBER, Model, Optimiser};
use super::samples::{Sample, Samples};
use crate::games::gomoku::network::line_codes::{LineCodes, Reach, line_codes};
use crate::games::gomoku::network::weights::{CELL_ONE, INPUT_ONE, SUM_ONE, WEIGHT_BITS};
use crate::games::gomoku::network::{HIDDEN, INPUTS, OUTPUTS, REGIONS, WIDTH, region};
use crate::games::gomoku::patterns::lines::Lines;
use crate::games::gomoku::rules::cell::{Cell, CellSet, MAX_SIZE};
use crate::search::Player;

/// The numbers of a line or a cell.
type Row = [f32; WIDTH];

/// By how much an input of the first layer grows with an activation.
const INPUT: f32 = CELL_ONE as f32 / INPUT_ONE as f32;

/// The rows of a table that take part in a batch, and their gradients.
struct Rows {
    /// The place in the lists below of every row, or `ABSENT`.
    places: Vec<u32>,
    numbers: Vec<u32>,
    values: Vec<Row>,
    gradients: Vec<Row>,
}

const ABSENT: u32 = u32::MAX;

impl Rows {
    fn new(reach: Reach) -> Rows {
        Rows { places: vec![ABSENT; reach.lines()], numbers: vec![], values: vec![], gradients: vec![] }
    }

    /// The place of a row, which is computed when it is new.
    #[inline]
    fn place(&mut self, number: u32, value: impl FnOnce() -> Row) -> u32 {
        let place = self.places[number as usize];
        if place != ABSENT {
            return place;
        }
        let place = self.numbers.len() as u32;
        self.places[number as usize] = place;
        self.numbers.push(number);
        self.values.push(value());
        self.gradients.push([0.0; WIDTH]);
        place
    }

    fn clear(&mut self) {
        self.numbers.iter().for_each(|&number| self.places[number as usize] = ABSENT);
        self.numbers.clear();
        self.values.clear();
        self.gradients.clear();
    }
}

/// What a position should be thought of: the chances of win, draw and loss.
pub type Chances = [f32; OUTPUTS];

/// Computes losses and gradients, a batch at a time.
pub struct Worker {
    codes: &'static LineCodes,
    rounded: bool,
    rows: [Rows; 3],
    layers: Layers,
    gradient: Layers,
    /// The gradient of the activations of an empty cell.
    empty_gradient: Row,
    /// An empty board of each size.
    boards: Vec<Lines>,
    cells: Vec<CellPass>,
}

/// A cell in the forward pass.
#[derive(Clone, Copy)]
struct CellPass {
    rows: [u32; 4],
    region: usize,
    sum: Row,
}

/// The activations of the dense layers.
struct Pass {
    inputs: [f32; INPUTS],
    first: Units,
    second: Units,
    chances: Chances,
    region_cells: [f32; REGIONS],
}

impl Worker {
    /// With weights rounded as in play, or for a test not rounded.
    pub fn new(rounded: bool) -> Worker {
        Worker {
            codes: line_codes(),
            rounded,
            rows: Reach::ALL.map(Rows::new),
            layers: Layers::zero(),
            gradient: Layers::zero(),
            empty_gradient: [0.0; WIDTH],
            boards: (0..=MAX_SIZE).map(Lines::new).collect(),
            cells: Vec::new(),
        }
    }

    /// Begins a batch with the model's weights.
    pub fn begin(&mut self, model: &Model) {
        self.rows.iter_mut().for_each(Rows::clear);
        self.gradient = Layers::zero();
        self.empty_gradient = [0.0; WIDTH];
        let rounded = self.rounded;
        let steps = [(1 << WEIGHT_BITS) as f32, SUM_ONE as f32].into_iter().cycle();
        for ((list, exact), one) in self.layers.lists().into_iter().zip(&model.lists[FIRST..]).zip(steps) {
            for (to, from) in list.iter_mut().zip(exact) {
                *to = if rounded { (from * one).round() / one } else { *from };
            }
        }
        // So that the empty line always has place 0.
        self.place(model, self.codes.empty());
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

    /// The chances by the model for a position, turned and mirrored by one of eight symmetries.
    fn forward(&mut self, model: &Model, samples: &Samples, sample: Sample, symmetry: u8) -> Pass {
        let size = samples.size(sample);
        let stones = samples.stones(sample);
        let mut lines = self.boards[size].clone();
        for (at, &cell) in stones.iter().enumerate() {
            lines.toggle(turned(cell, size, symmetry), Player::ALL[at % 2]);
        }
        let to_move = Player::ALL[stones.len() % 2];
        let mut inputs = [0.0; INPUTS];
        let mut region_cells = [0.0; REGIONS];
        let empty: Row = self.rows[0].values[0].map(|number| (4.0 * number).clamp(0.0, 1.0));
        self.cells.clear();
        for cell in CellSet::board(size).iter() {
            let rows = self.codes.codes_at(&lines, cell, to_move).map(|code| self.place(model, code));
            let values = rows.map(|row| &self.rows[0].values[row as usize]);
            let region = region(cell, size);
            let mut sum = [0.0; WIDTH];
            let input = &mut inputs[region * WIDTH..][..WIDTH];
            for at in 0..WIDTH {
                sum[at] = values[0][at] + values[1][at] + values[2][at] + values[3][at];
                input[at] += INPUT * (sum[at].clamp(0.0, 1.0) - empty[at]);
            }
            region_cells[region] += 1.0;
            self.cells.push(CellPass { rows, region, sum });
        }
        let first = hidden(&self.layers.first, &self.layers.first_bias, &inputs);
        let second = hidden(&self.layers.second, &self.layers.second_bias, &first);
        let mut logits = self.layers.output_bias;
        for (unit, weights) in second.iter().zip(&self.layers.output) {
            for (logit, weight) in logits.iter_mut().zip(weights) {
                *logit += unit * weight;
            }
        }
        let highest = logits.iter().copied().fold(f32::MIN, f32::max);
        let parts = logits.map(|logit| (logit - highest).exp());
        let sum: f32 = parts.iter().sum();
        Pass { inputs, first, second, chances: parts.map(|part| part / sum), region_cells }
    }

    /// The chances of win, draw and loss by the model.
    pub fn chances(&mut self, model: &Model, samples: &Samples, sample: Sample) -> Chances {
        self.forward(model, samples, sample, 0).chances
    }

    /// Adds the gradient of a position's cross-entropy, and tells the loss.
    pub fn learn(&mut self, model: &Model, samples: &Samples, sample: Sample, target: Chances, symmetry: u8) -> f64 {
        let pass = self.forward(model, samples, sample, symmetry);
        let slopes: Chances = std::array::from_fn(|at| pass.chances[at] - target[at]);
        let mut second = [0.0; HIDDEN];
        for (at, unit) in pass.second.iter().enumerate() {
            for (output, slope) in slopes.iter().enumerate() {
                self.gradient.output[at][output] += unit * slope;
                second[at] += self.layers.output[at][output] * slope;
            }
        }
        self.gradient.output_bias.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
        let gradient = &mut self.gradient;
        let mut first = [0.0; HIDDEN];
        let into = (&mut gradient.second[..], &mut gradient.second_bias);
        backward(&self.layers.second, into, (&pass.first, &pass.second), second, &mut first);
        let mut inputs = [0.0; INPUTS];
        let into = (&mut gradient.first[..], &mut gradient.first_bias);
        backward(&self.layers.first, into, (&pass.inputs, &pass.first), first, &mut inputs);
        self.scatter(&inputs, &pass.region_cells);
        -(0..OUTPUTS).map(|at| f64::from(target[at]) * f64::from(pass.chances[at].max(1e-9)).ln()).sum::<f64>()
    }

    /// Hands the gradient of the inputs on to the rows of the cells' lines.
    fn scatter(&mut self, inputs: &[f32; INPUTS], region_cells: &[f32; REGIONS]) {
        let gradients = &mut self.rows[0].gradients;
        for cell in &self.cells {
            let slopes = &inputs[cell.region * WIDTH..][..WIDTH];
            let mut slope = [0.0; WIDTH];
            for at in 0..WIDTH {
                slope[at] = if cell.sum[at] > 0.0 && cell.sum[at] < 1.0 { INPUT * slopes[at] } else { 0.0 };
            }
            for row in cell.rows {
                let gradient = &mut gradients[row as usize];
                for at in 0..WIDTH {
                    gradient[at] += slope[at];
                }
            }
        }
        for (slopes, cells) in inputs.chunks_exact(WIDTH).zip(region_cells) {
            for (sum, slope) in self.empty_gradient.iter_mut().zip(slopes) {
                *sum -= INPUT * slope * cells;
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
        let [lines, shorter @ ..] = &mut self.rows;
        for at in 0..WIDTH {
            let sum = 4.0 * lines.values[0][at];
            if sum > 0.0 && sum < 1.0 {
                lines.gradients[0][at] += 4.0 * self.empty_gradient[at];
            }
        }
        for (rows, reach) in shorter.iter_mut().zip([Reach::Four, Reach::Three]) {
            for (&code, gradient) in lines.numbers.iter().zip(&lines.gradients) {
                let place = rows.place(self.codes.seen_within(code, reach), || [0.0; WIDTH]);
                for (sum, slope) in rows.gradients[place as usize].iter_mut().zip(gradient) {
                    *sum += slope;
                }
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

/// The cell where one of the eight symmetries of the board takes it.
pub fn turned(cell: Cell, size: usize, symmetry: u8) -> Cell {
    let (mut x, mut y) = (cell.x(), cell.y());
    if symmetry & 1 != 0 {
        x = size - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = size - 1 - y;
    }
    if symmetry & 4 != 0 { Cell::new(y, x) } else { Cell::new(x, y) }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::super::model::LISTS;
    use super::*;
    use crate::games::gomoku::network::{Network, oracle};

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
        let target = [0.5, 0.1, 0.4];
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
    fn whole_numbers_give_nearly_the_same_chances() {
        let model = Model::random(&mut Pcg64::seed_from_u64(4));
        let network = Network::new(&model.to_parts()).unwrap();
        for seed in 0..20 {
            let (samples, sample) = samples(seed);
            let mut worker = Worker::new(true);
            worker.begin(&model);
            let chances = worker.chances(&model, &samples, sample);
            let mut lines = Lines::new(9);
            for (at, &cell) in samples.stones(sample).iter().enumerate() {
                lines.toggle(cell, Player::ALL[at % 2]);
            }
            let value = oracle::evaluate(&network, &lines, 9, Player::Second);
            for (chance, found) in chances.into_iter().zip([value.win, value.draw, value.loss]) {
                assert!((chance - found).abs() < 2e-3, "{chance} {found}");
            }
        }
    }

    #[test]
    fn eight_symmetries_move_a_cell_to_eight_places() {
        let cell = Cell::new(1, 4);
        let places: std::collections::HashSet<_> = (0..8).map(|symmetry| turned(cell, 15, symmetry).index()).collect();
        assert_eq!(places.len(), 8);
    }
}
