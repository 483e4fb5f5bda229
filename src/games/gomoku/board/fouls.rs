//! Why a point is forbidden to Black in renju: the overline, the fours or the threes that a stone there would make. For people;
//! the search only asks whether a point is forbidden, and never comes here.
//!
//! Source: Renju International Federation, "The International Rules of Renju", section 9.

use super::Gomoku;
use super::forbidden::is_foul;
use crate::engine::FoulKind;
use crate::games::gomoku::patterns::lines::{DELTAS, Lines, stone_bits};
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::patterns::shape::Shape;
use crate::games::gomoku::rules::cell::Cell;
use crate::search::Player;

/// A five has so many stones.
const FIVE: usize = 5;

/// Why a point is forbidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foul {
    /// What a stone there makes. Where it makes several of them, the first of overline, fours, threes.
    pub kind: FoulKind,
    /// The stones of each line that counts, along the line, the new stone among them.
    pub lines: Vec<Vec<Cell>>,
}

impl<R: Rule> Gomoku<R> {
    /// Why Black must not play there; `None` where it is allowed.
    pub fn foul(&self, cell: Cell) -> Option<Foul> {
        if !self.is_forbidden(cell) {
            return None;
        }
        let mut board = Placed { lines: self.lines().clone(), cell };
        board.lines.toggle(cell, Player::First);
        let directions = || 0..DELTAS.len();
        let overlines: Vec<_> = directions().map(|d| board.row(cell, d)).filter(|row| row.len() > FIVE).collect();
        if !overlines.is_empty() {
            return Some(Foul { kind: FoulKind::Overline, lines: overlines });
        }
        let fours: Vec<_> = directions().flat_map(|d| board.fours(d)).collect();
        if fours.len() > 1 {
            return Some(Foul { kind: FoulKind::Fours, lines: fours });
        }
        let threes: Vec<_> = directions().filter_map(|d| board.three::<R>(d)).collect();
        (threes.len() > 1).then_some(Foul { kind: FoulKind::Threes, lines: threes })
    }
}

/// A board with a black stone on the cell that is asked about.
struct Placed {
    lines: Lines,
    cell: Cell,
}

impl Placed {
    /// The black stones in a row through a cell, along the line.
    fn row(&self, cell: Cell, d: usize) -> Vec<Cell> {
        let is_black = |at: &Cell| self.lines.bits(*at) == stone_bits(Player::First);
        let walk = |way: isize| (1..).map(move |steps| cell.offset(DELTAS[d], way * steps)).take_while(is_black);
        let mut row: Vec<Cell> = walk(-1).collect();
        row.reverse();
        row.extend(std::iter::once(cell).filter(is_black).chain(walk(1)));
        row
    }

    /// The empty cells on the line that are near enough to make a five with the new stone.
    fn gaps(&self, d: usize) -> Vec<Cell> {
        let steps = (1 - FIVE as isize)..FIVE as isize;
        let cells = steps.map(|steps| self.cell.offset(DELTAS[d], steps));
        cells.filter(|&at| self.lines.bits(at) == 0).collect()
    }

    /// The row through a cell once a black stone is on it as well.
    fn row_with(&mut self, cell: Cell, d: usize) -> Vec<Cell> {
        self.lines.toggle(cell, Player::First);
        let row = self.row(cell, d);
        self.lines.toggle(cell, Player::First);
        row
    }

    /// The fours in this direction: stones that one more stone makes a five, the new stone among them. A straight four can be
    /// completed in two ways and is one.
    fn fours(&mut self, d: usize) -> Vec<Vec<Cell>> {
        let mut fours: Vec<Vec<Cell>> = Vec::new();
        for gap in self.gaps(d) {
            let row = self.row_with(gap, d);
            if row.len() != FIVE || !row.contains(&self.cell) {
                continue;
            }
            let four: Vec<Cell> = row.into_iter().filter(|&stone| stone != gap).collect();
            if !fours.contains(&four) {
                fours.push(four);
            }
        }
        fours
    }

    /// The three in this direction: stones that one more, which is no foul itself, makes a straight four.
    fn three<R: Rule>(&mut self, d: usize) -> Option<Vec<Cell>> {
        self.gaps(d).into_iter().find_map(|gap| {
            let row = self.row_with(gap, d);
            let whole = row.contains(&self.cell) && row.len() + 1 == FIVE;
            let real = whole && self.is_straight::<R>(gap, d) && !self.makes_five::<R>(gap);
            let three = || row.iter().copied().filter(|&stone| stone != gap).collect();
            (real && !is_foul::<R>(&mut self.lines, gap)).then(three)
        })
    }

    fn is_straight<R: Rule>(&mut self, gap: Cell, d: usize) -> bool {
        self.lines.shape::<R>(gap, d, Player::First) == Shape::OpenFour
    }

    fn makes_five<R: Rule>(&self, cell: Cell) -> bool {
        (0..DELTAS.len()).any(|d| self.lines.shape::<R>(cell, d, Player::First) == Shape::Five)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::Renju;
    use crate::games::gomoku::notation::{Origin, Point, parse_moves, point_text};

    /// Why Black must not play there: the kind, and the lines as text.
    fn foul(moves: &str, at: &str) -> Option<(FoulKind, Vec<String>)> {
        let cells = |text: &str| parse_moves(text, 15, Origin::Bottom).unwrap().into_iter().map(Cell::from);
        let mut board = Gomoku::<Renju>::new(15);
        cells(moves).for_each(|cell| board.place(cell));
        let cell = cells(at).next().unwrap();
        assert_eq!(board.foul(cell).is_some(), board.is_forbidden(cell));
        let name = |&cell: &Cell| point_text(Point::from(cell), 15, Origin::Bottom);
        let lines = |lines: &[Vec<Cell>]| {
            lines.iter().map(|line| line.iter().map(name).collect::<Vec<_>>().join(" ")).collect()
        };
        board.foul(cell).map(|foul| (foul.kind, lines(&foul.lines)))
    }

    #[test]
    fn threes_are_shown_with_their_stones() {
        let (kind, lines) = foul("h8 a1 i8 c1 j9 e1 j10 g1", "j8").unwrap();
        assert_eq!(kind, FoulKind::Threes);
        assert_eq!(lines, ["h8 i8 j8", "j10 j9 j8"]);
    }

    #[test]
    fn fours_of_two_lines_and_of_one() {
        let (kind, lines) = foul("e8 a1 f8 c1 g8 e1 h5 g1 h6 i1 h7 k1", "h8").unwrap();
        assert_eq!((kind, lines), (FoulKind::Fours, vec!["e8 f8 g8 h8".to_owned(), "h8 h7 h6 h5".to_owned()]));
        // x.x*x.x: both fours lie in one line.
        let (kind, lines) = foul("d8 a1 f8 c1 h8 e1 j8 g1", "g8").unwrap();
        assert_eq!((kind, lines), (FoulKind::Fours, vec!["d8 f8 g8 h8".to_owned(), "f8 g8 h8 j8".to_owned()]));
    }

    #[test]
    fn an_overline_is_shown_whole_whoever_is_to_move() {
        let overline = Some((FoulKind::Overline, vec!["d8 e8 f8 g8 h8 i8".to_owned()]));
        assert_eq!(foul("d8 a1 e8 c1 f8 e1 h8 g1 i8", "g8"), overline);
        assert_eq!(foul("d8 a1 e8 c1 f8 e1 h8 g1 i8 k1", "g8"), overline);
        assert_eq!(foul("d8 a1 e8 c1 f8 e1 h8 g1 k8", "g8"), None, "a five is none");
    }
}
