//! The look-up tables of a rule set: from the cells around a cell to its shapes, and from four shapes to a class.

use super::class::{Combination, Prior};
use super::rule::RuleCode;
use super::shape::{Shape, ShapeDeriver, WALL, Window};
use crate::search::Player;

/// Both colours' shapes in one direction: Black's in the low four bits, White's in the high four.
pub type ShapePair = u8;

/// One cell's shapes in all directions: Black's in the low 16 bits, White's in the high 16, four bits a direction.
pub type ShapeCode = u32;

/// The bits of both players' shapes in direction 0 of a [`ShapeCode`].
pub const DIRECTION: ShapeCode = 0x000F_000F;

/// Everything that the incremental board looks up, for one rule set.
pub struct Tables {
    /// From the `reach` cells on one side of a cell to that side's share of an index into `shapes`. A cell behind a wall
    /// does not matter, so far fewer than 4^reach sides differ.
    left: Box<[u32; SIDES]>,
    right: Box<[u32; SIDES]>,
    shapes: Vec<ShapePair>,
    combinations: Box<[Combination; 2 * CODES]>,
    /// Kept apart from the combinations, which every update of the board reads: those must fit the cache.
    priors: Box<[Prior; 2 * CODES]>,
    /// Where White's combinations and priors start: at Black's where both colours have the same rule, which halves the memory
    /// in use.
    white: usize,
}

/// Sides of the longest window. Arrays of fixed size are indexed below without a check.
const SIDES: usize = 1 << 10;
/// Four shapes of four bits.
const CODES: usize = 1 << 16;

/// A pair of shapes as direction 0 of a [`ShapeCode`] holds it.
static SPREAD: [ShapeCode; 256] = spread_pairs();

const fn spread_pairs() -> [ShapeCode; 256] {
    let mut codes = [0; 256];
    let mut pair = 0;
    while pair < 256 {
        codes[pair] = (pair as u32 & 15) | (pair as u32 >> 4) << 16;
        pair += 1;
    }
    codes
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tables").finish_non_exhaustive()
    }
}

impl Tables {
    /// Derives all tables; a few milliseconds.
    pub fn new(rule: RuleCode) -> Tables {
        let (left, right, shapes) = shape_tables(rule);
        let white = if rule == RuleCode::Renju { CODES } else { 0 };
        let combinations = combine_both(white > 0, |shapes, player| Combination::new(shapes, player, rule));
        let priors = combine_both(white > 0, |shapes, player| Prior::new(shapes, player, rule));
        Tables { left: fixed(left), right: fixed(right), shapes, combinations, priors, white }
    }

    /// The shapes both colours would make in the centre, given the `reach` cells on either side, two bits a cell: direction 0
    /// of a code.
    #[inline]
    pub fn shapes(&self, before: usize, after: usize) -> ShapeCode {
        SPREAD[usize::from(self.shapes[(self.left[before % SIDES] + self.right[after % SIDES]) as usize])]
    }

    /// What the shapes of a cell amount to for Black and for White.
    #[inline]
    pub fn worth(&self, code: ShapeCode) -> [Combination; 2] {
        let (black, white) = ((code & 0xFFFF) as usize, (code >> 16) as usize);
        [self.combinations[black], self.combinations[(self.white + white) % (2 * CODES)]]
    }

    /// How early a move on a cell of these shapes is tried by `mover`, in steps of `params::PRIOR_STEP`.
    #[inline]
    pub fn prior(&self, code: ShapeCode, mover: Player) -> i32 {
        let (black, white) = ((code & 0xFFFF) as usize, (code >> 16) as usize);
        let (black, white) = (self.priors[black], self.priors[(self.white + white) % (2 * CODES)]);
        match mover {
            Player::First => i32::from(black.make) + i32::from(white.spoil),
            Player::Second => i32::from(white.make) + i32::from(black.spoil),
        }
    }
}

/// Black's table and, where it differs, White's behind it.
fn combine_both<T: Copy + Default>(differ: bool, combine: impl Fn([Shape; 4], Player) -> T) -> Box<[T; 2 * CODES]> {
    let mut table = combine_all(|shapes| combine(shapes, Player::First));
    if differ {
        table.extend(combine_all(|shapes| combine(shapes, Player::Second)));
    }
    fixed(table)
}

/// A table of exactly `N` entries; what is missing at its end is never looked up.
fn fixed<T: Copy + Default, const N: usize>(mut table: Vec<T>) -> Box<[T; N]> {
    table.resize(N, T::default());
    let table: Box<[T]> = table.into_boxed_slice();
    table.try_into().unwrap_or_else(|_| unreachable!("the table has N entries"))
}

/// The table from windows to shapes, and the two that number the sides of a window.
fn shape_tables(rule: RuleCode) -> (Vec<u32>, Vec<u32>, Vec<ShapePair>) {
    let reach = rule.reach();
    let (mut left, lefts) = number_sides(reach, |k| 2 * (reach - 1 - k));
    let (right, rights) = number_sides(reach, |k| 2 * k);
    left.iter_mut().for_each(|number| *number *= rights.len() as u32);
    let index = |window: Window| {
        let (before, after) = window.halves();
        (left[before as usize] + right[after as usize]) as usize
    };
    let count = lefts.len() * rights.len();
    let [black_rule, white_rule] = rule.lines();
    let mut black = ShapeDeriver::new(black_rule, count, index);
    let mut white = ShapeDeriver::new(white_rule, count, index);
    let same = black_rule == white_rule;
    let fouls = rule == RuleCode::Renju;
    let mut shapes = Vec::with_capacity(count);
    for &before in &lefts {
        for &after in &rights {
            let of_black = black.shape(Window::new(before, after, reach, 1));
            let seen_by_white = Window::new(before, after, reach, 2);
            // The same rule for both makes White's shapes those of a window that is known already.
            let of_white = if same { black.shape(seen_by_white) } else { white.shape(seen_by_white) };
            let of_black = if fouls { of_black } else { forget_fouls(of_black) };
            shapes.push(of_black as u8 | (forget_fouls(of_white) as u8) << 4);
        }
    }
    (left, right, shapes)
}

/// Only renju's Black needs an overline or two fours in one line told from no shape and an open four.
fn forget_fouls(shape: Shape) -> Shape {
    match shape {
        Shape::Overline => Shape::Dead,
        Shape::DoubleFour => Shape::OpenFour,
        other => other,
    }
}

/// Numbers the sides of a window, taking everything behind a wall for wall: the number of each of the 4^reach sides, and
/// one side for each number. `shift` gives the place of the k-th cell, the nearest to the centre being 0.
fn number_sides(reach: usize, shift: impl Fn(usize) -> usize) -> (Vec<u32>, Vec<u32>) {
    let walled = |side: u32| {
        let first_wall = (0..reach).find(|&k| side >> shift(k) & 3 == WALL).unwrap_or(reach);
        (first_wall..reach).fold(side, |side, k| side | WALL << shift(k))
    };
    let sides: Vec<u32> = (0..1 << (2 * reach)).filter(|&side| walled(side) == side).collect();
    let number = |side: u32| sides.binary_search(&walled(side)).map_or(0, |number| number as u32);
    ((0..1 << (2 * reach)).map(number).collect(), sides)
}

/// What every four shapes amount to, four bits a direction. The order of directions does not matter.
fn combine_all<T: Copy + Default>(combine: impl Fn([Shape; 4]) -> T) -> Vec<T> {
    let mut table: Vec<T> = Vec::with_capacity(2 * CODES);
    for code in 0..CODES {
        let mut shapes: [usize; 4] = std::array::from_fn(|d| code >> (4 * d) & 15);
        shapes.sort_unstable_by(|a, b| b.cmp(a));
        let sorted = shapes.iter().rev().fold(0, |code, shape| code << 4 | shape);
        table.push(if shapes[0] >= Shape::COUNT {
            T::default()
        } else if sorted < code {
            table[sorted]
        } else {
            combine(shapes.map(|shape| Shape::ALL[shape]))
        });
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::shape::EMPTY;
    use super::*;

    #[test]
    fn sides_that_differ_behind_a_wall_are_one() {
        let (numbers, sides) = number_sides(5, |k| 2 * k);
        assert_eq!(sides.len(), 364);
        let wall_first = WALL | 1 << 2;
        let also_wall_first = WALL | 2 << 4;
        assert_eq!(numbers[wall_first as usize], numbers[also_wall_first as usize]);
        assert_eq!(sides[numbers[EMPTY as usize] as usize], EMPTY);
    }

    #[test]
    fn tables_are_ready_before_a_manager_grows_impatient() {
        for rule in RuleCode::ALL {
            let start = std::time::Instant::now();
            let tables = Tables::new(rule);
            assert!(!tables.shapes.is_empty());
            // A few milliseconds in a release build; the limit is for a busy machine and a build with checks.
            assert!(start.elapsed().as_secs() < 2, "{}: {:?}", rule.name(), start.elapsed());
        }
    }
}
