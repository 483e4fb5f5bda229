//! The sums of the network, kept up to date as stones come and go.
//!
//! A stone only joins a list. When a value is asked for, the player's view of the board is brought up to date: stones that are gone
//! are undone from what was saved when they were added, new ones change the cells that they share a line with. A stone that came and
//! went in between costs nothing, nor does a view that nobody asks for.
//!
//! The last stone is not added: most positions that are valued are leaves, whose last stone is gone when the view is asked for again. What
//! it does to the sums is looked at ahead, with nothing to save and nothing to undo.

use super::changes::{Changes, MAX_OTHERS, Regions};
use super::kernels::{preview, restore, update};
use super::line_codes::line_codes;
use super::weights::{CellSums, Network};
use super::{FEATURES, INPUTS, place, region};
use crate::games::gomoku::Cell;
use crate::games::gomoku::patterns::lines::Lines;
use crate::games::gomoku::rules::cell::{CellSet, MAX_SIZE};
use crate::network::Kernel;
use crate::search::Player;

/// The sums over the regions. Aligned, as a register of a region's features would else straddle two cache lines, which is slow to read
/// just after it was written: neighbouring cells share a region.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Sums([i16; INPUTS]);

/// A board as the network sees it.
#[derive(Clone, Debug)]
pub struct Accumulator {
    /// The board that the stones are placed on, and its size.
    start: (Lines, usize),
    regions: Regions,
    kernel: Kernel,
    stones: Vec<(Cell, Player)>,
    views: [View; 2],
}

/// What one player sees.
#[derive(Clone, Debug)]
struct View {
    player: Player,
    /// The board with the stones of `seen`.
    lines: Lines,
    /// The stones that the sums hold, beyond those of the start.
    seen: Vec<(Cell, Player)>,
    /// How many of them, from the first, are still on the board.
    valid: usize,
    /// For every cell the sum of its rows, before they are clipped.
    cells: Box<[CellSums]>,
    sums: Sums,
    /// For each stone of `seen` what it changed; those that follow are room that was used before.
    steps: Vec<Step>,
    /// The sums with one stone more.
    ahead: Sums,
    /// That stone, while the step that follows those of `seen` holds its changes.
    listed: Option<(Cell, Player)>,
}

/// What a stone changed, and what was there before.
#[derive(Clone, Debug)]
struct Step {
    sums: Sums,
    changes: Changes,
    /// The sums of the changed cells before it: the stone's own cell first.
    cells: [CellSums; MAX_OTHERS + 1],
}

impl Step {
    const UNUSED: Step =
        Step { sums: Sums([0; INPUTS]), changes: Changes::NONE, cells: [CellSums::ZERO; MAX_OTHERS + 1] };
}

impl Accumulator {
    /// The sums of a board of that size, whose stones and walls are those of the lines.
    pub fn new(network: &Network, lines: &Lines, size: usize) -> Accumulator {
        let start = (lines.clone(), size);
        let regions = [0; MAX_SIZE * MAX_SIZE];
        let views = Player::ALL.map(View::new);
        let mut accumulator = Accumulator { start, regions, kernel: Kernel::best(), stones: Vec::new(), views };
        accumulator.restart(network);
        accumulator
    }

    /// Goes on with the board that these stones, one after the other, make of another of that size. What it shares with the last one is
    /// not computed again.
    pub fn follow(&mut self, network: &Network, (lines, size): (&Lines, usize), stones: &[(Cell, Player)]) {
        if (&self.start.0, self.start.1) != (lines, size) {
            self.start = (lines.clone(), size);
            self.restart(network);
        }
        let shared = self.stones.iter().zip(stones).take_while(|(one, other)| one == other).count();
        while self.stones.len() > shared {
            self.pop();
        }
        stones[shared..].iter().for_each(|&(cell, player)| self.push(cell, player));
    }

    /// Begins anew with the start; the memory of the last board is used again.
    fn restart(&mut self, network: &Network) {
        let (lines, size) = (&self.start.0, self.start.1);
        let board = CellSet::board(size);
        board.iter().for_each(|cell| self.regions[place(cell)] = region(cell, size) as u8);
        self.stones.clear();
        self.views.iter_mut().for_each(|view| view.restart(network, lines, size));
    }

    /// Computes by that kernel from now on.
    pub fn set_kernel(&mut self, kernel: Kernel) {
        self.kernel = kernel;
    }

    /// A stone was placed on an empty cell.
    #[inline]
    pub fn push(&mut self, cell: Cell, player: Player) {
        let at = self.stones.len();
        self.stones.push((cell, player));
        for view in &mut self.views {
            // The stone that was there before came back.
            if view.valid == at && view.seen.get(at) == Some(&(cell, player)) {
                view.valid += 1;
            }
        }
    }

    /// The last stone was taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.stones.pop();
        for view in &mut self.views {
            view.valid = view.valid.min(self.stones.len());
        }
    }

    /// What the network corrects for the player, who is to move, in units of the evaluation.
    pub fn correction(&mut self, network: &Network, to_move: Player) -> i32 {
        let sums = self.views[to_move.index()].sums(network, &self.stones, &self.regions, self.kernel);
        network.head.value(self.kernel, &sums.0)
    }
}

impl View {
    fn new(player: Player) -> View {
        View {
            player,
            lines: Lines::new(0),
            seen: Vec::new(),
            valid: 0,
            cells: vec![CellSums::ZERO; MAX_SIZE * MAX_SIZE].into_boxed_slice(),
            sums: Sums([0; INPUTS]),
            steps: Vec::new(),
            ahead: Sums([0; INPUTS]),
            listed: None,
        }
    }

    fn restart(&mut self, network: &Network, lines: &Lines, size: usize) {
        self.lines.clone_from(lines);
        self.seen.clear();
        self.valid = 0;
        self.listed = None;
        self.sums = Sums([0; INPUTS]);
        let empty = Lines::new(size);
        for cell in CellSet::board(size).iter().filter(|&cell| lines.bits(cell) != 3) {
            let [codes, empty] = [lines, &empty].map(|lines| line_codes().codes_at(lines, cell, self.player));
            let sums = |codes: [u16; 4]| CellSums::new(codes.map(|code| &network.rows(self.player)[usize::from(code)]));
            let sum = sums(codes);
            self.cells[place(cell)] = sum;
            if codes != empty {
                let inputs = &mut self.sums.0[region(cell, size) * FEATURES..][..FEATURES];
                let features = sum.features().into_iter().zip(sums(empty).features());
                inputs.iter_mut().zip(features).for_each(|(input, (feature, empty))| *input += feature - empty);
            }
        }
    }

    /// The sums of the board with these stones.
    fn sums(&mut self, network: &Network, stones: &[(Cell, Player)], regions: &Regions, kernel: Kernel) -> &Sums {
        while self.seen.len() > self.valid {
            self.undo(kernel);
        }
        let Some((&last, before)) = stones.split_last().filter(|_| self.valid < stones.len()) else {
            return &self.sums;
        };
        for &stone in &before[self.valid..] {
            self.add(network, stone, regions, kernel);
        }
        self.valid = before.len();
        self.look_ahead(network, last, regions, kernel)
    }

    fn undo(&mut self, kernel: Kernel) {
        self.listed = None;
        if let Some((cell, player)) = self.seen.pop() {
            self.lines.toggle(cell, player);
            let step = &self.steps[self.seen.len()];
            self.sums = step.sums;
            restore(kernel, &step.changes, &mut self.cells, &step.cells);
        }
    }

    fn add(&mut self, network: &Network, stone: (Cell, Player), regions: &Regions, kernel: Kernel) {
        self.list(stone, regions);
        let step = &mut self.steps[self.seen.len()];
        step.sums = self.sums;
        update(kernel, network.rows(self.player), &step.changes, &mut self.cells, &mut self.sums.0, &mut step.cells);
        self.lines.toggle(stone.0, stone.1);
        self.seen.push(stone);
        self.listed = None;
    }

    /// The sums with one stone more, which the view itself does not get.
    fn look_ahead(&mut self, network: &Network, stone: (Cell, Player), regions: &Regions, kernel: Kernel) -> &Sums {
        self.list(stone, regions);
        let changes = &self.steps[self.seen.len()].changes;
        self.ahead = self.sums;
        preview(kernel, network.rows(self.player), changes, &self.cells, &mut self.ahead.0);
        &self.ahead
    }

    /// Lists what one stone more changes, in the step that it would be.
    fn list(&mut self, stone: (Cell, Player), regions: &Regions) {
        if self.listed == Some(stone) {
            return;
        }
        if self.steps.len() == self.seen.len() {
            self.steps.push(Step::UNUSED);
        }
        self.steps[self.seen.len()].changes.list(&self.lines, stone, self.player, regions);
        self.listed = Some(stone);
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::oracle;
    use super::super::weights::tests::random_parts;
    use super::*;
    use crate::games::gomoku::rules::cell::MIN_SIZE;

    /// A board without stones, with a few dead cells.
    fn start(size: usize, random: &mut Pcg64Mcg) -> Lines {
        let mut lines = Lines::new(size);
        CellSet::board(size).iter().filter(|_| random.random_ratio(1, 60)).for_each(|cell| lines.toggle_wall(cell));
        lines
    }

    /// Stones come and go at random, and values are asked for now and then.
    fn wander(network: &Network, size: usize, kernel: Kernel, random: &mut Pcg64Mcg) {
        let mut lines = start(size, random);
        let mut accumulator = Accumulator::new(network, &lines, size);
        accumulator.set_kernel(kernel);
        let mut stones: Vec<(Cell, Player)> = Vec::new();
        for _ in 0..300 {
            let empty: Vec<Cell> = CellSet::board(size).iter().filter(|&cell| lines.bits(cell) == 0).collect();
            if !stones.is_empty() && (empty.is_empty() || random.random_ratio(2, 5)) {
                let (cell, player) = stones.pop().unwrap();
                lines.toggle(cell, player);
                accumulator.pop();
            } else {
                let (cell, player) = (empty[random.random_range(0..empty.len())], Player::ALL[stones.len() % 2]);
                stones.push((cell, player));
                lines.toggle(cell, player);
                accumulator.push(cell, player);
            }
            if random.random_ratio(1, 2) {
                let player = Player::ALL[random.random_range(0..2)];
                let value = accumulator.correction(network, player);
                assert_eq!(value, oracle::evaluate(network, &lines, size, player), "{size}: {stones:?}");
                let Accumulator { views, stones, regions, .. } = &mut accumulator;
                let sums = views[player.index()].sums(network, stones, regions, kernel);
                assert_eq!(sums.0, oracle::region_sums(network, &lines, size, player));
            }
        }
    }

    #[test]
    fn values_after_any_moves_are_those_of_the_board() {
        let networks = [1, 2].map(|tables| Network::new(&random_parts(3, tables)).unwrap());
        let mut random = Pcg64Mcg::seed_from_u64(4);
        for kernel in Kernel::available() {
            for size in MIN_SIZE..=MAX_SIZE {
                wander(&networks[size % 2], size, kernel, &mut random);
            }
        }
    }

    #[test]
    fn boards_in_any_order_are_followed() {
        let network = Network::new(&random_parts(6, 1)).unwrap();
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let mut accumulator = Accumulator::new(&network, &Lines::new(15), 15);
        for number in 0..40 {
            // Four boards that begin alike, then one of another size or with other dead cells.
            let size = if number % 8 < 4 { 15 } else { 9 };
            let mut lines = if number % 4 == 0 { start(size, &mut random) } else { accumulator.start.0.clone() };
            let kept = random.random_range(0..=accumulator.stones.len());
            let mut stones = if number % 4 == 0 { Vec::new() } else { accumulator.stones[..kept].to_vec() };
            let before = lines.clone();
            stones.iter().for_each(|&(cell, player)| lines.toggle(cell, player));
            for _ in 0..random.random_range(0..6) {
                let empty: Vec<Cell> = CellSet::board(size).iter().filter(|&cell| lines.bits(cell) == 0).collect();
                let (cell, player) = (empty[random.random_range(0..empty.len())], Player::ALL[stones.len() % 2]);
                stones.push((cell, player));
                lines.toggle(cell, player);
            }
            accumulator.follow(&network, (&before, size), &stones);
            for player in Player::ALL {
                assert_eq!(
                    accumulator.correction(&network, player),
                    oracle::evaluate(&network, &lines, size, player),
                    "{number}: {stones:?}"
                );
            }
        }
    }

    #[test]
    fn a_stone_that_comes_and_goes_is_never_looked_at() {
        let network = Network::new(&random_parts(5, 1)).unwrap();
        let lines = Lines::new(15);
        let mut accumulator = Accumulator::new(&network, &lines, 15);
        let value = accumulator.correction(&network, Player::First);
        accumulator.push(Cell::new(7, 7), Player::First);
        assert_ne!(accumulator.correction(&network, Player::First), value);
        accumulator.pop();
        accumulator.push(Cell::new(7, 7), Player::First);
        accumulator.push(Cell::new(8, 8), Player::Second);
        accumulator.correction(&network, Player::First);
        let view = &accumulator.views[0];
        assert_eq!((view.valid, view.seen.len()), (1, 1));
        assert_eq!(accumulator.views[1].seen.len(), 0);
    }
}
