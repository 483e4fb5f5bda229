//! What the engine thinks of an Abalone position: the sum of its features, and the order of moves.

use super::board::Abalone;
use super::compactness::Compactness;
use super::features;
use super::moves::Move;
use super::params;
use crate::search::{Evaluator, MoveStack, Score};

/// The evaluator, which follows the moves of a search with the compactness of every position on the path.
#[derive(Clone, Debug, Default)]
pub struct AbaloneEvaluator {
    path: Vec<Compactness>,
}

impl AbaloneEvaluator {
    /// What each of the features is worth, in their order, in 300ths of a logit of winning.
    pub const WEIGHTS: &'static [i32] = &super::weights::WEIGHTS;

    /// The compactness of that position: at hand when the search led here.
    #[inline]
    fn compactness(&self, pos: &Abalone) -> Compactness {
        match self.path.last() {
            Some(known) if known.is_of(pos) => *known,
            _ => Compactness::new(pos),
        }
    }
}

impl Evaluator<Abalone> for AbaloneEvaluator {
    fn evaluate(&mut self, pos: &Abalone) -> Score {
        Score::fixed(features::evaluate(pos, &self.compactness(pos)))
    }

    #[inline]
    fn prior(&self, _pos: &Abalone, mv: Move) -> i32 {
        let outward = |from: super::cell::Cell, to: super::cell::Cell| to.ring() - from.ring();
        if mv.ejects() {
            return params::EJECTION_PRIOR;
        }
        if mv.is_side_step() {
            let first = outward(mv.cell(), mv.cell().walk(mv.direction(), 1));
            let last = outward(mv.last(), mv.last().walk(mv.direction(), 1));
            return -params::SIDE_STEP_PRIOR - params::CENTRE_PRIOR * (first + last);
        }
        let count = mv.count();
        let own = outward(mv.cell(), mv.cell().walk(mv.direction(), count));
        let line = params::LINE_PRIOR * count as i32;
        if mv.pushed() == 0 {
            return line - params::CENTRE_PRIOR * own;
        }
        let first = mv.cell().walk(mv.direction(), count);
        let enemy = outward(first, mv.cell().walk(mv.direction(), count + mv.pushed()));
        line + params::PUSH_PRIOR * mv.pushed() as i32 + params::CENTRE_PRIOR * (enemy - own)
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
