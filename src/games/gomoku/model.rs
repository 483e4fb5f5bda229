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
        static MODELS: [OnceCell<GomokuModel>; RuleCode::ALL.len()] = [const { OnceCell::new() }; RuleCode::ALL.len()];
        let source = network::weights::source_rule(rule);
        let model = MODELS[source as usize].get_or_try_init(|| GomokuModel::with_built_in_network(source));
        let model = model.inspect_err(|why| log::error!("the network of {}: {why}", source.name()));
        model.cloned().unwrap_or_else(|_| GomokuModel::classical(rule))
    }

    fn with_built_in_network(rule: RuleCode) -> Result<GomokuModel, WeightsError> {
        let file = WeightsFile::from_bytes(&network::weights::built_in(rule))?;
        let (linear, own) = file.split(linear::TENSOR_COUNT, linear::KIND);
        let weights = Arc::new(LinearWeights::from_file(&linear, rule)?);
        let network = Some(Arc::new(Network::built_in(&own, rule)?));
        Ok(GomokuModel { weights, network, ..GomokuModel::classical(rule) })
    }

    /// The model of that rule set without a network, by the weights that are best alone.
    pub fn classical(rule: RuleCode) -> GomokuModel {
        GomokuModel { weights: LinearWeights::built_in(rule), network: None, params: GomokuParams::default() }
    }

    /// The same model without its network: only the weights that the network corrects.
    pub fn without_network(self) -> GomokuModel {
        GomokuModel { network: None, ..self }
    }

    /// The file of a network of a rule set that corrects the linear weights of a file, or the built-in ones; `note` says where it comes
    /// from.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn network_file(
        rule: RuleCode,
        parts: &Parts<i8>,
        corrected: Option<&[u8]>,
        note: &str,
    ) -> Result<WeightsFile, WeightsError> {
        let linear = match corrected {
            Some(file) => WeightsFile::from_bytes(file)?.split(linear::TENSOR_COUNT, linear::KIND).0,
            None => linear::built_in_file(rule),
        };
        Ok(network::weights::file_of(parts, WeightsFile { rule: rule.name().to_owned(), ..linear }, note))
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
    use crate::games::gomoku::board::samples;
    use crate::games::gomoku::patterns::rule::{Caro, CaroFive, Freestyle, Renju, Standard};

    #[test]
    fn built_in_networks_correct_the_weights_of_their_files() {
        check_built_in::<Freestyle>();
        check_built_in::<Standard>();
        check_built_in::<Renju>();
        check_built_in::<Caro>();
        check_built_in::<CaroFive>();
    }

    fn check_built_in<R: Rule>() {
        let built_in = GomokuModel::built_in(R::CODE);
        let of_file = GomokuModel::with_weights(&network::weights::built_in(R::CODE), R::CODE).unwrap();
        assert!(built_in.network.is_some() && GomokuModel::classical(R::CODE).network.is_none());
        for models in [[built_in.clone(), of_file.clone()], [built_in, of_file].map(GomokuModel::without_network)] {
            let mut evaluations = models.map(|model| Model::<Gomoku<R>>::evaluation(&model));
            for board in samples::boards::<R>(20).filter(|board| board.outcome().is_none()) {
                let [one, other] = evaluations.each_mut().map(|evaluation| evaluation.evaluate_exactly(&board));
                assert_eq!(one, other, "{}: {board:?}", R::CODE.name());
            }
        }
    }

    #[test]
    fn a_network_goes_on_with_the_linear_weights_of_its_file() {
        let file = network::weights::built_in(RuleCode::Renju);
        let parts = GomokuModel::network_parts(&file).unwrap();
        let mut changed = WeightsFile::from_bytes(&file).unwrap();
        changed.tensors[0].values = crate::weights_file::Values::I16(vec![11, 12]);
        let written = GomokuModel::network_file(RuleCode::Renju, &parts, Some(&changed.to_bytes()), "").unwrap();
        assert_eq!(written.tensors, changed.tensors);
        assert!(GomokuModel::network_file(RuleCode::Renju, &parts, Some(b"torn"), "").is_err());
    }
}
