//! Scores seen from the side to move, with the distance to a win or a loss in plies.

use std::fmt;
use std::ops::Neg;

/// The greatest mate distance in plies: more than the 484 cells of the largest board, with room for longer games.
pub const MAX_MATE_PLY: usize = 1000;

/// The greatest ply of the main search, extensions included.
pub(super) const MAX_PLY: usize = 256;

/// The value of a position for the side to move, in centi-units of the evaluation, or a proven win or loss with its distance.
///
/// Range: -32,000..=32,000, so that it fits 16 bits in the transposition table. A win in `n` plies is `32,000 - n`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    const MATE: i32 = 32_000;
    const MATE_ZONE: i32 = Self::MATE - MAX_MATE_PLY as i32;
    /// The largest static value: anything beyond is a proven win.
    pub const MAX_STATIC: i32 = Self::MATE_ZONE - 1;

    /// The value of a draw.
    pub const DRAW: Score = Score(0);
    /// Better than any score a position can have.
    pub const INFINITE: Score = Score(Self::MATE + 1);

    /// A static value, clamped to the range that is neither won nor lost.
    #[inline]
    pub const fn fixed(value: i32) -> Score {
        if value > Self::MAX_STATIC {
            Score(Self::MAX_STATIC)
        } else if value < -Self::MAX_STATIC {
            Score(-Self::MAX_STATIC)
        } else {
            Score(value)
        }
    }

    /// The side to move wins in that many plies.
    #[inline]
    pub const fn win_in(plies: usize) -> Score {
        Score(Self::MATE - plies as i32)
    }

    /// The side to move loses in that many plies; 0 when the position itself is lost.
    #[inline]
    pub const fn loss_in(plies: usize) -> Score {
        Score(plies as i32 - Self::MATE)
    }

    /// The bare number.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Is it a proven win?
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::MATE_ZONE
    }

    /// Is it a proven loss?
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::MATE_ZONE
    }

    /// Is it proven either way?
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies to the end of the game, negative for a loss; `None` when nothing is proven. A position that is lost already is
    /// at distance 0.
    pub const fn mate_distance(self) -> Option<i32> {
        if self.is_win() {
            Some(Self::MATE - self.0)
        } else if self.is_loss() {
            Some(-(self.0 + Self::MATE))
        } else {
            None
        }
    }

    /// A score whose distance counts from a node, as one whose distance counts from the root `ply` plies before it.
    #[inline]
    pub const fn from_node(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 - ply as i32)
        } else if self.is_loss() {
            Score(self.0 + ply as i32)
        } else {
            self
        }
    }

    /// The inverse of [`Score::from_node`]: distances count from the node again, as the transposition table keeps them.
    #[inline]
    pub const fn to_node(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 + ply as i32)
        } else if self.is_loss() {
            Score(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// The next larger score: the null window above `s` is `(s, s.above())`.
    #[inline]
    pub const fn above(self) -> Score {
        Score(self.0 + 1)
    }

    /// The next smaller score.
    #[inline]
    pub const fn below(self) -> Score {
        Score(self.0 - 1)
    }

    /// The score as 16 bits of a table entry; [`Score::from_bits`] is the inverse.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0 as i16 as u16
    }

    /// The score held in 16 bits of a table entry.
    #[inline]
    pub const fn from_bits(bits: u16) -> Score {
        Score(bits as i16 as i32)
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl std::ops::Add<i32> for Score {
    type Output = Score;
    /// Moves a score by a margin, within the range of scores.
    #[inline]
    fn add(self, margin: i32) -> Score {
        Score((self.0 + margin).clamp(-Self::INFINITE.0, Self::INFINITE.0))
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Score {
    /// `134`, `+M5` for a win in five plies, `-M4` for a loss in four.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_distance() {
            Some(_) if self.is_win() => write!(f, "+M{}", Self::MATE - self.0),
            Some(_) => write!(f, "-M{}", Self::MATE + self.0),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_survive_the_way_through_the_table() {
        for score in [Score::win_in(5), Score::loss_in(8), Score::DRAW, Score::fixed(-340)] {
            let stored = Score::from_bits(score.from_node(7).to_node(7).to_bits());
            assert_eq!(stored, score);
        }
        assert_eq!(Score::win_in(3).from_node(4), Score::win_in(7));
        assert_eq!(Score::loss_in(2).from_node(4), Score::loss_in(6));
    }

    #[test]
    fn static_values_never_reach_the_mate_zone() {
        assert!(!Score::fixed(i32::MAX).is_mate());
        assert!(!Score::fixed(i32::MIN).is_mate());
        assert!(Score::win_in(MAX_MATE_PLY).is_win() && Score::loss_in(MAX_MATE_PLY).is_loss());
    }

    #[test]
    fn text_counts_plies() {
        assert_eq!(Score::win_in(5).to_string(), "+M5");
        assert_eq!(Score::loss_in(4).to_string(), "-M4");
        assert_eq!(Score::fixed(-12).to_string(), "-12");
    }
}
