//! The weights of the evaluation, one for each feature, and the weights of the compactness target. In 300ths of a logit of winning.

use super::features::COUNT;

/// What each feature is worth, in the order of [`super::features::NAMES`]. Range -4,000..=4,000. Set by hand.
pub(super) const WEIGHTS: [i32; COUNT] = [
    400, 820, 1_270, 1_780, 2_400, // marbles lost: every further one is worth more
    24,    // compactness, a hex step nearer to the target
    0, -4, -14, -46, // rings 1 to 4: the edge is dangerous
    9, 5, -22, // pairs, triples, lone marbles
    -16, // marbles held between two of the enemy's
    14, -8, // marbles that can be pushed, by the side to move and by the other
    120, 30, -50, -24, // ejections at hand and how many: of the side to move and of the other
    24,  // being to move
    900, // more ejections when the ply cap is near
];

/// How much each side's mass centre weighs in the target of compactness. Range 1..=16.
pub(super) const MASS_WEIGHT: i32 = 4;

/// How much the board's centre weighs there, by the difference of marbles lost: a side that is ahead hunts where the marbles are.
/// Range 0..=16.
pub(super) const CENTRE_WEIGHT: [i32; 7] = [4, 3, 2, 2, 1, 1, 1];
