//! The positions of Gomoku games: what stays in memory is the moves and a few bytes a position; boards are set up again when they are
//! learnt from.

use crate::games::gomoku::Cell;
use crate::lab::selfplay::SelfplayGame;
use crate::search::Player;

/// A position: the stones with which a game began, and those of a variation after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The game's place in the list.
    game: u32,
    /// How many stones of the game are on the board.
    ply: u16,
    /// How many stones of a variation follow.
    after: u16,
    /// Where these are among the moves of all variations.
    first: u32,
}

impl Position {
    /// Who is to move.
    pub(super) fn to_move(self) -> Player {
        Player::ALL[usize::from(self.ply + self.after) % 2]
    }
}

/// A game as far as training needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Game {
    first: usize,
    size: u8,
}

/// The games.
#[derive(Debug, Default)]
pub(super) struct Games {
    moves: Vec<Cell>,
    games: Vec<Game>,
    variations: Vec<Cell>,
    /// The moves that led to the position reached.
    path: Vec<Cell>,
}

impl Games {
    /// A game begins on a board of that size.
    pub(super) fn begin(&mut self, size: u8, game: &SelfplayGame) {
        self.games.push(Game { first: self.moves.len(), size });
        self.moves.extend(game.moves.iter().map(|&number| Cell::from_index(usize::from(number))));
        self.path.clear();
    }

    pub(super) fn play(&mut self, number: u16) {
        self.path.push(Cell::from_index(usize::from(number)));
    }

    pub(super) fn take_back(&mut self) {
        self.path.pop();
    }

    /// The position reached, as far as it goes one of the game; `None` before the first game.
    pub(super) fn position(&mut self) -> Option<Position> {
        let game = self.games.len().checked_sub(1)?;
        let own = &self.moves[self.games[game].first..];
        let ply = self.path.iter().zip(own).take_while(|(one, other)| one == other).count();
        let (first, after) = (self.variations.len() as u32, (self.path.len() - ply) as u16);
        self.variations.extend(&self.path[ply..]);
        Some(Position { game: game as u32, ply: ply as u16, after, first })
    }

    /// A single position, of such stones in turn.
    #[cfg(test)]
    pub(super) fn of_game(size: u8, moves: Vec<Cell>) -> (Games, Position) {
        let position = Position { game: 0, ply: moves.len() as u16, after: 0, first: 0 };
        (Games { moves, games: vec![Game { first: 0, size }], ..Games::default() }, position)
    }

    /// The size of the board.
    pub(super) fn size(&self, position: Position) -> usize {
        usize::from(self.games[position.game as usize].size)
    }

    /// The stones in the order they were placed, and whose they are.
    pub(super) fn stones(&self, position: Position) -> impl Iterator<Item = (Cell, Player)> {
        let game = &self.moves[self.games[position.game as usize].first..][..usize::from(position.ply)];
        let after = &self.variations[position.first as usize..][..usize::from(position.after)];
        game.iter().chain(after).copied().zip(Player::ALL.into_iter().cycle())
    }
}
