//! Candidate moves and their order.

use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::params;
use crate::games::gomoku::rules::cell::Cell;
use crate::games::gomoku::rules::rule::Rule;
use crate::games::gomoku::threats::candidates;
use crate::search::{MoveOrdering, MoveStack};

/// Candidates near the stones, ordered by the patterns they make and spoil.
#[derive(Clone, Copy, Debug)]
pub struct GomokuOrdering;

impl<R: Rule> MoveOrdering<Gomoku<R>> for GomokuOrdering {
    fn candidates(&mut self, board: &Gomoku<R>, out: &mut MoveStack<Cell>) {
        candidates::candidates(board, &mut |cell| out.push(cell));
    }

    fn score(&mut self, board: &Gomoku<R>, moves: &mut [(Cell, i32)]) {
        let last = board.last_move();
        for (mv, score) in moves {
            let near = if last.is_some_and(|last| mv.is_near(last)) { params::PRIOR_NEAR } else { 0 };
            *score = (board.prior(*mv) + near) * params::PRIOR_STEP;
        }
    }

    fn is_remote(&self, board: &Gomoku<R>, mv: Cell) -> bool {
        board.last_move().is_some() && board.history().rev().take(2).all(|stone| !mv.is_near(stone))
    }
}
