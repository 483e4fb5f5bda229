//! Every number of the Gomoku evaluation and move ordering: why it is there, its value, its range.

use super::class::Class;
use super::shape::Shape;

/// What a cell adds to its colour's evaluation for the shape a stone there would make in one direction, by [`Shape`].
/// Range 0..=1,000. A potential four in a line is worth less than a potential open three: it is spent by playing it.
const SHAPE_VALUE: [i16; Shape::COUNT] = [0, 1, 3, 5, 9, 13, 17, 15, 32, 42, 38, 90, 120, 150, 0];

/// What a cell adds on top for what its directions make together, by [`Class`]. Range 0..=1,000.
const CLASS_VALUE: [i16; Class::COUNT] = [0, 10, 55, 12, 90, 60, 60, 0, 0, 0, 0];

/// What a cell adds for a second direction with a two or better: shapes that cross work together. Range 0..=1,000.
const CROSSING_VALUE: i16 = 9;

/// How early a move is tried for what it makes, by [`Class`]. Range 0..=4,000.
const CLASS_PRIOR: [i16; Class::COUNT] = [0, 220, 520, 260, 900, 2000, 4000, 100, 260, 0, 0];

/// What a cell with these shapes adds to the evaluation of the colour that would make them.
pub(super) fn cell_value(shapes: [Shape; 4], class: Class) -> i16 {
    let lines: i16 = shapes.iter().map(|&shape| SHAPE_VALUE[shape as usize]).sum();
    let twos = shapes.iter().filter(|&&shape| shape >= Shape::SplitTwo).count() as i16;
    let crossing = CROSSING_VALUE * (twos - 1).max(0);
    if class.is_certain_foul() { 0 } else { lines + crossing + CLASS_VALUE[class as usize] }
}

/// How early a move with these shapes is tried, as seen from the colour that makes them.
pub(super) fn cell_prior(shapes: [Shape; 4], class: Class) -> u8 {
    let lines: i16 = shapes.iter().map(|&shape| SHAPE_VALUE[shape as usize]).sum();
    ((2 * lines + CLASS_PRIOR[class as usize]) / PRIOR_STEP).min(255) as u8
}

/// The unit of [`cell_prior`]: 255 of them span the priors.
pub(super) const PRIOR_STEP: i16 = 16;

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

/// The share of the opponent's prior in a move's: to spoil is worth less than to make. In 8ths, range 0..=8.
pub(super) const SPOIL_PRIOR: i32 = 5;

/// The worth of being to move. Range 0..=1,000.
pub(super) const TEMPO: i32 = 35;
/// What a cell of each [`Class`] is worth to the side to move, once: the threat that is there to be played.
pub(super) const OWN_THREAT: [i32; Class::COUNT] = [0, 20, 160, 15, 120, 0, 0, 0, 0, 0, 0];
/// What a cell of each [`Class`] is worth to the side that is not to move, once: it has to be answered.
pub(super) const THEIR_THREAT: [i32; Class::COUNT] = [0, 8, 60, 8, 90, 130, 0, 0, 0, 0, 0];
