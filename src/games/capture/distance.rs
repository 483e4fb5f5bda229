//! How many moves a piece needs from square to square, the other pieces being away: what every bound is made of.

use super::geometry::{DIRECTIONS, NEIGHBOURS, RAYS, SQUARES, between, first_on_ray, squares};
use super::kind::{Gait, Kind};

/// What distances look at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Obstacles {
    /// Every piece goes around ducks, the chariot's slides too.
    #[default]
    Ducks,
    /// As the source has it: steps go around ducks; a chariot needs 1 along a rank or file and 2 otherwise.
    Source,
    /// None: steps are counted along ranks and files, the chariot's as in the source.
    None,
}

/// The distance between squares that no way joins.
pub const UNREACHABLE: u8 = u8::MAX;

/// Moves from square to square for each gait. A distance never is above what a piece needs in any position of the puzzle, and
/// one move changes the distance to anything by 1 at most.
#[derive(Clone, Debug)]
pub struct Distances {
    tables: [[[u8; SQUARES]; SQUARES]; Gait::COUNT],
}

impl Distances {
    /// The distances on a board with these ducks.
    pub fn new(ducks: u32, obstacles: Obstacles) -> Distances {
        let walls = |gait: Gait| match (obstacles, gait) {
            (Obstacles::None, _) | (Obstacles::Source, Gait::Slide) => 0,
            _ => ducks,
        };
        let table = |gait| std::array::from_fn(|from| flood(from, gait, walls(gait)));
        Distances { tables: [table(Gait::Step), table(Gait::Slide), table(Gait::Jump)] }
    }

    /// The distance for a piece of that kind; [`UNREACHABLE`] when there is no way.
    #[inline]
    pub fn of(&self, kind: Kind, from: usize, to: usize) -> u8 {
        self.tables[kind.gait() as usize][from][to]
    }
}

fn flood(from: usize, gait: Gait, walls: u32) -> [u8; SQUARES] {
    let mut distance = [UNREACHABLE; SQUARES];
    let (mut seen, mut layer) = (1u32 << from, 1u32 << from);
    let mut depth = 0;
    while layer != 0 {
        squares(layer).for_each(|square| distance[square] = depth);
        let next = squares(layer).fold(0, |set, square| set | reach(square, gait, walls));
        layer = next & !seen;
        seen |= layer;
        depth += 1;
    }
    distance
}

/// The squares that one move can lead to when only walls are in the way, and when something stands wherever the move needs it.
pub(super) fn reach(square: usize, gait: Gait, walls: u32) -> u32 {
    match gait {
        Gait::Step => NEIGHBOURS[square] & !walls,
        Gait::Slide => (0..DIRECTIONS).fold(0, |set, direction| set | open_line(direction, square, walls)),
        Gait::Jump => (0..DIRECTIONS).fold(0, |set, direction| {
            let behind = first_on_ray(direction, square, walls).map_or(0, |duck| open_line(direction, duck, walls));
            set | open_line(direction, square, walls) | behind
        }),
    }
}

/// The squares in a direction before the first wall.
fn open_line(direction: usize, square: usize, walls: u32) -> u32 {
    match first_on_ray(direction, square, walls) {
        Some(wall) => between(direction, square, wall),
        None => RAYS[direction][square],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_ducks_steps_count_ranks_and_files() {
        let distances = Distances::new(0xff00, Obstacles::None);
        for from in 0..SQUARES {
            for to in 0..SQUARES {
                let (files, ranks) = ((from % 8).abs_diff(to % 8), (from / 8).abs_diff(to / 8));
                assert_eq!(usize::from(distances.of(Kind::Horse, from, to)), files + ranks);
                let slides = usize::from(files > 0) + usize::from(ranks > 0);
                assert_eq!(usize::from(distances.of(Kind::Chariot, from, to)), slides);
            }
        }
    }

    #[test]
    fn ducks_are_gone_around_or_jumped() {
        // R2D3r: a1 to h1 with a duck on d1.
        let around = Distances::new(1 << 3, Obstacles::Ducks);
        assert_eq!(around.of(Kind::General, 0, 7), 9);
        assert_eq!(around.of(Kind::Chariot, 0, 7), 3);
        assert_eq!(around.of(Kind::Cannon, 0, 7), 1);
        let source = Distances::new(1 << 3, Obstacles::Source);
        assert_eq!((source.of(Kind::General, 0, 7), source.of(Kind::Chariot, 0, 7)), (9, 1));
        let walled = Distances::new(0b11_0000_0010, Obstacles::Ducks);
        assert_eq!(walled.of(Kind::General, 0, 7), UNREACHABLE);
    }
}
