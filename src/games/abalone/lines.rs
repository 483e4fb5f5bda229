//! The 27 lines of the board with what stands on them and its value, kept from move to move.

use super::board::Abalone;
use super::cell::{BOARD, Cell, ROWS, each};
use super::moves::Move;
use super::windows::{self, FIRST, LineValues};
use crate::search::Player;

const AXES: usize = 3;
const LINES: usize = AXES * ROWS;

/// A cell's place on one of its lines.
#[derive(Clone, Copy)]
struct CellOnLine {
    line: u8,
    /// What a marble there adds to the number of the line's content, times the marble's digit.
    power: u16,
}

/// The places of every cell, an axis each.
static PLACES: [[CellOnLine; AXES]; 64] = {
    let mut places = [[CellOnLine { line: 0, power: 0 }; AXES]; 64];
    let mut at = 0;
    while at < 64 {
        if BOARD >> at & 1 == 1 {
            let (row, number) = Cell::from_index(at).coordinates();
            let skew = row - number + 4;
            places[at] = [place(0, row, number), place(1, skew, row), place(2, number, row)];
        }
        at += 1;
    }
    places
};

/// The place on the line of that axis and coordinate, whose cells have another coordinate that grows along it.
const fn place(axis: usize, coordinate: i32, along: i32) -> CellOnLine {
    let first = if coordinate > 4 { coordinate - 4 } else { 0 };
    CellOnLine { line: (axis * ROWS + coordinate as usize) as u8, power: 3u16.pow((along - first) as u32) }
}

/// How far a line is from the centre.
const fn distance(line: usize) -> usize {
    (line % ROWS).abs_diff(ROWS / 2)
}

/// The lines of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lines {
    /// Where each line, with what stands on it, stands in the table of values.
    places: [u16; LINES],
    /// The sum of their values for each player if that player is to move, in parts of a unit.
    sums: [i32; 2],
}

impl Lines {
    /// Those of a position, from scratch.
    pub(super) fn new(values: &LineValues, pos: &Abalone) -> Lines {
        let places = std::array::from_fn(|line| FIRST[distance(line)] as u16);
        let mut new = Lines { places, sums: [0; 2] };
        for player in Player::ALL {
            each(pos.marbles(player)).for_each(|cell| new.add(values, cell, digit(player)));
        }
        new
    }

    /// Those of the position after a move, which `pos` is.
    #[inline]
    pub(super) fn after(&self, values: &LineValues, pos: &Abalone, mv: Move) -> Lines {
        let mut new = *self;
        let player = pos.to_move().opponent();
        let [own, enemy] = [player, player.opponent()].map(digit);
        if mv.is_side_step() {
            let marbles = pos.marbles(player);
            for cell in each(mv.own_change()) {
                new.add(values, cell, if marbles & cell.bit() == 0 { -own } else { own });
            }
            return new;
        }
        let [front, last] = [mv.count(), mv.count() + mv.pushed()].map(|steps| mv.cell().walk(mv.direction(), steps));
        new.add(values, mv.cell(), -own);
        if mv.pushed() == 0 {
            new.add(values, front, own);
        } else {
            new.add(values, front, own - enemy);
            if !mv.ejects() {
                new.add(values, last, enemy);
            }
        }
        new
    }

    /// The value of the lines for a player if that player is to move, in parts of a unit of the evaluation.
    #[inline]
    pub(super) fn value(&self, to_move: Player) -> i32 {
        self.sums[to_move.index()]
    }

    /// The weights of windows that this is the sum of, each as often as it counts.
    pub(super) fn weights(&self, to_move: Player) -> impl Iterator<Item = usize> {
        let lines = self.places.into_iter().enumerate();
        lines.flat_map(move |(line, place)| windows::weights_of(distance(line), usize::from(place), to_move))
    }

    /// Changes what stands on a cell: `by` is the digit that comes less the one that goes.
    #[inline]
    fn add(&mut self, values: &LineValues, cell: Cell, by: i32) {
        for CellOnLine { line, power } in PLACES[cell.index()] {
            let place = &mut self.places[usize::from(line)];
            let before = values.of(usize::from(*place));
            *place = (i32::from(*place) + by * i32::from(power)) as u16;
            let after = values.of(usize::from(*place));
            self.sums[0] += after[0] - before[0];
            self.sums[1] += after[1] - before[1];
        }
    }
}

#[inline]
const fn digit(player: Player) -> i32 {
    player.index() as i32 + 1
}
