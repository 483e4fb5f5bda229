//! The incremental board: a stone updates the shapes of the cells it can reach, their classes and the key.
//!
//! The board knows no evaluation. It logs which shapes each stone changed, so that an evaluation can bring its own sums up to
//! date when it is asked for a value.

mod forbidden;
pub mod fouls;
mod position;
#[cfg(test)]
pub(in crate::games::gomoku) mod samples;
mod setup;
mod zobrist;

use crate::games::gomoku::patterns::class::Class;
use crate::games::gomoku::patterns::lines::{DELTAS, Lines, shapes_at};
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::patterns::shape_code::{DIRECTION, ShapeCode};
use crate::games::gomoku::patterns::tables::Tables;
use crate::games::gomoku::rules::cell::{CELLS, Cell, CellSet, MAX_SIZE, MIN_SIZE};
use crate::search::{Outcome, Player};

/// How many empty cells there are of each class, by colour.
type ClassCounts = [[u16; Class::COUNT]; 2];

/// What `take` needs to undo a stone.
#[derive(Clone, Debug)]
struct Frame {
    cell: Cell,
    changes: u32,
    relisted: u32,
    class_counts: ClassCounts,
    outcome: Option<Outcome>,
    /// The key of the stones before this one.
    stones_key: u64,
}

/// An empty cell whose shapes a stone changed.
#[derive(Clone, Copy, Debug)]
pub struct ShapeChange {
    cell: Cell,
    /// Its shapes before.
    pub old: ShapeCode,
    /// Its shapes since.
    pub new: ShapeCode,
}

/// What a stone changed.
#[derive(Clone, Copy, Debug)]
pub struct StoneChanges<'a> {
    /// The shapes of the cell that it took.
    pub taken: ShapeCode,
    /// The empty cells that have other shapes since.
    pub changed: &'a [ShapeChange],
}

/// More changes than a full board can log: a stone changes at most 41 cells.
const CHANGES: usize = 1 << 15;

/// A Gomoku board under the rule set `R`, with everything the search reads kept incrementally.
///
/// Two boards are equal when they hold the same position with the same sums, however they came by it.
#[derive(Clone, Debug)]
pub struct Gomoku<R: Rule> {
    tables: &'static Tables,
    size: usize,
    to_move: Player,
    outcome: Option<Outcome>,
    key: u64,
    class_counts: ClassCounts,
    lines: Lines,
    empty: CellSet,
    /// The number of empty cells.
    room: usize,
    /// The empty cells of each class but `Quiet`, by colour.
    listed: [[CellSet; Class::COUNT]; 2],
    /// The shapes of every empty cell; 0 for the others.
    cells: Box<[ShapeCode; CELLS]>,
    frames: Vec<Frame>,
    /// The shapes that the stones changed, the first `change_count`. Each stone begins with the cell that it took.
    changes: Box<[ShapeChange; CHANGES]>,
    change_count: usize,
    /// Cells that were put into or taken out of a list.
    relisted: Vec<(Cell, Player, Class)>,
    rule: std::marker::PhantomData<R>,
}

impl<R: Rule> PartialEq for Gomoku<R> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
            && self.to_move == other.to_move
            && self.outcome == other.outcome
            && self.key == other.key
            && self.class_counts == other.class_counts
            && self.lines == other.lines
            && self.listed == other.listed
            && self.cells == other.cells
    }
}

impl<R: Rule> Eq for Gomoku<R> {}

impl<R: Rule> Gomoku<R> {
    /// An empty board, Black to move.
    ///
    /// # Panics
    /// When `size` is not in 5..=22.
    pub fn new(size: usize) -> Self {
        assert!((MIN_SIZE..=MAX_SIZE).contains(&size), "board size {size}");
        let mut board = Gomoku {
            tables: R::tables(),
            size,
            to_move: Player::First,
            outcome: None,
            key: zobrist::start(R::CODE, size),
            class_counts: ClassCounts::default(),
            lines: Lines::new(size),
            empty: CellSet::board(size),
            room: size * size,
            listed: [[CellSet::EMPTY; Class::COUNT]; 2],
            cells: Box::new([0; CELLS]),
            frames: Vec::with_capacity(MAX_SIZE * MAX_SIZE),
            changes: Box::new([ShapeChange { cell: Cell::new(0, 0), old: 0, new: 0 }; CHANGES]),
            change_count: 0,
            relisted: Vec::with_capacity(1024),
            rule: std::marker::PhantomData,
        };
        board.recompute();
        board
    }

    /// The number of rows and columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The player to move.
    #[inline]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// Gives the move to that player: for set-up positions.
    pub fn set_to_move(&mut self, player: Player) {
        if player != self.to_move {
            self.pass();
        }
    }

    /// Gives the move to the other player, on a board where the game goes on.
    #[inline]
    pub fn pass(&mut self) {
        self.to_move = self.to_move.opponent();
        self.key ^= zobrist::TO_MOVE;
    }

    /// How the game ended, or `None` while it goes on.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The Zobrist key of stones, side to move, rule and size.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key once the side to move has placed a stone on that empty cell.
    #[inline]
    pub fn key_after(&self, cell: Cell) -> u64 {
        self.key ^ zobrist::stone(cell, self.to_move) ^ zobrist::TO_MOVE
    }

    /// Stones placed one after the other, the last one last.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + '_ {
        self.frames.iter().map(|frame| frame.cell)
    }

    /// The last stone placed.
    #[inline]
    pub fn last_move(&self) -> Option<Cell> {
        self.frames.last().map(|frame| frame.cell)
    }

    /// The stone on a cell.
    pub fn stone(&self, cell: Cell) -> Option<Player> {
        match self.lines.bits(cell) {
            1 => Some(Player::First),
            2 => Some(Player::Second),
            _ => None,
        }
    }

    /// Is it an empty cell of the board?
    #[inline]
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.empty.contains(cell)
    }

    /// The number of stones and dead cells on the board.
    pub fn filled(&self) -> usize {
        self.size * self.size - self.room
    }

    /// The empty cells.
    #[inline]
    pub fn empty(&self) -> &CellSet {
        &self.empty
    }

    /// The board as bit strings.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The shapes that either colour's stone would make on an empty cell.
    #[inline]
    pub fn shapes(&self, cell: Cell) -> ShapeCode {
        self.cells[cell.index()]
    }

    /// What a stone of `player` on an empty cell amounts to.
    #[inline]
    pub fn class(&self, cell: Cell, player: Player) -> Class {
        self.tables.classes(self.cells[cell.index()])[player.index()]
    }

    /// The number of empty cells of that class for `player`; `Quiet` cells are not counted.
    #[inline]
    pub fn count(&self, player: Player, class: Class) -> usize {
        usize::from(self.class_counts[player.index()][class as usize])
    }

    /// The empty cells of that class for `player`; `Quiet` cells are not listed.
    #[inline]
    pub fn listed(&self, player: Player, class: Class) -> &CellSet {
        &self.listed[player.index()][class as usize]
    }

    /// The key of the stones alone, whoever is to move.
    #[inline]
    pub fn stones_key(&self) -> u64 {
        self.key ^ if self.to_move == Player::Second { zobrist::TO_MOVE } else { 0 }
    }

    /// [`Gomoku::stones_key`] as it was before the stone with that number in [`Gomoku::history`].
    ///
    /// # Panics
    /// When no such stone was placed.
    #[inline]
    pub fn stones_key_before(&self, stone: usize) -> u64 {
        self.frames[stone].stones_key
    }

    /// What the stone with that number in [`Gomoku::history`] changed.
    ///
    /// # Panics
    /// When no such stone was placed.
    #[inline]
    pub fn changes_of(&self, stone: usize) -> StoneChanges<'_> {
        let first = self.frames[stone].changes as usize;
        let end = self.frames.get(stone + 1).map_or(self.change_count, |next| next.changes as usize);
        StoneChanges { taken: self.changes[first].old, changed: &self.changes[first + 1..end] }
    }

    /// Must Black not play there? Recursive for double threes; false under every rule but renju, and on occupied cells.
    pub fn is_forbidden(&self, cell: Cell) -> bool {
        if !R::FOULS {
            return false;
        }
        let class = self.class(cell, Player::First);
        class.is_certain_foul() || (class.is_possible_foul() && forbidden::is_foul::<R>(&mut self.lines.clone(), cell))
    }

    /// All points forbidden for Black, row by row from the top.
    pub fn forbidden_points(&self) -> Vec<Cell> {
        self.empty.iter().filter(|&cell| self.is_forbidden(cell)).collect()
    }

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
            class_counts: self.class_counts,
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
        while self.change_count > frame.changes as usize {
            self.change_count -= 1;
            let change = self.changes[self.change_count % CHANGES];
            self.cells[change.cell.index()] = change.old;
        }
        while self.relisted.len() > frame.relisted as usize
            && let Some((cell, player, class)) = self.relisted.pop()
        {
            self.listed[player.index()][class as usize].toggle(cell);
        }
        self.empty.toggle(frame.cell);
        self.room += 1;
        self.class_counts = frame.class_counts;
        self.outcome = frame.outcome;
    }

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
    fn recompute(&mut self) {
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
        let first = self.change_count;
        let mut update = Update {
            tables: self.tables,
            cells: &mut self.cells,
            changes: &mut self.changes,
            change_count: first,
            reclassed: 0,
        };
        update.direction::<R, 0>(cell, self.lines.word(cell, 0));
        update.direction::<R, 1>(cell, self.lines.word(cell, 1));
        update.direction::<R, 2>(cell, self.lines.word(cell, 2));
        update.direction::<R, 3>(cell, self.lines.word(cell, 3));
        self.change_count = update.change_count;
        let made = self.change_count - first;
        let mut reclassed = if made == 0 { 0 } else { update.reclassed >> (64 - made) };
        while reclassed != 0 {
            let change = self.changes[(first + reclassed.trailing_zeros() as usize) % CHANGES];
            reclassed &= reclassed - 1;
            self.reclass(change.cell, self.tables.classes(change.old), self.tables.classes(change.new));
        }
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
                self.class_counts[i][old as usize] -= 1;
                self.relist(cell, player, old);
            }
            if new != Class::Quiet {
                self.class_counts[i][new as usize] += 1;
                self.relist(cell, player, new);
            }
        }
    }

    #[inline]
    fn relist(&mut self, cell: Cell, player: Player, class: Class) {
        self.listed[player.index()][class as usize].toggle(cell);
        self.relisted.push((cell, player, class));
    }
}

/// The part of the board that a stone changes in its lines, borrowed apart so that the compiler keeps it in registers.
struct Update<'a> {
    tables: &'a Tables,
    cells: &'a mut [ShapeCode; CELLS],
    changes: &'a mut [ShapeChange; CHANGES],
    change_count: usize,
    /// The changes of this update in which a class changed, at most 40, the last the highest bit.
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
        while empty != 0 {
            let at = empty.trailing_zeros();
            empty &= empty - 1;
            let steps = (at / 2) as isize - R::REACH as isize;
            let shapes = shapes_at::<R>(self.tables, word, first + at);
            self.cell::<D>(cell.offset(DELTAS[D], steps), shapes);
        }
    }

    #[inline(always)]
    fn cell<const D: usize>(&mut self, cell: Cell, shapes: ShapeCode) {
        let old_code = self.cells[cell.index()];
        let difference = (old_code >> (4 * D) ^ shapes) & DIRECTION;
        if difference == 0 {
            return;
        }
        let code = old_code ^ difference << (4 * D);
        self.cells[cell.index()] = code;
        self.changes[self.change_count % CHANGES] = ShapeChange { cell, old: old_code, new: code };
        let reclassed = self.tables.classes(old_code) != self.tables.classes(code);
        self.reclassed = self.reclassed >> 1 | u64::from(reclassed) << 63;
        self.change_count += 1;
    }
}
