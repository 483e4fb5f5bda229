//! What the search knows of Abalone apart from the rules: the linear evaluation, the order of moves, ejections.

use std::sync::Arc;

use super::board::Abalone;
use super::features::{self, Fading, Sums};
use super::moves::Move;
use super::ordering::Priors;
use super::params::{self, AbaloneParams};
use super::weights::Weights;
use crate::search::{
    Evaluation, Linear, Model, MoveOrdering, MoveStack, ParamValues, Params, Score, Threat, ThreatSearch,
};
use crate::weights_file::WeightsError;

/// The model of Abalone.
#[derive(Clone)]
pub struct AbaloneModel {
    params: AbaloneParams,
    priors: Priors,
    pub(super) fading: Fading,
    pub(super) weights: Arc<Weights>,
}

impl Default for AbaloneModel {
    fn default() -> Self {
        AbaloneModel::new(Weights::built_in())
    }
}

impl AbaloneModel {
    /// A model with the weights of a file (docs/src/weights.md).
    ///
    /// # Errors
    /// When the file is damaged, or for another game or evaluation.
    pub fn with_weights(file: &[u8]) -> Result<AbaloneModel, WeightsError> {
        Ok(AbaloneModel::new(Arc::new(Weights::read(file)?)))
    }

    fn new(weights: Arc<Weights>) -> AbaloneModel {
        let params = AbaloneParams::default();
        AbaloneModel { priors: Priors::new(&params), fading: Fading::new(params.fading), params, weights }
    }
}

impl Model<Abalone> for AbaloneModel {
    type Evaluation = LinearEvaluation;
    type Ordering = AbaloneOrdering;
    type Threats = Ejections;

    fn evaluation(&self) -> LinearEvaluation {
        LinearEvaluation { path: Vec::new(), fading: self.fading.clone(), weights: Arc::clone(&self.weights) }
    }

    fn ordering(&self) -> AbaloneOrdering {
        AbaloneOrdering { priors: self.priors.clone() }
    }

    fn threat_search(&self) -> Ejections {
        Ejections
    }

    fn search_params(&self) -> Params {
        params::search_params()
    }

    fn params(&self) -> ParamValues {
        self.params.values()
    }

    fn set_params(&mut self, values: &ParamValues) {
        self.params.assign(values);
        self.priors = Priors::new(&self.params);
        self.fading = Fading::new(self.params.fading);
    }

    fn linear(&self) -> Option<&dyn Linear<Abalone>> {
        Some(self)
    }
}

/// The linear evaluation, which keeps the sums of every position on the current line.
pub struct LinearEvaluation {
    path: Vec<Sums>,
    fading: Fading,
    weights: Arc<Weights>,
}

impl Evaluation<Abalone> for LinearEvaluation {
    fn evaluate(&mut self, pos: &Abalone, _window: (Score, Score)) -> Score {
        let evaluate = |sums: &Sums| features::evaluate(&self.weights.board, &self.fading, pos, sums);
        Score::fixed(match self.path.last() {
            Some(known) if known.are_of(pos) => evaluate(known),
            _ => evaluate(&Sums::new(&self.weights.lines, pos)),
        })
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

/// Inline moves before side-steps, ejections and pushes first.
pub struct AbaloneOrdering {
    priors: Priors,
}

impl MoveOrdering<Abalone> for AbaloneOrdering {
    #[inline]
    fn early_candidates(&mut self, pos: &Abalone, out: &mut MoveStack<Move>) {
        pos.list_inline(out);
    }

    #[inline]
    fn late_candidates(&mut self, pos: &Abalone, out: &mut MoveStack<Move>) {
        pos.list_side_steps(out);
    }

    #[inline]
    fn score(&mut self, _pos: &Abalone, moves: &mut [(Move, i32)]) {
        for (mv, score) in moves {
            *score = self.priors.of(*mv);
        }
    }
}

/// Ejections, the only threats of Abalone that the search tells apart.
pub struct Ejections;

impl ThreatSearch<Abalone> for Ejections {
    #[inline]
    fn gives_threat(&self, _pos: &Abalone, mv: Move) -> Threat {
        if mv.ejects() { Threat::Three } else { Threat::None }
    }

    #[inline]
    fn tactical(&mut self, pos: &Abalone, out: &mut MoveStack<Move>) {
        pos.list_ejections(out);
    }
}
