//! The incremental board: a stone updates the shapes of the cells it can reach, their classes and the key.
//!
//! The board knows no evaluation. It logs which shapes each stone changed, so that an evaluation can bring its own sums up to
//! date when it is asked for a value.

mod forbidden;
pub mod fouls;
mod position;
mod recompute;
#[cfg(test)]
pub(in crate::games::gomoku) mod samples;
mod setup;
mod update;
mod zobrist;

use crate::games::gomoku::patterns::class::Class;
use crate::games::gomoku::patterns::lines::Lines;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::patterns::shape_code::ShapeCode;
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
    outcome: Option<Outcome>,
    /// The key of the stones before this one.
    stones_key: u64,
}

/// A cell that was put into a list, or taken out of it.
#[derive(Clone, Copy, Debug)]
struct Relisted {
    cell: Cell,
    player: Player,
    class: Class,
    was_added: bool,
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
    /// What the stones changed in the lists.
    relisted: Vec<Relisted>,
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
}
