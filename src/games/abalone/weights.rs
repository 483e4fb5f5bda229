//! The weights of Abalone's evaluation, written by `fukumi tune`.
//!
//! Set by hand.

use super::features::COUNT;

/// What each feature is worth, in 300ths of a logit of winning; named in [`super::features::NAMES`].
pub(super) const WEIGHTS: [i32; COUNT] = [
    400, // lost-1
    820, // lost-2
    1270, // lost-3
    1780, // lost-4
    2400, // lost-5
    24, // compactness
    0, // ring-1
    -4, // ring-2
    -14, // ring-3
    -46, // ring-4
    9, // pairs
    5, // triples
    -22, // lone
    -16, // held
    14, // pushable-by-mover
    -8, // pushable-by-other
    120, // ejection-by-mover
    30, // ejections-by-mover
    -50, // ejection-by-other
    -24, // ejections-by-other
    24, // tempo
    900, // late-lead
];
