//! Every number of the Gomoku move ordering and proofs: why it is there, its value, its range. Those of the evaluation are in
//! `weights`.

use super::class::Class;
use super::shape::Shape;

/// How early a move is tried for the shapes it makes, by [`Shape`]. Range 0..=1,000.
const SHAPE_PRIOR: [i16; Shape::COUNT] = [0, 2, 6, 10, 18, 26, 34, 30, 64, 84, 76, 180, 240, 300, 0];

/// How early a move is tried for what it makes as a whole, by [`Class`]. Range 0..=4,000.
const CLASS_PRIOR: [i16; Class::COUNT] = [0, 220, 520, 260, 900, 2000, 4000, 100, 260, 0, 0];

/// How early a move with these shapes is tried, as seen from the colour that makes them.
pub(super) fn cell_prior(shapes: [Shape; 4], class: Class) -> u8 {
    let lines: i16 = shapes.iter().map(|&shape| SHAPE_PRIOR[shape as usize]).sum();
    ((lines + CLASS_PRIOR[class as usize]) / PRIOR_STEP).min(255) as u8
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
