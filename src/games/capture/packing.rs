//! Positions of a puzzle as whole words: 64 bits for up to six black pieces, 128 bits for any board.

use super::board::Capture;
use super::geometry::squares;
use super::kind::Kind;
use crate::search::Packing;
use crate::search::zobrist::mix;

/// Bits of a square's number.
const SQUARE_BITS: usize = 5;

/// The red pieces in the low 32 bits, then the squares of the black pieces, kind by kind and ascending.
#[derive(Clone, Debug)]
pub struct Narrow {
    kinds: Vec<Kind>,
}

impl Narrow {
    /// The most black pieces that fit.
    pub const MOST: usize = (64 - 32) / SQUARE_BITS;

    /// The packing of a puzzle; `None` when it has too many black pieces.
    pub fn new(pos: &Capture) -> Option<Narrow> {
        let mut kinds: Vec<Kind> = pos.blacks_with_kinds().map(|(_, kind)| kind).collect();
        kinds.sort_unstable();
        (kinds.len() <= Narrow::MOST).then_some(Narrow { kinds })
    }
}

impl Packing<Capture> for Narrow {
    type Word = u64;

    #[inline]
    fn pack(&self, pos: &Capture) -> u64 {
        let mut word = u64::from(pos.reds());
        let (mut last, mut set, mut shift) = (None, 0, 32);
        for &kind in &self.kinds {
            if last != Some(kind) {
                (last, set) = (Some(kind), pos.of_kind(kind));
            }
            word |= u64::from(set.trailing_zeros()) << shift;
            set &= set.wrapping_sub(1);
            shift += SQUARE_BITS;
        }
        word
    }

    #[inline]
    fn unpack(&self, word: u64, pos: &mut Capture) {
        let square = |at: usize| (word >> (32 + SQUARE_BITS * at) & 31) as usize;
        pos.reset(self.kinds.iter().enumerate().map(|(at, &kind)| (square(at), kind)), word as u32);
    }

    #[inline]
    fn hash(&self, word: u64) -> u64 {
        mix(word)
    }
}

/// The red pieces in the low 32 bits, then the three planes of the black ones.
#[derive(Clone, Copy, Debug)]
pub struct Wide;

impl Packing<Capture> for Wide {
    type Word = u128;

    #[inline]
    fn pack(&self, pos: &Capture) -> u128 {
        let [a, b, c] = pos.planes().map(u128::from);
        u128::from(pos.reds()) | a << 32 | b << 64 | c << 96
    }

    #[inline]
    fn unpack(&self, word: u128, pos: &mut Capture) {
        let plane = |at: usize| (word >> (32 * at)) as u32;
        let kind = |square: usize| {
            let bit = |at: usize| (plane(at) >> square & 1) as usize;
            (bit(1) | bit(2) << 1 | bit(3) << 2).checked_sub(1).map(|index| (square, Kind::ALL[index]))
        };
        pos.reset(squares(plane(1) | plane(2) | plane(3)).filter_map(kind), plane(0));
    }

    #[inline]
    fn hash(&self, word: u128) -> u64 {
        mix(word as u64 ^ mix((word >> 64) as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::super::notation::parse_position;
    use super::*;
    use crate::search::{MoveStack, Position};

    /// Walks a little way, and asks both packings for every position back.
    #[test]
    fn words_bring_positions_back() {
        for text in ["ppNrD1k1/ANDDr1DP/3PrD1c/a2DD1D1 b", "KAERNCPK/2k5/8/pppp4 b", "1krD1EEe/1rE2P1a/2c1p3/D1K2c2 b"]
        {
            let start = parse_position(text, true).unwrap();
            let mut pos = start.clone();
            for step in 0..200 {
                let mut moves = MoveStack::new();
                pos.generate(&mut moves);
                let Some(mv) = moves.moves(0).nth(step * 7 % moves.len().max(1)) else { break };
                pos.make(mv);
                let mut back = start.clone();
                Wide.unpack(Wide.pack(&pos), &mut back);
                assert_eq!((&back, back.key()), (&pos, pos.key()));
                if let Some(narrow) = Narrow::new(&start) {
                    let mut back = start.clone();
                    narrow.unpack(narrow.pack(&pos), &mut back);
                    assert_eq!((&back, back.key()), (&pos, pos.key()));
                }
            }
        }
    }
}
