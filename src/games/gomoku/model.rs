//! What the search knows of Gomoku apart from the rules.

use std::sync::Arc;

use once_cell::sync::OnceCell;

use super::board::Gomoku;
use super::evaluation::linear::{LinearEvaluation, LinearWeights};
use super::evaluation::ordering::GomokuOrdering;
use super::evaluation::weights as linear;
use super::network::evaluation::NetworkEvaluation;
use super::network::{self, Network};
use super::params::{self, GomokuParams};
use super::patterns::rule::Rule;
use super::rules::cell::Cell;
use super::rules::code::RuleCode;
use super::threats::search::GomokuThreats;
use crate::network::Parts;
use crate::network::parts::KIND;
use crate::search::{Evaluation, Linear, Model, ParamValues, Params, Score, StaticValue};
use crate::weights_file::{WeightsError, WeightsFile};

/// The model of a rule set.
#[derive(Clone, Debug)]
pub struct GomokuModel {
    /// The weights of the linear evaluation, which a network corrects.
    pub(super) weights: Arc<LinearWeights>,
    network: Option<Arc<Network>>,
    params: GomokuParams,
}

impl GomokuModel {
    /// The model that the program was built with for that rule set, with a network.
    ///
    /// Without one where the network lies beside the program, as in a browser, and cannot be had; it is asked for again next time.
    pub fn built_in(rule: RuleCode) -> GomokuModel {
        static NETWORKS: [OnceCell<Arc<Network>>; RuleCode::ALL.len()] =
            [const { OnceCell::new() }; RuleCode::ALL.len()];
        let source = network::weights::source_rule(rule);
        let network = NETWORKS[source as usize].get_or_try_init(|| GomokuModel::built_in_network(source));
        let network = network.inspect_err(|why| log::error!("the network of {}: {why}", source.name())).ok().cloned();
        GomokuModel { network, ..GomokuModel::classical(rule) }
    }

    fn built_in_network(rule: RuleCode) -> Result<Arc<Network>, WeightsError> {
        let file = WeightsFile::from_bytes(&network::weights::built_in(rule))?;
        let (_, own) = file.split(linear::TENSOR_COUNT, linear::KIND);
        Ok(Arc::new(Network::built_in(&own, rule)?))
    }

    /// The model of that rule set without a network.
    pub fn classical(rule: RuleCode) -> GomokuModel {
        GomokuModel { weights: LinearWeights::built_in(rule), network: None, params: GomokuParams::default() }
    }

    /// The file of a network that corrects the built-in linear evaluation of a rule set; `note` says where it comes from.
    pub fn network_file(rule: RuleCode, parts: &Parts<i8>, note: &str) -> WeightsFile {
        let linear = WeightsFile { rule: rule.name().to_owned(), ..linear::built_in_file(rule) };
        network::weights::file_of(parts, linear, note)
    }

    /// The network of a file (docs/src/weights.md) of whatever rule set, without the linear weights it corrects.
    ///
    /// # Errors
    /// When the file is damaged, or for another game or evaluation.
    pub fn network_parts(file: &[u8]) -> Result<Parts<i8>, WeightsError> {
        let file = WeightsFile::from_bytes(file)?;
        file.check("gomoku", &file.rule, KIND)?;
        let (_, own) = file.split(linear::TENSOR_COUNT, linear::KIND);
        network::weights::parts_of(&own)
    }

    /// A model with the weights of a file (docs/src/weights.md), of a linear evaluation or of a network.
    ///
    /// # Errors
    /// When the file is damaged, or for another game, rule or evaluation.
    pub fn with_weights(file: &[u8], rule: RuleCode) -> Result<GomokuModel, WeightsError> {
        let file = WeightsFile::from_bytes(file)?;
        if file.kind != KIND {
            let weights = Arc::new(LinearWeights::from_file(&file, rule)?);
            return Ok(GomokuModel { weights, ..GomokuModel::classical(rule) });
        }
        if file.check("gomoku", linear::source_rule(rule).name(), KIND).is_err() {
            file.check("gomoku", rule.name(), KIND)?;
        }
        let (linear, own) = file.split(linear::TENSOR_COUNT, linear::KIND);
        let network = Some(Arc::new(Network::from_file(&own)?));
        let weights = Arc::new(LinearWeights::from_file(&linear, rule)?);
        Ok(GomokuModel { weights, network, ..GomokuModel::classical(rule) })
    }
}

impl<R: Rule> Model<Gomoku<R>> for GomokuModel {
    type Evaluation = GomokuEvaluation;
    type Ordering = GomokuOrdering;
    type Threats = GomokuThreats;

    fn evaluation(&self) -> GomokuEvaluation {
        let linear = LinearEvaluation::new(Arc::clone(&self.weights));
        match &self.network {
            None => GomokuEvaluation::Linear(linear),
            Some(network) => GomokuEvaluation::Network(Box::new(NetworkEvaluation::new(Arc::clone(network), linear))),
        }
    }

    fn ordering(&self) -> GomokuOrdering {
        GomokuOrdering::new::<R>(&self.params)
    }

    fn threat_search(&self) -> GomokuThreats {
        GomokuThreats::new(&self.params)
    }

    fn search_params(&self) -> Params {
        params::search_params()
    }

    fn params(&self) -> ParamValues {
        self.params.values()
    }

    fn set_params(&mut self, values: &ParamValues) {
        self.params.assign(values);
    }

    fn linear(&self) -> Option<&dyn Linear<Gomoku<R>>> {
        if self.network.is_none() { Some(self) } else { None }
    }
}

/// The evaluation of one thread.
pub enum GomokuEvaluation {
    /// By weights of patterns.
    Linear(LinearEvaluation),
    /// Corrected by a network.
    Network(Box<NetworkEvaluation>),
}

impl<R: Rule> Evaluation<Gomoku<R>> for GomokuEvaluation {
    #[inline]
    fn evaluate(&mut self, board: &Gomoku<R>, window: (Score, Score)) -> StaticValue {
        match self {
            GomokuEvaluation::Linear(evaluation) => evaluation.evaluate(board, window),
            GomokuEvaluation::Network(evaluation) => evaluation.evaluate(board, window),
        }
    }

    fn start(&mut self, root: &Gomoku<R>) {
        if let GomokuEvaluation::Network(evaluation) = self {
            evaluation.start(root);
        }
    }

    #[inline]
    fn on_make(&mut self, board: &Gomoku<R>, mv: Cell) {
        if let GomokuEvaluation::Network(evaluation) = self {
            evaluation.on_make(board, mv);
        }
    }

    #[inline]
    fn on_unmake(&mut self, board: &Gomoku<R>, mv: Cell) {
        if let GomokuEvaluation::Network(evaluation) = self {
            evaluation.on_unmake(board, mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_networks_correct_the_built_in_weights() {
        for rule in RuleCode::ALL {
            let file = WeightsFile::from_bytes(&network::weights::built_in(rule)).unwrap();
            let (base, _) = file.split(linear::TENSOR_COUNT, linear::KIND);
            assert_eq!(base.tensors, linear::built_in_file(rule).tensors, "{}", rule.name());
            let model = GomokuModel::built_in(rule);
            assert!(model.network.is_some() && GomokuModel::classical(rule).network.is_none());
        }
    }
}
