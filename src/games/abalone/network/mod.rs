//! The learned evaluation: a correction of the linear evaluation by a small network that sees every marble from both sides.
//!
//! `orientation` turns the board before each side's eyes, [`inputs`] numbers what there is to see then, [`weights`] holds what was learnt
//! about it, [`oracle`] computes the value of a position the slow way, and [`accumulator`] by what differs from positions before, by the
//! arithmetic of [`kernels`].

pub mod accumulator;
pub mod evaluation;
pub mod inputs;
pub mod kernels;
pub mod oracle;
mod orientation;
pub mod weights;

pub use inputs::Seen;
pub use weights::Network;

/// Numbers that describe what is seen; those of everything on the board are added up, for each side's view.
pub const WIDTH: usize = 128;
/// Features of a view: each the product of two of its sums, clipped.
pub const FEATURES: usize = WIDTH / 2;
/// Inputs of the first dense layer: the features of the view of the side to move, then those of the other side's.
pub const INPUTS: usize = 2 * FEATURES;
