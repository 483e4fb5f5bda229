//! What the engine thinks of an Abalone position: the sum of its features, and the order of moves.

use super::board::Abalone;
use super::features::{self, Sums};
use super::moves::Move;
use super::ordering::Priors;
use super::windows::Worths;
use crate::search::{Evaluator, MoveStack, Score, Threat};

/// The evaluator, which follows the moves of a search with the sums of every position on the path.
#[derive(Clone)]
pub struct AbaloneEvaluator {
    path: Vec<Sums>,
    priors: Priors,
    worths: &'static Worths,
}

impl Default for AbaloneEvaluator {
    fn default() -> Self {
        AbaloneEvaluator { path: Vec::new(), priors: Priors::default(), worths: Worths::get() }
    }
}

impl Evaluator<Abalone> for AbaloneEvaluator {
    fn evaluate(&mut self, pos: &Abalone) -> Score {
        // A search led here, or nobody did.
        Score::fixed(match self.path.last() {
            Some(known) if known.are_of(pos) => features::evaluate(pos, known),
            _ => features::evaluate(pos, &Sums::new(pos)),
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
    fn gives_threat(&self, _pos: &Abalone, mv: Move) -> Threat {
        if mv.ejects() { Threat::Three } else { Threat::None }
    }

    #[inline]
    fn tactical(&mut self, pos: &Abalone, out: &mut MoveStack<Move>) {
        pos.list_ejections(out);
    }

    fn start(&mut self, pos: &Abalone) {
        self.path.clear();
        self.path.push(Sums::new(pos));
    }

    #[inline]
    fn on_make(&mut self, pos: &Abalone, mv: Move) {
        let next = match self.path.last() {
            Some(before) => before.after(self.worths, pos, mv),
            None => Sums::new(pos),
        };
        self.path.push(next);
    }

    #[inline]
    fn on_unmake(&mut self, _pos: &Abalone, _mv: Move) {
        self.path.pop();
    }
}
