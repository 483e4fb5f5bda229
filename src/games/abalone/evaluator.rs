//! What the engine thinks of an Abalone position: the sum of its features, and the order of moves.

use super::board::Abalone;
use super::compactness::Compactness;
use super::features;
use super::moves::Move;
use super::ordering::Priors;
use crate::search::{Evaluator, MoveStack, Score};

/// The evaluator, which follows the moves of a search with the compactness of every position on the path.
#[derive(Clone, Debug, Default)]
pub struct AbaloneEvaluator {
    path: Vec<Compactness>,
    priors: Priors,
}

impl AbaloneEvaluator {
    /// What each of the features is worth, in their order, in 300ths of a logit of winning.
    pub const WEIGHTS: &'static [i32] = &super::weights::WEIGHTS;
}

impl Evaluator<Abalone> for AbaloneEvaluator {
    fn evaluate(&mut self, pos: &Abalone) -> Score {
        // A search led here, or nobody did.
        Score::fixed(match self.path.last() {
            Some(known) if known.is_of(pos) => features::evaluate(pos, known),
            _ => features::evaluate(pos, &Compactness::new(pos)),
        })
    }

    #[inline]
    fn early_candidates(&mut self, pos: &Abalone, out: &mut MoveStack<Move>) {
        pos.list_inline(out);
    }

    #[inline]
    fn late_candidates(&mut self, pos: &Abalone, out: &mut MoveStack<Move>) {
        pos.list_side_steps(out);
    }

    #[inline]
    fn prior(&self, _pos: &Abalone, mv: Move) -> i32 {
        self.priors.of(mv)
    }

    #[inline]
    fn forcing(&self, _pos: &Abalone, mv: Move) -> bool {
        mv.ejects()
    }

    #[inline]
    fn tactical(&mut self, pos: &Abalone, out: &mut MoveStack<Move>) {
        pos.list_ejections(out);
    }

    fn start(&mut self, pos: &Abalone) {
        self.path.clear();
        self.path.push(Compactness::new(pos));
    }

    #[inline]
    fn on_make(&mut self, pos: &Abalone, mv: Move) {
        let next = match self.path.last() {
            Some(before) => before.after(pos, mv),
            None => Compactness::new(pos),
        };
        self.path.push(next);
    }

    #[inline]
    fn on_unmake(&mut self, _pos: &Abalone, _mv: Move) {
        self.path.pop();
    }
}
