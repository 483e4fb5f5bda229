//! The look-up tables of a rule set: from the cells around a cell to its shapes, and from four shapes to a class.

use super::class::Class;
use super::shape::{EMPTY, Shape, ShapeDeriver, WALL, Window};
use super::shape_code::{ByShapes, DIRECTION, ShapeCode, fixed};
use crate::games::gomoku::rules::code::{LineRule, RuleCode};

/// Both colours' shapes in one direction: Black's in the low four bits, White's in the high four.
pub type ShapePair = u8;

/// Everything that the incremental board looks up, for one rule set.
pub struct Tables {
    /// From the `reach` cells on one side of a cell to that side's share of an index into `shapes`. A cell behind a wall
    /// does not matter, so far fewer than 4^reach sides differ.
    left: Box<[u32; SIDES]>,
    right: Box<[u32; SIDES]>,
    shapes: Vec<ShapePair>,
    classes: ByShapes<Class>,
}

/// Sides of the longest window. Arrays of fixed size are indexed below without a check.
const SIDES: usize = 1 << 10;

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tables").finish_non_exhaustive()
    }
}

impl Tables {
    /// Derives all tables; a few milliseconds.
    pub fn new(rule: RuleCode) -> Tables {
        let (left, right, shapes) = shape_tables(rule);
        let classes = ByShapes::new(rule == RuleCode::Renju, |shapes, player| Class::new(shapes, player, rule));
        Tables { left: fixed(left), right: fixed(right), shapes, classes }
    }

    /// The tables from windows to shapes.
    #[inline]
    pub fn windows(&self) -> Windows<'_> {
        Windows { left: &self.left, right: &self.right, shapes: &self.shapes }
    }

    /// What a stone on a cell with these shapes amounts to, for Black and for White.
    #[inline]
    pub fn classes(&self, code: ShapeCode) -> [Class; 2] {
        self.classes.get(code)
    }
}

/// The tables from windows to shapes, apart from the others so that a loop keeps their addresses in registers.
#[derive(Clone, Copy)]
pub struct Windows<'a> {
    left: &'a [u32; SIDES],
    right: &'a [u32; SIDES],
    shapes: &'a [ShapePair],
}

impl Windows<'_> {
    /// The shapes both colours would make on an empty cell, as direction 0 of a code. `line`: two bits a cell, from the farthest one before
    /// it that is within `reach`, which is that of the rules.
    #[inline]
    pub fn shapes(&self, line: u64, reach: usize) -> ShapeCode {
        let mask = (1 << (2 * reach)) - 1;
        let before = line as usize & mask;
        let after = (line >> (2 * reach + 2)) as usize & mask;
        let pair = self.shapes[(self.left[before % SIDES] + self.right[after % SIDES]) as usize];
        (ShapeCode::from(pair) | ShapeCode::from(pair) << 12) & DIRECTION
    }
}

/// The table from windows to shapes, and the two that number the sides of a window.
fn shape_tables(rule: RuleCode) -> (Vec<u32>, Vec<u32>, Vec<ShapePair>) {
    let (before, after) = (Sides::before(rule.reach()), Sides::after(rule.reach()));
    let (mut left, lefts) = before.number(|side| before.walled(side));
    let (right, rights) = after.number(|side| after.walled(side));
    left.iter_mut().for_each(|number| *number *= rights.len() as u32);
    let [black_rule, white_rule] = rule.lines();
    let black = shapes_seen(black_rule, 1, (before, &lefts), (after, &rights));
    let white = shapes_seen(white_rule, 2, (before, &lefts), (after, &rights));
    let fouls = rule == RuleCode::Renju;
    let pair = |(black, white)| {
        let black = if fouls { black } else { forget_fouls(black) };
        black as u8 | (forget_fouls(white) as u8) << 4
    };
    (left, right, black.into_iter().zip(white).map(pair).collect())
}

/// The shapes that a stone of `me` (1 or 2) makes in every window of these sides, all the right ones for each left one. What
/// lies behind an opponent's stone does not matter to it, so few of them differ and are derived.
fn shapes_seen(
    rule: LineRule,
    me: u32,
    (before, lefts): (Sides, &[u32]),
    (after, rights): (Sides, &[u32]),
) -> Vec<Shape> {
    let (row, seen_left) = before.number(|side| before.seen(side, 1));
    let (column, seen_right) = after.number(|side| after.seen(side, 1));
    let columns = seen_right.len();
    let mut deriver = ShapeDeriver::new(rule, seen_left.len() * columns, |window: Window| {
        let (before, after) = window.halves();
        row[before as usize] as usize * columns + column[after as usize] as usize
    });
    let mut derived = Vec::with_capacity(seen_left.len() * columns);
    for &left in &seen_left {
        derived.extend(seen_right.iter().map(|&right| deriver.shape(Window::new(left, right, before.reach, 1))));
    }
    let at_right: Vec<usize> = rights.iter().map(|&side| column[after.seen(side, me) as usize] as usize).collect();
    let mut shapes = Vec::with_capacity(lefts.len() * rights.len());
    for &side in lefts {
        let at_left = row[before.seen(side, me) as usize] as usize * columns;
        shapes.extend(at_right.iter().map(|at| derived[at_left + at]));
    }
    shapes
}

/// Only renju's Black needs an overline or two fours in one line told from no shape and an open four.
fn forget_fouls(shape: Shape) -> Shape {
    match shape {
        Shape::Overline => Shape::Dead,
        Shape::DoubleFour => Shape::OpenFour,
        other => other,
    }
}

/// The cells on one side of a window's centre, two bits a cell.
#[derive(Clone, Copy)]
struct Sides {
    reach: usize,
    /// The place of the cell next to the centre: the first or the last.
    nearest: usize,
}

impl Sides {
    fn before(reach: usize) -> Sides {
        Sides { reach, nearest: reach - 1 }
    }

    fn after(reach: usize) -> Sides {
        Sides { reach, nearest: 0 }
    }

    /// The place of the k-th cell from the centre, in bits.
    fn shift(self, k: usize) -> usize {
        2 * self.nearest.abs_diff(k)
    }

    /// The side with wall behind its first wall.
    fn walled(self, side: u32) -> u32 {
        let cell = |k: usize| side >> self.shift(k) & 3;
        let end = (0..self.reach).find(|&k| cell(k) == WALL).unwrap_or(self.reach);
        (end..self.reach).fold(side, |side, k| side | WALL << self.shift(k))
    }

    /// The side as it matters to `me`: his own stones 1, and wall behind the first stone or wall that is in his way.
    fn seen(self, side: u32, me: u32) -> u32 {
        let mut seen = 0;
        let mut open = true;
        for k in 0..self.reach {
            let cell = match side >> self.shift(k) & 3 {
                _ if !open => WALL,
                EMPTY => EMPTY,
                WALL => WALL,
                colour if colour == me => 1,
                _ => 2,
            };
            open &= cell < 2;
            seen |= cell << self.shift(k);
        }
        seen
    }

    /// Numbers the sides, those that are alike the same: the number of each of the 4^reach sides, and for each number the side
    /// that `alike` makes of all of them.
    fn number(self, alike: impl Fn(u32) -> u32) -> (Vec<u32>, Vec<u32>) {
        let sides: Vec<u32> = (0..1 << (2 * self.reach)).filter(|&side| alike(side) == side).collect();
        let number = |side: u32| sides.binary_search(&alike(side)).map_or(0, |number| number as u32);
        ((0..1 << (2 * self.reach)).map(number).collect(), sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_that_differ_behind_a_wall_are_one() {
        let after = Sides::after(5);
        let (numbers, sides) = after.number(|side| after.walled(side));
        assert_eq!(sides.len(), 364);
        let wall_first = WALL | 1 << 2;
        let also_wall_first = WALL | 2 << 4;
        assert_eq!(numbers[wall_first as usize], numbers[also_wall_first as usize]);
        assert_eq!(sides[numbers[EMPTY as usize] as usize], EMPTY);
    }

    #[test]
    fn every_shape_is_that_of_its_window_in_full() {
        for rule in RuleCode::ALL {
            let (left, right, shapes) = shape_tables(rule);
            let reach = rule.reach();
            let [mut black, mut white] = rule.lines().map(|line| {
                let whole = |window: Window| {
                    let (before, after) = window.halves();
                    (before << (2 * reach) | after) as usize
                };
                ShapeDeriver::new(line, 1 << (4 * reach), whole)
            });
            // Every 97th of the windows of five cells a side, and all of those of four.
            let step = if reach == 5 { 97 } else { 1 };
            for window in (0..1_u32 << (4 * reach)).step_by(step) {
                let (before, after) = (window >> (2 * reach), window & ((1 << (2 * reach)) - 1));
                let pair = shapes[(left[before as usize] + right[after as usize]) as usize];
                let own = black.shape(Window::new(before, after, reach, 1));
                let own = if rule == RuleCode::Renju { own } else { forget_fouls(own) };
                let other = forget_fouls(white.shape(Window::new(before, after, reach, 2)));
                assert_eq!((pair & 15, pair >> 4), (own as u8, other as u8), "{} {before:o} {after:o}", rule.name());
            }
        }
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
