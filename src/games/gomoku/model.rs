//! What the search knows of Gomoku apart from the rules.

use super::board::Gomoku;
use super::evaluation::linear::LinearEvaluation;
use super::evaluation::ordering::GomokuOrdering;
use super::rules::rule::Rule;
use super::threats::search::GomokuThreats;
use crate::search::{Linear, Model};

/// The model of every rule set.
#[derive(Clone, Copy, Debug, Default)]
pub struct GomokuModel;

impl<R: Rule> Model<Gomoku<R>> for GomokuModel {
    type Evaluation = LinearEvaluation;
    type Ordering = GomokuOrdering;
    type Threats = GomokuThreats;

    fn evaluation(&self) -> LinearEvaluation {
        LinearEvaluation
    }

    fn ordering(&self) -> GomokuOrdering {
        GomokuOrdering
    }

    fn threat_search(&self) -> GomokuThreats {
        GomokuThreats::default()
    }

    fn linear(&self) -> Option<&dyn Linear<Gomoku<R>>> {
        Some(self)
    }
}
