//! Moves, each in one word: what stands in a table entry, and what makes playing it a few exclusive-ors.

use std::fmt;

use super::cell::{BOARD, Bits, Cell, Direction};

/// A move as it was generated in some position.
///
/// Bits 0..6 the cell, 6..9 the direction, 9..12 the kind (1: inline; 2..8: side-step of two or three along one of three axes),
/// 12..14 the own marbles moved, 14..16 the marbles pushed, 16 whether the last of those is ejected. The first 12 name the
/// move among those of a position: an inline move by its rear marble, a side-step by its first end along the axis.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u32);

const DIRECTION: u32 = 6;
const KIND: u32 = 9;
const COUNT: u32 = 12;
const PUSHED: u32 = 14;
const EJECTS: u32 = 16;
const INLINE: u32 = 1;

impl Move {
    /// One more than the largest number of a move.
    pub const NUMBERS: usize = 1 << COUNT;

    /// A move along the line, without its rear marble: `count` own marbles, `pushed` of the enemy's.
    pub(super) const fn inline(direction: Direction, count: u32, pushed: u32, ejects: bool) -> Move {
        Move(
            (direction as u32) << DIRECTION
                | INLINE << KIND
                | count << COUNT
                | pushed << PUSHED
                | (ejects as u32) << EJECTS,
        )
    }

    /// A side-step of `count` marbles that stand along `line`, without its first marble.
    pub(super) const fn side_step(line: Direction, direction: Direction, count: u32) -> Move {
        let kind = 2 * line.axis() as u32 + count;
        Move((direction as u32) << DIRECTION | kind << KIND | count << COUNT)
    }

    /// The same move from that cell.
    #[inline]
    pub(super) const fn from(self, cell: Cell) -> Move {
        Move(self.0 | cell.index() as u32)
    }

    /// The rear marble of an inline move, the first end of a side-step.
    #[inline]
    pub const fn cell(self) -> Cell {
        Cell::from_index((self.0 & 63) as usize)
    }

    /// Where the marbles go.
    #[inline]
    pub const fn direction(self) -> Direction {
        Direction::ALL[(self.0 >> DIRECTION & 7) as usize]
    }

    /// Own marbles moved, 1..=3.
    #[inline]
    pub const fn count(self) -> usize {
        (self.0 >> COUNT & 3) as usize
    }

    /// Enemy marbles pushed, 0..=2.
    #[inline]
    pub const fn pushed(self) -> usize {
        (self.0 >> PUSHED & 3) as usize
    }

    /// Does it eject a marble?
    #[inline]
    pub const fn ejects(self) -> bool {
        self.0 >> EJECTS & 1 == 1
    }

    /// Is it a side-step?
    #[inline]
    pub const fn is_side_step(self) -> bool {
        self.0 >> KIND & 7 != INLINE
    }

    /// The direction from the first marble to the last: the line they stand on.
    #[inline]
    pub const fn line(self) -> Direction {
        let kind = self.0 >> KIND & 7;
        if kind == INLINE { self.direction() } else { Direction::ALL[((kind - 2) / 2) as usize] }
    }

    /// The last of the moved marbles along the line.
    pub const fn last(self) -> Cell {
        self.cell().walk(self.line(), self.count() - 1)
    }

    /// The number of the move: not 0, and different from that of every other move of a position.
    #[inline]
    pub const fn number(self) -> u16 {
        (self.0 & (Move::NUMBERS as u32 - 1)) as u16
    }

    /// The direction of an inline move with that number.
    #[inline]
    pub(super) const fn inline_direction(number: u16) -> Option<u32> {
        let number = number as u32;
        if number >> KIND == INLINE { Some(number >> DIRECTION & 7) } else { None }
    }

    /// One more than the largest [`Move::shape`].
    pub(super) const SHAPES: usize = 1 << PUSHED;

    /// The move but for what it pushes, as a number.
    #[inline]
    pub(super) const fn shape(self) -> usize {
        self.0 as usize & (Move::SHAPES - 1)
    }

    /// The move of that shape that pushes nothing, when there is one on the board.
    pub(super) fn of_shape(shape: usize) -> Option<Move> {
        let mv = Move(shape as u32);
        let direction = mv.0 >> DIRECTION & 7;
        let counted = mv.count() > 0 && (!mv.is_side_step() || (mv.0 >> KIND & 7) > INLINE);
        let on_board = BOARD & mv.cell().bit() != 0;
        (direction < 6 && counted && on_board).then_some(mv)
    }

    /// The cells that own marbles leave and enter.
    #[inline]
    pub(super) const fn own_change(self) -> Bits {
        let (cell, direction) = (self.cell(), self.direction());
        if !self.is_side_step() {
            return cell.bit() | cell.walk(direction, self.count()).bit();
        }
        let (second, third) = (cell.walk(self.line(), 1), cell.walk(self.line(), 2));
        let pair = cell.bit() | second.bit() | cell.walk(direction, 1).bit() | second.walk(direction, 1).bit();
        if self.count() == 2 { pair } else { pair | third.bit() | third.walk(direction, 1).bit() }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, number) = self.cell().coordinates();
        let letter = char::from(b'a' + row as u8);
        write!(f, "{letter}{} {:?} x{}", number + 1, self.direction(), self.count())?;
        if self.is_side_step() {
            write!(f, " beside {:?}", self.line())?;
        }
        if self.pushed() > 0 {
            write!(f, " pushing {}{}", self.pushed(), if self.ejects() { " off" } else { "" })?;
        }
        Ok(())
    }
}
