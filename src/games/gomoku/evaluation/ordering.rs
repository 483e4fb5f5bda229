//! Candidate moves and their order.

use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::rules::cell::Cell;
use crate::games::gomoku::threats::candidates;
use crate::games::gomoku::threats::ordering::MoveOrder;
use crate::search::{MoveOrdering, MoveStack};

/// Candidates near the stones, ordered by the patterns they make and spoil.
pub struct GomokuOrdering {
    order: &'static MoveOrder,
}

impl GomokuOrdering {
    pub(in crate::games::gomoku) fn new<R: Rule>() -> GomokuOrdering {
        GomokuOrdering { order: MoveOrder::of::<R>() }
    }
}

impl<R: Rule> MoveOrdering<Gomoku<R>> for GomokuOrdering {
    fn candidates(&mut self, board: &Gomoku<R>, out: &mut MoveStack<Cell>) {
        candidates::candidates(board, &mut |cell| out.push(cell));
    }

    fn score(&mut self, board: &Gomoku<R>, moves: &mut [(Cell, i32)]) {
        for (mv, score) in moves {
            *score = self.order.priority(board, *mv);
        }
    }

    fn is_remote(&self, board: &Gomoku<R>, mv: Cell) -> bool {
        board.last_move().is_some() && board.history().rev().take(2).all(|stone| !mv.is_near(stone))
    }
}
