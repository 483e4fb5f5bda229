//! What one thread of a search owns: its evaluator, histories, move stack, PV and search stack.

use super::alpha_beta::MAX_PLY;
use super::history::{self, History};
use super::move_stack::MoveStack;
use super::params::Params;
use super::position::{Evaluator, Game, Threat};
use super::pv::Triangle;
use super::score::Score;

const KILLERS: usize = 2;

/// Everything one thread keeps between nodes and between searches.
pub(super) struct ThreadData<G: Game, E> {
    pub(super) evaluator: E,
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

impl<G: Game, E: Evaluator<G>> ThreadData<G, E> {
    pub(super) fn new(evaluator: E) -> Self {
        ThreadData {
            evaluator,
            history: History::new(G::HISTORY_SIZE),
            moves: MoveStack::new(),
            triangle: Triangle::new(MAX_PLY + 1),
            stack: vec![StackEntry::default(); MAX_PLY + 1],
        }
    }

    /// Prepares for another search from `root`.
    pub(super) fn start(&mut self, root: &G) {
        self.evaluator.start(root);
        self.evaluator.take_proof_nodes();
        self.history.age();
        self.moves.truncate(0);
        self.stack.fill(StackEntry::default());
        self.stack[0].eval = self.evaluator.evaluate(root);
    }

    /// Scores the moves from `base` on for ordering.
    pub(super) fn score_moves(&mut self, pos: &G, base: usize, ply: usize, params: &Params) {
        let player = pos.to_move();
        let killers = self.stack[ply].killers;
        let counter = if ply > 0 { self.history.counter(player, self.stack[ply - 1].current_move) } else { 0 };
        let history = self.history.of(player);
        for (mv, value) in self.moves.from_mut(base) {
            let packed = G::pack(*mv);
            *value =
                self.evaluator.prior(pos, *mv) + i32::from(history[G::history_index(*mv)]) * params.history_share / 100;
            if killers.contains(&packed) {
                *value += params.killer_bonus;
            }
            if packed == counter {
                *value += params.counter_bonus;
            }
        }
    }

    /// Updates history, killers and counter-move after a beta cut-off: a bonus for the best move, a malus for those tried before.
    pub(super) fn update_histories(
        &mut self,
        pos: &G,
        best: G::Move,
        tried: std::ops::Range<usize>,
        depth: i32,
        ply: usize,
        params: &Params,
    ) {
        let player = pos.to_move();
        let bonus = history::bonus(depth, params);
        self.history.update(player, G::history_index(best), bonus, params.history_limit);
        for at in tried.take(params.history_malus as usize) {
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
