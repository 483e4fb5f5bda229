//! New puzzles: random boards, of which those are kept whose shortest solution has a wanted length.

use std::ops::RangeInclusive;
use std::sync::Arc;

use web_time::Instant;

use super::board::Capture;
use super::geometry::SQUARES;
use super::kind::Kind;
use super::layout::Layout;
use super::method::{SolverSettings, Verdict, solve};
use super::params::{GENERATOR_EXPANSIONS, GENERATOR_MEMORY};
use crate::search::zobrist::Keys;
use crate::search::{Control, Limits, MoveStack, Position};

/// What is wanted of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Black pieces.
    pub blacks: usize,
    /// Red pieces.
    pub reds: usize,
    /// Ducks.
    pub ducks: usize,
    /// Moves of the shortest solution.
    pub length: RangeInclusive<u32>,
    /// Does only one first move lead to a shortest solution?
    pub unique: bool,
    /// Are there black cannons, which are an extension of the rules?
    pub cannons: bool,
}

impl Wanted {
    /// Is there room on the board?
    pub fn fits(&self) -> bool {
        self.blacks.saturating_add(self.reds).saturating_add(self.ducks) <= SQUARES
    }
}

/// A stream of puzzles that depends on nothing but the seed.
#[derive(Clone, Debug)]
pub struct Generator {
    random: Keys,
    wanted: Wanted,
}

impl Generator {
    /// The puzzles of a seed; `None` when what is wanted does not fit on the board.
    pub fn new(seed: u64, wanted: Wanted) -> Option<Generator> {
        wanted.fits().then_some(Generator { random: Keys::new(seed), wanted })
    }

    /// The next puzzle and the length of its shortest solution; `None` when that many random boards held none.
    pub fn next(&mut self, tries: u64) -> Option<(Capture, u32)> {
        (0..tries).find_map(|_| {
            let pos = self.board();
            let length = length(&pos).filter(|length| self.wanted.length.contains(length))?;
            (!self.wanted.unique || best_first_moves(&pos, length) == 1).then_some((pos, length))
        })
    }

    fn board(&mut self) -> Capture {
        let mut squares: Vec<usize> = (0..SQUARES).collect();
        for at in 0..SQUARES {
            squares.swap(at, at + self.below(SQUARES - at));
        }
        let (ducks, rest) = squares.split_at(self.wanted.ducks);
        let (blacks, rest) = rest.split_at(self.wanted.blacks);
        let blacks: Vec<(usize, Kind)> = blacks.iter().map(|&square| (square, self.black())).collect();
        let reds = &rest[..self.wanted.reds];
        let reds: Vec<(usize, Kind)> =
            reds.iter().map(|&square| (square, Kind::ALL[self.below(Kind::COUNT)])).collect();
        let layout = Layout::new(ducks.iter().fold(0, |set, duck| set | 1 << duck), reds);
        let alive = layout.reds();
        Capture::new(Arc::new(layout), blacks, alive)
    }

    fn black(&mut self) -> Kind {
        loop {
            let kind = Kind::ALL[self.below(Kind::COUNT)];
            if kind != Kind::Cannon || self.wanted.cannons {
                return kind;
            }
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.random.draw() % bound as u64) as usize
    }
}

/// The length of the shortest solution, when there is one and it is found with moderate effort.
fn length(pos: &Capture) -> Option<u32> {
    if pos.reds() == 0 {
        return Some(0);
    }
    let limits = Limits { nodes: Some(GENERATOR_EXPANSIONS), ..Limits::default() };
    let settings = SolverSettings { memory: GENERATOR_MEMORY, ..SolverSettings::default() };
    match solve(pos, &settings, None, &Control::new(&limits, Instant::now())).verdict {
        Verdict::Solved(moves) => Some(moves.len() as u32),
        Verdict::Unsolvable | Verdict::Unknown => None,
    }
}

/// How many first moves begin a solution of that length.
fn best_first_moves(pos: &Capture, length: u32) -> usize {
    let mut moves = MoveStack::new();
    pos.generate(&mut moves);
    let leads = |mv| {
        let mut child = pos.clone();
        child.make(mv);
        self::length(&child) == length.checked_sub(1)
    };
    moves.moves(0).filter(|&mv| leads(mv)).count()
}

#[cfg(test)]
mod tests {
    use super::super::notation::{format_position, parse_position};
    use super::*;

    fn wanted() -> Wanted {
        Wanted { blacks: 2, reds: 3, ducks: 8, length: 6..=12, unique: true, cannons: false }
    }

    #[test]
    fn puzzles_are_what_was_wanted_and_the_same_for_a_seed() {
        let puzzles = |seed| {
            let mut generator = Generator::new(seed, wanted()).unwrap();
            (0..3).map(|_| generator.next(10_000).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(puzzles(5), puzzles(5));
        assert_ne!(puzzles(5), puzzles(6));
        for (pos, length) in puzzles(7) {
            assert_eq!((pos.blacks().count_ones(), pos.reds().count_ones()), (2, 3));
            assert_eq!(pos.layout().ducks().count_ones(), 8);
            assert!(wanted().length.contains(&length));
            assert_eq!(best_first_moves(&pos, length), 1);
            assert_eq!(parse_position(&format_position(&pos), false).as_ref(), Ok(&pos));
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(Generator::new(1, Wanted { ducks: 28, ..wanted() }).is_none());
        assert!(Generator::new(1, Wanted { blacks: usize::MAX, ..wanted() }).is_none());
        let never = Wanted { length: 900..=900, ..wanted() };
        assert_eq!(Generator::new(1, never).unwrap().next(20), None);
    }
}
