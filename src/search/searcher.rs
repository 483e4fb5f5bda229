//! The search of a two-player game as its callers see it.

use std::marker::PhantomData;

use super::control::Control;
use super::move_stack::MoveStack;
use super::position::{Evaluator, Game};
use super::request::{Answer, Line, Progress, Request};
use super::tt::Table;

/// Searches positions of one game and keeps, from move to move, what helps the next search: histories and evaluators.
pub struct Searcher<G: Game, E: Evaluator<G>> {
    evaluator: E,
    game: PhantomData<G>,
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// A searcher that judges by this evaluator; every thread gets a clone.
    pub fn new(evaluator: E) -> Self {
        Searcher { evaluator, game: PhantomData }
    }

    /// Forgets what earlier searches taught: a new game begins. The table is the caller's to clear.
    pub fn clear(&mut self) {
        self.evaluator.clear();
    }

    /// Searches until done or stopped; `report` is called on this thread after every iteration.
    ///
    /// `None` only when no legal move is left after `only` and `exclude`. A search that is stopped at once still holds a legal
    /// move.
    pub fn search(
        &mut self,
        pos: &G,
        _table: &Table,
        request: &Request<G::Move>,
        _ctl: &Control,
        _report: &mut dyn FnMut(&Progress<'_, G::Move>),
    ) -> Option<Answer<G::Move>> {
        let mut moves = MoveStack::new();
        self.evaluator.candidates(pos, &mut moves);
        let best = moves
            .moves(0)
            .filter(|mv| !request.exclude.contains(mv))
            .max_by_key(|&mv| self.evaluator.prior(pos, mv))?;
        let line = Line { rank: 1, score: self.evaluator.evaluate(pos), depth: 0, seldepth: 0, pv: vec![best] };
        Some(Answer { lines: vec![line], depth: 0, seldepth: 0, nodes: 0, proof_nodes: 0, passes: 0 })
    }
}
