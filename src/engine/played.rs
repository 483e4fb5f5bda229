//! The moves played in an open game, from its start to the present position.

use super::{MoveStyle, Notation, PackedMove, Rejected};
use crate::search::Position;

/// A start position, the moves played from it, and where they led.
pub(super) struct PlayedMoves<P: Position> {
    start: P,
    pub(super) moves: Vec<P::Move>,
    pub(super) pos: P,
}

impl<P: Position> PlayedMoves<P> {
    /// No moves yet.
    pub(super) fn new(start: P) -> PlayedMoves<P> {
        PlayedMoves { pos: start.clone(), start, moves: Vec::new() }
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: P::Move) {
        self.pos.make(mv);
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
        self.pos = before;
        self.moves.pop();
        Ok(())
    }

    /// The moves as text.
    pub(super) fn write(&self, notation: &impl Notation<P>, style: MoveStyle) -> Vec<String> {
        let mut at = self.start.clone();
        let write = |&mv: &P::Move| {
            let text = notation.format_move(&at, mv, style);
            at.make(mv);
            text
        };
        self.moves.iter().map(write).collect()
    }

    /// The last move, and the position before it.
    pub(super) fn last_move(&self) -> (Option<P::Move>, P) {
        let mut before = self.start.clone();
        let Some((&last, earlier)) = self.moves.split_last() else { return (None, before) };
        for &mv in earlier {
            before.make(mv);
        }
        (Some(last), before)
    }
}
