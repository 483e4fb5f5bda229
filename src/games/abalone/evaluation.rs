//! The static evaluation of one thread.

use std::sync::Arc;

use super::board::Abalone;
use super::features::{self, Sums};
use super::moves::Move;
use super::network::evaluation::NetworkEvaluation;
use super::weights::Weights;
use crate::search::{Evaluation, Score, StaticValue};

/// The evaluation of one thread.
pub enum AbaloneEvaluation {
    /// By weights of features.
    Linear(LinearEvaluation),
    /// Corrected by a network.
    Network(Box<NetworkEvaluation>),
}

impl Evaluation<Abalone> for AbaloneEvaluation {
    #[inline]
    fn evaluate(&mut self, pos: &Abalone, window: (Score, Score)) -> StaticValue {
        match self {
            AbaloneEvaluation::Linear(evaluation) => evaluation.evaluate(pos, window),
            AbaloneEvaluation::Network(evaluation) => evaluation.evaluate(pos, window),
        }
    }

    fn start(&mut self, root: &Abalone) {
        match self {
            AbaloneEvaluation::Linear(evaluation) => evaluation.start(root),
            AbaloneEvaluation::Network(evaluation) => evaluation.start(root),
        }
    }

    #[inline]
    fn on_make(&mut self, pos: &Abalone, mv: Move) {
        match self {
            AbaloneEvaluation::Linear(evaluation) => evaluation.on_make(pos, mv),
            AbaloneEvaluation::Network(evaluation) => evaluation.on_make(pos, mv),
        }
    }

    #[inline]
    fn on_unmake(&mut self, pos: &Abalone, mv: Move) {
        match self {
            AbaloneEvaluation::Linear(evaluation) => evaluation.on_unmake(pos, mv),
            AbaloneEvaluation::Network(evaluation) => evaluation.on_unmake(pos, mv),
        }
    }
}

/// The linear evaluation, which keeps the sums of every position on the current line.
pub struct LinearEvaluation {
    path: Vec<Sums>,
    weights: Arc<Weights>,
}

impl LinearEvaluation {
    /// With these weights.
    pub(super) fn new(weights: Arc<Weights>) -> LinearEvaluation {
        LinearEvaluation { path: Vec::new(), weights }
    }
}

impl Evaluation<Abalone> for LinearEvaluation {
    fn evaluate(&mut self, pos: &Abalone, _window: (Score, Score)) -> StaticValue {
        let evaluate = |sums: &Sums| features::evaluate(&self.weights.board, pos, sums);
        StaticValue::exact(Score::fixed(match self.path.last() {
            Some(known) if known.are_of(pos) => evaluate(known),
            _ => evaluate(&Sums::new(&self.weights.lines, pos)),
        }))
    }

    fn start(&mut self, pos: &Abalone) {
        self.path.clear();
        self.path.push(Sums::new(&self.weights.lines, pos));
    }

    #[inline]
    fn on_make(&mut self, pos: &Abalone, mv: Move) {
        let next = match self.path.last() {
            Some(before) => before.after(&self.weights.lines, pos, mv),
            None => Sums::new(&self.weights.lines, pos),
        };
        self.path.push(next);
    }

    #[inline]
    fn on_unmake(&mut self, _pos: &Abalone, _mv: Move) {
        self.path.pop();
    }
}
