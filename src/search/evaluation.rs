//! Static evaluation as the search asks for it.

use super::position::Game;
use super::score::Score;

/// A static value as the search asked for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaticValue {
    /// For the side to move.
    pub score: Score,
    /// False where it only lies on the right side of the window: it must not be kept for other windows then.
    pub is_exact: bool,
}

impl StaticValue {
    /// The value itself.
    #[inline]
    pub const fn exact(score: Score) -> StaticValue {
        StaticValue { score, is_exact: true }
    }

    /// One on the same side of the window as the value.
    #[inline]
    pub const fn lazy(score: Score) -> StaticValue {
        StaticValue { score, is_exact: false }
    }
}

/// The static evaluation of one thread, which may keep accumulators for the moves of the current line.
///
/// Scores are seen from the side to move, in units of which [`LOGIT`](super::LOGIT) make the odds of winning e times as large.
pub trait Evaluation<G: Game>: Send {
    /// The static value of a position that is not over. Never a mate score.
    ///
    /// Lazy evaluation: inside `window`, which is `(alpha, beta)`, the value is exact; outside, any value on the same side of the
    /// window will do. A position that the hooks did not lead to is evaluated from scratch.
    fn evaluate(&mut self, pos: &G, window: (Score, Score)) -> StaticValue;

    /// The exact static value.
    fn evaluate_exactly(&mut self, pos: &G) -> Score {
        self.evaluate(pos, (-Score::INFINITE, Score::INFINITE)).score
    }

    /// Called once before a search, with its root.
    fn start(&mut self, _root: &G) {}

    /// Called after `pos.make(mv)`. Only notes what changed; [`Evaluation::evaluate`] brings accumulators up to date, since many
    /// positions are never evaluated.
    fn on_make(&mut self, _pos: &G, _mv: G::Move) {}

    /// Called after `pos.unmake(mv)`.
    fn on_unmake(&mut self, _pos: &G, _mv: G::Move) {}
}
