//! The linear evaluation: a term for every empty cell by the shapes a stone would make there, one for the threats on the board,
//! one for being to move.
//!
//! The weights are shared by all threads. The sum over the cells is kept by each thread in an accumulator, which catches up
//! with the board when a value is asked for: positions that nobody evaluates cost nothing.

use std::sync::Arc;

use once_cell::sync::Lazy;

use super::weights::{self, Side};
use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::patterns::multiset;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::patterns::shape_code::ByShapes;
use crate::games::gomoku::rules::cell::MAX_SIZE;
use crate::games::gomoku::rules::code::RuleCode;
use crate::games::gomoku::threats::kinds;
use crate::search::{Evaluation, Score, StaticValue};
use crate::weights_file::{WeightsError, WeightsFile};

/// What a cell adds to its colour's evaluation if that is to move, and if it is not: both in one word, so that one addition
/// changes both sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CellTerm(u64);

/// The sum of the terms of a board's cells for one colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TermSum(u64);

/// The bits of each half. The sum of 484 terms of 16 bits fits; what a negative one borrows from the half above is given back.
const HALF: u32 = 32;

impl CellTerm {
    fn new(moving: i16, waiting: i16) -> CellTerm {
        CellTerm((i64::from(moving) + (i64::from(waiting) << HALF)) as u64)
    }
}

impl TermSum {
    #[inline]
    fn add(&mut self, term: CellTerm) {
        self.0 = self.0.wrapping_add(term.0);
    }

    #[inline]
    fn replace(&mut self, old: CellTerm, new: CellTerm) {
        self.0 = self.0.wrapping_add(new.0).wrapping_sub(old.0);
    }

    /// For the colour if it is to move.
    #[inline]
    fn moving(self) -> i32 {
        self.0 as i32
    }

    /// For the colour if its opponent is to move.
    #[inline]
    fn waiting(self) -> i32 {
        // A negative lower half has borrowed one.
        (self.0.wrapping_sub(self.moving() as i64 as u64) >> HALF) as i32
    }
}

/// The weights of a rule set, arranged for the evaluation.
#[derive(Debug)]
pub(in crate::games::gomoku) struct LinearWeights {
    /// One side if both colours are judged alike, else Black's and White's.
    sides: Vec<Side>,
    cells: ByShapes<CellTerm>,
}

/// The weights that the program was built with.
static FREESTYLE: Lazy<Arc<LinearWeights>> = Lazy::new(|| built_in(RuleCode::Freestyle));
static RENJU: Lazy<Arc<LinearWeights>> = Lazy::new(|| built_in(RuleCode::Renju));

#[expect(clippy::expect_used, reason = "the files are part of the program, and a test reads them")]
fn built_in(rule: RuleCode) -> Arc<LinearWeights> {
    Arc::new(LinearWeights::from_file(&weights::built_in_file(rule), rule).expect("the built-in weights"))
}

impl LinearWeights {
    /// The weights that the program was built with for that rule set.
    pub(in crate::games::gomoku) fn built_in(rule: RuleCode) -> Arc<LinearWeights> {
        Arc::clone(if rule == RuleCode::Renju { &RENJU } else { &FREESTYLE })
    }

    /// The weights of a file.
    ///
    /// # Errors
    /// When the file does not hold the weights of that rule set.
    pub(in crate::games::gomoku) fn from_file(
        file: &WeightsFile,
        rule: RuleCode,
    ) -> Result<LinearWeights, WeightsError> {
        let sides = weights::read(file, rule)?;
        let cells = ByShapes::new(sides.len() > 1, |shapes, player| {
            let (side, number) = (&sides[player.index() % sides.len()], multiset::number(shapes));
            CellTerm::new(side.moving[number], side.waiting[number])
        });
        Ok(LinearWeights { sides, cells })
    }

    /// The weights, one side or two.
    pub(super) fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// The value of a position for the side to move, in steps of [`weights::STEPS`] to a unit.
    #[inline]
    fn evaluate<R: Rule>(&self, board: &Gomoku<R>, accumulator: &mut Accumulator) -> i32 {
        let me = board.to_move();
        let sums = accumulator.sums(self, board);
        let balance = sums[me.index()].moving() - sums[me.opponent().index()].waiting();
        let side = &self.sides[if self.sides.len() > 1 { me.index() } else { 0 }];
        balance + i32::from(side.threats[kinds::mask(board, me)]) + i32::from(side.tempo)
    }

    /// The sums of a position from scratch.
    fn sums_of<R: Rule>(&self, board: &Gomoku<R>) -> [TermSum; 2] {
        let mut sums = [TermSum::default(); 2];
        for cell in board.empty().iter() {
            let terms = self.cells.get(board.shapes(cell));
            sums[0].add(terms[0]);
            sums[1].add(terms[1]);
        }
        sums
    }

    /// Brings sums up to date with the stone of that number.
    #[inline]
    fn follow<R: Rule>(&self, board: &Gomoku<R>, stone: usize, sums: &mut [TermSum; 2]) {
        let changes = board.changes_of(stone);
        let taken = self.cells.get(changes.taken);
        sums[0].replace(taken[0], CellTerm::default());
        sums[1].replace(taken[1], CellTerm::default());
        for change in changes.changed {
            let (old, new) = (self.cells.get(change.old), self.cells.get(change.new));
            sums[0].replace(old[0], new[0]);
            sums[1].replace(old[1], new[1]);
        }
    }
}

/// One thread's linear evaluation.
pub struct LinearEvaluation {
    weights: Arc<LinearWeights>,
    accumulator: Accumulator,
}

impl LinearEvaluation {
    pub(in crate::games::gomoku) fn new(weights: Arc<LinearWeights>) -> LinearEvaluation {
        LinearEvaluation { weights, accumulator: Accumulator::default() }
    }
}

impl<R: Rule> Evaluation<Gomoku<R>> for LinearEvaluation {
    fn evaluate(&mut self, board: &Gomoku<R>, _window: (Score, Score)) -> StaticValue {
        StaticValue::exact(Score::fixed(self.weights.evaluate(board, &mut self.accumulator) / weights::STEPS))
    }
}

/// Beyond so many stones, summing from scratch is no dearer than following them.
const LOOK_BACK: usize = 12;

/// The sums of the positions on the path, one for each number of stones played. A taken stone leaves the sums before it in
/// place; sums that belong to another line are told by their key.
#[derive(Clone, Debug)]
struct Accumulator {
    versions: Box<[Version]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Version {
    /// The key of the stones that these are the sums of; 0 in a version not yet used.
    stones: u64,
    sums: [TermSum; 2],
}

impl Default for Accumulator {
    fn default() -> Self {
        Accumulator { versions: vec![Version::default(); MAX_SIZE * MAX_SIZE + 1].into() }
    }
}

impl Accumulator {
    /// The sums of a position, for Black and for White. All calls must be for the same weights.
    #[inline]
    fn sums<R: Rule>(&mut self, weights: &LinearWeights, board: &Gomoku<R>) -> [TermSum; 2] {
        let (played, key) = (board.history().len(), board.stones_key());
        if self.versions[played].stones != key {
            self.catch_up(weights, board);
        }
        self.versions[played].sums
    }

    fn catch_up<R: Rule>(&mut self, weights: &LinearWeights, board: &Gomoku<R>) {
        let played = board.history().len();
        let known = |&stones: &usize| self.versions[stones].stones == board.stones_key_before(stones);
        let from = (played.saturating_sub(LOOK_BACK)..played).rev().find(known);
        let Some(from) = from else {
            self.versions[played] = Version { stones: board.stones_key(), sums: weights.sums_of(board) };
            return;
        };
        let mut sums = self.versions[from].sums;
        for stone in from..played {
            weights.follow(board, stone, &mut sums);
            let next = stone + 1;
            let stones = if next < played { board.stones_key_before(next) } else { board.stones_key() };
            self.versions[next] = Version { stones, sums };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::board::samples;
    use crate::games::gomoku::patterns::rule::{Caro, Freestyle, Renju};
    use crate::games::gomoku::rules::cell::Cell;

    #[test]
    fn sums_of_packed_terms_are_sums() {
        let cells = [(i16::MIN, i16::MAX), (i16::MAX, i16::MIN), (-1, -1), (0, -7), (300, 20), (i16::MIN, i16::MIN)];
        let (mut packed, mut sums) = (TermSum::default(), (0, 0));
        for &(moving, waiting) in cells.iter().cycle().take(484) {
            packed.add(CellTerm::new(moving, waiting));
            sums = (sums.0 + i32::from(moving), sums.1 + i32::from(waiting));
            assert_eq!((packed.moving(), packed.waiting()), sums);
        }
        let mut packed = TermSum::default();
        (0..484).for_each(|_| packed.add(CellTerm::new(i16::MIN, i16::MIN)));
        assert_eq!((packed.moving(), packed.waiting()), (484 * i32::from(i16::MIN), 484 * i32::from(i16::MIN)));
    }

    /// Walks to and fro, with a value asked for now and then only: what the accumulator says must be what a fresh sum says.
    fn check_rule<R: Rule>() {
        let weights = LinearWeights::built_in(R::CODE);
        let mut accumulator = Accumulator::default();
        for mut board in samples::boards::<R>(200) {
            for step in 0..60_usize {
                let cells: Vec<Cell> = board.empty().iter().collect();
                if (step * step / 7).is_multiple_of(3) && board.history().len() > 0 {
                    board.take();
                } else if board.outcome().is_none() {
                    board.place(cells[step * 31 % cells.len()]);
                }
                if (step * step / 5).is_multiple_of(2) {
                    assert_eq!(accumulator.sums(&weights, &board), weights.sums_of(&board), "{board:?}");
                    board.pass();
                    assert_eq!(accumulator.sums(&weights, &board), weights.sums_of(&board), "{board:?}");
                    board.pass();
                }
            }
        }
    }

    #[test]
    fn an_accumulator_that_catches_up_knows_the_sums() {
        check_rule::<Freestyle>();
        check_rule::<Renju>();
        check_rule::<Caro>();
    }
}
