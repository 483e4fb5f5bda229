//! Zobrist words of stones, side to move, rule and size.

use crate::games::gomoku::rules::cell::{CELLS, Cell};
use crate::games::gomoku::rules::code::RuleCode;
use crate::search::Player;
use crate::search::zobrist::Keys;

/// Exclusive-or'ed in when the second player is to move.
pub(in crate::games::gomoku) const TO_MOVE: u64 = Keys::new(1).draw();

/// A word for every cell and owner; the third owner is nobody.
static STONES: [[u64; CELLS]; 3] = stones();

/// The key of an empty board, Black to move.
pub(in crate::games::gomoku) fn start(rule: RuleCode, size: usize) -> u64 {
    Keys::new(1_000 + 100 * u64::from(rule.number()) + size as u64).draw()
}

/// The word of a stone on a cell.
#[inline]
pub(in crate::games::gomoku) fn stone(cell: Cell, player: Player) -> u64 {
    STONES[player.index()][cell.index()]
}

/// The word of a set-up stone, or of a cell nobody can play on.
pub(in crate::games::gomoku) fn set_up(cell: Cell, owner: Option<Player>) -> u64 {
    STONES[owner.map_or(2, Player::index)][cell.index()]
}

const fn stones() -> [[u64; CELLS]; 3] {
    let mut keys = Keys::new(15);
    let mut words = [[0; CELLS]; 3];
    let mut owner = 0;
    while owner < 3 {
        let mut cell = 0;
        while cell < CELLS {
            words[owner][cell] = keys.draw();
            cell += 1;
        }
        owner += 1;
    }
    words
}
