//! Abalone as the search sees it.

use super::board::{Abalone, Undo};
use super::moves::Move;
use crate::search::{Game, Leaves, MoveStack, Outcome, Player, Position};

impl Position for Abalone {
    type Move = Move;
    type Undo = Undo;

    const HISTORY_SIZE: usize = Move::NUMBERS;

    #[inline]
    fn key(&self) -> u64 {
        self.table_key()
    }

    fn generate(&self, out: &mut MoveStack<Move>) {
        if Abalone::outcome(self).is_none() {
            self.list_moves(out);
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        self.play(mv)
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        self.take_back(mv, undo);
    }

    #[inline]
    fn pack(mv: Move) -> u16 {
        mv.number()
    }

    #[inline]
    fn unpack(&self, bits: u16) -> Option<Move> {
        self.find_move(bits)
    }

    #[inline]
    fn history_index(mv: Move) -> usize {
        usize::from(mv.number())
    }

    #[inline]
    fn is_ejection(mv: Move) -> bool {
        mv.ejects()
    }

    fn count_moves(&self) -> Option<Leaves> {
        Some(if Abalone::outcome(self).is_none() { self.move_counts() } else { Leaves::default() })
    }
}

impl Game for Abalone {
    #[inline]
    fn to_move(&self) -> Player {
        Abalone::to_move(self)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        Abalone::outcome(self)
    }

    fn plies(&self) -> usize {
        self.setup().plies as usize
    }

    #[inline]
    fn key_after(&self, mv: Move) -> u64 {
        Abalone::key_after(self, mv)
    }

    #[inline]
    fn repetition(&self) -> Option<usize> {
        Abalone::repetition(self)
    }

    #[inline]
    fn upcoming_repetition(&self) -> Option<usize> {
        Abalone::upcoming_repetition(self)
    }
}
