//! The 61 cells, their numbers in a bitboard, and steps in the six directions.
//!
//! A cell has a row (0 to 8, A to I) and a number (0 to 8, 1 to 9), numbered along the NW-SE diagonals. Rows follow each other in
//! the bits of a `u64`, with a bit left free after C7 and after F9: so a step up is a shift by one of three amounts, which
//! is the fewest that 64 bits allow (no stride, and no rotation of 64 bits either, keeps the 61 cells apart).

/// Rows, and cells of the longest row.
pub const ROWS: usize = 9;
/// The first bit of each row, as if its number 1 were on the board.
const ROW_BASE: [usize; ROWS] = [0, 5, 11, 19, 27, 35, 43, 49, 54];

/// A set of cells: a bit each.
pub type Bits = u64;

/// A cell's number: its place in a bitboard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cell(u8);

impl Cell {
    /// Where a marble goes that leaves the board: a bit that no cell has.
    pub const OFF: Cell = Cell(63);

    /// The cell in that row and number, both from 0; `None` off the board.
    pub const fn at(row: i32, number: i32) -> Option<Cell> {
        let inside = row >= 0 && row < ROWS as i32 && number >= 0 && number < ROWS as i32;
        if inside && (row - number).abs() <= 4 {
            Some(Cell((ROW_BASE[row as usize] + number as usize) as u8))
        } else {
            None
        }
    }

    /// The cell with that place in a bitboard; the place must be below 64.
    #[inline]
    pub const fn from_index(index: usize) -> Cell {
        debug_assert!(index < 64);
        Cell(index as u8)
    }

    /// The place in a bitboard, 0..=62; 63 for [`Cell::OFF`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its bit.
    #[inline]
    pub const fn bit(self) -> Bits {
        1 << self.0
    }

    /// Row and number, both 0..=8; meaningless off the board.
    #[inline]
    pub const fn coordinates(self) -> (i32, i32) {
        COORDINATES[self.index()]
    }

    /// The cell that many steps away, 0..=5; [`Cell::OFF`] beyond the edge.
    #[inline]
    pub const fn walk(self, direction: Direction, steps: usize) -> Cell {
        Cell(WALKS[direction as usize][self.index()][steps])
    }

    /// Steps to the centre, 0..=4; 0 off the board.
    #[inline]
    pub const fn ring(self) -> i32 {
        RING_OF[self.index()] as i32
    }

    /// Every cell, row by row from A1.
    pub fn all() -> impl Iterator<Item = Cell> {
        each(BOARD)
    }
}

/// The cells of a set, the lowest first.
#[inline]
pub fn each(mut bits: Bits) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = (bits != 0).then(|| Cell(bits.trailing_zeros() as u8));
        bits &= bits.wrapping_sub(1);
        cell
    })
}

/// One of the six unit steps, counter-clockwise from east.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// The next number of the row.
    East = 0,
    /// Row and number one up.
    NorthEast = 1,
    /// The row above, same number.
    NorthWest = 2,
    /// The number before.
    West = 3,
    /// Row and number one down.
    SouthWest = 4,
    /// The row below, same number.
    SouthEast = 5,
}

impl Direction {
    /// All six; the reverse of each stands three places on.
    pub const ALL: [Direction; 6] = [
        Direction::East,
        Direction::NorthEast,
        Direction::NorthWest,
        Direction::West,
        Direction::SouthWest,
        Direction::SouthEast,
    ];

    /// Rows and numbers of one step.
    pub const fn delta(self) -> (i32, i32) {
        [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)][self as usize]
    }

    /// The way back.
    pub const fn reverse(self) -> Direction {
        Self::ALL[(self as usize + 3) % 6]
    }

    /// The line it runs along, 0..3: a direction and its reverse share one.
    pub const fn axis(self) -> usize {
        self as usize % 3
    }

    /// How far two directions are apart, in steps of 60 degrees: 0..=3.
    pub const fn turn(self, other: Direction) -> usize {
        let apart = (self as usize + 6 - other as usize) % 6;
        if apart > 3 { 6 - apart } else { apart }
    }
}

/// The 61 cells.
pub const BOARD: Bits = {
    let mut bits = 0;
    let mut at = 0;
    while at < ROWS * ROWS {
        if let Some(cell) = Cell::at((at / ROWS) as i32, (at % ROWS) as i32) {
            bits |= cell.bit();
        }
        at += 1;
    }
    bits
};

/// The cells that many steps from the centre.
pub const RINGS: [Bits; 5] = {
    let mut rings = [0; 5];
    let mut at = 0;
    while at < 64 {
        if BOARD >> at & 1 == 1 {
            rings[RING_TABLE[at] as usize] |= 1 << at;
        }
        at += 1;
    }
    rings
};

static RING_OF: [i8; 64] = RING_TABLE;
const RING_TABLE: [i8; 64] = {
    let mut table = [0; 64];
    let mut at = 0;
    while at < 64 {
        let (row, number) = (COORDINATE_TABLE[at].0 - 4, COORDINATE_TABLE[at].1 - 4);
        let sides = [row.abs(), number.abs(), (row - number).abs()];
        // The hex distance is the largest of the distances along the three axes.
        let two = if sides[0] > sides[1] { sides[0] } else { sides[1] };
        if BOARD >> at & 1 == 1 {
            table[at] = if two > sides[2] { two } else { sides[2] } as i8;
        }
        at += 1;
    }
    table
};

static COORDINATES: [(i32, i32); 64] = COORDINATE_TABLE;
const COORDINATE_TABLE: [(i32, i32); 64] = {
    let mut table = [(0, 0); 64];
    let mut at = 0;
    while at < ROWS * ROWS {
        let (row, number) = ((at / ROWS) as i32, (at % ROWS) as i32);
        if let Some(cell) = Cell::at(row, number) {
            table[cell.index()] = (row, number);
        }
        at += 1;
    }
    table
};

/// The longest walk that a move needs: three own marbles, two pushed ones.
const LONGEST_WALK: usize = 5;

static WALKS: [[[u8; LONGEST_WALK + 1]; 64]; 6] = WALK_TABLE;
const WALK_TABLE: [[[u8; LONGEST_WALK + 1]; 64]; 6] = {
    let mut table = [[[Cell::OFF.0; LONGEST_WALK + 1]; 64]; 6];
    let mut at = 0;
    while at < 6 * 64 * (LONGEST_WALK + 1) {
        let (d, cell, steps) = (at / (LONGEST_WALK + 1) / 64, at / (LONGEST_WALK + 1) % 64, at % (LONGEST_WALK + 1));
        let (dr, dn) = Direction::ALL[d].delta();
        let (row, number) = COORDINATE_TABLE[cell];
        if BOARD >> cell & 1 == 1
            && let Some(end) = Cell::at(row + dr * steps as i32, number + dn * steps as i32)
        {
            table[d][cell][steps] = end.0;
        }
        at += 1;
    }
    table
};

/// The cells from which that many steps lead off the board.
pub const fn leaving(direction: usize, steps: usize) -> Bits {
    let mut bits = 0;
    let mut cell = 0;
    while cell < 64 {
        if BOARD >> cell & 1 == 1 && WALK_TABLE[direction][cell][steps] == Cell::OFF.0 {
            bits |= 1 << cell;
        }
        cell += 1;
    }
    bits
}

/// A step of many cells at once: those of `mask` are shifted by `by`, to the left when it is positive.
#[derive(Clone, Copy)]
struct Shift {
    mask: Bits,
    by: i32,
}

/// The shifts that make up a step: by 1 along a row, by three amounts from row to row.
const SHIFTS: [[Shift; 3]; 6] = {
    let mut table = [[Shift { mask: 0, by: 0 }; 3]; 6];
    let mut at = 0;
    while at < 6 * 64 {
        let (d, cell) = (at / 64, at % 64);
        let end = WALK_TABLE[d][cell][1];
        if BOARD >> cell & 1 == 1 && end != Cell::OFF.0 {
            let by = end as i32 - cell as i32;
            let mut slot = 0;
            while table[d][slot].by != by && table[d][slot].mask != 0 {
                slot += 1;
            }
            table[d][slot].by = by;
            table[d][slot].mask |= 1 << cell;
        }
        at += 1;
    }
    table
};

/// The set moved one step in direction `D`; what leaves the board is gone.
#[inline(always)]
pub const fn step<const D: usize>(bits: Bits) -> Bits {
    let [a, b, c] = SHIFTS[D];
    if D < 3 {
        (bits & a.mask) << a.by | (bits & b.mask) << b.by | (bits & c.mask) << c.by
    } else {
        (bits & a.mask) >> -a.by | (bits & b.mask) >> -b.by | (bits & c.mask) >> -c.by
    }
}

/// The cells from which a step in direction `D` leads into the set.
#[inline(always)]
pub const fn before<const D: usize>(bits: Bits) -> Bits {
    match D {
        0 => step::<3>(bits),
        1 => step::<4>(bits),
        2 => step::<5>(bits),
        3 => step::<0>(bits),
        4 => step::<1>(bits),
        _ => step::<2>(bits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_61_cells_in_five_rings() {
        assert_eq!(Cell::all().count(), 61);
        assert_eq!(RINGS.map(Bits::count_ones), [1, 6, 12, 18, 24]);
        for cell in Cell::all() {
            let (row, number) = cell.coordinates();
            assert_eq!(Cell::at(row, number), Some(cell));
        }
        assert_eq!(BOARD & Cell::OFF.bit(), 0);
    }

    #[test]
    fn steps_of_sets_are_steps_of_their_cells() {
        let steps: [fn(Bits) -> Bits; 6] = [step::<0>, step::<1>, step::<2>, step::<3>, step::<4>, step::<5>];
        let befores: [fn(Bits) -> Bits; 6] =
            [before::<0>, before::<1>, before::<2>, before::<3>, before::<4>, before::<5>];
        for direction in Direction::ALL {
            let d = direction as usize;
            for cell in Cell::all() {
                let (row, number) = cell.coordinates();
                let (dr, dn) = direction.delta();
                let end = Cell::at(row + dr, number + dn);
                assert_eq!(steps[d](cell.bit()), end.map_or(0, Cell::bit));
                assert_eq!(cell.walk(direction, 1), end.unwrap_or(Cell::OFF));
                assert_eq!(befores[d](cell.bit()), cell.walk(direction.reverse(), 1).bit() & BOARD);
                assert_eq!(leaving(d, 1) & cell.bit() != 0, end.is_none());
            }
            assert_eq!(steps[d](BOARD).count_ones(), 61 - 9);
        }
    }

    #[test]
    fn turns_are_multiples_of_sixty_degrees() {
        use Direction::{East, NorthEast, SouthEast, SouthWest, West};
        assert_eq!([East, NorthEast, SouthEast, SouthWest, West].map(|d| East.turn(d)), [0, 1, 1, 2, 3]);
        for direction in Direction::ALL {
            assert_eq!(direction.turn(direction.reverse()), 3);
            assert_eq!(direction.axis(), direction.reverse().axis());
        }
    }
}
