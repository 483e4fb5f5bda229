//! The twelve symmetries of the board: turned by so many times sixty degrees, and from the seventh on mirrored before.

use super::cell::{BOARD, Bits, Cell, each};

/// How many there are.
pub const SYMMETRIES: u8 = 12;
/// How many of them turn without mirroring.
pub const TURNS: u8 = 6;

/// Where each symmetry takes every cell.
static CELLS: [[Cell; 64]; SYMMETRIES as usize] = {
    let mut cells = [[Cell::OFF; 64]; SYMMETRIES as usize];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES as usize {
        let mut at = 0;
        while at < 64 {
            if BOARD >> at & 1 == 1 {
                cells[symmetry][at] = image(Cell::from_index(at), symmetry);
            }
            at += 1;
        }
        symmetry += 1;
    }
    cells
};

const fn image(cell: Cell, symmetry: usize) -> Cell {
    let (row, number) = cell.coordinates();
    // Measured from the centre; a step along one axis becomes a step along the next.
    let (mut row, mut number) = (row - 4, number - 4);
    if symmetry >= TURNS as usize {
        (row, number) = (number, row);
    }
    let mut turns = symmetry % TURNS as usize;
    while turns > 0 {
        (row, number) = (number, number - row);
        turns -= 1;
    }
    match Cell::at(row + 4, number + 4) {
        Some(cell) => cell,
        None => Cell::OFF,
    }
}

/// Where a symmetry, below [`SYMMETRIES`], takes a cell.
#[inline]
pub fn turned_cell(cell: Cell, symmetry: u8) -> Cell {
    CELLS[usize::from(symmetry)][cell.index()]
}

/// Where it takes a set of cells.
pub fn turned(cells: Bits, symmetry: u8) -> Bits {
    each(cells).fold(0, |turned, cell| turned | turned_cell(cell, symmetry).bit())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn twelve_symmetries_keep_the_board_and_differ() {
        assert!((0..SYMMETRIES).all(|symmetry| turned(BOARD, symmetry) == BOARD));
        let shape = [(0, 0), (1, 2), (2, 2), (4, 7)].map(|(row, number)| Cell::at(row, number).unwrap());
        let shape = shape.into_iter().fold(0, |bits, cell| bits | cell.bit());
        let images: HashSet<Bits> = (0..SYMMETRIES).map(|symmetry| turned(shape, symmetry)).collect();
        assert_eq!((turned(shape, 0), images.len()), (shape, 12));
        // A cell stays as far from the centre as it was.
        for symmetry in 0..SYMMETRIES {
            assert!(Cell::all().all(|cell| turned_cell(cell, symmetry).ring() == cell.ring()));
        }
    }
}
