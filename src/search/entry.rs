//! What the transposition table knows of a position, and how it is packed into a word.

use super::score::Score;

/// No score has these bits: it would be below every loss.
const NO_EVAL: u16 = 0x8000;

/// What a stored score says of the position's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The value is at most the score.
    Upper = 1,
    /// The value is at least the score.
    Lower = 2,
    /// The value is the score.
    Exact = 3,
}

impl Bound {
    /// The kind of bound that a fail-soft `score` is, searched with the window `(alpha, beta)`.
    #[inline]
    pub fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }

    /// Does the bound hold from below?
    #[inline]
    pub fn is_lower(self) -> bool {
        self as u8 & 2 != 0
    }

    /// Does the bound hold from above?
    #[inline]
    pub fn is_upper(self) -> bool {
        self as u8 & 1 != 0
    }
}

/// What the table knows of one position. Mate distances count from the position itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, packed; 0 when none is known.
    pub mv: u16,
    /// The searched score.
    pub score: Score,
    /// The static value, when it was computed.
    pub eval: Option<Score>,
    /// The depth searched in halves of a ply, 0..=255; 0 is a leaf.
    pub depth: u8,
    /// What `score` says.
    pub bound: Bound,
}

impl Entry {
    /// Is the score a proof, which holds at any depth: a win at least that fast, or a loss at best that slow?
    #[inline]
    pub fn is_proof(&self) -> bool {
        (self.score.is_win() && self.bound.is_lower()) || (self.score.is_loss() && self.bound.is_upper())
    }

    /// Does the entry decide a search with this window at once?
    #[inline]
    pub fn decides(&self, score: Score, alpha: Score, beta: Score) -> bool {
        (self.bound.is_lower() && score >= beta)
            || (self.bound.is_upper() && score <= alpha)
            || self.bound == Bound::Exact
    }

    // Bits: move 0..16, score 16..32, static value 32..48, depth 48..56, bound 56..58, generation 58..64.
    pub(super) fn to_data(self, generation: u8) -> u64 {
        let eval = self.eval.map_or(NO_EVAL, Score::to_bits);
        u64::from(self.mv)
            | u64::from(self.score.to_bits()) << 16
            | u64::from(eval) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
            | u64::from(generation) << 58
    }

    pub(super) fn from_data(data: u64) -> Option<Entry> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let eval = (data >> 32) as u16;
        Some(Entry {
            mv: data as u16,
            score: Score::from_bits((data >> 16) as u16),
            eval: (eval != NO_EVAL).then(|| Score::from_bits(eval)),
            depth: (data >> 48) as u8,
            bound,
        })
    }
}
