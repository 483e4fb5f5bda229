//! What a stone changes: its four lines, the shapes of the empty cells within reach, their classes, the key; and how it is taken back.

use super::{CHANGES, Frame, Gomoku, Relisted, ShapeChange, zobrist};
use crate::games::gomoku::patterns::class::Class;
use crate::games::gomoku::patterns::lines::DELTAS;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::patterns::shape_code::{DIRECTION, STRONG, ShapeCode};
use crate::games::gomoku::patterns::tables::Windows;
use crate::games::gomoku::rules::cell::{CELLS, Cell};
use crate::search::{Outcome, Player};

impl<R: Rule> Gomoku<R> {
    /// Places a stone of the side to move on an empty cell, judges whether it ends the game, and gives the move to the other.
    #[inline]
    pub fn place(&mut self, cell: Cell) {
        debug_assert!(self.is_empty(cell) && self.outcome.is_none());
        let player = self.to_move;
        let classes = self.tables.classes(self.cells[cell.index()]);
        self.frames.push(Frame {
            cell,
            changes: self.change_count as u32,
            relisted: self.relisted.len() as u32,
            outcome: self.outcome,
            stones_key: self.stones_key(),
        });
        self.outcome = self.judge(cell, classes[player.index()]);
        self.remove_cell(cell, classes);
        self.key = self.key_after(cell);
        self.update_lines(cell, player);
        self.to_move = player.opponent();
    }

    /// Takes the last placed stone back.
    ///
    /// # Panics
    /// When no stone was placed.
    #[inline]
    pub fn take(&mut self) {
        #[expect(clippy::expect_used, reason = "the contract of take")]
        let frame = self.frames.pop().expect("a placed stone to take back");
        self.to_move = self.to_move.opponent();
        let player = self.to_move;
        self.lines.toggle(frame.cell, player);
        self.key ^= zobrist::stone(frame.cell, player) ^ zobrist::TO_MOVE;
        let before = frame.changes as usize;
        // The last first, as a cell of two lines has changed twice.
        for change in self.changes[before..self.change_count].iter().rev() {
            self.cells[change.cell.index()] = change.old;
        }
        self.change_count = before;
        while self.relisted.len() > frame.relisted as usize
            && let Some(Relisted { cell, player, class, was_added }) = self.relisted.pop()
        {
            self.list(cell, player, class, !was_added);
        }
        self.empty.toggle(frame.cell);
        self.room += 1;
        self.outcome = frame.outcome;
    }

    fn judge(&self, cell: Cell, class: Class) -> Option<Outcome> {
        if class == Class::Five {
            return Some(Outcome::Win(self.to_move));
        }
        if R::FOULS && self.to_move == Player::First && class >= Class::FoulThrees && self.is_forbidden(cell) {
            return Some(Outcome::Win(Player::Second));
        }
        (self.room == 1).then_some(Outcome::Draw)
    }

    /// Takes a cell that is about to be occupied out of every list.
    #[inline]
    fn remove_cell(&mut self, cell: Cell, classes: [Class; 2]) {
        if classes != [Class::Quiet; 2] {
            self.reclass(cell, classes, [Class::Quiet; 2]);
        }
        let old = std::mem::replace(&mut self.cells[cell.index()], 0);
        self.changes[self.change_count % CHANGES] = ShapeChange { cell, old, new: 0 };
        self.change_count += 1;
        self.empty.toggle(cell);
        self.room -= 1;
    }

    /// Puts the stone into its four lines and updates the empty cells within reach.
    #[inline]
    fn update_lines(&mut self, cell: Cell, player: Player) {
        self.lines.toggle(cell, player);
        let unused = &mut self.changes[self.change_count..];
        #[expect(clippy::expect_used, reason = "a full board has not even used two thirds of it")]
        let changes = unused.first_chunk_mut().expect("room for the changes of a stone");
        let windows = self.tables.windows();
        let mut update = Update { windows, cells: &mut self.cells, changes, made: 0, reclassed: 0 };
        update.direction::<R, 0>(cell, self.lines.word(cell, 0));
        update.direction::<R, 1>(cell, self.lines.word(cell, 1));
        update.direction::<R, 2>(cell, self.lines.word(cell, 2));
        update.direction::<R, 3>(cell, self.lines.word(cell, 3));
        let (made, mut reclassed) = (update.made, update.reclassed);
        while reclassed != 0 {
            let change = self.changes[(self.change_count + reclassed.trailing_zeros() as usize) % CHANGES];
            reclassed &= reclassed - 1;
            let (old, new) = (self.tables.classes(change.old), self.tables.classes(change.new));
            if old != new {
                self.reclass(change.cell, old, new);
            }
        }
        self.change_count += made;
    }

    /// Moves a cell between the counts and lists of its classes. Rare: most cells stay quiet.
    #[inline(never)]
    fn reclass(&mut self, cell: Cell, old: [Class; 2], new: [Class; 2]) {
        for player in Player::ALL {
            let i = player.index();
            let (old, new) = (old[i], new[i]);
            if old == new {
                continue;
            }
            if old != Class::Quiet {
                self.relist(cell, player, old, false);
            }
            if new != Class::Quiet {
                self.relist(cell, player, new, true);
            }
        }
    }

    #[inline]
    fn relist(&mut self, cell: Cell, player: Player, class: Class, is_added: bool) {
        self.list(cell, player, class, is_added);
        self.relisted.push(Relisted { cell, player, class, was_added: is_added });
    }

    /// Adds a cell to a list that it is not in, or removes it from one that it is in.
    #[inline]
    fn list(&mut self, cell: Cell, player: Player, class: Class, is_added: bool) {
        self.listed[player.index()][class as usize].toggle(cell);
        let count = &mut self.class_counts[player.index()][class as usize];
        *count = if is_added { *count + 1 } else { *count - 1 };
    }
}

/// Room for more changes than a stone makes, a power of two.
const ROOM: usize = 64;

/// The part of the board that a stone changes in its lines, borrowed apart so that the compiler keeps it in registers.
struct Update<'a> {
    windows: Windows<'a>,
    cells: &'a mut [ShapeCode; CELLS],
    /// Room for the changes, which are at most 40.
    changes: &'a mut [ShapeChange; ROOM],
    /// How many there are.
    made: usize,
    /// Those of them that may have changed a class, the first the lowest bit.
    reclassed: u64,
}

impl Update<'_> {
    /// Updates the empty cells within reach of a stone on `cell` in direction `D`, given its line's word and place.
    #[inline(always)]
    fn direction<R: Rule, const D: usize>(&mut self, cell: Cell, (word, shift): (u64, u32)) {
        let first = shift - 2 * R::REACH as u32;
        // The empty cells within reach, one bit each: what is left of two bits after or-ing them together.
        let near = word >> first;
        let mut empty = !(near | near >> 1) & 0x5555_5555_5555_5555 & ((1 << (4 * R::REACH + 2)) - 1);
        // From the first cell that the first one within reach can see. The ends of a word are walls, so what is turned in is wall.
        let line = word.rotate_right(shift.wrapping_sub(4 * R::REACH as u32));
        while empty != 0 {
            let at = empty.trailing_zeros();
            empty &= empty - 1;
            let step = (at / 2) as isize - R::REACH as isize;
            self.cell::<R, D>(cell.offset(DELTAS[D], step), line >> at);
        }
    }

    /// Updates an empty cell, given the part of its line that it can see.
    #[inline(always)]
    fn cell<R: Rule, const D: usize>(&mut self, cell: Cell, line: u64) {
        let shapes = self.windows.shapes(line, R::REACH);
        let old = self.cells[cell.index()];
        let difference = (old >> (4 * D) ^ shapes) & DIRECTION;
        let new = old ^ difference << (4 * D);
        self.cells[cell.index()] = new;
        self.changes[self.made % ROOM] = ShapeChange { cell, old, new };
        // A bit for each colour whose shape is another one: the highest of its four.
        let differs = (difference + (DIRECTION - STRONG)) | difference;
        let may_be_reclassed = differs & STRONG & (old | new) >> (4 * D) != 0;
        self.reclassed |= u64::from(may_be_reclassed) << self.made;
        self.made += usize::from(difference != 0);
    }
}
