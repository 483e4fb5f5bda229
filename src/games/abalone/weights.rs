//! The weights of Abalone's evaluation, written by `fukumi tune`.
//!
//! Command: `fukumi tune --lambda 0.6 --spread 200 --rate 0.005 --batch 4096 --held-out 0.1 --min-rows 30 --seed 1`
//! Data: 688 games of self-play at 1500 nodes a move (PlyCap=350 Repetition=true Start=belgian-daisy), 109286 positions.
//! Held-out loss: 0.437028 before, 0.428251 after; 22 of 22 weights learnt, epoch 8.

use super::features::COUNT;

/// What each feature is worth, in 300ths of a logit of winning; named in [`super::features::NAMES`].
pub(super) const WEIGHTS: [i32; COUNT] = [
    409, // lost-1
    833, // lost-2
    1342, // lost-3
    1856, // lost-4
    2435, // lost-5
    54, // compactness
    25, // ring-1
    25, // ring-2
    19, // ring-3
    -1, // ring-4
    1, // pairs
    13, // triples
    -15, // lone
    12, // held
    45, // pushable-by-mover
    -42, // pushable-by-other
    19, // ejection-by-mover
    0, // ejections-by-mover
    18, // ejection-by-other
    -15, // ejections-by-other
    39, // tempo
    945, // late-lead
];
