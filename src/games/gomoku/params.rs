//! Every number of the Gomoku move ordering and proofs: why it is there, its value, its range. Those of the evaluation are in
//! `weights`.

use super::patterns::class::Class;
use super::patterns::shape::Shape;

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

/// More for a move near the one that it answers ([`Cell::is_near`](super::rules::cell::Cell::is_near)), in steps of [`PRIOR_STEP`]: its
/// opponent's last stone is what there is to answer. Range 0..=255.
pub(super) const PRIOR_NEAR: i32 = 5;

/// The unit of the priors beside the search's history values. Range 1..=256.
pub(super) const PRIOR_STEP: i32 = 64;

/// The deepest chain of fours that is followed, in attacking moves. Range 1..=120.
pub(super) const VCF_DEPTH: u32 = 60;
/// The most fours tried at a node. Range 1..=484; more than a real position has.
pub(super) const VCF_WIDTH: usize = 64;
/// The most ways to stop a five: two cells a line where ends block, else one. Range 1..=64.
pub(super) const VCF_REPLIES: usize = 16;

/// Nodes a chain of fours may take at a leaf. Range 0..=100,000.
pub(super) const VCF_LEAF_NODES: u64 = 30;

/// Nodes that the opponent's win by a chain of fours is looked for before a static value is believed. Range 0..=100,000.
pub(super) const VCF_MENACE_NODES: u64 = 50;

/// Nodes that a proof by fours takes at most before threes are tried too. Range 0..=10,000,000.
pub(super) const PROOF_FOURS_NODES: u64 = 200_000;
/// The most winner's moves in a whole proof. Range 1..=10,000,000; a proof is copied and checked move by move.
pub(super) const PROOF_SIZE: usize = 1_000_000;

/// The most threats in a line of a win by threats, fours at its end apart. Range 0..=100.
pub(super) const VCT_THREATS: u32 = 40;
/// Positions that the search for the line of two threats at once remembers at most. Range 0..=10,000,000.
pub(super) const TOGETHER_POSITIONS: usize = 1 << 10;
/// Nodes that a proof by fours takes at most inside a win by threats. Range 1..=1,000,000.
pub(super) const VCT_FOURS_NODES: u64 = 500;
/// Nodes that the defender's own win by a chain of fours is looked for in there. Range 0..=1,000,000.
pub(super) const VCT_COUNTER_NODES: u64 = 100;
/// Threats between two looks at the limits; each takes some 20 microseconds. Range 1..=1,000.
pub(super) const VCT_POLL: u64 = 32;
/// Positions that the search for a whole proof remembers at most, each some 150 bytes. Range 0..=10,000,000.
pub(super) const VCT_POSITIONS: usize = 1 << 19;
/// Positions that the search for wins by threats remembers at most while a game is played. Range 0..=10,000,000.
pub(super) const PURSUIT_POSITIONS: usize = 1 << 15;
/// The most winner's moves in a proof that is kept while a game is played, each some 100 bytes and 100 nanoseconds to copy.
/// Range 1..=10,000,000.
pub(super) const PURSUIT_SIZE: usize = 20_000;
