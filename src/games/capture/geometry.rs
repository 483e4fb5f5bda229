//! The 4x8 board as 32 bits: square `8 * (rank - 1) + file`, both rank and file counted from rank 1, file a. Which squares are
//! next to one another, and which lie in a line.

/// Squares of the board.
pub(super) const SQUARES: usize = 32;
/// Squares of a rank.
pub(super) const FILES: usize = 8;
/// Ranks of the board.
pub(super) const RANKS: usize = 4;

/// The four directions, those towards higher squares first: right, up, left, down. The reverse of each is two places on.
pub(super) const DIRECTIONS: usize = 4;
const RIGHT: usize = 0;
const UP: usize = 1;
const LEFT: usize = 2;

/// The squares one step away.
pub(super) const NEIGHBOURS: [u32; SQUARES] = neighbours();

/// `RAYS[direction][square]`: all the squares in that direction, as far as the edge.
pub(super) const RAYS: [[u32; SQUARES]; DIRECTIONS] = rays();

/// The squares of a set, the lowest first.
pub(super) fn squares(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        square
    })
}

/// The first occupied square in a direction.
#[inline]
pub(super) fn first_on_ray(direction: usize, square: usize, occupied: u32) -> Option<usize> {
    let met = RAYS[direction][square] & occupied;
    if met == 0 {
        None
    } else if direction < LEFT {
        Some(met.trailing_zeros() as usize)
    } else {
        Some(31 - met.leading_zeros() as usize)
    }
}

/// The squares strictly between a square and another that lies in that direction.
#[inline]
pub(super) fn between(direction: usize, from: usize, to: usize) -> u32 {
    RAYS[direction][from] & RAYS[(direction + 2) % DIRECTIONS][to]
}

const fn rays() -> [[u32; SQUARES]; DIRECTIONS] {
    let mut rays = [[0; SQUARES]; DIRECTIONS];
    let mut square = 0;
    while square < SQUARES {
        let mut direction = 0;
        while direction < DIRECTIONS {
            let mut at = step(direction, square);
            while let Some(next) = at {
                rays[direction][square] |= 1 << next;
                at = step(direction, next);
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}

const fn neighbours() -> [u32; SQUARES] {
    let mut sets = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut direction = 0;
        while direction < DIRECTIONS {
            if let Some(next) = step(direction, square) {
                sets[square] |= 1 << next;
            }
            direction += 1;
        }
        square += 1;
    }
    sets
}

const fn step(direction: usize, square: usize) -> Option<usize> {
    let (file, rank) = (square % FILES, square / FILES);
    match direction {
        RIGHT if file + 1 < FILES => Some(square + 1),
        UP if rank + 1 < RANKS => Some(square + FILES),
        LEFT if file > 0 => Some(square - 1),
        RIGHT | UP | LEFT => None,
        _ if rank > 0 => Some(square - FILES),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_the_first_squares_of_rays() {
        for (square, expected) in NEIGHBOURS.into_iter().enumerate() {
            let mut set = 0;
            for direction in 0..DIRECTIONS {
                if let Some(next) = first_on_ray(direction, square, u32::MAX) {
                    set |= 1 << next;
                    assert_eq!(between(direction, square, next), 0);
                    assert_eq!(first_on_ray((direction + 2) % DIRECTIONS, next, u32::MAX), Some(square));
                }
            }
            assert_eq!(set, expected);
        }
        assert_eq!(NEIGHBOURS.iter().map(|set| set.count_ones()).sum::<u32>(), 2 * (4 * 7 + 3 * 8));
    }

    #[test]
    fn a_ray_crosses_the_board() {
        assert_eq!(squares(RAYS[RIGHT][8]).collect::<Vec<_>>(), [9, 10, 11, 12, 13, 14, 15]);
        assert_eq!(squares(RAYS[UP][0]).collect::<Vec<_>>(), [8, 16, 24]);
        assert_eq!(squares(between(LEFT, 15, 12)).collect::<Vec<_>>(), [13, 14]);
        assert_eq!(first_on_ray(LEFT, 15, 1 << 8 | 1 << 12), Some(12));
    }
}
