//! What the search knows of Gomoku apart from the rules.

use std::sync::Arc;

use super::board::Gomoku;
use super::evaluation::linear::{LinearEvaluation, LinearWeights};
use super::evaluation::ordering::GomokuOrdering;
use super::patterns::rule::Rule;
use super::rules::code::RuleCode;
use super::threats::search::GomokuThreats;
use crate::search::{Linear, Model};
use crate::weights_file::WeightsError;

/// The model of a rule set.
#[derive(Clone, Debug)]
pub struct GomokuModel {
    pub(super) weights: Arc<LinearWeights>,
}

impl GomokuModel {
    /// The model that the program was built with for that rule set.
    pub fn built_in(rule: RuleCode) -> GomokuModel {
        GomokuModel { weights: LinearWeights::built_in(rule) }
    }

    /// A model with the weights of a file (docs/src/weights.md).
    ///
    /// # Errors
    /// When the file is damaged, or for another game, rule or evaluation.
    pub fn with_weights(file: &[u8], rule: RuleCode) -> Result<GomokuModel, WeightsError> {
        Ok(GomokuModel { weights: Arc::new(LinearWeights::read(file, rule)?) })
    }
}

impl<R: Rule> Model<Gomoku<R>> for GomokuModel {
    type Evaluation = LinearEvaluation;
    type Ordering = GomokuOrdering;
    type Threats = GomokuThreats;

    fn evaluation(&self) -> LinearEvaluation {
        LinearEvaluation::new(Arc::clone(&self.weights))
    }

    fn ordering(&self) -> GomokuOrdering {
        GomokuOrdering::new::<R>()
    }

    fn threat_search(&self) -> GomokuThreats {
        GomokuThreats::default()
    }

    fn linear(&self) -> Option<&dyn Linear<Gomoku<R>>> {
        Some(self)
    }
}
