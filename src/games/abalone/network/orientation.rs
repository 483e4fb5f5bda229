//! How the board is turned before a player's eyes, so that what is the same but for a symmetry of the board mostly looks the same.
//!
//! The board is turned until the mean of the player's marbles lies, seen from the mean of the enemy's, in one certain direction, give or
//! take thirty degrees, and then mirrored if the enemy's mean lies on the wrong side of the axis of that direction.

use crate::games::abalone::cell::{BOARD, Bits, Cell};
use crate::games::abalone::symmetry::TURNS;

/// Bits of a coordinate, 0..=8.
const COORDINATE_BITS: usize = 4;
/// The coordinate of the centre, on both axes.
const CENTRE: i32 = 4;

/// The cells whose row, and whose number, have that bit.
static CELLS_BY_BIT: [[Bits; COORDINATE_BITS]; 2] = {
    let mut cells = [[0; COORDINATE_BITS]; 2];
    let mut at = 0;
    while at < 64 {
        if BOARD >> at & 1 == 1 {
            let (row, number) = Cell::from_index(at).coordinates();
            let mut bit = 0;
            while bit < COORDINATE_BITS {
                cells[0][bit] |= (row as Bits >> bit & 1) << at;
                cells[1][bit] |= (number as Bits >> bit & 1) << at;
                bit += 1;
            }
        }
        at += 1;
    }
    cells
};

/// The number of a side's marbles, and the sums of their rows and of their numbers, both measured from the centre.
#[derive(Clone, Copy)]
pub(super) struct Mass {
    count: i32,
    row: i32,
    number: i32,
}

impl Mass {
    /// The mass of these marbles.
    #[inline]
    pub(super) fn of(marbles: Bits) -> Mass {
        let count = marbles.count_ones() as i32;
        let [row, number] = CELLS_BY_BIT.map(|cells| {
            let bits = cells.into_iter().enumerate();
            bits.map(|(bit, cells)| ((marbles & cells).count_ones() << bit) as i32).sum::<i32>() - CENTRE * count
        });
        Mass { count, row, number }
    }
}

/// The symmetry that turns the board for the player with that mass.
#[inline]
pub(super) fn orientation(own: Mass, enemy: Mass) -> u8 {
    let row = own.row * enemy.count - enemy.row * own.count;
    let number = own.number * enemy.count - enemy.number * own.count;
    // How far that is along the axis after so many turns, of which three more reverse it.
    let along = [row + number, 2 * number - row, number - 2 * row];
    let (mut turns, mut farthest) = (0, i32::MIN);
    for (at, along) in along.into_iter().chain(along.map(|along| -along)).enumerate() {
        if along > farthest {
            (turns, farthest) = (at as u8, along);
        }
    }
    let Mass { row, number, .. } = enemy;
    let beside = [row - number, row, number, number - row, -row, -number][usize::from(turns)];
    if beside > 0 { TURNS + (TURNS - turns) % TURNS } else { turns }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::games::abalone::symmetry::{SYMMETRIES, turned};

    /// Marbles at random, disjoint and on the board.
    fn marbles(random: &mut Pcg64Mcg) -> [Bits; 2] {
        let [own, enemy] = [random.random::<Bits>() & random.random::<Bits>() & BOARD, random.random::<Bits>()];
        [own, enemy & random.random::<Bits>() & BOARD & !own]
    }

    #[test]
    fn positions_that_are_the_same_but_for_a_symmetry_look_the_same() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let mut orientations = [0; SYMMETRIES as usize];
        let mut alike = 0;
        for _ in 0..1_000 {
            let position = marbles(&mut random);
            let seen = |position: [Bits; 2]| {
                let [own, enemy] = position.map(Mass::of);
                let orientation = orientation(own, enemy);
                (orientation, position.map(|marbles| turned(marbles, orientation)))
            };
            let (orientation, expected) = seen(position);
            orientations[usize::from(orientation)] += 1;
            alike += (0..SYMMETRIES)
                .filter(|&symmetry| seen(position.map(|marbles| turned(marbles, symmetry))).1 == expected)
                .count();
        }
        // Where a mean lies just on the border of two sectors there are two ways to turn the board.
        assert!(alike > 11_500, "{alike} of 12,000");
        assert!(orientations.iter().all(|&count| count > 40), "{orientations:?}");
    }

    #[test]
    fn a_side_without_marbles_is_no_trouble() {
        let [none, all] = [0, BOARD].map(Mass::of);
        assert!(orientation(none, none) < SYMMETRIES && orientation(all, none) < SYMMETRIES);
    }
}
