//! Zobrist words of marbles, marbles lost, side to move, and plies near the ply cap.

use super::cell::{BOARD, Cell};
use super::rules::MARBLES_TO_LOSE;
use crate::search::Player;
use crate::search::zobrist::{Keys, mix};

/// Exclusive-or'ed in when the second player is to move.
pub(super) const TO_MOVE: u64 = Keys::new(60).draw();
/// The seed of [`plies`].
const PLIES: u64 = Keys::new(63).draw();

/// A word for every cell and player; 0 off the board.
static MARBLES: [[u64; 64]; 2] = marbles();
/// A word for every number of marbles lost by each player.
static LOST: [[u64; MARBLES_TO_LOSE as usize + 1]; 2] = lost();

/// The word of a marble on a cell.
#[inline]
pub(super) fn marble(player: Player, cell: Cell) -> u64 {
    MARBLES[player.index()][cell.index()]
}

/// The word of that player having lost that many marbles.
#[inline]
pub(super) fn lost_marbles(player: Player, lost: u8) -> u64 {
    LOST[player.index()][usize::from(lost)]
}

/// The word of that many plies having been played, for positions whose future the ply cap changes.
#[inline]
pub(super) fn plies(plies: u32) -> u64 {
    mix(PLIES ^ u64::from(plies))
}

const fn marbles() -> [[u64; 64]; 2] {
    let mut keys = Keys::new(61);
    let mut words = [[0; 64]; 2];
    let mut at = 0;
    while at < 2 * 64 {
        let word = keys.draw();
        if BOARD >> (at % 64) & 1 == 1 {
            words[at / 64][at % 64] = word;
        }
        at += 1;
    }
    words
}

const fn lost() -> [[u64; MARBLES_TO_LOSE as usize + 1]; 2] {
    let mut keys = Keys::new(62);
    let mut words = [[0; MARBLES_TO_LOSE as usize + 1]; 2];
    let mut at = 0;
    while at < 2 * (MARBLES_TO_LOSE as usize + 1) {
        words[at % 2][at / 2] = keys.draw();
        at += 1;
    }
    words
}
