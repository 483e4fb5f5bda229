//! What is kept incrementally, from the stones alone: for positions that are set up, and to check what was kept.

use super::{ClassCounts, Gomoku, zobrist};
use crate::games::gomoku::patterns::class::Class;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::rules::cell::{CELLS, Cell, CellSet};
use crate::search::{Outcome, Player};

impl<R: Rule> Gomoku<R> {
    /// Adds a stone to a set-up position, whoever is to move, or a cell nobody can play on. Takes no part in `take`; call
    /// [`Gomoku::finish_set_up`] after the last.
    pub(in crate::games::gomoku) fn set_up(&mut self, cell: Cell, owner: Option<Player>) {
        match owner {
            Some(player) => self.lines.toggle(cell, player),
            None => self.lines.toggle_wall(cell),
        }
        self.key ^= zobrist::set_up(cell, owner);
        self.empty.toggle(cell);
        self.room -= 1;
    }

    /// Ends setting up: computes everything kept incrementally, and keeps the outcome that the stones show.
    pub(in crate::games::gomoku) fn finish_set_up(&mut self, outcome: Option<Outcome>) {
        self.outcome = outcome;
        self.recompute();
    }

    /// Computes everything that is kept incrementally from the stones alone.
    pub(super) fn recompute(&mut self) {
        self.class_counts = ClassCounts::default();
        self.listed = [[CellSet::EMPTY; Class::COUNT]; 2];
        *self.cells = [0; CELLS];
        for cell in self.empty.iter().collect::<Vec<_>>() {
            let code = (0..4).fold(0, |code, d| code | self.lines.shapes::<R>(cell, d) << (4 * d));
            self.cells[cell.index()] = code;
            let classes = self.tables.classes(code);
            for player in Player::ALL {
                let class = classes[player.index()];
                if class != Class::Quiet {
                    self.class_counts[player.index()][class as usize] += 1;
                    self.listed[player.index()][class as usize].toggle(cell);
                }
            }
        }
        if self.room == 0 {
            self.outcome = self.outcome.or(Some(Outcome::Draw));
        }
    }

    /// The same position with everything computed anew: what the incremental state must equal.
    pub fn recomputed(&self) -> Self {
        let mut board = self.clone();
        board.recompute();
        board
    }
}
