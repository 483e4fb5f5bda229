//! Four shapes, one a direction, combined into what a move is worth as a whole.

use super::rule::RuleCode;
use super::shape::Shape;
use super::{multiset, params, weights};
use crate::search::Player;

/// What a stone of one colour on a cell amounts to, the four directions together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
pub enum Class {
    /// No three and nothing better. Cells of this class are neither counted nor listed.
    #[default]
    Quiet = 0,
    /// One open three.
    Three,
    /// Two open threes or more.
    DoubleThree,
    /// One four.
    Four,
    /// One four and an open three.
    FourThree,
    /// An open four or two fours: a win in three plies unless the opponent makes five first.
    OpenFour,
    /// Five.
    Five,
    /// Two open threes, a foul if both are real.
    FoulThrees,
    /// Two open threes with a four, a foul if both threes are real.
    FoulThreesFour,
    /// An overline: a foul.
    Foul,
    /// Two fours, or an overline with a four: a foul.
    FoulFour,
}

impl Class {
    /// The number of classes.
    pub const COUNT: usize = 11;

    /// The classes of moves that threaten a five, foul or not.
    pub const FOURS: [Class; 5] =
        [Class::Four, Class::FourThree, Class::OpenFour, Class::FoulThreesFour, Class::FoulFour];

    /// A foul whatever the rest of the board looks like.
    pub const fn is_certain_foul(self) -> bool {
        matches!(self, Class::Foul | Class::FoulFour)
    }

    /// A foul if its open threes are real.
    pub const fn is_possible_foul(self) -> bool {
        matches!(self, Class::FoulThrees | Class::FoulThreesFour)
    }
}

/// One entry of the table over the four shapes of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Combination {
    /// What the cell adds to its colour's evaluation when it is to move.
    pub moving: i16,
    /// What it adds when the opponent is.
    pub waiting: i16,
    /// What the move amounts to.
    pub class: Class,
}

impl Combination {
    /// Combines the shapes that a stone of `player` makes in the four directions.
    pub fn new(shapes: [Shape; 4], player: Player, rule: RuleCode) -> Combination {
        let fouls = rule == RuleCode::Renju && player == Player::First;
        let class = if fouls { class_with_fouls(shapes) } else { class_without_fouls(shapes) };
        let (side, number) = (weights::side(rule, player), multiset::number(shapes));
        Combination { moving: side.moving[number], waiting: side.waiting[number], class }
    }
}

/// How early a move on a cell is tried, in steps of `params::PRIOR_STEP`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prior {
    /// For what the mover's stone makes there.
    pub make: u8,
    /// For what it spoils of the opponent's.
    pub spoil: u8,
}

impl Prior {
    /// The priors of a cell for the shapes that a stone of `player` makes there.
    pub fn new(shapes: [Shape; 4], player: Player, rule: RuleCode) -> Prior {
        let class = Combination::new(shapes, player, rule).class;
        Prior { make: params::make_prior(shapes, class), spoil: params::spoil_prior(shapes, class) }
    }
}

fn count(shapes: [Shape; 4], wanted: impl Fn(Shape) -> bool) -> usize {
    shapes.into_iter().filter(|&shape| wanted(shape)).count()
}

fn class_without_fouls(shapes: [Shape; 4]) -> Class {
    let has = |shape| shapes.contains(&shape);
    let fours = count(shapes, Shape::is_four);
    let threes = count(shapes, Shape::is_three);
    if has(Shape::Five) {
        Class::Five
    } else if has(Shape::OpenFour) || has(Shape::DoubleFour) || fours >= 2 {
        Class::OpenFour
    } else {
        match (fours, threes) {
            (0, 0) => Class::Quiet,
            (0, 1) => Class::Three,
            (0, _) => Class::DoubleThree,
            (_, 0) => Class::Four,
            _ => Class::FourThree,
        }
    }
}

/// Renju's Black: five comes before every foul, a foul before everything else.
fn class_with_fouls(shapes: [Shape; 4]) -> Class {
    let has = |shape| shapes.contains(&shape);
    let fours = count(shapes, Shape::is_four) + count(shapes, |shape| shape == Shape::DoubleFour);
    let threes = count(shapes, Shape::is_three);
    if has(Shape::Five) {
        Class::Five
    } else if fours >= 2 || (fours > 0 && has(Shape::Overline)) {
        Class::FoulFour
    } else if has(Shape::Overline) {
        Class::Foul
    } else if threes >= 2 {
        if fours > 0 { Class::FoulThreesFour } else { Class::FoulThrees }
    } else {
        class_without_fouls(shapes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Shape::*;

    fn class(shapes: [Shape; 4], player: Player, rule: RuleCode) -> Class {
        Combination::new(shapes, player, rule).class
    }

    #[test]
    fn fouls_are_renju_blacks_alone() {
        let double_three = [OpenThree, SplitThree, Dead, Dead];
        assert_eq!(class(double_three, Player::First, RuleCode::Renju), Class::FoulThrees);
        assert_eq!(class(double_three, Player::Second, RuleCode::Renju), Class::DoubleThree);
        assert_eq!(class(double_three, Player::First, RuleCode::Standard), Class::DoubleThree);
        let double_four = [Four, One, Four, Dead];
        assert_eq!(class(double_four, Player::First, RuleCode::Renju), Class::FoulFour);
        assert_eq!(class(double_four, Player::First, RuleCode::Freestyle), Class::OpenFour);
    }

    #[test]
    fn five_beats_every_foul() {
        let shapes = [Five, Overline, Four, Four];
        assert_eq!(class(shapes, Player::First, RuleCode::Renju), Class::Five);
    }

    #[test]
    fn four_and_three_is_no_foul() {
        assert_eq!(class([Four, OpenThree, Dead, Dead], Player::First, RuleCode::Renju), Class::FourThree);
        assert_eq!(class([OpenFour, OpenThree, Dead, Dead], Player::First, RuleCode::Renju), Class::OpenFour);
    }
}
