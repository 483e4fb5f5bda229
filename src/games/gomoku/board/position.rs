//! Gomoku as the search sees it.

use super::Gomoku;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::rules::cell::{CELLS, Cell};
use crate::search::{Game, MoveStack, Outcome, Player, Position};

impl<R: Rule> Position for Gomoku<R> {
    type Move = Cell;
    type Undo = ();

    const HISTORY_SIZE: usize = CELLS;

    fn key(&self) -> u64 {
        Gomoku::key(self)
    }

    /// Every empty cell, forbidden points included: to play one is legal, and loses.
    fn generate(&self, out: &mut MoveStack<Cell>) {
        if self.outcome().is_none() {
            self.empty().iter().for_each(|cell| out.push(cell));
        }
    }

    #[inline]
    fn make(&mut self, mv: Cell) {
        self.place(mv);
    }

    #[inline]
    fn unmake(&mut self, _mv: Cell, (): ()) {
        self.take();
    }

    #[inline]
    fn pack(mv: Cell) -> u16 {
        mv.index() as u16
    }

    #[inline]
    fn unpack(&self, bits: u16) -> Option<Cell> {
        let cell = Cell::from_index(usize::from(bits));
        (usize::from(bits) < CELLS && self.outcome().is_none() && self.is_empty(cell)).then_some(cell)
    }

    #[inline]
    fn history_index(mv: Cell) -> usize {
        mv.index()
    }
}

impl<R: Rule> Game for Gomoku<R> {
    fn to_move(&self) -> Player {
        Gomoku::to_move(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Gomoku::outcome(self)
    }

    fn plies(&self) -> usize {
        self.filled()
    }

    #[inline]
    fn key_after(&self, mv: Cell) -> u64 {
        Gomoku::key_after(self, mv)
    }
}
