//! The moves played in an open game, from its start to the present position.

use super::{MoveStyle, Notation, PackedMove, Rejected};
use crate::search::Position;

/// Moves, and the position that they led to.
pub(super) struct PlayedMoves<P: Position> {
    pub(super) moves: Vec<P::Move>,
    undos: Vec<P::Undo>,
    pub(super) pos: P,
}

impl<P: Position> PlayedMoves<P> {
    /// No moves yet.
    pub(super) fn new(start: P) -> PlayedMoves<P> {
        PlayedMoves { moves: Vec::new(), undos: Vec::new(), pos: start }
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: P::Move) {
        self.undos.push(self.pos.make(mv));
        self.moves.push(mv);
    }

    /// Plays a packed move.
    ///
    /// # Errors
    /// [`Rejected::BadMove`] when no legal move has that number.
    pub(super) fn play_packed(&mut self, PackedMove(number): PackedMove) -> Result<(), Rejected> {
        let mv = self.pos.unpack(number);
        self.play(mv.ok_or_else(|| Rejected::bad_move(format!("number {number}"), "no legal move has it"))?);
        Ok(())
    }

    /// Takes the last move back, which must be the one that the text names.
    ///
    /// # Errors
    /// [`Rejected::BadMove`] when it is not.
    pub(super) fn take_back(&mut self, notation: &impl Notation<P>, text: &str) -> Result<(), Rejected> {
        let (last, before) = self.last_move();
        let last = last.ok_or_else(|| Rejected::bad_move(text, "no move to take back"))?;
        if notation.parse_move(&before, text) != Ok(last) {
            return Err(Rejected::bad_move(text, "not the last move"));
        }
        self.take_back_last();
        Ok(())
    }

    /// The moves as text.
    pub(super) fn write(&self, notation: &impl Notation<P>, style: MoveStyle) -> Vec<String> {
        let mut at = self.pos.clone();
        for (&mv, &undo) in self.moves.iter().zip(&self.undos).rev() {
            at.unmake(mv, undo);
        }
        let write = |&mv: &P::Move| {
            let text = notation.format_move(&at, mv, style);
            at.make(mv);
            text
        };
        self.moves.iter().map(write).collect()
    }

    /// Takes the last move back, if there is one.
    pub(super) fn take_back_last(&mut self) {
        if let (Some(mv), Some(undo)) = (self.moves.pop(), self.undos.pop()) {
            self.pos.unmake(mv, undo);
        }
    }

    /// The last move, and the position before it.
    pub(super) fn last_move(&self) -> (Option<P::Move>, P) {
        let mut before = self.pos.clone();
        let last = self.moves.last().copied().zip(self.undos.last().copied());
        if let Some((mv, undo)) = last {
            before.unmake(mv, undo);
        }
        (last.map(|(mv, _)| mv), before)
    }
}
