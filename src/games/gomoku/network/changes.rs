//! What a stone changes in a player's view: the codes of the lines that see it.

use super::line_codes::{Reach, line_codes};
use super::place;
use crate::games::gomoku::Cell;
use crate::games::gomoku::patterns::lines::{Lines, stone_bits};
use crate::games::gomoku::rules::cell::MAX_SIZE;
use crate::search::Player;

/// The most cells beside its own that see a stone.
pub const MAX_OTHERS: usize = 4 * 2 * Reach::Four.cells();

/// The steps along the four directions, as differences of places.
const PLACE_DELTAS: [isize; 4] = [1, MAX_SIZE as isize, MAX_SIZE as isize + 1, 1 - MAX_SIZE as isize];

/// The region of every cell, by its place.
pub type Regions = [u8; MAX_SIZE * MAX_SIZE];

/// The lines through one cell that a stone has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change<const LINES: usize> {
    /// The cell's place.
    pub cell: u16,
    /// Its region.
    pub region: u16,
    /// The codes before.
    pub old: [u16; LINES],
    /// The codes now.
    pub new: [u16; LINES],
}

impl<const LINES: usize> Change<LINES> {
    const NONE: Change<LINES> = Change { cell: 0, region: 0, old: [0; LINES], new: [0; LINES] };
}

/// All that a stone changes. Every cell comes once.
#[derive(Clone, Debug)]
pub struct Changes {
    /// The lines through its own cell.
    pub own: Change<4>,
    /// One line through each other cell that sees it; the first `count` are in use.
    others: [Change<1>; MAX_OTHERS],
    count: usize,
}

impl Changes {
    /// Nothing yet.
    pub const NONE: Changes = Changes { own: Change::NONE, others: [Change::NONE; MAX_OTHERS], count: 0 };

    /// One line through each other cell that sees the stone.
    #[inline]
    pub fn others(&self) -> &[Change<1>] {
        &self.others[..self.count]
    }

    /// Lists what a stone on an empty cell of these lines changes for a player's eyes.
    pub fn list(&mut self, lines: &Lines, (cell, player): (Cell, Player), eyes: Player, regions: &Regions) {
        let codes = line_codes();
        let own = place(cell);
        (self.own.cell, self.own.region, self.count) = (own as u16, u16::from(regions[own]), 0);
        for (d, delta) in PLACE_DELTAS.into_iter().enumerate() {
            let (word, shift) = lines.word(cell, d);
            let words = (word, word | stone_bits(player) << shift);
            (self.own.old[d], self.own.new[d]) = codes.changes(words, shift, eyes, |steps, old, new| {
                let place = own.wrapping_add_signed(steps * delta);
                let region = u16::from(regions[place]);
                self.others[self.count] = Change { cell: place as u16, region, old: [old], new: [new] };
                self.count += 1;
            });
        }
    }

    /// So many changes of different cells, whose codes come from the function.
    #[cfg(test)]
    pub(super) fn made_up(count: usize, mut code: impl FnMut() -> u16) -> Changes {
        let mut changes = Changes::NONE;
        changes.own = Change { cell: 0, region: 4, old: [(); 4].map(|()| code()), new: [(); 4].map(|()| code()) };
        for at in 0..count as u16 {
            changes.others[usize::from(at)] = Change { cell: at + 1, region: at % 9, old: [code()], new: [code()] };
        }
        changes.count = count;
        changes
    }
}
