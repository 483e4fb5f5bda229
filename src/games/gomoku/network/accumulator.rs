//! The sums of the network, kept up to date as stones come and go.
//!
//! A stone only joins a list. When a value is asked for, the player's view of the board is brought up to date: stones that are gone
//! are undone from what was saved when they were added, new ones change the cells that they share a line with. A stone that came and
//! went in between costs nothing, nor does a view that nobody asks for.

use super::kernels::{Change, update};
use super::line_codes::{Reach, line_codes};
use super::weights::{Network, Row};
use super::{INPUTS, oracle, place, region};
use crate::games::gomoku::Cell;
use crate::games::gomoku::patterns::lines::{DELTAS, Lines};
use crate::games::gomoku::rules::cell::{CellSet, MAX_SIZE};
use crate::network::Kernel;
use crate::search::Player;

/// The most cells whose lines a stone changes, its own counted for each direction.
const MAX_CHANGES: usize = 4 * (2 * Reach::Four.cells() + 1);

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
    cells: Box<[Row]>,
    sums: [i16; INPUTS],
    /// Cells as they were before they were changed, the last change last: their places, and their sums.
    saved_places: Vec<u16>,
    saved_cells: Vec<Row>,
    /// For each stone of `seen`, how much was saved before it, and the sums.
    versions: Vec<(usize, [i16; INPUTS])>,
    changes: Vec<Change>,
}

impl Accumulator {
    /// The sums of a board of that size, whose stones and walls are those of the lines.
    pub fn new(network: &Network, lines: &Lines, size: usize) -> Accumulator {
        let view = |player| View::new(network, lines, size, player);
        let mut regions = [0; MAX_SIZE * MAX_SIZE];
        CellSet::board(size).iter().for_each(|cell| regions[place(cell)] = region(cell, size) as u8);
        Accumulator { regions, kernel: Kernel::best(), stones: Vec::new(), views: Player::ALL.map(view) }
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
        network.head.value(self.kernel, &view.sums)
    }
}

impl View {
    fn new(network: &Network, lines: &Lines, size: usize, player: Player) -> View {
        let mut cells = vec![Row::ZERO; MAX_SIZE * MAX_SIZE].into_boxed_slice();
        for cell in CellSet::board(size).iter().filter(|&cell| lines.bits(cell) != 3) {
            let codes = line_codes().codes_at(lines, cell, player);
            cells[place(cell)] = Row::sum(codes.map(|code| &network.rows[code as usize]));
        }
        View {
            player,
            lines: lines.clone(),
            seen: Vec::new(),
            valid: 0,
            cells,
            sums: oracle::region_sums(network, lines, size, player),
            saved_places: Vec::new(),
            saved_cells: Vec::new(),
            versions: Vec::new(),
            changes: Vec::with_capacity(MAX_CHANGES),
        }
    }

    fn update(&mut self, network: &Network, stones: &[(Cell, Player)], regions: &Regions, kernel: Kernel) {
        while self.seen.len() > self.valid {
            self.undo();
        }
        for &(cell, player) in &stones[self.valid..] {
            self.add(network, cell, player, regions, kernel);
        }
        self.valid = stones.len();
    }

    fn undo(&mut self) {
        if let (Some((cell, player)), Some((saved, sums))) = (self.seen.pop(), self.versions.pop()) {
            self.lines.toggle(cell, player);
            self.sums = sums;
            // The oldest state of a cell is put back last.
            for (&at, row) in self.saved_places[saved..].iter().zip(&self.saved_cells[saved..]).rev() {
                self.cells[usize::from(at)] = *row;
            }
            self.saved_places.truncate(saved);
            self.saved_cells.truncate(saved);
        }
    }

    fn add(&mut self, network: &Network, cell: Cell, player: Player, regions: &Regions, kernel: Kernel) {
        self.seen.push((cell, player));
        self.versions.push((self.saved_places.len(), self.sums));
        self.list_changes(cell, player, regions);
        self.saved_places.extend(self.changes.iter().map(|change| change.cell));
        self.saved_cells.extend(self.changes.iter().map(|change| self.cells[usize::from(change.cell)]));
        update(kernel, &network.rows, &self.changes, &mut self.cells, &mut self.sums);
    }

    /// Places the stone, and lists the lines that it changes.
    fn list_changes(&mut self, cell: Cell, player: Player, regions: &Regions) {
        let reach = Reach::Four.cells() as isize;
        let codes = line_codes();
        let before: [_; 4] = std::array::from_fn(|d| self.lines.word(cell, d));
        self.lines.toggle(cell, player);
        self.changes.clear();
        for (d, (old, shift)) in before.into_iter().enumerate() {
            let (new, _) = self.lines.word(cell, d);
            for steps in -reach..=reach {
                let shift = shift.wrapping_add_signed(2 * steps as i32);
                // No cell lies in the border, where the words have walls.
                if new >> shift & 3 == 3 {
                    continue;
                }
                let (old, new) = (codes.code((old, shift), self.player), codes.code((new, shift), self.player));
                if old != new {
                    let changed = cell.offset(DELTAS[d], steps);
                    let place = place(changed);
                    self.changes.push(Change { cell: place as u16, region: u16::from(regions[place]), old, new });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

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
                assert_eq!(view.sums, oracle::region_sums(network, &lines, size, player));
            }
        }
    }

    #[test]
    fn values_after_any_moves_are_those_of_the_board() {
        let network = Network::new(&random_parts(3)).unwrap();
        let mut random = Pcg64Mcg::seed_from_u64(4);
        for kernel in Kernel::available() {
            for size in MIN_SIZE..=MAX_SIZE {
                wander(&network, size, kernel, &mut random);
            }
        }
    }

    #[test]
    fn a_stone_that_comes_and_goes_is_never_looked_at() {
        let network = Network::new(&random_parts(5)).unwrap();
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
