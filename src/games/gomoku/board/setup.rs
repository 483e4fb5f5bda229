//! Boards from set-up positions, and back.

use super::Gomoku;
use crate::games::gomoku::notation::{Point, Setup};
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::patterns::shape::Shape;
use crate::games::gomoku::rules::cell::Cell;
use crate::search::{Outcome, Player};

impl From<Point> for Cell {
    fn from(point: Point) -> Cell {
        Cell::new(usize::from(point.x), usize::from(point.y))
    }
}

impl From<Cell> for Point {
    fn from(cell: Cell) -> Point {
        Point::new(cell.x() as u8, cell.y() as u8)
    }
}

impl<R: Rule> Gomoku<R> {
    /// The board of a set-up position. Stones that alternate from Black on count as played in that order.
    ///
    /// # Panics
    /// When the size is not in 5..=22, or a stone lies off the board or on another.
    pub fn from_setup(setup: &Setup) -> Self {
        Self::replay(setup).unwrap_or_else(|| Self::stand(setup))
    }

    /// The position as text knows it: dead cells, then stones, those played last last.
    pub fn to_setup(&self) -> Setup {
        let played: Vec<Cell> = self.history().collect();
        let board = crate::games::gomoku::rules::cell::CellSet::board(self.size());
        let mut filled = board;
        filled.remove_all(self.empty());
        let stood = filled.iter().filter(|cell| !played.contains(cell));
        let stones = stood.chain(played.iter().copied()).map(|cell| (Point::from(cell), self.stone(cell))).collect();
        Setup { size: self.size(), rule: R::CODE, stones, to_move: self.to_move() }
    }

    /// Plays the stones one after the other, if they are such as play leaves them.
    fn replay(setup: &Setup) -> Option<Self> {
        let mut board = Self::new(setup.size);
        for &(point, owner) in &setup.stones {
            if owner != Some(board.to_move()) || board.outcome().is_some() {
                return None;
            }
            board.place(point.into());
        }
        // Nobody judged the stones of an opening: a foul that is set up stands, as the managers see it.
        let fouled = board.outcome() == Some(Outcome::Win(board.to_move()));
        (board.to_move() == setup.to_move && !fouled).then_some(board)
    }

    /// Puts the stones down in no order, and looks for fives among them.
    fn stand(setup: &Setup) -> Self {
        let mut board = Self::new(setup.size);
        for &(point, owner) in &setup.stones {
            assert!(board.is_empty(point.into()), "point {point} is taken or off the board");
            board.set_up(point.into(), owner);
        }
        board.set_to_move(setup.to_move);
        let winner = Player::ALL.into_iter().find(|&player| board.has_five(setup, player));
        board.finish_set_up(winner.map(Outcome::Win));
        board
    }

    fn has_five(&self, setup: &Setup, player: Player) -> bool {
        let mut lines = self.lines().clone();
        setup.stones.iter().filter(|stone| stone.1 == Some(player)).any(|&(point, _)| {
            let cell = point.into();
            lines.toggle(cell, player);
            let five = (0..4).any(|d| lines.shape::<R>(cell, d, player) == Shape::Five);
            lines.toggle(cell, player);
            five
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::notation::{parse_position, position_text};
    use crate::games::gomoku::patterns::rule::{Freestyle, Renju, Standard};
    use crate::games::gomoku::rules::code::RuleCode;

    #[test]
    fn positions_come_back_as_they_were() {
        for text in ["15/15/7b7/15/15/15/15/15/15/15/15/15/15/15/15 w 0", "b4/1w3/2x2/5/4b w 0"] {
            let setup = parse_position(text).expect("a position");
            let board = Gomoku::<Freestyle>::from_setup(&setup);
            assert_eq!(position_text(&board.to_setup()), text);
            assert_eq!(board, board.recomputed());
        }
    }

    #[test]
    fn stones_played_and_stones_set_up_make_the_same_position() {
        let moves = [Point::new(3, 3), Point::new(4, 4), Point::new(3, 4)];
        let played = Gomoku::<Renju>::from_setup(&Setup::from_moves(15, RuleCode::Renju, &moves));
        let mut setup = played.to_setup();
        setup.stones.swap(0, 1);
        let stood = Gomoku::<Renju>::from_setup(&setup);
        assert_eq!(played, stood);
        assert_eq!((played.history().len(), stood.history().len()), (3, 0));
    }

    #[test]
    fn a_set_up_five_ends_the_game() {
        let five = parse_position("bbbbb/5/5/wwww1/5 w 1").expect("a position");
        assert_eq!(Gomoku::<Standard>::from_setup(&five).outcome(), Some(Outcome::Win(Player::First)));
        let six = parse_position("bbbbbb/6/6/wwww2/6/6 w 1").expect("a position");
        assert_eq!(Gomoku::<Standard>::from_setup(&six).outcome(), None);
    }
}
