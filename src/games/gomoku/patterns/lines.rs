//! The board as bit strings: every row, column and diagonal a word of two bits a cell, walls beyond its ends.

use super::shape::Shape;
use super::shape_code::ShapeCode;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::rules::cell::{BORDER, Cell, MAX_SIZE, STRIDE};
use crate::search::Player;

/// The steps along the four directions, as offsets of cell indices: right, down, down-right, up-right.
pub const DELTAS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, 1 - STRIDE as isize];

/// Room for the lines of a direction, of which the diagonals of the largest board are the most: a power of two, so that an index is cut
/// to it rather than checked.
const LINES: usize = (2 * MAX_SIZE - 1).next_power_of_two();

/// The two bits of a cell in a line word.
pub const fn stone_bits(player: Player) -> u64 {
    player.index() as u64 + 1
}

/// Where a cell lies in the lines of one direction.
#[derive(Clone, Copy)]
struct CellOnLine {
    line: u8,
    /// Twice the place in the line, which is 5 or more on the board.
    shift: u8,
}

impl CellOnLine {
    const fn new(line: usize, at: usize) -> CellOnLine {
        CellOnLine { line: line as u8, shift: 2 * (at + BORDER) as u8 }
    }
}

/// The places of every cell, indexed by y * 32 + x.
static PLACES: [[CellOnLine; 4]; 1024] = places();

const fn places() -> [[CellOnLine; 4]; 1024] {
    let mut places = [[CellOnLine { line: 0, shift: 0 }; 4]; 1024];
    let mut y = 0;
    while y < MAX_SIZE {
        let mut x = 0;
        while x < MAX_SIZE {
            places[y * 32 + x] = [
                CellOnLine::new(y, x),
                CellOnLine::new(x, y),
                CellOnLine::new(x + MAX_SIZE - 1 - y, x),
                CellOnLine::new(x + y, x),
            ];
            x += 1;
        }
        y += 1;
    }
    places
}

/// Every line of a board. A stone is two bits in four words; placing and taking it are the same exclusive or.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    words: [[u64; LINES]; 4],
}

impl Lines {
    /// The lines of an empty board.
    pub fn new(size: usize) -> Lines {
        let mut lines = Lines { words: [[u64::MAX; LINES]; 4] };
        for y in 0..size {
            for x in 0..size {
                lines.toggle_bits(Cell::new(x, y), 3);
            }
        }
        lines
    }

    /// Places a stone on an empty cell, or takes it away again.
    #[inline]
    pub fn toggle(&mut self, cell: Cell, player: Player) {
        self.toggle_bits(cell, stone_bits(player));
    }

    /// Makes an empty cell a wall, or a wall an empty cell.
    pub fn toggle_wall(&mut self, cell: Cell) {
        self.toggle_bits(cell, 3);
    }

    fn toggle_bits(&mut self, cell: Cell, bits: u64) {
        for d in 0..4 {
            let place = place(cell, d);
            self.words[d][place.line as usize % LINES] ^= bits << place.shift;
        }
    }

    /// The two bits of a cell: 0 empty, 1 Black, 2 White, 3 wall.
    #[inline]
    pub fn bits(&self, cell: Cell) -> u64 {
        if cell.x() >= MAX_SIZE || cell.y() >= MAX_SIZE {
            return 3;
        }
        let place = place(cell, 0);
        self.words[0][place.line as usize % LINES] >> place.shift & 3
    }

    /// The word of the line through a cell in direction `d`, and twice the cell's place in it.
    #[inline]
    pub fn word(&self, cell: Cell, d: usize) -> (u64, u32) {
        let place = place(cell, d);
        (self.words[d][place.line as usize % LINES], u32::from(place.shift))
    }

    /// The shapes both colours would make on an empty cell in direction `d`, as direction 0 of a code.
    #[inline]
    pub fn shapes<R: Rule>(&self, cell: Cell, d: usize) -> ShapeCode {
        let (word, shift) = self.word(cell, d);
        R::tables().windows().shapes(word >> (shift - 2 * R::REACH as u32), R::REACH)
    }

    /// The shape `player` would make on an empty cell in direction `d`.
    #[inline]
    pub fn shape<R: Rule>(&self, cell: Cell, d: usize, player: Player) -> Shape {
        shape_of(self.shapes::<R>(cell, d), player)
    }

    /// The same with one more stone, so many steps from the cell on an empty cell of the line.
    #[inline]
    pub fn shape_with<R: Rule>(&self, cell: Cell, d: usize, player: Player, (steps, stone): (isize, Player)) -> Shape {
        let (word, shift) = self.word(cell, d);
        let word = word | stone_bits(stone) << shift.wrapping_add_signed(2 * steps as i32);
        shape_of(R::tables().windows().shapes(word >> (shift - 2 * R::REACH as u32), R::REACH), player)
    }
}

#[inline]
fn shape_of(shapes: ShapeCode, player: Player) -> Shape {
    Shape::ALL[(shapes >> (16 * player.index()) & 15) as usize]
}

#[inline]
fn place(cell: Cell, d: usize) -> CellOnLine {
    PLACES[(cell.y() * 32 + cell.x()) % 1024][d]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::patterns::rule::Freestyle;

    #[test]
    fn every_line_has_walls_at_its_ends_and_stones_in_place() {
        for size in [5, 15, 22] {
            let mut lines = Lines::new(size);
            for y in 0..size {
                for x in 0..size {
                    let cell = Cell::new(x, y);
                    lines.toggle(cell, Player::Second);
                    for (d, &delta) in DELTAS.iter().enumerate() {
                        let (word, shift) = lines.word(cell, d);
                        assert_eq!(word >> shift & 3, 2);
                        for k in -4..=4 {
                            let neighbour = cell.offset(delta, k);
                            let seen = word >> (shift as isize + 2 * k) & 3;
                            assert_eq!(seen, lines.bits(neighbour), "size {size} cell {x},{y} direction {d} step {k}");
                        }
                    }
                    lines.toggle(cell, Player::Second);
                }
            }
            assert_eq!(lines, Lines::new(size));
        }
    }

    #[test]
    fn shapes_read_off_a_board() {
        let mut lines = Lines::new(15);
        for x in [5, 6, 8] {
            lines.toggle(Cell::new(x, 7), Player::First);
        }
        assert_eq!(lines.shape::<Freestyle>(Cell::new(7, 7), 0, Player::First), Shape::OpenFour);
        assert_eq!(lines.shape::<Freestyle>(Cell::new(7, 7), 1, Player::First), Shape::One);
        let with = |steps, stone| lines.shape_with::<Freestyle>(Cell::new(7, 7), 0, Player::First, (steps, stone));
        assert_eq!((with(2, Player::First), with(-3, Player::First)), (Shape::Five, Shape::Five));
        assert_eq!((with(2, Player::Second), with(4, Player::Second)), (Shape::Four, Shape::OpenFour));
    }
}
