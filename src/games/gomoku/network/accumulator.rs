//! The sums of the network, kept up to date as stones come and go.
//!
//! A stone only joins a list. When a value is asked for, the player's view of the board is brought up to date: stones that are gone
//! are undone from what was saved when they were added, new ones change the cells that they share a line with. A stone that came and
//! went in between costs nothing, nor does a view that nobody asks for.

use super::kernels::{Change, restore, update};
use super::line_codes::{Reach, line_codes};
use super::weights::{CellSums, Network};
use super::{FEATURES, INPUTS, place, region};
use crate::games::gomoku::Cell;
use crate::games::gomoku::patterns::lines::Lines;
use crate::games::gomoku::rules::cell::{CellSet, MAX_SIZE};
use crate::network::Kernel;
use crate::search::Player;

/// The most lines that a stone changes: one through each cell in reach of each direction.
const MAX_CHANGES: usize = 4 * (2 * Reach::Four.cells() + 1);

/// The steps along the four directions, as differences of places.
const PLACE_DELTAS: [isize; 4] = [1, MAX_SIZE as isize, MAX_SIZE as isize + 1, 1 - MAX_SIZE as isize];

/// The sums over the regions. Aligned, as a register of a region's features would else straddle two cache lines, which is slow to read
/// just after it was written: neighbouring cells share a region.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Sums([i16; INPUTS]);

/// The region of every cell.
type Regions = [u8; MAX_SIZE * MAX_SIZE];

/// A board as the network sees it.
#[derive(Clone, Debug)]
pub struct Accumulator {
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
}

/// What a stone changed, and what was there before.
#[derive(Clone, Debug)]
struct Step {
    sums: Sums,
    /// The first `count` are in use.
    changes: [Change; MAX_CHANGES],
    count: usize,
    /// For each change the cell's sums before it.
    cells: [CellSums; MAX_CHANGES],
}

impl Step {
    const UNUSED: Step = Step {
        sums: Sums([0; INPUTS]),
        changes: [Change { cell: 0, region: 0, old: 0, new: 0 }; MAX_CHANGES],
        count: 0,
        cells: [CellSums::ZERO; MAX_CHANGES],
    };
}

impl Accumulator {
    /// The sums of a board of that size, whose stones and walls are those of the lines.
    pub fn new(network: &Network, lines: &Lines, size: usize) -> Accumulator {
        let regions = [0; MAX_SIZE * MAX_SIZE];
        let views = Player::ALL.map(View::new);
        let mut accumulator = Accumulator { regions, kernel: Kernel::best(), stones: Vec::new(), views };
        accumulator.restart(network, lines, size);
        accumulator
    }

    /// Goes on with another board; the memory of the last one is used again.
    pub fn restart(&mut self, network: &Network, lines: &Lines, size: usize) {
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
        let view = &mut self.views[to_move.index()];
        view.update(network, &self.stones, &self.regions, self.kernel);
        network.head.value(self.kernel, &view.sums.0)
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
        }
    }

    fn restart(&mut self, network: &Network, lines: &Lines, size: usize) {
        self.lines.clone_from(lines);
        self.seen.clear();
        self.valid = 0;
        self.sums = Sums([0; INPUTS]);
        let empty = Lines::new(size);
        for cell in CellSet::board(size).iter().filter(|&cell| lines.bits(cell) != 3) {
            let [codes, empty] = [lines, &empty].map(|lines| line_codes().codes_at(lines, cell, self.player));
            let sums = |codes: [u32; 4]| CellSums::new(codes.map(|code| &network.rows(self.player)[code as usize]));
            let sum = sums(codes);
            self.cells[place(cell)] = sum;
            if codes != empty {
                let inputs = &mut self.sums.0[region(cell, size) * FEATURES..][..FEATURES];
                let features = sum.features().into_iter().zip(sums(empty).features());
                inputs.iter_mut().zip(features).for_each(|(input, (feature, empty))| *input += feature - empty);
            }
        }
    }

    fn update(&mut self, network: &Network, stones: &[(Cell, Player)], regions: &Regions, kernel: Kernel) {
        while self.seen.len() > self.valid {
            self.undo(kernel);
        }
        for &(cell, player) in &stones[self.valid..] {
            self.add(network, cell, player, regions, kernel);
        }
        self.valid = stones.len();
    }

    fn undo(&mut self, kernel: Kernel) {
        if let Some((cell, player)) = self.seen.pop() {
            self.lines.toggle(cell, player);
            let step = &self.steps[self.seen.len()];
            self.sums = step.sums;
            restore(kernel, &step.changes[..step.count], &mut self.cells, &step.cells);
        }
    }

    fn add(&mut self, network: &Network, cell: Cell, player: Player, regions: &Regions, kernel: Kernel) {
        if self.steps.len() == self.seen.len() {
            self.steps.push(Step::UNUSED);
        }
        let step = &mut self.steps[self.seen.len()];
        self.seen.push((cell, player));
        step.sums = self.sums;
        step.count = list_changes(&mut self.lines, (cell, player), self.player, regions, &mut step.changes);
        let changes = &step.changes[..step.count];
        update(kernel, network.rows(self.player), changes, &mut self.cells, &mut self.sums.0, &mut step.cells);
    }
}

/// Places the stone, and lists the lines that it changes for a player's eyes; returns how many.
fn list_changes(
    lines: &mut Lines,
    (cell, player): (Cell, Player),
    eyes: Player,
    regions: &Regions,
    changes: &mut [Change; MAX_CHANGES],
) -> usize {
    let codes = line_codes();
    let before: [_; 4] = std::array::from_fn(|d| lines.word(cell, d).0);
    lines.toggle(cell, player);
    let mut count = 0;
    for (d, old) in before.into_iter().enumerate() {
        let (new, shift) = lines.word(cell, d);
        codes.changes((old, new), shift, eyes, |steps, old, new| {
            let place = place(cell).wrapping_add_signed(steps * PLACE_DELTAS[d]);
            changes[count] = Change { cell: place as u16, region: u16::from(regions[place]), old, new };
            count += 1;
        });
    }
    count
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
                let view = &accumulator.views[player.index()];
                assert_eq!(view.sums.0, oracle::region_sums(network, &lines, size, player));
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
    fn a_stone_that_comes_and_goes_is_never_looked_at() {
        let network = Network::new(&random_parts(5, 1)).unwrap();
        let lines = Lines::new(15);
        let mut accumulator = Accumulator::new(&network, &lines, 15);
        let value = accumulator.correction(&network, Player::First);
        accumulator.push(Cell::new(7, 7), Player::First);
        assert_ne!(accumulator.correction(&network, Player::First), value);
        accumulator.pop();
        accumulator.push(Cell::new(7, 7), Player::First);
        let view = &accumulator.views[0];
        assert_eq!((view.valid, view.seen.len()), (1, 1));
        assert_eq!(accumulator.views[1].seen.len(), 0);
    }
}
