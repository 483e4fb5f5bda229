//! What one thread of a search owns: its evaluation, move ordering, threat search, histories, move stack, PV and search stack.

use super::control::{Control, Stopped};
use super::evaluation::Evaluation;
use super::history::{self, History};
use super::model::Model;
use super::move_stack::MoveStack;
use super::ordering::MoveOrdering;
use super::params::Params;
use super::position::Game;
use super::pv::Triangle;
use super::score::{MAX_PLY, Score};
use super::threat_search::{Threat, ThreatSearch};

const KILLERS: usize = 2;

/// Everything one thread keeps between nodes and between searches.
pub(super) struct ThreadData<G: Game, M: Model<G>> {
    pub(super) evaluation: M::Evaluation,
    pub(super) ordering: M::Ordering,
    pub(super) threats: M::Threats,
    pub(super) history: History,
    pub(super) moves: MoveStack<G::Move>,
    pub(super) triangle: Triangle,
    pub(super) stack: Vec<StackEntry>,
}

/// The search stack's entry for one ply.
#[derive(Clone, Copy, Default)]
pub(super) struct StackEntry {
    /// The history index of the move being searched.
    pub(super) current_move: usize,
    killers: [u16; KILLERS],
    pub(super) eval: Score,
    pub(super) threat: Threat,
}

impl<G: Game, M: Model<G>> ThreadData<G, M> {
    pub(super) fn new(model: &M) -> Self {
        ThreadData {
            evaluation: model.evaluation(),
            ordering: model.ordering(),
            threats: model.threat_search(),
            history: History::new(G::HISTORY_SIZE),
            moves: MoveStack::new(),
            triangle: Triangle::new(MAX_PLY + 1),
            stack: vec![StackEntry::default(); MAX_PLY + 1],
        }
    }

    /// Prepares for another search from `root`.
    pub(super) fn start(&mut self, root: &G, params: &Params) {
        self.evaluation.start(root);
        self.threats.take_nodes();
        self.history.age(params.history_share);
        self.moves.truncate(0);
        self.stack.fill(StackEntry::default());
        self.stack[0].eval = self.evaluation.evaluate_exactly(root);
    }

    /// Scores the moves from `base` on for ordering.
    pub(super) fn score_moves(&mut self, pos: &G, base: usize, ply: usize, params: &Params) {
        let player = pos.to_move();
        let killers = self.stack[ply].killers;
        let counter = if ply > 0 { self.history.counter(player, self.stack[ply - 1].current_move) } else { 0 };
        let history = self.history.shares(player);
        for (mv, score) in self.moves.from_mut(base) {
            let packed = G::pack(*mv);
            *score = self.ordering.prior(pos, *mv) + i32::from(history[G::history_index(*mv)]);
            if killers.contains(&packed) {
                *score += params.killer_bonus;
            }
            if packed == counter {
                *score += params.counter_bonus;
            }
        }
    }

    /// Lists on the move stack the moves beyond the candidates that may save the side to move, whose candidates all lose: a loss is
    /// trusted at any depth, so it must hold against every move. None where a threat must be answered: all answers are candidates.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so.
    pub(super) fn push_far_defences(
        &mut self,
        pos: &mut G,
        threat: Threat,
        params: &Params,
        ctl: &Control,
    ) -> Result<(), Stopped> {
        match params.far_defence_nodes.unsigned_abs() {
            nodes if nodes > 0 && threat == Threat::None => self.threats.far_defences(pos, nodes, ctl, &mut self.moves),
            _ => Ok(()),
        }
    }

    /// Updates history, killers and counter-move after a beta cut-off: a bonus for the best move, a malus for those searched before.
    pub(super) fn update_histories(
        &mut self,
        pos: &G,
        best: G::Move,
        searched: std::ops::Range<usize>,
        depth: i32,
        ply: usize,
        params: &Params,
    ) {
        let player = pos.to_move();
        let bonus = history::bonus(depth, params);
        self.history.update(player, G::history_index(best), bonus, params.history_limit);
        for at in searched.take(params.history_malus as usize) {
            let mv = self.moves[at].0;
            if mv != best {
                self.history.update(player, G::history_index(mv), -bonus, params.history_limit);
            }
        }
        let packed = G::pack(best);
        let killers = &mut self.stack[ply].killers;
        if killers[0] != packed {
            *killers = [packed, killers[0]];
        }
        if ply > 0 {
            let before = self.stack[ply - 1].current_move;
            self.history.set_counter(player, before, packed);
        }
    }
}
