//! The weights of Abalone's evaluation, written by `fukumi tune`.
//!
//! Command: `fukumi tune --lambda 0.6 --spread 200 --rate 0.005 --batch 4096 --held-out 0.1 --min-rows 30 --seed 1`
//! Data: 272 games of self-play at 1500 nodes a move (PlyCap=350 Repetition=true Start=belgian-daisy), 37894 positions.
//! Held-out loss: 0.436305 before, 0.414299 after; 22 of 22 weights learnt, epoch 5.

use super::features::COUNT;

/// What each feature is worth, in 300ths of a logit of winning; named in [`super::features::NAMES`].
pub(super) const WEIGHTS: [i32; COUNT] = [
    409, // lost-1
    813, // lost-2
    1275, // lost-3
    1808, // lost-4
    2378, // lost-5
    35, // compactness
    3, // ring-1
    1, // ring-2
    -18, // ring-3
    -53, // ring-4
    8, // pairs
    11, // triples
    -12, // lone
    11, // held
    31, // pushable-by-mover
    -25, // pushable-by-other
    81, // ejection-by-mover
    -7, // ejections-by-mover
    -26, // ejection-by-other
    -15, // ejections-by-other
    30, // tempo
    860, // late-lead
];
