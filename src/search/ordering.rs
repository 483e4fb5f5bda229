//! Candidate moves and their order, as the search asks for them.

use super::move_stack::MoveStack;
use super::position::Game;

/// Which moves of a position one thread searches, and in what order.
pub trait MoveOrdering<G: Game>: Send {
    /// The moves worth searching. When legal moves are left out, none of them may be better for a side that is not lost. Never
    /// empty when there is a legal move.
    fn candidates(&mut self, pos: &G, out: &mut MoveStack<G::Move>) {
        pos.generate(out);
    }

    /// The candidates among which the best move is nearly always found. They are tried first, and most nodes never list the
    /// [`MoveOrdering::late_candidates`]. Both together are the [`MoveOrdering::candidates`].
    fn early_candidates(&mut self, pos: &G, out: &mut MoveStack<G::Move>) {
        self.candidates(pos, out);
    }

    /// The candidates that are not early.
    fn late_candidates(&mut self, _pos: &G, _out: &mut MoveStack<G::Move>) {}

    /// How early a candidate is tried: the larger the earlier. Comparable with history values, so mostly within ±16,000.
    fn prior(&self, _pos: &G, _mv: G::Move) -> i32 {
        0
    }

    /// Is the move far from the last two moves? Such moves are reduced more.
    fn is_remote(&self, _pos: &G, _mv: G::Move) -> bool {
        false
    }
}
