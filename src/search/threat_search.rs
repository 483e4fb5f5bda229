//! Threats as the search asks for them: at a glance, by a short proof search at a node, by a long one at the root, and as whole
//! proofs.

use super::control::{Control, Stopped};
use super::move_stack::MoveStack;
#[cfg(doc)]
use super::ordering::MoveOrdering;
use super::position::Game;
use super::proof::{Checked, Means, ProofTree, Proved, Refutation};
use super::score::Score;

/// How urgent a threat is, in the words of Gomoku; other games map their own threats onto these levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Threat {
    /// No threat.
    #[default]
    None,
    /// It wins in two moves unless answered, and there are several answers, a four of one's own among them: an open three.
    Three,
    /// It wins with the next move unless answered: a four.
    Four,
}

/// The threats of a game as one thread sees and searches them. A game without threats takes every default.
///
/// Scores are seen from the side to move, and mate distances count from the position itself. Every method leaves the position as
/// it found it.
pub trait ThreatSearch<G: Game>: Send {
    /// A win or loss that the position shows without any search. Called at every node but the root.
    fn immediate_result(&mut self, _pos: &G) -> Option<Score> {
        None
    }

    /// The threat that the side to move must answer, or lose. Such nodes are extended and pruned less.
    fn threat(&self, _pos: &G) -> Threat {
        Threat::None
    }

    /// The threat that the move makes: what the opponent must answer then. Such moves are reduced less.
    fn gives_threat(&self, _pos: &G, _mv: G::Move) -> Threat {
        Threat::None
    }

    /// The moves that quiescence search follows, such as captures.
    fn tactical(&mut self, _pos: &G, _out: &mut MoveStack<G::Move>) {}

    /// A short proof search (VCF) for the side to move, run at leaves whose static value is below beta. The score is a win at
    /// least that fast.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so.
    fn prove(&mut self, _pos: &mut G, _ctl: &Control) -> Result<Option<Score>, Stopped> {
        Ok(None)
    }

    /// Would the opponent win by a short proof search (VCF) if the side to move passed? Asked before reverse futility pruning.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so.
    fn has_opponent_vcf(&mut self, _pos: &mut G, _ctl: &Control) -> Result<bool, Stopped> {
        Ok(false)
    }

    /// The moves beyond the [`MoveOrdering::candidates`] that may save a side to move whose candidates all lose, where no threat must
    /// be answered. All such moves, so that a loss over both together is proven. Spends about so many nodes.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so.
    fn far_defences(
        &mut self,
        _pos: &mut G,
        _nodes: u32,
        _ctl: &Control,
        _out: &mut MoveStack<G::Move>,
    ) -> Result<(), Stopped> {
        Ok(())
    }

    /// A win of the side to move found within so many nodes, as a whole line with the longest replies. Asked at the root and at the
    /// end of a proven line, never in a node.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so.
    fn prove_line(&mut self, _pos: &mut G, _nodes: u64, _ctl: &Control) -> Result<Option<Vec<G::Move>>, Stopped> {
        Ok(None)
    }

    /// Continues, for about so many nodes, the root VCT search, which is too expensive for any other node. Called again and again
    /// within one search; returns a line as [`ThreatSearch::prove_line`] does whenever it has found a first win or a shorter one.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so.
    fn root_vct(&mut self, _root: &mut G, _nodes: u64, _ctl: &Control) -> Result<Option<Vec<G::Move>>, Stopped> {
        Ok(None)
    }

    /// A forced win of the side to move as a whole tree, which [`ThreatSearch::check_tree`] can verify, searched for by these means
    /// within so many nodes; `None` in a game without such proofs.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so.
    fn prove_tree(
        &mut self,
        _pos: &mut G,
        _means: Means,
        _nodes: u64,
        _ctl: &Control,
    ) -> Result<Option<Proved<G::Move>>, Stopped> {
        Ok(None)
    }

    /// Verifies a tree by the rules alone, against every legal reply, visiting no more than so many positions.
    ///
    /// # Errors
    /// [`Refutation`] when it proves nothing; in a game without proofs always.
    fn check_tree(
        &self,
        _pos: &G,
        _tree: &ProofTree<G::Move>,
        _positions: u64,
    ) -> Result<Checked, Refutation<G::Move>> {
        Err(Refutation::TooLarge)
    }

    /// The longest line of a tree; where the loser's reply is not listed, some reply is made up.
    fn tree_line(&self, _pos: &G, tree: &ProofTree<G::Move>) -> Vec<G::Move> {
        vec![tree.mv]
    }

    /// Nodes spent since the last call; they are counted apart from the main search's.
    fn take_nodes(&mut self) -> u64 {
        0
    }

    /// Forgets what earlier searches taught; called for a new game.
    fn clear(&mut self) {}
}
