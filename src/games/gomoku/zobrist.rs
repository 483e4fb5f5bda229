//! Zobrist words of stones, side to move, rule and size.

use super::cell::{CELLS, Cell};
use super::rule::RuleCode;
use crate::search::Player;

/// Exclusive-or'ed in when the second player is to move.
pub(super) const TO_MOVE: u64 = mix(1);

/// A word for every cell and owner; the third owner is nobody.
static STONES: [[u64; CELLS]; 3] = stones();

/// The key of an empty board, Black to move.
pub(super) fn start(rule: RuleCode, size: usize) -> u64 {
    mix(1_000 + 100 * u64::from(rule.number()) + size as u64)
}

/// The word of a stone on a cell.
#[inline]
pub(super) fn stone(cell: Cell, player: Player) -> u64 {
    STONES[player.index()][cell.index()]
}

/// The word of a set-up stone, or of a cell nobody can play on.
pub(super) fn set_up(cell: Cell, owner: Option<Player>) -> u64 {
    STONES[owner.map_or(2, Player::index)][cell.index()]
}

const fn stones() -> [[u64; CELLS]; 3] {
    let mut words = [[0; CELLS]; 3];
    let mut owner = 0;
    while owner < 3 {
        let mut cell = 0;
        while cell < CELLS {
            words[owner][cell] = mix(10_000 + (owner * CELLS + cell) as u64);
            cell += 1;
        }
        owner += 1;
    }
    words
}

/// The n-th output of the SplitMix64 generator. Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014.
const fn mix(n: u64) -> u64 {
    let mut z = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
