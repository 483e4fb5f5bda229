//! Zobrist words of ducks, black pieces and red pieces.

use super::geometry::SQUARES;
use super::kind::Kind;
use crate::search::zobrist::Keys;

/// Words of one square: a duck, seven black kinds, seven red kinds.
const WORDS: usize = 1 + 2 * Kind::COUNT;

static TABLE: [[u64; WORDS]; SQUARES] = table();

/// The word of a duck.
pub(super) fn duck(square: usize) -> u64 {
    TABLE[square][0]
}

/// The word of a black piece.
#[inline]
pub(super) fn black(square: usize, kind: Kind) -> u64 {
    TABLE[square][1 + kind.index()]
}

/// The word of a red piece.
#[inline]
pub(super) fn red(square: usize, kind: Kind) -> u64 {
    TABLE[square][1 + Kind::COUNT + kind.index()]
}

const fn table() -> [[u64; WORDS]; SQUARES] {
    let mut keys = Keys::new(32);
    let mut table = [[0; WORDS]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut word = 0;
        while word < WORDS {
            table[square][word] = keys.draw();
            word += 1;
        }
        square += 1;
    }
    table
}
