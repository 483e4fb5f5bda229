//! Cells of the bordered one-dimensional board, and sets of them.

/// The distance between two rows: more than 2 * (22 - 1), so that every offset means one relation of two cells
/// (spec/board.md), and a power of two.
pub const STRIDE: usize = 64;
/// Rows above and below the board, so that no walk along a line leaves the arrays.
pub const BORDER: usize = 5;
/// The smallest board.
pub const MIN_SIZE: usize = 5;
/// The largest board.
pub const MAX_SIZE: usize = 22;
/// The number of cells, border and padding included.
pub const CELLS: usize = (MAX_SIZE + 2 * BORDER) * STRIDE;

/// Cells so many rows and columns apart are near, whatever their directions.
const NEAR_AROUND: usize = 2;
/// So are those in one line that are so many steps apart: a five reaches as far.
const NEAR_IN_LINE: usize = 4;
/// The largest offset between the indices of near cells.
const NEAR_REACH: usize = NEAR_IN_LINE * (STRIDE + 1);

/// Are cells near whose indices differ so much? The difference 0 is in the middle.
static NEAR: [bool; 2 * NEAR_REACH + 1] = near_offsets();

const fn near_offsets() -> [bool; 2 * NEAR_REACH + 1] {
    let mut near = [false; 2 * NEAR_REACH + 1];
    let side = 2 * NEAR_IN_LINE + 1;
    let mut at = 0;
    while at < side * side {
        let (right, down) = ((at % side).abs_diff(NEAR_IN_LINE), (at / side).abs_diff(NEAR_IN_LINE));
        let in_line = right == 0 || down == 0 || right == down;
        if in_line || (right <= NEAR_AROUND && down <= NEAR_AROUND) {
            near[NEAR_REACH + (at / side) * STRIDE + at % side - NEAR_IN_LINE * (STRIDE + 1)] = true;
        }
        at += 1;
    }
    near
}

/// A cell by its index `(y + 5) * 64 + x`, with x from the left and y from the top, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The cell at column `x` and row `y`, both below [`MAX_SIZE`].
    #[inline]
    pub const fn new(x: usize, y: usize) -> Cell {
        Cell(((y + BORDER) * STRIDE + x) as u16)
    }

    /// The cell with that index.
    #[inline]
    pub const fn from_index(index: usize) -> Cell {
        Cell((index % CELLS) as u16)
    }

    /// The index, below [`CELLS`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % CELLS
    }

    /// The column, from the left.
    #[inline]
    pub const fn x(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// The row, from the top.
    #[inline]
    pub const fn y(self) -> usize {
        (self.0 as usize / STRIDE).wrapping_sub(BORDER)
    }

    /// Can a stone on one matter to what the other does? So it mostly is within two rows and columns, and within four in one line.
    #[inline]
    pub const fn is_near(self, other: Cell) -> bool {
        let offset = (self.index() + NEAR_REACH).wrapping_sub(other.index());
        offset < NEAR.len() && NEAR[offset]
    }

    /// Do the cells lie in one line, at most so many steps apart?
    #[inline]
    pub const fn shares_line(self, other: Cell, steps: usize) -> bool {
        let (right, down) = (self.x().abs_diff(other.x()), self.y().abs_diff(other.y()));
        right <= steps && down <= steps && (right == 0 || down == 0 || right == down)
    }

    /// The cell `steps` of `delta` away; it may lie in the border.
    #[inline]
    pub const fn offset(self, delta: isize, steps: isize) -> Cell {
        Cell::from_index((self.0 as isize + delta * steps) as usize)
    }
}

/// A set of cells of the board, a word a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CellSet {
    rows: [u32; MAX_SIZE],
}

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet { rows: [0; MAX_SIZE] };

    /// Every cell of a board of that size.
    pub fn board(size: usize) -> CellSet {
        let mut set = CellSet::EMPTY;
        for row in set.rows.iter_mut().take(size) {
            *row = (1 << size) - 1;
        }
        set
    }

    /// Adds the cell if it is absent, removes it if it is there. One beyond the largest board changes nothing.
    #[inline]
    pub fn toggle(&mut self, cell: Cell) {
        if let Some(row) = self.rows.get_mut(cell.y()) {
            *row ^= 1 << cell.x();
        }
    }

    /// Adds the cell. One beyond the largest board changes nothing.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        if let Some(row) = self.rows.get_mut(cell.y()) {
            *row |= 1 << cell.x();
        }
    }

    /// Is the cell in the set?
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.rows.get(cell.y()).is_some_and(|row| cell.x() < 32 && row >> cell.x() & 1 != 0)
    }

    /// Adds the cells of another set.
    #[inline]
    pub fn insert_all(&mut self, other: &CellSet) {
        for (row, more) in self.rows.iter_mut().zip(&other.rows) {
            *row |= more;
        }
    }

    /// Removes every cell that is not in the other set.
    #[inline]
    pub fn retain(&mut self, other: &CellSet) {
        for (row, kept) in self.rows.iter_mut().zip(&other.rows) {
            *row &= kept;
        }
    }

    /// Removes the cells of another set.
    #[inline]
    pub fn remove_all(&mut self, other: &CellSet) {
        for (row, gone) in self.rows.iter_mut().zip(&other.rows) {
            *row &= !gone;
        }
    }

    /// The cells at most two steps of a king away from a cell of the set, those of the set included; may run over the right
    /// and lower edge of a smaller board.
    pub fn widened(&self) -> CellSet {
        let wide: [u32; MAX_SIZE] = self.rows.map(|row| row | row << 1 | row << 2 | row >> 1 | row >> 2);
        let row = |y: usize| wide.get(y).copied().unwrap_or(0);
        CellSet {
            rows: std::array::from_fn(|y| {
                row(y) | row(y + 1) | row(y + 2) | row(y.wrapping_sub(1)) | row(y.wrapping_sub(2))
            }),
        }
    }

    /// The cells, row by row from the top.
    #[inline]
    pub fn iter(&self) -> Cells<'_> {
        Cells { rows: &self.rows, y: 0, left: self.rows[0] }
    }

    /// The first cell, row by row from the top.
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Is no cell in the set?
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }
}

/// The cells of a set, row by row from the top. By hand: proofs list a few cells of many sets, and nested adapters took a tenth
/// of a search's time.
#[derive(Clone, Debug)]
pub struct Cells<'a> {
    rows: &'a [u32; MAX_SIZE],
    y: usize,
    /// What was not yet listed of row `y`.
    left: u32,
}

impl Iterator for Cells<'_> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.left == 0 {
            self.y += 1;
            self.left = *self.rows.get(self.y)?;
        }
        let x = self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some(Cell::new(x, self.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_know_their_place() {
        for y in 0..MAX_SIZE {
            for x in 0..MAX_SIZE {
                let cell = Cell::new(x, y);
                assert_eq!((cell.x(), cell.y()), (x, y));
                assert_eq!(Cell::from_index(cell.index()), cell);
            }
        }
    }

    #[test]
    fn near_is_around_or_in_line() {
        let cells = || (0..MAX_SIZE * MAX_SIZE).map(|at| Cell::new(at % MAX_SIZE, at / MAX_SIZE));
        for a in cells() {
            for b in cells() {
                let (right, down) = (a.x().abs_diff(b.x()), a.y().abs_diff(b.y()));
                let in_line = right == 0 || down == 0 || right == down;
                assert_eq!(a.is_near(b), right.max(down) <= if in_line { 4 } else { 2 }, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn sets_list_what_was_put_in() {
        let mut set = CellSet::EMPTY;
        let cells = [Cell::new(3, 0), Cell::new(21, 4), Cell::new(0, 21)];
        cells.into_iter().for_each(|cell| set.toggle(cell));
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
        assert_eq!(set.len(), 3);
        assert!(set.contains(cells[1]) && !set.contains(Cell::new(1, 1)));
        assert!(set.widened().contains(Cell::new(5, 2)) && !set.widened().contains(Cell::new(6, 0)));
        assert_eq!(CellSet::board(15).len(), 225);
    }
}
