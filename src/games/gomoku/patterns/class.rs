//! Four shapes, one a direction, combined into what a move is worth as a whole.

use super::shape::Shape;
use crate::games::gomoku::rules::code::RuleCode;
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
    /// What the shapes that a stone of `player` makes in the four directions amount to.
    pub fn new(shapes: [Shape; 4], player: Player, rule: RuleCode) -> Class {
        let fouls = rule == RuleCode::Renju && player == Player::First;
        if fouls { class_with_fouls(shapes) } else { class_without_fouls(shapes) }
    }

    /// The number of classes.
    pub const COUNT: usize = 11;

    /// All classes, so that `ALL[class as usize] == class`.
    pub const ALL: [Class; Class::COUNT] = [
        Class::Quiet,
        Class::Three,
        Class::DoubleThree,
        Class::Four,
        Class::FourThree,
        Class::OpenFour,
        Class::Five,
        Class::FoulThrees,
        Class::FoulThreesFour,
        Class::Foul,
        Class::FoulFour,
    ];

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
    use super::super::shape_code::{STRONG, shapes_of};
    use super::*;
    use Shape::*;

    #[test]
    fn fouls_are_renju_blacks_alone() {
        let double_three = [OpenThree, SplitThree, Dead, Dead];
        assert_eq!(Class::new(double_three, Player::First, RuleCode::Renju), Class::FoulThrees);
        assert_eq!(Class::new(double_three, Player::Second, RuleCode::Renju), Class::DoubleThree);
        assert_eq!(Class::new(double_three, Player::First, RuleCode::Standard), Class::DoubleThree);
        let double_four = [Four, One, Four, Dead];
        assert_eq!(Class::new(double_four, Player::First, RuleCode::Renju), Class::FoulFour);
        assert_eq!(Class::new(double_four, Player::First, RuleCode::Freestyle), Class::OpenFour);
    }

    #[test]
    fn a_class_needs_a_strong_shape() {
        let strong = (0..4).fold(0, |bits, d| bits | STRONG << (4 * d));
        for code in (0..=0xFFFF).filter(|code| code & strong == 0) {
            let shapes = shapes_of(code, Player::First);
            for rule in RuleCode::ALL {
                assert_eq!(Player::ALL.map(|player| Class::new(shapes, player, rule)), [Class::Quiet; 2], "{shapes:?}");
            }
        }
    }

    #[test]
    fn five_beats_every_foul() {
        let shapes = [Five, Overline, Four, Four];
        assert_eq!(Class::new(shapes, Player::First, RuleCode::Renju), Class::Five);
    }

    #[test]
    fn four_and_three_is_no_foul() {
        assert_eq!(Class::new([Four, OpenThree, Dead, Dead], Player::First, RuleCode::Renju), Class::FourThree);
        assert_eq!(Class::new([OpenFour, OpenThree, Dead, Dead], Player::First, RuleCode::Renju), Class::OpenFour);
    }
}
