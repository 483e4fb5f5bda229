//! What one thread of a search keeps from node to node and from search to search, and what it makes of it: the order of moves.

use super::alpha_beta::LONGEST;
use super::history::{self, History};
use super::move_stack::MoveStack;
use super::params::Params;
use super::position::{Check, Evaluator, Game};
use super::pv::Triangle;
use super::score::Score;

const KILLERS: usize = 2;

/// What one thread keeps from node to node and from search to search.
pub(super) struct Mind<G: Game, E> {
    pub(super) evaluator: E,
    pub(super) history: History,
    pub(super) moves: MoveStack<G::Move>,
    pub(super) triangle: Triangle,
    pub(super) frames: Vec<Frame>,
}

/// What a node leaves for those below it and beside it.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    /// The history index of the move being searched.
    pub(super) moved: usize,
    killers: [u16; KILLERS],
    pub(super) eval: Score,
    pub(super) check: Check,
}

impl<G: Game, E: Evaluator<G>> Mind<G, E> {
    pub(super) fn new(evaluator: E) -> Self {
        Mind {
            evaluator,
            history: History::new(G::HISTORY_SIZE),
            moves: MoveStack::new(),
            triangle: Triangle::new(LONGEST + 1),
            frames: vec![Frame::default(); LONGEST + 1],
        }
    }

    /// Makes ready for another search from `root`.
    pub(super) fn start(&mut self, root: &G) {
        self.evaluator.start(root);
        self.evaluator.take_proof_nodes();
        self.history.age();
        self.moves.truncate(0);
        self.frames.fill(Frame::default());
        self.frames[0].eval = self.evaluator.evaluate(root);
    }

    /// Gives the moves from `base` on their sorting values.
    pub(super) fn value_moves(&mut self, pos: &G, base: usize, ply: usize, params: &Params) {
        let player = pos.to_move();
        let killers = self.frames[ply].killers;
        let counter = if ply > 0 { self.history.counter(player, self.frames[ply - 1].moved) } else { 0 };
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

    /// A move cut a node off: it gains, and those tried before it lose.
    pub(super) fn learn(
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
        let killers = &mut self.frames[ply].killers;
        if killers[0] != packed {
            *killers = [packed, killers[0]];
        }
        if ply > 0 {
            let before = self.frames[ply - 1].moved;
            self.history.set_counter(player, before, packed);
        }
    }
}
