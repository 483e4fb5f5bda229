//! How close each side's marbles are to a target that both share, kept incrementally (spec/abalone.md, "incremental compactness").
//!
//! The target is the mean of both mass centres and the board's centre, a rational point. Along one of the three axes the sum of the
//! distances `|x - c|` of a side's marbles to the target's coordinate `c` is piecewise linear in `c`, and bends only at
//! integers: with `k` the floor of `c`, `near` the sum at `k` and `slope` the marbles up to `k` less those beyond, it is
//! `near + slope * (c - k)`. So a marble that moves changes four small numbers an axis, and the target is followed by steps
//! of its floor. The hex distance of two points is half the sum of their distances along the axes.
//!
//! Everything is exact: coordinates of the target are fractions with one denominator.

use super::board::Abalone;
use super::cell::{Bits, Cell, each};
use super::moves::Move;
use super::params::{CENTRE_WEIGHT, MASS_WEIGHT};
use crate::search::Player;

const AXES: usize = 3;
/// The board's centre on every axis, whose coordinates all run from 0 to 8.
const CENTRE: i32 = 4;
/// Bits of a count in a histogram: a line has nine cells at most.
const COUNT_BITS: i32 = 4;

/// One side's marbles along one axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Axis {
    /// How many marbles lie at each coordinate, four bits each.
    histogram: u64,
    /// The sum of their distances to the target's floor.
    near: i32,
    /// Those up to the floor, less those beyond.
    slope: i32,
    /// The sum of their coordinates.
    sum: i32,
}

impl Axis {
    #[inline]
    fn count_at(&self, x: i32) -> i32 {
        (self.histogram >> (COUNT_BITS * x) & 15) as i32
    }

    /// A marble comes to `x` (`by` is 1), or leaves it (-1).
    #[inline]
    fn add(&mut self, x: i32, floor: i32, by: i32) {
        self.histogram = self.histogram.wrapping_add_signed(i64::from(by) << (COUNT_BITS * x));
        self.near += by * (x - floor).abs();
        self.slope += if x <= floor { by } else { -by };
        self.sum += by * x;
    }

    /// The target's floor goes up by one, to `floor`.
    #[inline]
    fn raise(&mut self, floor: i32) {
        self.near += self.slope;
        self.slope += 2 * self.count_at(floor);
    }

    /// The target's floor goes down by one, from `floor`.
    #[inline]
    fn lower(&mut self, floor: i32) {
        self.slope -= 2 * self.count_at(floor);
        self.near -= self.slope;
    }
}

/// The compactness of both sides in one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compactness {
    marbles: [Bits; 2],
    lost: [u8; 2],
    counts: [i32; 2],
    axes: [[Axis; 2]; AXES],
    /// The target's coordinates, rounded down.
    floors: [i32; AXES],
    /// What was rounded off, in parts of the denominator: 0..denominator.
    rests: [i32; AXES],
    denominator: i32,
}

/// The three coordinates of a cell: row, number, and row less number moved up so that it is not negative.
#[inline]
fn coordinates(cell: Cell) -> [i32; AXES] {
    let (row, number) = cell.coordinates();
    [row, number, row - number + CENTRE]
}

impl Compactness {
    /// That of a position, from scratch.
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

    /// Is it that of this position?
    #[inline]
    pub fn is_of(&self, pos: &Abalone) -> bool {
        self.marbles == pos.setup().marbles && self.lost == pos.setup().lost
    }

    /// That of the position after a move, which `pos` is.
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

    /// A marble comes to a cell (`by` is 1), or leaves the board (-1).
    fn add(&mut self, player: Player, cell: Cell, by: i32) {
        for ((axis, x), floor) in self.axes.iter_mut().zip(coordinates(cell)).zip(self.floors) {
            axis[player.index()].add(x, floor, by);
        }
        self.counts[player.index()] += by;
    }

    /// A marble goes from one cell to another.
    #[inline]
    fn shift(&mut self, player: Player, from: Cell, to: Cell) {
        let (from, to) = (coordinates(from), coordinates(to));
        for at in 0..AXES {
            if from[at] != to[at] {
                let axis = &mut self.axes[at][player.index()];
                axis.add(from[at], self.floors[at], -1);
                axis.add(to[at], self.floors[at], 1);
            }
        }
    }

    /// Moves the target to where the marbles now have it. A side without marbles counts as one in the centre.
    #[inline]
    fn follow_target(&mut self) {
        let [first, second] = self.counts.map(|count| count.max(1));
        let lead = self.lost[0].abs_diff(self.lost[1]);
        let centre = CENTRE_WEIGHT[usize::from(lead)];
        self.denominator = first * second * (2 * MASS_WEIGHT + centre);
        for at in 0..AXES {
            let sum = |side: usize| if self.counts[side] == 0 { CENTRE } else { self.axes[at][side].sum };
            let masses = MASS_WEIGHT * (sum(0) * second + sum(1) * first);
            let target = masses + centre * CENTRE * first * second;
            let mut rest = target - self.floors[at] * self.denominator;
            while rest >= self.denominator {
                rest -= self.denominator;
                self.floors[at] += 1;
                self.axes[at].iter_mut().for_each(|axis| axis.raise(self.floors[at]));
            }
            while rest < 0 {
                rest += self.denominator;
                self.axes[at].iter_mut().for_each(|axis| axis.lower(self.floors[at]));
                self.floors[at] -= 1;
            }
            self.rests[at] = rest;
        }
    }

    /// How much nearer to the target the marbles of `player` are than the opponent's, all together: a fraction, in hex steps.
    #[inline]
    pub fn advantage(&self, player: Player) -> (i32, i32) {
        let (own, other) = (player.index(), player.opponent().index());
        let mut nearer = 0;
        for at in 0..AXES {
            let [near, slope] = [
                self.axes[at][other].near - self.axes[at][own].near,
                self.axes[at][other].slope - self.axes[at][own].slope,
            ];
            nearer += near * self.denominator + slope * self.rests[at];
        }
        (nearer, 2 * self.denominator)
    }

    /// The sum of the distances of a side's marbles to the target: a fraction, in hex steps.
    pub fn distance(&self, player: Player) -> (i32, i32) {
        let distance = (0..AXES).map(|at| {
            let axis = &self.axes[at][player.index()];
            axis.near * self.denominator + axis.slope * self.rests[at]
        });
        (distance.sum(), 2 * self.denominator)
    }

    /// The target's coordinates along row, number, and row less number plus 4: numerators and their denominator.
    pub fn target(&self) -> ([i32; 3], i32) {
        let numerator = |at: usize| self.floors[at] * self.denominator + self.rests[at];
        ([numerator(0), numerator(1), numerator(2)], self.denominator)
    }
}
