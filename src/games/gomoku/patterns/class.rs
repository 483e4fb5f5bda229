//! Four shapes, one a direction, combined into what a move is worth as a whole.

use super::multiset;
use super::shape::Shape;
use crate::games::gomoku::evaluation::weights;
use crate::games::gomoku::params;
use crate::games::gomoku::rules::rule::RuleCode;
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

/// One entry of the table over the four shapes of a cell: what the move amounts to, and what the cell adds to its colour's
/// evaluation when that is to move and when it waits. All in one word, so that an update of the board adds and compares words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Combination(u64);

/// What the cells of a board are worth to one colour: the sum of their [`Combination`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth(u64);

/// Where the worth of a cell for the colour that waits begins; that for the colour to move has the bits below. Sums of 484 cells
/// of 16 bits stay within either, and what a negative one borrows from above is given back.
const WAITING: u32 = 30;
/// Where the class begins. Its sums mean nothing.
const CLASS: u32 = 2 * WAITING;

impl Combination {
    /// Combines the shapes that a stone of `player` makes in the four directions.
    pub fn new(shapes: [Shape; 4], player: Player, rule: RuleCode) -> Combination {
        let fouls = rule == RuleCode::Renju && player == Player::First;
        let class = if fouls { class_with_fouls(shapes) } else { class_without_fouls(shapes) };
        let (side, number) = (weights::side(rule, player), multiset::number(shapes));
        Combination::pack(side.moving[number], side.waiting[number], class)
    }

    fn pack(moving: i16, waiting: i16, class: Class) -> Combination {
        let worth = i64::from(moving) + (i64::from(waiting) << WAITING);
        Combination(worth as u64 & ((1 << CLASS) - 1) | (class as u64) << CLASS)
    }

    /// What the move amounts to.
    #[inline]
    pub fn class(self) -> Class {
        Class::ALL[(self.0 >> CLASS) as usize]
    }

    /// Does the other amount to the same?
    #[inline]
    pub fn is_alike(self, other: Combination) -> bool {
        (self.0 ^ other.0) >> CLASS == 0
    }
}

impl Worth {
    /// A cell has changed.
    #[inline]
    pub fn replace(&mut self, old: Combination, new: Combination) {
        self.0 = self.0.wrapping_add(new.0).wrapping_sub(old.0);
    }

    /// The worth to the colour when it is to move.
    #[inline]
    pub fn moving(self) -> i32 {
        field(self.0)
    }

    /// The worth to the colour when it waits.
    #[inline]
    pub fn waiting(self) -> i32 {
        field(self.0.wrapping_sub(self.moving() as u64) >> WAITING)
    }
}

/// The lowest bits of a word as a number with a sign.
#[inline]
fn field(word: u64) -> i32 {
    ((word << (64 - WAITING)) as i64 >> (64 - WAITING)) as i32
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
        let class = Combination::new(shapes, player, rule).class();
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
        Combination::new(shapes, player, rule).class()
    }

    #[test]
    fn sums_of_packed_cells_are_sums() {
        let cells = [(i16::MIN, i16::MAX), (i16::MAX, i16::MIN), (-1, -1), (0, -7), (300, 20), (i16::MIN, i16::MIN)];
        let class = |at: usize| Class::ALL[at % Class::COUNT];
        let (mut worth, mut sums) = (Worth::default(), (0, 0));
        for (at, &(moving, waiting)) in cells.iter().cycle().take(484).enumerate() {
            let packed = Combination::pack(moving, waiting, class(at));
            assert_eq!(packed.class(), class(at));
            assert!(packed.is_alike(Combination::pack(waiting, moving, class(at))));
            assert!(!packed.is_alike(Combination::pack(moving, waiting, class(at + 1))));
            worth.replace(Combination::default(), packed);
            sums = (sums.0 + i32::from(moving), sums.1 + i32::from(waiting));
            assert_eq!((worth.moving(), worth.waiting()), sums);
        }
        let least = Combination::pack(i16::MIN, i16::MIN, Class::FoulFour);
        let mut worth = Worth::default();
        (0..484).for_each(|_| worth.replace(Combination::default(), least));
        assert_eq!((worth.moving(), worth.waiting()), (484 * i32::from(i16::MIN), 484 * i32::from(i16::MIN)));
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
