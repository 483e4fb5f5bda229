//! What the engine thinks of an Abalone position.

use super::board::Abalone;
use crate::search::{Evaluator, Score};

/// The evaluator.
#[derive(Clone, Debug, Default)]
pub struct AbaloneEvaluator;

impl Evaluator<Abalone> for AbaloneEvaluator {
    fn evaluate(&mut self, pos: &Abalone) -> Score {
        let me = pos.to_move();
        Score::fixed(400 * (i32::from(pos.lost(me.opponent())) - i32::from(pos.lost(me))))
    }
}
