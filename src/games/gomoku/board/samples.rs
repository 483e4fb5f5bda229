//! Random boards for the tests of this folder.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::Gomoku;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::rules::cell::Cell;

/// Boards of 9x9 with 10 to 50 stones in turn on random cells, the game not over; the same ones each time.
pub(in crate::games::gomoku) fn boards<R: Rule>(count: usize) -> impl Iterator<Item = Gomoku<R>> {
    let mut random = Pcg64Mcg::seed_from_u64(u64::from(R::CODE.number()));
    let any = std::iter::repeat_with(move || {
        let mut board = Gomoku::<R>::new(9);
        let stones = random.random_range(10..50);
        while board.filled() < stones && board.outcome().is_none() {
            let cells: Vec<Cell> = board.empty().iter().collect();
            board.place(cells[random.random_range(0..cells.len())]);
        }
        board
    });
    any.filter(|board| board.outcome().is_none()).take(count)
}
