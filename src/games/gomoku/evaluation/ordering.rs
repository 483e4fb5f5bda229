//! Candidate moves and their order.

use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::params::GomokuParams;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::rules::cell::Cell;
use crate::games::gomoku::threats::candidates;
use crate::games::gomoku::threats::ordering::MoveOrder;
use crate::search::{MoveOrdering, MoveStack};

/// Candidates near the stones, ordered by the patterns they make and spoil.
pub struct GomokuOrdering {
    order: &'static MoveOrder,
    near: i32,
    step: i32,
}

impl GomokuOrdering {
    pub(in crate::games::gomoku) fn new<R: Rule>(params: &GomokuParams) -> GomokuOrdering {
        GomokuOrdering { order: MoveOrder::of::<R>(), near: params.prior_near, step: params.prior_step }
    }
}

impl<R: Rule> MoveOrdering<Gomoku<R>> for GomokuOrdering {
    fn candidates(&mut self, board: &Gomoku<R>, out: &mut MoveStack<Cell>) {
        candidates::candidates(board, &mut |cell| out.push(cell));
    }

    #[inline]
    fn prior(&self, board: &Gomoku<R>, mv: Cell) -> i32 {
        let near = if board.last_move().is_some_and(|last| mv.is_near(last)) { self.near } else { 0 };
        (self.order.by_shapes(board, mv) + near) * self.step
    }

    fn is_remote(&self, board: &Gomoku<R>, mv: Cell) -> bool {
        board.last_move().is_some() && board.history().rev().take(2).all(|stone| !mv.is_near(stone))
    }
}
