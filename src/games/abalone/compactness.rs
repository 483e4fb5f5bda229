//! How close each side's marbles are to a target that both share, kept incrementally (spec/abalone.md, "incremental compactness").
//!
//! The target is the mean of both mass centres and the board's centre, a rational point. Along one of the three axes the sum of the
//! distances `|x - c|` of a side's marbles to the target's coordinate `c` is piecewise linear in `c`, and bends only at
//! integers: with `k` the floor of `c`, `near` the sum at `k`, and `slope` the number of marbles up to `k` minus those beyond, it is
//! `near + slope * (c - k)`. So a move changes only a few small numbers on each axis, and when the target moves, its floor is
//! followed one step at a time. The hex distance of two points is half the sum of their distances along the axes.
//!
//! Everything is exact: the target's coordinates are fractions with a common denominator.

use super::board::Abalone;
use super::cell::{BOARD, Bits, Cell, ROWS, each};
use super::moves::Move;
use super::params::{CENTRE_WEIGHT, MASS_WEIGHT};
use crate::search::Player;

const AXES: usize = 3;
/// The board's centre on every axis, whose coordinates all run from 0 to 8.
const CENTRE: i16 = 4;

/// One side's marbles along one axis. The marbles at a coordinate are counted on the board when the target's floor gets there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Axis {
    /// The sum of their distances to the target's floor.
    near: i16,
    /// The number of marbles up to the floor minus those beyond.
    slope: i16,
    /// The sum of their coordinates.
    sum: i16,
}

impl Axis {
    /// A marble arrives at `x` (`by` is 1) or leaves it (-1).
    #[inline]
    fn add(&mut self, x: i16, floor: i16, by: i16) {
        self.near += by * (x - floor).abs();
        self.slope += if x <= floor { by } else { -by };
        self.sum += by * x;
    }

    /// A marble goes from `from` to `to`.
    #[inline]
    fn shift(&mut self, from: i16, to: i16, floor: i16) {
        self.near += (to - floor).abs() - (from - floor).abs();
        self.slope += 2 * (i16::from(to <= floor) - i16::from(from <= floor));
        self.sum += to - from;
    }

    /// The target's floor goes up by one; `count` marbles lie at the new floor.
    #[inline]
    fn raise(&mut self, count: i16) {
        self.near += self.slope;
        self.slope += 2 * count;
    }

    /// The target's floor goes down by one; `count` marbles lie at the old floor.
    #[inline]
    fn lower(&mut self, count: i16) {
        self.slope -= 2 * count;
        self.near -= self.slope;
    }
}

/// The compactness of both sides in one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compactness {
    marbles: [Bits; 2],
    lost: [u8; 2],
    counts: [i8; 2],
    axes: [[Axis; 2]; AXES],
    /// The target's coordinates, rounded down.
    floors: [i16; AXES],
    /// The remainders of that rounding, as numerators: 0..denominator.
    rests: [i16; AXES],
    denominator: i16,
}

/// The three coordinates of every cell: row, number, and row minus number, shifted so that it is not negative.
static COORDINATES: [[i16; AXES]; 64] = COORDINATE_TABLE;
const COORDINATE_TABLE: [[i16; AXES]; 64] = {
    let mut table = [[0; AXES]; 64];
    let mut at = 0;
    while at < 64 {
        let (row, number) = Cell::from_index(at).coordinates();
        table[at] = [row as i16, number as i16, (row - number) as i16 + CENTRE];
        at += 1;
    }
    table
};

/// The cells at every coordinate of the three axes.
static LINES: [[Bits; ROWS]; AXES] = {
    let mut lines = [[0; ROWS]; AXES];
    let mut at = 0;
    while at < AXES * 64 {
        let (axis, cell) = (at / 64, at % 64);
        if BOARD >> cell & 1 == 1 {
            lines[axis][COORDINATE_TABLE[cell][axis] as usize] |= 1 << cell;
        }
        at += 1;
    }
    lines
};

#[inline]
fn coordinates(cell: Cell) -> [i16; AXES] {
    COORDINATES[cell.index()]
}

impl Compactness {
    /// The compactness of a position, from scratch.
    pub fn new(pos: &Abalone) -> Compactness {
        let mut new = Compactness {
            marbles: Player::ALL.map(|player| pos.marbles(player)),
            lost: Player::ALL.map(|player| pos.lost(player)),
            counts: [0; 2],
            axes: [[Axis::default(); 2]; AXES],
            floors: [CENTRE; AXES],
            rests: [0; AXES],
            denominator: 1,
        };
        for player in Player::ALL {
            each(pos.marbles(player)).for_each(|cell| new.add(player, cell, 1));
        }
        new.follow_target();
        new
    }

    /// Does it belong to this position?
    #[inline]
    pub fn is_of(&self, pos: &Abalone) -> bool {
        self.marbles == pos.setup().marbles && self.lost == pos.setup().lost
    }

    /// The compactness after a move; `pos` is the position after it.
    #[inline]
    pub fn after(&self, pos: &Abalone, mv: Move) -> Compactness {
        let mut new = *self;
        let player = pos.to_move().opponent();
        new.marbles = pos.setup().marbles;
        if mv.is_side_step() {
            each(self.marbles[player.index()] & !new.marbles[player.index()])
                .for_each(|cell| new.shift(player, cell, cell.walk(mv.direction(), 1)));
        } else {
            let front = mv.cell().walk(mv.direction(), mv.count());
            new.shift(player, mv.cell(), front);
            if mv.ejects() {
                new.add(player.opponent(), front, -1);
                new.lost = pos.setup().lost;
            } else if mv.pushed() > 0 {
                new.shift(player.opponent(), front, mv.cell().walk(mv.direction(), mv.count() + mv.pushed()));
            }
        }
        new.follow_target();
        new
    }

    /// A marble is put on a cell (`by` is 1) or leaves the board (-1).
    fn add(&mut self, player: Player, cell: Cell, by: i16) {
        for ((axis, x), floor) in self.axes.iter_mut().zip(coordinates(cell)).zip(self.floors) {
            axis[player.index()].add(x, floor, by);
        }
        self.counts[player.index()] += by as i8;
    }

    /// A marble goes from one cell to another.
    #[inline]
    fn shift(&mut self, player: Player, from: Cell, to: Cell) {
        let (from, to) = (coordinates(from), coordinates(to));
        for at in 0..AXES {
            self.axes[at][player.index()].shift(from[at], to[at], self.floors[at]);
        }
    }

    /// Moves the target to its new place. A side without marbles counts as having one in the centre.
    #[inline]
    fn follow_target(&mut self) {
        let [first, second] = self.counts.map(|count| i32::from(count.max(1)));
        let lead = self.lost[0].abs_diff(self.lost[1]);
        let centre = CENTRE_WEIGHT[usize::from(lead)];
        let denominator = first * second * (2 * MASS_WEIGHT + centre);
        self.denominator = denominator as i16;
        for at in 0..AXES {
            let sum = |side: usize| i32::from(if self.counts[side] == 0 { CENTRE } else { self.axes[at][side].sum });
            let masses = MASS_WEIGHT * (sum(0) * second + sum(1) * first);
            let target = masses + centre * i32::from(CENTRE) * first * second;
            let mut rest = target - i32::from(self.floors[at]) * denominator;
            while rest >= denominator {
                rest -= denominator;
                self.floors[at] += 1;
                let counts = self.counts_at(at);
                (0..2).for_each(|side| self.axes[at][side].raise(counts[side]));
            }
            while rest < 0 {
                rest += denominator;
                let counts = self.counts_at(at);
                (0..2).for_each(|side| self.axes[at][side].lower(counts[side]));
                self.floors[at] -= 1;
            }
            self.rests[at] = rest as i16;
        }
    }

    /// How many marbles of each side lie at the target's floor along an axis.
    fn counts_at(&self, axis: usize) -> [i16; 2] {
        let line = LINES[axis][self.floors[axis] as usize];
        self.marbles.map(|marbles| (marbles & line).count_ones() as i16)
    }

    /// By how many hex steps the marbles of `player` are, in sum, nearer to the target than the opponent's: a fraction.
    #[inline]
    pub fn advantage(&self, player: Player) -> (i32, i32) {
        let (own, other) = (player.index(), player.opponent().index());
        let denominator = i32::from(self.denominator);
        let mut nearer = 0;
        for at in 0..AXES {
            let [near, slope] = [
                self.axes[at][other].near - self.axes[at][own].near,
                self.axes[at][other].slope - self.axes[at][own].slope,
            ];
            nearer += i32::from(near) * denominator + i32::from(slope) * i32::from(self.rests[at]);
        }
        (nearer, 2 * denominator)
    }

    /// The sum of the distances of a side's marbles to the target: a fraction, in hex steps.
    pub fn distance(&self, player: Player) -> (i32, i32) {
        let denominator = i32::from(self.denominator);
        let distance = (0..AXES).map(|at| {
            let axis = &self.axes[at][player.index()];
            i32::from(axis.near) * denominator + i32::from(axis.slope) * i32::from(self.rests[at])
        });
        (distance.sum(), 2 * denominator)
    }

    /// The target's coordinates along row, number, and row minus number plus 4: numerators and their denominator.
    pub fn target(&self) -> ([i32; 3], i32) {
        let denominator = i32::from(self.denominator);
        let numerator = |at: usize| i32::from(self.floors[at]) * denominator + i32::from(self.rests[at]);
        ([numerator(0), numerator(1), numerator(2)], denominator)
    }
}
