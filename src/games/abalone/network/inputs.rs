//! What the network sees of a position, and the rows of its table that belong to it.

use super::orientation::{Mass, orientation};
use crate::games::abalone::Abalone;
use crate::games::abalone::cell::{Bits, Cell, each};
use crate::games::abalone::rules::MARBLES_TO_LOSE;
use crate::games::abalone::symmetry::turned_cell;
use crate::search::Player;

/// Places of a bitboard.
const CELLS: usize = 64;
/// Numbers of marbles lost that a game goes on with.
const LOST: usize = MARBLES_TO_LOSE as usize;

const FIRST_LOST: usize = 2 * CELLS;
/// Rows of the table; their numbers fit a byte.
pub const ROWS: usize = FIRST_LOST + 2 * LOST;
/// The most rows that a view adds up: the marbles, and what each side has lost.
pub const MOST_ROWS: usize = 2 * crate::games::abalone::rules::MOST_MARBLES as usize + 2;

/// A position as the network sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The marbles of each player.
    pub marbles: [Bits; 2],
    /// How many marbles each player has lost, 0..=5.
    pub lost: [u8; 2],
    /// The player to move.
    pub to_move: Player,
}

impl Seen {
    /// What there is to see of a position.
    #[inline]
    pub fn of(pos: &Abalone) -> Seen {
        let setup = pos.setup();
        Seen { marbles: setup.marbles, lost: setup.lost, to_move: setup.to_move }
    }

    /// How the side to move sees it, and how the other side does.
    #[inline]
    pub fn views(&self) -> [View; 2] {
        let masses = self.marbles.map(Mass::of);
        [self.to_move, self.to_move.opponent()].map(|viewer| View {
            viewer,
            orientation: orientation(masses[viewer.index()], masses[viewer.opponent().index()]),
        })
    }
}

/// Whose view of a board it is, and how the board is turned before these eyes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// The player.
    pub viewer: Player,
    /// The symmetry that turns the board.
    pub orientation: u8,
}

impl View {
    /// The row of a player's marble on a cell.
    #[inline]
    fn marble(self, owner: Player, cell: Cell) -> usize {
        CELLS * usize::from(self.viewer != owner) + turned_cell(cell, self.orientation).index()
    }

    /// The row of the marbles that a player has lost.
    #[inline]
    fn lost(self, owner: Player, count: u8) -> usize {
        FIRST_LOST + LOST * usize::from(self.viewer != owner) + usize::from(count).min(LOST - 1)
    }
}

/// All rows that a view adds up.
pub fn rows(seen: &Seen, view: View) -> impl Iterator<Item = usize> {
    let marbles = Player::ALL
        .into_iter()
        .flat_map(move |owner| each(seen.marbles[owner.index()]).map(move |cell| view.marble(owner, cell)));
    let lost = Player::ALL.map(|owner| view.lost(owner, seen.lost[owner.index()]));
    marbles.chain(lost)
}

/// A list of rows, of which no view adds up more than [`MOST_ROWS`].
#[derive(Clone, Debug)]
pub struct Rows {
    rows: [u8; MOST_ROWS],
    count: usize,
}

impl Default for Rows {
    #[inline]
    fn default() -> Rows {
        Rows { rows: [0; MOST_ROWS], count: 0 }
    }
}

impl Rows {
    /// The rows in the list.
    #[inline]
    pub fn list(&self) -> &[u8] {
        &self.rows[..self.count]
    }

    /// Adds those of a player's marbles on these cells.
    #[inline]
    pub fn add_marbles(&mut self, view: View, owner: Player, cells: Bits) {
        each(cells).for_each(|cell| self.add(view.marble(owner, cell)));
    }

    /// Adds that of the marbles that a player has lost.
    #[inline]
    pub fn add_lost(&mut self, view: View, owner: Player, count: u8) {
        self.add(view.lost(owner, count));
    }

    #[inline]
    fn add(&mut self, row: usize) {
        self.rows[self.count] = row as u8;
        self.count += 1;
    }
}
