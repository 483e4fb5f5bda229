//! Every number of the Gomoku evaluation and move ordering: why it is there, its value, its range.

use super::class::Class;
use super::shape::Shape;

/// What a cell adds to its colour's evaluation for the shape a stone there would make in one direction, by [`Shape`]. In
/// 300ths of a logit of winning, as every value below; all of them fitted together by logistic regression to self-play games
/// (7,551 games, 105,695 positions of freestyle, standard and renju). Range -1,000..=1,000. What is not listed is resolved before.
const SHAPE_VALUE: [i16; Shape::COUNT] = [0, -1, 1, 1, -1, 3, 5, 10, 28, 35, 47, 105, 105, 0, 0];

/// What a cell adds for every two of its directions, by the [`Kin`] of their shapes, the better first: shapes that cross work
/// together. Range -1,000..=1,000.
const CROSSING_VALUE: [[i16; Kin::COUNT]; Kin::COUNT] = [
    [0, 0, 0, 0, 0, 0],
    [0, 1, 0, 0, 0, 0],
    [0, 3, 10, 0, 0, 0],
    [0, 0, 18, -1, 0, 0],
    [0, 4, 26, 21, -34, 0],
    [0, 5, 34, 20, -73, -40],
];

/// Shapes that cross alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kin {
    Nothing = 0,
    ClosedTwo,
    Two,
    ClosedThree,
    Three,
    Four,
}

impl Kin {
    const COUNT: usize = 6;

    const fn of(shape: Shape) -> Kin {
        match shape {
            Shape::Dead | Shape::ClosedOne | Shape::One | Shape::Overline => Kin::Nothing,
            Shape::ClosedTwo => Kin::ClosedTwo,
            Shape::SplitTwo | Shape::Two | Shape::OpenTwo => Kin::Two,
            Shape::ClosedThree => Kin::ClosedThree,
            Shape::SplitThree | Shape::OpenThree => Kin::Three,
            Shape::Four | Shape::DoubleFour | Shape::OpenFour | Shape::Five => Kin::Four,
        }
    }
}

/// How early a move is tried for the shapes it makes, by [`Shape`]: in steps of [`PRIOR_STEP`], 16 of them a logit of being the
/// best move. These and the three tables below were fitted together by softmax regression to the moves that a search of 5,000
/// nodes chose in 68,774 positions of self-play (freestyle, standard and renju).
/// Range -64..=255.
const MAKE_SHAPE: [i16; Shape::COUNT] = [0, 3, 8, 8, 20, 26, 35, 28, 28, 46, 48, 108, 108, 108, 0];
/// More for what it makes as a whole, by [`Class`].
const MAKE_CLASS: [i16; Class::COUNT] = [0, 25, 63, 15, 90, 109, 192, 25, 15, 0, 0];
/// How early a move is tried for the opponent's shapes it takes the place of, by [`Shape`].
const SPOIL_SHAPE: [i16; Shape::COUNT] = [0, 0, 2, 2, 8, 11, 18, 16, 10, 27, 23, 46, 46, 46, 0];
/// More for what the opponent would make there as a whole, by [`Class`].
const SPOIL_CLASS: [i16; Class::COUNT] = [0, 26, 43, 27, 67, 55, 144, 26, 27, 0, 0];

/// What a cell with these shapes adds to the evaluation of the colour that would make them.
pub(super) fn cell_value(shapes: [Shape; 4], class: Class) -> i16 {
    if class.is_certain_foul() {
        return 0;
    }
    let mut value: i16 = shapes.iter().map(|&shape| SHAPE_VALUE[shape as usize]).sum();
    for (at, &one) in shapes.iter().enumerate() {
        for &other in &shapes[..at] {
            let (one, other) = (Kin::of(one), Kin::of(other));
            value += CROSSING_VALUE[one.max(other) as usize][one.min(other) as usize];
        }
    }
    value
}

/// The prior of a move for the mover's shapes there.
pub(super) fn make_prior(shapes: [Shape; 4], class: Class) -> u8 {
    prior(shapes, class, &MAKE_SHAPE, &MAKE_CLASS)
}

/// The prior of a move for the opponent's shapes there.
pub(super) fn spoil_prior(shapes: [Shape; 4], class: Class) -> u8 {
    prior(shapes, class, &SPOIL_SHAPE, &SPOIL_CLASS)
}

fn prior(shapes: [Shape; 4], class: Class, by_shape: &[i16; Shape::COUNT], by_class: &[i16; Class::COUNT]) -> u8 {
    let lines: i16 = shapes.iter().map(|&shape| by_shape[shape as usize]).sum();
    (lines + by_class[class as usize]).clamp(0, 255) as u8
}

/// The unit of the priors beside the search's history values. Range 1..=256.
pub(super) const PRIOR_STEP: i32 = 64;

/// The deepest chain of fours that is followed, in attacking moves. Range 1..=120.
pub(super) const VCF_DEPTH: u32 = 60;
/// The most fours tried at a node. Range 1..=484; more than a real position has.
pub(super) const VCF_WIDTH: usize = 64;
/// The most ways to stop a five: two cells a line where ends block, else one. Range 1..=64.
pub(super) const VCF_REPLIES: usize = 16;

/// Nodes a proof by fours may take at a leaf, and what every remaining ply adds to it. Range 0..=100,000.
pub(super) const VCF_LEAF_NODES: u64 = 100;
/// See [`VCF_LEAF_NODES`]: nodes a ply.
pub(super) const VCF_PLY_NODES: u64 = 100;

/// The worth of being to move. Range 0..=1,000.
pub(super) const TEMPO: i32 = 185;
/// What a cell of each [`Class`] is worth to the side to move, once: the threat that is there to be played.
pub(super) const OWN_THREAT: [i32; Class::COUNT] = [0, 34, 67, 8, 53, 0, 0, 0, 0, 0, 0];
/// What a cell of each [`Class`] is worth to the side that is not to move, once: it has to be answered.
pub(super) const THEIR_THREAT: [i32; Class::COUNT] = [0, 12, 70, 6, 137, 47, 0, 0, 0, 0, 0];
