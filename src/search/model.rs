//! A game's knowledge apart from its rules: evaluation, move ordering and threat search, and the weights they share.

use super::evaluation::Evaluation;
use super::features::Linear;
use super::ordering::MoveOrdering;
use super::param_values::ParamValues;
use super::params::Params;
use super::position::Game;
use super::threat_search::ThreatSearch;

/// What the search knows of a game apart from its rules. The model holds what all threads share, such as weights, and is cheap to
/// clone; each thread asks it for an evaluation, a move ordering and a threat search of its own.
pub trait Model<G: Game>: Clone + Send + Sync {
    /// The static evaluation.
    type Evaluation: Evaluation<G>;
    /// Candidates and their order.
    type Ordering: MoveOrdering<G>;
    /// Threats and proofs.
    type Threats: ThreatSearch<G>;

    /// A static evaluation for one thread.
    fn evaluation(&self) -> Self::Evaluation;

    /// A move ordering for one thread.
    fn ordering(&self) -> Self::Ordering;

    /// A threat search for one thread, its tables empty.
    fn threat_search(&self) -> Self::Threats;

    /// The numbers that the game is searched by.
    fn search_params(&self) -> Params {
        Params::default()
    }

    /// The numbers of its evaluation, move ordering and threat search that games can tune, for `tune-search`. No name is one of
    /// [`Params`].
    fn params(&self) -> ParamValues {
        ParamValues::default()
    }

    /// Takes those of its own numbers that are listed. Objects that it made before keep theirs.
    fn set_params(&mut self, _values: &ParamValues) {}

    /// The evaluation as features and weights, where it is linear: for `tune`.
    fn linear(&self) -> Option<&dyn Linear<G>> {
        None
    }
}
