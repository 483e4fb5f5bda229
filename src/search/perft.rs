//! Counting the leaves of the full tree of legal moves: the test of every move generator.

use std::ops::AddAssign;

use super::move_stack::MoveStack;
use super::position::Position;

/// Leaves of the game tree at some depth, with how many of them ended a capture-like move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaves {
    /// All leaves.
    pub leaves: u64,
    /// Those reached by an ejection; 0 in games without any.
    pub ejections: u64,
}

impl AddAssign for Leaves {
    fn add_assign(&mut self, other: Leaves) {
        self.leaves += other.leaves;
        self.ejections += other.ejections;
    }
}

/// The number of move sequences of exactly `depth` moves, those of the last ply only counted where the game can do that. A
/// finished position generates no moves and so has no children.
pub fn perft<P: Position>(pos: &mut P, depth: u32) -> Leaves {
    count(pos, depth, &mut MoveStack::new(), true)
}

/// As [`perft`], with every move played: slower, and the test of making moves.
pub fn perft_by_playing<P: Position>(pos: &mut P, depth: u32) -> Leaves {
    count(pos, depth, &mut MoveStack::new(), false)
}

fn count<P: Position>(pos: &mut P, depth: u32, moves: &mut MoveStack<P::Move>, in_bulk: bool) -> Leaves {
    if depth == 0 {
        return Leaves { leaves: 1, ejections: 0 };
    }
    if let (true, 1, Some(counted)) = (in_bulk, depth, pos.count_moves()) {
        return counted;
    }
    let base = moves.len();
    pos.generate(moves);
    let mut sum = Leaves::default();
    for at in base..moves.len() {
        let mv = moves[at].0;
        let undo = pos.make(mv);
        sum += if depth == 1 {
            Leaves { leaves: 1, ejections: u64::from(P::is_ejection(mv)) }
        } else {
            count(pos, depth - 1, moves, in_bulk)
        };
        pos.unmake(mv, undo);
    }
    moves.truncate(base);
    sum
}
