//! The features of a position: the evaluation is the sum of their values, each times its weight. Those of the whole board are here;
//! the values of its lines are those of `windows.rs`.

use super::board::Abalone;
use super::cell::{Bits, step};
use super::compactness::Compactness;
use super::lines::Lines;
use super::moves::Move;
use super::params::LATE;
use super::windows::{LineValues, PARTS};

/// What each feature of the whole board is, in the order of the weights. Unless it says otherwise, a value is that of the side to
/// move less that of the other side.
pub const NAMES: [&str; COUNT] =
    ["lost-1", "lost-2", "lost-3", "lost-4", "lost-5", "compactness", "lone", "tempo", "late-lead"];

/// How many there are. The weights of windows follow.
pub const COUNT: usize = 9;

const LOST: usize = 0;
const COMPACTNESS: usize = 5;
const LONE: usize = 6;
const TEMPO: usize = 7;
const LATE_LEAD: usize = 8;

/// What is known of a position from the moves that led to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sums {
    compactness: Compactness,
    lines: Lines,
}

impl Sums {
    /// Those of a position, from scratch.
    pub(super) fn new(values: &LineValues, pos: &Abalone) -> Sums {
        Sums { compactness: Compactness::new(pos), lines: Lines::new(values, pos) }
    }

    /// Those of the position after a move, which `pos` is.
    #[inline]
    pub(super) fn after(&self, values: &LineValues, pos: &Abalone, mv: Move) -> Sums {
        Sums { compactness: self.compactness.after(pos, mv), lines: self.lines.after(values, pos, mv) }
    }

    /// Are they those of this position?
    #[inline]
    pub fn are_of(&self, pos: &Abalone) -> bool {
        self.compactness.is_of(pos)
    }
}

/// The static value of a position for the side to move, with these weights of the whole board.
#[inline]
pub(super) fn evaluate(board_weights: &[i32; COUNT], pos: &Abalone, sums: &Sums) -> i32 {
    let mut parts = sums.lines.value(pos.to_move());
    each_feature(pos, &sums.compactness, &mut |index, numerator, denominator| {
        parts += board_weights[index] * numerator * PARTS / denominator;
    });
    parts / PARTS
}

/// The features of a position that are not 0, each with its index and its value, seen from the side to move. One may come more
/// than once: its values add up.
pub(super) fn features(values: &LineValues, pos: &Abalone) -> Vec<(usize, f64)> {
    let sums = Sums::new(values, pos);
    let windows = sums.lines.weights(pos.to_move());
    let mut list: Vec<_> = windows.map(|number| (COUNT + number, 1.0 / f64::from(PARTS))).collect();
    each_feature(pos, &sums.compactness, &mut |index, numerator, denominator| {
        if numerator != 0 {
            list.push((index, f64::from(numerator) / f64::from(denominator)));
        }
    });
    list
}

/// Calls `visit` with index, numerator and denominator of every feature of the whole board.
#[inline(always)]
fn each_feature(pos: &Abalone, compactness: &Compactness, visit: &mut impl FnMut(usize, i32, i32)) {
    let me = pos.to_move();
    let lost = [pos.lost(me), pos.lost(me.opponent())].map(usize::from);
    for (lost, sign) in lost.into_iter().zip([-1, 1]) {
        if (1..=5).contains(&lost) {
            visit(LOST + lost - 1, sign, 1);
        }
    }
    let (numerator, denominator) = compactness.advantage(me);
    visit(COMPACTNESS, numerator, denominator);
    visit(LONE, lone(pos.marbles(me)) - lone(pos.marbles(me.opponent())), 1);
    visit(TEMPO, 1, 1);
    if let Some(left) = pos.plies_left().map(|left| left as i32).filter(|&left| left < LATE) {
        visit(LATE_LEAD, (lost[1].cmp(&lost[0]) as i32) * (LATE - left), LATE);
    }
}

/// Marbles without a neighbour of their own side.
#[inline(always)]
fn lone(own: Bits) -> i32 {
    let beside = step::<0>(own) | step::<1>(own) | step::<2>(own) | step::<3>(own) | step::<4>(own) | step::<5>(own);
    (own & !beside).count_ones() as i32
}
