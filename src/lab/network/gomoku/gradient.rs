//! The gradient of the Gomoku network, by hand, a batch of positions at a time.

use super::cells::{CellPass, EmptyBoard, INPUT, feature_slopes, features, turned};
use super::games::{Games, Position};
use super::model::{self, seen_within, whole_number};
use super::rows::Rows;
use crate::games::gomoku::network::line_codes::{LineCodes, Reach, line_codes};
use crate::games::gomoku::network::weights::{CELL_ONE, LINES};
use crate::games::gomoku::network::{FEATURES, INPUTS, WIDTH, region};
use crate::games::gomoku::rules::cell::MAX_SIZE;
use crate::lab::network::adam::Pace;
use crate::lab::network::head::HeadTraining;
use crate::lab::network::model::{Model, Optimiser};

/// The largest number of a row of one list.
const MAX_NUMBER: f32 = 1.0;
/// Lists of rows, those of the longest reach first; the lists of the dense layers follow.
pub(super) const ROW_LISTS: usize = 2;

/// Computes corrections and gradients, a batch at a time.
pub(super) struct Worker {
    codes: &'static LineCodes,
    rounded: bool,
    rows: [Rows; ROW_LISTS],
    head: HeadTraining,
    /// The tables of the model: one, or one for each colour.
    tables: usize,
    /// An empty board of each size, as each table has it.
    boards: Vec<[EmptyBoard; 2]>,
    /// The position of the last forward pass: its size, its table, the cells that stones have changed, and the inputs of the dense layers.
    size: usize,
    table: usize,
    cells: Vec<CellPass>,
    inputs: [f32; INPUTS],
}

impl Worker {
    /// With weights rounded as in play, or for a test not rounded.
    pub(super) fn new(rounded: bool) -> Worker {
        let codes = line_codes();
        Worker {
            codes,
            rounded,
            rows: Reach::ALL.map(Rows::new),
            head: HeadTraining::new(INPUTS),
            tables: 1,
            boards: (0..=MAX_SIZE).map(|size| [0; 2].map(|_| EmptyBoard::new(size, codes))).collect(),
            size: 0,
            table: 0,
            cells: Vec::new(),
            inputs: [0.0; INPUTS],
        }
    }

    /// Begins a batch with the model's weights.
    pub(super) fn begin(&mut self, model: &Model) {
        self.rows.iter_mut().for_each(Rows::clear);
        self.tables = model::tables(model);
        self.boards.iter_mut().flatten().for_each(|board| board.is_up_to_date = false);
        self.head.begin(&model.lists[ROW_LISTS..], self.rounded);
    }

    /// Computes the features of the empty board of that size by the weights of this batch.
    fn update_empty_board(&mut self, model: &Model, size: usize, table: usize) {
        for at in 0..self.boards[size][table].cells.len() {
            let rows = self.boards[size][table].cells[at].codes.map(|code| self.place(model, code, table));
            let sum = self.rows[0].sum(rows);
            let cell = &mut self.boards[size][table].cells[at];
            (cell.rows, cell.sum, cell.features, cell.slopes) = (rows, sum, features(&sum), [0.0; FEATURES]);
        }
        self.boards[size][table].is_up_to_date = true;
    }

    /// The place of a line's row among those of the batch.
    #[inline]
    fn place(&mut self, model: &Model, code: u16, table: usize) -> u32 {
        let (number, rounded) = (u32::from(code) + (table * LINES) as u32, self.rounded);
        self.rows[0].place(number, || {
            let mut row = [0.0; WIDTH];
            for (list, reach) in model.lists.iter().zip(Reach::ALL) {
                let first = seen_within(number, reach) as usize * WIDTH;
                row.iter_mut().zip(&list[first..first + WIDTH]).for_each(|(sum, number)| *sum += number);
            }
            if rounded { row.map(|sum| whole_number(sum) / f32::from(CELL_ONE)) } else { row }
        })
    }

    /// The model's correction in a position, turned and mirrored by one of eight symmetries, in logits.
    pub(super) fn forward(&mut self, model: &Model, games: &Games, position: Position, symmetry: u8) -> f32 {
        let size = games.size(position);
        let to_move = position.to_move();
        let table = if self.tables == 1 { 0 } else { to_move.index() };
        if !self.boards[size][table].is_up_to_date {
            self.update_empty_board(model, size, table);
        }
        let mut lines = self.boards[size][table].lines.clone();
        for (cell, player) in games.stones(position) {
            lines.toggle(turned(cell, size, symmetry), player);
        }
        (self.size, self.table) = (size, table);
        self.inputs = [0.0; INPUTS];
        self.cells.clear();
        for at in 0..self.boards[size][table].cells.len() {
            let empty = &self.boards[size][table].cells[at];
            let codes = self.codes.codes_at(&lines, empty.cell, to_move);
            if codes == empty.codes {
                continue;
            }
            let region = region(empty.cell, size);
            let rows = codes.map(|code| self.place(model, code, table));
            let sum = self.rows[0].sum(rows);
            let (features, empty) = (features(&sum), &self.boards[size][table].cells[at].features);
            let input = &mut self.inputs[region * FEATURES..][..FEATURES];
            for at in 0..FEATURES {
                input[at] += INPUT * (features[at] - empty[at]);
            }
            self.cells.push(CellPass { rows, at, region, sum });
        }
        self.head.forward(&self.inputs)
    }

    /// Hands the slope of the last correction on to the dense layers, to the rows of the cells' lines, and to what they are measured from.
    pub(super) fn backward(&mut self, slope: f32) {
        let mut inputs = [0.0; INPUTS];
        self.head.backward(&self.inputs, slope, &mut inputs);
        for cell in &self.cells {
            let slopes = &inputs[cell.region * FEATURES..][..FEATURES];
            self.rows[0].add_slopes(cell.rows, &feature_slopes(&cell.sum, slopes));
            for (sum, slope) in self.boards[self.size][self.table].cells[cell.at].slopes.iter_mut().zip(slopes) {
                *sum -= slope;
            }
        }
    }

    /// Ends a batch of so many positions with a step of the optimiser.
    pub(super) fn step(
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
        let (lists, moments) = (&mut model.lists[ROW_LISTS..], &mut optimiser.moments[ROW_LISTS..]);
        self.head.step(lists, moments, share, |list| pace(ROW_LISTS + list));
    }

    /// Adds up what the lines of the batch hand on to the lines seen less far.
    fn gather_rows(&mut self) {
        let [lines, shorter] = &mut self.rows;
        for board in self.boards.iter().flatten().filter(|board| board.is_up_to_date) {
            for cell in &board.cells {
                lines.add_slopes(cell.rows, &feature_slopes(&cell.sum, &cell.slopes));
            }
        }
        for (&number, gradient) in lines.numbers.iter().zip(&lines.gradients) {
            let place = shorter.place(seen_within(number, Reach::Three), || [0.0; WIDTH]);
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
        let gradient = self.head.gradient(list - ROW_LISTS);
        let at = random.random_range(0..gradient.len());
        (at, gradient[at])
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::super::model::{first_weights, parts};
    use super::*;
    use crate::games::gomoku::network::{Network, oracle};
    use crate::games::gomoku::patterns::lines::Lines;
    use crate::games::gomoku::rules::cell::Cell;
    use crate::lab::network::head;
    use crate::lab::network::loss::cross_entropy;
    use crate::network::head::LOGIT;
    use crate::search::Player;

    /// What the linear evaluation says of every position, in logits.
    const LINEAR: f32 = 0.4;

    /// One game of a few random stones.
    fn game(seed: u64) -> (Games, Position) {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut moves: Vec<Cell> = Vec::new();
        while moves.len() < 13 {
            let cell = Cell::new(random.random_range(0..9), random.random_range(0..9));
            if !moves.contains(&cell) {
                moves.push(cell);
            }
        }
        Games::of_game(9, moves)
    }

    #[test]
    fn the_gradient_is_what_the_loss_changes_by() {
        let (games, position) = game(2);
        check_gradient(1, &games, position);
        check_gradient(2, &games, position);
    }

    fn check_gradient(tables: usize, games: &Games, position: Position) {
        let mut random = Pcg64::seed_from_u64(1);
        let model = first_weights(&mut random, tables);
        let target = 0.7;
        let learn = |worker: &mut Worker, model: &Model| {
            worker.begin(model);
            let correction = worker.forward(model, games, position, 3);
            let chance = 1.0 / (1.0 + (-LINEAR - correction).exp());
            worker.backward(chance - target);
            cross_entropy(f64::from(target), f64::from(chance))
        };
        let mut worker = Worker::new(false);
        let mut loss = |model: &Model| learn(&mut worker, model);
        let mut judge = Worker::new(false);
        learn(&mut judge, &model);
        judge.gather_rows();
        let mut checked = 0;
        for list in 0..ROW_LISTS + head::LISTS {
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
        let small = first_weights(&mut Pcg64::seed_from_u64(4), 2);
        let mut large = small.clone();
        large.lists[..ROW_LISTS].iter_mut().flatten().for_each(|number| *number *= 8.0);
        check_whole_numbers(&small);
        check_whole_numbers(&large);
        let largest = |model: &Model| parts(model).table.into_iter().max();
        assert!(largest(&small) < Some(126) && largest(&large) == Some(126));
        assert!(parts(&small).table.iter().all(|number| number % 2 == 0), "files pack smaller so");
    }

    fn check_whole_numbers(model: &Model) {
        let network = Network::new(&parts(model)).unwrap();
        for seed in 0..20 {
            let (games, position) = game(seed);
            let mut worker = Worker::new(true);
            worker.begin(model);
            let correction = worker.forward(model, &games, position, 0);
            let mut lines = Lines::new(9);
            games.stones(position).for_each(|(cell, player)| lines.toggle(cell, player));
            let found = oracle::evaluate(&network, &lines, 9, Player::Second);
            assert!((correction * LOGIT as f32 - found as f32).abs() < 3.0, "{correction} {found}");
        }
    }
}
