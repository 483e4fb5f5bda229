//! The features of a position: the evaluation is the sum of their values, each times its weight.

use super::board::Abalone;
use super::cell::{Bits, RINGS, before, leaving, step};
use super::compactness::Compactness;
use super::generate::Sides;
use super::weights::WEIGHTS;

/// What each feature is, in the order of the weights. Unless it says otherwise, a value is that of the side to move less that of
/// the other side.
pub const NAMES: [&str; COUNT] = [
    "lost-1",
    "lost-2",
    "lost-3",
    "lost-4",
    "lost-5",
    "compactness",
    "ring-1",
    "ring-2",
    "ring-3",
    "ring-4",
    "pairs",
    "triples",
    "lone",
    "held",
    "pushable-by-mover",
    "pushable-by-other",
    "ejection-by-mover",
    "ejections-by-mover",
    "ejection-by-other",
    "ejections-by-other",
    "tempo",
    "late-lead",
];

/// How many there are.
pub const COUNT: usize = 22;

const LOST: usize = 0;
const COMPACTNESS: usize = 5;
const RING: usize = 6;
const PAIRS: usize = 10;
const TRIPLES: usize = 11;
const LONE: usize = 12;
const HELD: usize = 13;
const PUSHABLE: [usize; 2] = [14, 15];
const EJECTION: [usize; 2] = [16, 18];
const TEMPO: usize = 20;
const LATE_LEAD: usize = 21;

/// So many plies before the ply cap being ahead begins to count by itself. At most the horizon within which the key tells
/// plies apart.
const LATE: i32 = 100;

/// The static value of a position for the side to move.
#[inline]
pub(super) fn evaluate(pos: &Abalone, compactness: &Compactness) -> i32 {
    let mut value = 0;
    each_feature(pos, compactness, &mut |index, numerator, denominator| {
        value += WEIGHTS[index] * numerator / denominator;
    });
    value
}

/// The features of a position that are not 0, each with its index and its value, seen from the side to move.
pub fn features(pos: &Abalone) -> Vec<(usize, f64)> {
    let mut list = Vec::new();
    each_feature(pos, &Compactness::new(pos), &mut |index, numerator, denominator| {
        if numerator != 0 {
            list.push((index, f64::from(numerator) / f64::from(denominator)));
        }
    });
    list
}

/// Calls `visit` with index, numerator and denominator of every feature.
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

    let own = pos.sides();
    let other = Sides { own: own.enemy, enemy: own.own, empty: own.empty };
    let shapes = [Shape::of(own), Shape::of(other)];
    for (ring, cells) in RINGS.into_iter().enumerate().skip(1) {
        visit(RING + ring - 1, count(own.own & cells) - count(other.own & cells), 1);
    }
    visit(PAIRS, shapes[0].pairs - shapes[1].pairs, 1);
    visit(TRIPLES, shapes[0].triples - shapes[1].triples, 1);
    visit(LONE, shapes[0].lone - shapes[1].lone, 1);
    visit(HELD, shapes[0].held - shapes[1].held, 1);
    for (side, sides) in [own, other].into_iter().enumerate() {
        let threats = Threats::of(sides);
        visit(PUSHABLE[side], count(threats.pushable), 1);
        visit(EJECTION[side], i32::from(threats.ejectable != 0), 1);
        visit(EJECTION[side] + 1, count(threats.ejectable), 1);
    }
    visit(TEMPO, 1, 1);
    if let Some(left) = pos.plies_left().map(|left| left as i32).filter(|&left| left < LATE) {
        visit(LATE_LEAD, (lost[1].cmp(&lost[0]) as i32) * (LATE - left), LATE);
    }
}

#[inline(always)]
fn count(bits: Bits) -> i32 {
    bits.count_ones() as i32
}

/// How a side's marbles stand together.
struct Shape {
    /// Pairs of neighbours.
    pairs: i32,
    /// Three in a row.
    triples: i32,
    /// Marbles without a neighbour of their own side.
    lone: i32,
    /// Marbles between two of the enemy's, on one line.
    held: i32,
}

impl Shape {
    #[inline(always)]
    fn of(sides: Sides) -> Shape {
        let [east, north_east, north_west] =
            [Sides::lines::<0>(sides.own), Sides::lines::<1>(sides.own), Sides::lines::<2>(sides.own)];
        let own = sides.own;
        let beside =
            step::<0>(own) | step::<1>(own) | step::<2>(own) | step::<3>(own) | step::<4>(own) | step::<5>(own);
        let enemy = sides.enemy;
        let held = (step::<0>(enemy) & before::<0>(enemy))
            | (step::<1>(enemy) & before::<1>(enemy))
            | (step::<2>(enemy) & before::<2>(enemy));
        Shape {
            pairs: count(east[0]) + count(north_east[0]) + count(north_west[0]),
            triples: count(east[1]) + count(north_east[1]) + count(north_west[1]),
            lone: count(own & !beside),
            held: count(own & held),
        }
    }
}

/// Enemy marbles that a side could push if it were to move.
#[derive(Default)]
struct Threats {
    /// The first marbles of all pushes.
    pushable: Bits,
    /// The first marbles of pushes that eject.
    ejectable: Bits,
}

impl Threats {
    #[inline(always)]
    fn of(sides: Sides) -> Threats {
        let mut threats = Threats::default();
        threats.look::<0>(sides);
        threats.look::<1>(sides);
        threats.look::<2>(sides);
        threats.look::<3>(sides);
        threats.look::<4>(sides);
        threats.look::<5>(sides);
        threats
    }

    #[inline(always)]
    fn look<const D: usize>(&mut self, sides: Sides) {
        let Sides { own, enemy, empty } = sides;
        let pairs = own & step::<D>(own);
        let before_pairs = step::<D>(pairs) & enemy;
        if before_pairs == 0 {
            return;
        }
        let before_triples = step::<D>(own & step::<D>(pairs)) & enemy;
        let edge = enemy & const { leaving(D, 1) };
        let last = edge | enemy & before::<D>(empty);
        self.pushable |= before_pairs & last | before_triples & before::<D>(last);
        self.ejectable |= before_pairs & edge | before_triples & before::<D>(edge);
    }
}
