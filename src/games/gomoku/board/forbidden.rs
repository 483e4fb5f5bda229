//! Renju's forbidden points, true and false.
//!
//! A double three is a foul only if two of its threes can become straight fours by points that are not themselves forbidden,
//! so the same question is asked again with one more stone; a point that makes a five does not count either. Overlines and
//! double fours need no look ahead. A five takes precedence over every foul.
//!
//! Source: Renju International Federation, "The International Rules of Renju", section 9.

use crate::games::gomoku::patterns::lines::{DELTAS, Lines};
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::patterns::shape::Shape;
use crate::games::gomoku::rules::cell::Cell;
use crate::search::Player;

/// Is Black's stone on this empty cell a foul? The lines are unchanged afterwards.
pub(in crate::games::gomoku) fn is_foul<R: Rule>(lines: &mut Lines, cell: Cell) -> bool {
    let shapes: [Shape; 4] = std::array::from_fn(|d| lines.shape::<R>(cell, d, Player::First));
    if shapes.contains(&Shape::Five) {
        return false;
    }
    if shapes.contains(&Shape::Overline) || fours(shapes) >= 2 {
        return true;
    }
    let threes = || (0..4).filter(|&d| shapes[d].is_three());
    if threes().count() < 2 {
        return false;
    }
    lines.toggle(cell, Player::First);
    let real = threes().filter(|&d| is_real_three::<R>(lines, cell, d)).take(2).count();
    lines.toggle(cell, Player::First);
    real == 2
}

/// Fours among the shapes, a double four in one line counting twice.
fn fours(shapes: [Shape; 4]) -> usize {
    let count = |wanted: fn(Shape) -> bool| shapes.into_iter().filter(|&shape| wanted(shape)).count();
    count(Shape::is_four) + count(|shape| shape == Shape::DoubleFour)
}

/// Can the three through the stone on `cell` become a straight four by a stone on a point that is neither a foul nor makes a five?
fn is_real_three<R: Rule>(lines: &mut Lines, cell: Cell, d: usize) -> bool {
    [-1, 1].into_iter().any(|way| {
        (1..=4)
            .map(|steps| cell.offset(DELTAS[d], way * steps))
            .take_while(|&point| matches!(lines.bits(point), 0 | 1))
            .collect::<Vec<_>>()
            .into_iter()
            .any(|point| makes_straight_four::<R>(lines, cell, point, d) && may_be_played::<R>(lines, point))
    })
}

fn may_be_played<R: Rule>(lines: &mut Lines, point: Cell) -> bool {
    let five = (0..4).any(|d| lines.shape::<R>(point, d, Player::First) == Shape::Five);
    !five && !is_foul::<R>(lines, point)
}

/// Does a stone on `point` make a straight four that holds the stone on `cell`?
fn makes_straight_four<R: Rule>(lines: &mut Lines, cell: Cell, point: Cell, d: usize) -> bool {
    if lines.bits(point) != 0 {
        return false;
    }
    lines.toggle(point, Player::First);
    let shape = lines.shape::<R>(cell, d, Player::First);
    lines.toggle(point, Player::First);
    shape == Shape::OpenFour
}
