//! The linear evaluation: patterns, threats and the tempo, each times its weight.

use super::weights;
use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::rules::rule::Rule;
use crate::games::gomoku::threats::kinds as threats;
use crate::search::{Evaluation, Score};

/// The linear evaluation: the sum of the patterns of all empty cells, the threats on the board, and the tempo.
#[derive(Clone, Copy, Debug)]
pub struct LinearEvaluation;

impl<R: Rule> Evaluation<Gomoku<R>> for LinearEvaluation {
    fn evaluate(&mut self, board: &Gomoku<R>, _window: (Score, Score)) -> Score {
        let me = board.to_move();
        let side = weights::side(R::CODE, me);
        let threats = side.threats[threats::mask(board, me)];
        Score::fixed((board.balance() + i32::from(threats) + i32::from(side.tempo)) / weights::STEPS)
    }
}
