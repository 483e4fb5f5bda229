//! From a position to those that a move leads to, by the rules of its game.

use super::error::DatabaseError;
use super::space::{Space, Stones};
use crate::engine::options::Options;
use crate::engine::view::Piece;
use crate::engine::{Change, Engine, MoveStyle};
use crate::search::{Outcome, Player};

/// A position and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// The move, as people write it.
    pub text: String,
    /// The position after it.
    pub stones: Stones,
}

/// An engine that is set from position to position.
pub struct Walker {
    engine: Box<dyn Engine>,
}

impl std::fmt::Debug for Walker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.engine.position())
    }
}

impl Walker {
    /// An engine of these rules.
    ///
    /// # Errors
    /// When there is none.
    pub fn new(options: &Options) -> Result<Walker, DatabaseError> {
        (options.game().open)(options).map(|engine| Walker { engine }).map_err(refused)
    }

    /// The engine, at whatever position it is.
    pub fn engine(&mut self) -> &mut dyn Engine {
        self.engine.as_mut()
    }

    /// Goes to a position.
    ///
    /// # Errors
    /// When the rules do not know it.
    pub fn set(&mut self, space: &Space, stones: &Stones) -> Result<(), DatabaseError> {
        let piece =
            |&(cell, kind): &(u16, u8)| Some(Piece { at: space.name(cell)?.to_owned(), sign: space.sign(kind)? });
        let pieces: Vec<Piece> = stones.pieces.iter().filter_map(piece).collect();
        let to_move = if stones.to_move == 0 { Player::First } else { Player::Second };
        let position = self.engine.arrange(&pieces, to_move).map_err(refused)?;
        self.engine.apply(&Change::Set { position: Some(position), moves: Vec::new() }).map_err(refused)
    }

    /// Moves of both sides in turn that lead to a position, as people write them: some order of its stones; `None` where none was found.
    ///
    /// # Errors
    /// When the engine cannot be set to the beginning.
    pub fn moves_to(&mut self, space: &Space, stones: &Stones) -> Result<Option<Vec<String>>, DatabaseError> {
        self.engine.apply(&Change::Set { position: None, moves: Vec::new() }).map_err(refused)?;
        let count = stones.pieces.len();
        if !space.lays() || usize::from(stones.to_move) != count % 2 {
            return Ok(None);
        }
        let of_player = |sign| {
            let kind = space.kind(sign);
            let cells = stones.pieces.iter().filter(move |piece| Some(piece.1) == kind);
            cells.filter_map(|piece| space.name(piece.0).map(str::to_owned)).collect::<Vec<String>>()
        };
        let mut waiting = [of_player('b'), of_player('w')];
        let mut moves = Vec::with_capacity(count);
        for turn in 0..count {
            // A move may be forbidden until others are made, and the one that ends the game comes last.
            let mut goes_on = |text: &String| {
                if self.engine.apply(&Change::Play(text.clone())).is_err() {
                    return false;
                }
                let fits = turn + 1 == count || self.outcome().is_none();
                fits || self.engine.apply(&Change::TakeBack(text.clone())).is_err()
            };
            let Some(next) = waiting[turn % 2].iter().position(&mut goes_on) else { return Ok(None) };
            moves.push(waiting[turn % 2].remove(next));
        }
        Ok(Some(moves))
    }

    /// Where the engine is.
    ///
    /// # Errors
    /// When it is no position of these rules.
    pub fn stones(&self, space: &Space) -> Result<Stones, DatabaseError> {
        space.parse(&self.engine.position())
    }

    /// How the game ended here, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.engine.standing().outcome
    }

    /// What all legal moves lead to.
    ///
    /// # Errors
    /// When the engine refuses its own moves.
    pub fn children(&mut self, space: &Space) -> Result<Vec<Child>, DatabaseError> {
        let here = self.stones(space)?;
        let moves = self.engine.legal_moves(MoveStyle::Bottom);
        if space.lays() {
            return Ok(moves.into_iter().filter_map(|text| laid(space, &here, text)).collect());
        }
        let played = |text: String| {
            self.engine.apply(&Change::Play(text.clone())).map_err(refused)?;
            let stones = space.parse(&self.engine.position());
            self.engine.apply(&Change::TakeBack(text.clone())).map_err(refused)?;
            Ok(Child { text, stones: stones? })
        };
        moves.into_iter().map(played).collect()
    }
}

fn refused(why: crate::engine::Rejected) -> DatabaseError {
    DatabaseError::Position(why.to_string())
}

/// The positions from which one stone leads to this one; `None` in a game whose moves do more than lay a stone.
pub fn before(space: &Space, stones: &Stones) -> Option<Vec<Stones>> {
    let mover = space.kind(if stones.to_move == 1 { 'b' } else { 'w' });
    let without = |nth: usize| {
        let mut before = stones.clone();
        before.pieces.remove(nth);
        before.to_move = 1 - before.to_move;
        before
    };
    let laid = (0..stones.pieces.len()).filter(|&nth| Some(stones.pieces[nth].1) == mover);
    space.lays().then(|| laid.map(without).collect())
}

/// The position after a move that lays a stone.
pub(super) fn laid(space: &Space, before: &Stones, text: String) -> Option<Child> {
    let cell = space.cell(&text)?;
    let mut stones = before.clone();
    let at = stones.pieces.binary_search_by_key(&cell, |piece| piece.0).err()?;
    stones.pieces.insert(at, (cell, space.kind(if before.to_move == 0 { 'b' } else { 'w' })?));
    stones.to_move = 1 - before.to_move;
    Some(Child { text, stones })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_what_the_engine_makes_of_its_moves() {
        for game in ["gomoku", "abalone"] {
            let options = Options::for_game(game).unwrap();
            let space = Space::new(&options).unwrap();
            let mut walker = Walker::new(&options).unwrap();
            for turn in 0..6 {
                let children = walker.children(&space).unwrap();
                let child = children[turn * 11 % children.len()].clone();
                walker.engine().apply(&Change::Play(child.text)).unwrap();
                assert_eq!(walker.stones(&space).unwrap(), child.stones);
            }
            let here = walker.stones(&space).unwrap();
            let mut other = Walker::new(&options).unwrap();
            other.set(&space, &here).unwrap();
            assert_eq!(other.stones(&space).unwrap(), here);
        }
    }
}
