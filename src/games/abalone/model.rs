//! What the search knows of Abalone apart from the rules: the evaluation, the order of moves, ejections.

use std::sync::Arc;

use once_cell::sync::Lazy;

use super::board::Abalone;
use super::evaluation::{AbaloneEvaluation, LinearEvaluation};
use super::moves::Move;
use super::network::evaluation::NetworkEvaluation;
use super::network::{self, Network};
use super::ordering::Priors;
use super::params::{self, AbaloneParams};
use super::proof;
use super::weights::{self as linear, Weights};
use crate::network::Parts;
use crate::network::parts::KIND;
use crate::search::{
    Checked, Control, Linear, Means, Model, MoveOrdering, MoveStack, ParamValues, Params, ProofTree, Proved,
    Refutation, Stopped, Threat, ThreatSearch,
};
use crate::weights_file::{WeightsError, WeightsFile};

/// The model of Abalone.
#[derive(Clone)]
pub struct AbaloneModel {
    params: AbaloneParams,
    priors: Priors,
    /// The weights of the linear evaluation, which a network corrects.
    pub(super) weights: Arc<Weights>,
    network: Option<Arc<Network>>,
}

impl Default for AbaloneModel {
    fn default() -> Self {
        AbaloneModel::built_in()
    }
}

impl AbaloneModel {
    /// The model that the program was built with, with a network.
    pub fn built_in() -> AbaloneModel {
        #[expect(clippy::expect_used, reason = "the file is part of the program, and a test reads it")]
        static MODEL: Lazy<AbaloneModel> =
            Lazy::new(|| AbaloneModel::with_weights(network::weights::BUILT_IN).expect("the built-in network"));
        MODEL.clone()
    }

    /// The linear evaluation by itself, with the weights that the program was built with.
    pub fn classical() -> AbaloneModel {
        AbaloneModel::new(Weights::built_in(), None)
    }

    /// A model with the weights of a file (docs/src/weights.md), of a linear evaluation or of a network.
    ///
    /// # Errors
    /// When the file is damaged, or for another game or evaluation.
    pub fn with_weights(file: &[u8]) -> Result<AbaloneModel, WeightsError> {
        let file = WeightsFile::from_bytes(file)?;
        if file.kind != KIND {
            return Ok(AbaloneModel::new(Arc::new(Weights::from_file(&file)?), None));
        }
        file.check(linear::GAME, linear::RULE, KIND)?;
        let (linear, own) = file.split(linear::TENSORS, linear::KIND);
        let network = Network::from_file(&own)?;
        Ok(AbaloneModel::new(Arc::new(Weights::from_file(&linear)?), Some(Arc::new(network))))
    }

    /// The network of a file (docs/src/weights.md), without the linear weights it corrects.
    ///
    /// # Errors
    /// When the file is damaged, or for another game or evaluation.
    pub fn network_parts(file: &[u8]) -> Result<Parts<i16>, WeightsError> {
        let file = WeightsFile::from_bytes(file)?;
        file.check(linear::GAME, linear::RULE, KIND)?;
        let (_, own) = file.split(linear::TENSORS, linear::KIND);
        Parts::from_file(&own, network::weights::TENSORS)
    }

    /// The same model without its network: only the weights that the network corrects.
    pub fn without_network(self) -> AbaloneModel {
        AbaloneModel { network: None, ..self }
    }

    /// The file of a network that corrects the linear weights of a file, or the built-in ones; `note` says where it comes from.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn network_file(parts: &Parts<i16>, corrected: Option<&[u8]>, note: &str) -> Result<WeightsFile, WeightsError> {
        let linear = match corrected {
            Some(file) => WeightsFile::from_bytes(file)?.split(linear::TENSORS, linear::KIND).0,
            None => linear::built_in_file(),
        };
        Ok(parts.to_file(network::weights::TENSORS, linear, note))
    }

    fn new(weights: Arc<Weights>, network: Option<Arc<Network>>) -> AbaloneModel {
        let params = AbaloneParams::default();
        AbaloneModel { priors: Priors::new(&params), params, weights, network }
    }
}

impl Model<Abalone> for AbaloneModel {
    type Evaluation = AbaloneEvaluation;
    type Ordering = AbaloneOrdering;
    type Threats = Ejections;

    fn evaluation(&self) -> AbaloneEvaluation {
        let linear = LinearEvaluation::new(Arc::clone(&self.weights));
        match &self.network {
            None => AbaloneEvaluation::Linear(linear),
            Some(network) => {
                let evaluation = NetworkEvaluation::new(Arc::clone(network), linear, self.params.lazy_margin);
                AbaloneEvaluation::Network(Box::new(evaluation))
            }
        }
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
    }

    fn linear(&self) -> Option<&dyn Linear<Abalone>> {
        if self.network.is_none() { Some(self) } else { None }
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
    fn prior(&self, _pos: &Abalone, mv: Move) -> i32 {
        self.priors.of(mv)
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

    fn prove_tree(
        &mut self,
        pos: &mut Abalone,
        means: Means,
        nodes: u64,
        ctl: &Control,
    ) -> Result<Option<Proved<Move>>, Stopped> {
        proof::solve(pos, means, nodes, ctl).map(Some)
    }

    fn check_tree(&self, pos: &Abalone, tree: &ProofTree<Move>, positions: u64) -> Result<Checked, Refutation<Move>> {
        proof::check::check(pos, tree, positions)
    }

    fn tree_line(&self, pos: &Abalone, tree: &ProofTree<Move>) -> Vec<Move> {
        proof::check::longest_line(pos, tree)
    }
}
