//! One-dimensional boards with a border, and what the difference of two cell numbers tells (spec/board.md).
//!
//! A cell (x, y) has the number `stride * (y + border) + x`: `x` counts from the left, `y` from the top, both from 0. The columns
//! from the board's size up to the stride are border on the right of one row and on the left of the next.
//!
//! The difference of two numbers names one relation (so many columns, so many rows apart) exactly when
//! `stride > 2 * (size - 1)`; below that, two relations share a difference. So one look-up by difference answers whether two
//! cells share a line, in which direction, and how far apart they are.

/// Can a difference of cell numbers mean only one relation on a board of that many rows and columns?
pub const fn offsets_are_unique(stride: usize, size: usize) -> bool {
    size == 0 || stride > 2 * (size - 1)
}

/// How cells are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    stride: usize,
    border: usize,
}

impl Layout {
    /// Rows `stride` numbers apart, with `border` rows above the first.
    pub const fn new(stride: usize, border: usize) -> Layout {
        assert!(stride > 0);
        Layout { stride, border }
    }

    /// The number of the cell in column `x` and row `y`.
    #[inline]
    pub const fn cell(self, x: usize, y: usize) -> usize {
        (y + self.border) * self.stride + x
    }

    /// Column and row of a cell; `None` for the rows above the board.
    #[inline]
    pub const fn coordinates(self, cell: usize) -> Option<(usize, usize)> {
        match (cell / self.stride).checked_sub(self.border) {
            Some(y) => Some((cell % self.stride, y)),
            None => None,
        }
    }
}

/// One step to a neighbour. `y` grows downwards, so south is towards higher numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// One column to the right.
    East = 0,
    /// One row down.
    South = 1,
    /// Down and right.
    SouthEast = 2,
    /// Down and left.
    SouthWest = 3,
    /// One column to the left.
    West = 4,
    /// One row up.
    North = 5,
    /// Up and left.
    NorthWest = 6,
    /// Up and right.
    NorthEast = 7,
}

impl Direction {
    /// All eight; the first four increase the cell number, and the reverse of each stands four places on.
    pub const ALL: [Direction; 8] = [
        Direction::East,
        Direction::South,
        Direction::SouthEast,
        Direction::SouthWest,
        Direction::West,
        Direction::North,
        Direction::NorthWest,
        Direction::NorthEast,
    ];

    /// Columns and rows of one step.
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Direction::East => (1, 0),
            Direction::South => (0, 1),
            Direction::SouthEast => (1, 1),
            Direction::SouthWest => (-1, 1),
            Direction::West => (-1, 0),
            Direction::North => (0, -1),
            Direction::NorthWest => (-1, -1),
            Direction::NorthEast => (1, -1),
        }
    }

    /// What one step adds to a cell number.
    pub const fn offset(self, stride: usize) -> isize {
        let (dx, dy) = self.delta();
        dy as isize * stride as isize + dx as isize
    }

    /// The way back.
    pub const fn reverse(self) -> Direction {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// The line it runs along, 0..4: a direction and its reverse share one.
    pub const fn axis(self) -> usize {
        self as usize % 4
    }

    const fn of(dx: i32, dy: i32) -> Option<Direction> {
        if (dx == 0 && dy == 0) || (dx != 0 && dy != 0 && dx.abs() != dy.abs()) {
            return None;
        }
        let step = (dx.signum(), dy.signum());
        let mut at = 0;
        while at < 8 {
            let delta = Self::ALL[at].delta();
            if delta.0 == step.0 && delta.1 == step.1 {
                return Some(Self::ALL[at]);
            }
            at += 1;
        }
        None
    }
}

/// How one cell lies as seen from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Columns to the right.
    pub dx: i8,
    /// Rows down.
    pub dy: i8,
    /// The direction to it, when the two are different cells of one row, column or diagonal.
    pub direction: Option<Direction>,
    /// King's steps between them; along a common line, the distance on that line.
    pub chebyshev: u8,
    /// Steps between them on a hex board stored in a square: there the neighbours are the four beside, the one up and left,
    /// and the one down and right.
    pub hex: u8,
}

impl Relation {
    const fn of(dx: i32, dy: i32) -> Relation {
        let chebyshev = max(dx.abs(), dy.abs());
        Relation {
            dx: dx as i8,
            dy: dy as i8,
            direction: Direction::of(dx, dy),
            chebyshev: chebyshev as u8,
            hex: max(chebyshev, (dx - dy).abs()) as u8,
        }
    }

    /// The distance along the line both cells lie on.
    pub const fn line_distance(self) -> Option<u8> {
        match self.direction {
            Some(_) => Some(self.chebyshev),
            None => None,
        }
    }
}

const fn max(a: i32, b: i32) -> i32 {
    if a > b { a } else { b }
}

/// The number of differences on a board of that size: what `LEN` of [`Relations`] must at least be.
pub const fn table_len(stride: usize, size: usize) -> usize {
    2 * (size - 1) * (stride + 1) + 1
}

/// The relation of any two cells of a board, by the difference of their numbers.
#[derive(Clone, Debug)]
pub struct Relations<const LEN: usize> {
    stride: usize,
    table: [Option<Relation>; LEN],
}

/// The relations of every board up to 22x22 whose rows are 64 apart.
pub static STRIDE_64: Relations<{ table_len(64, 22) }> = Relations::new(64, 22);

impl<const LEN: usize> Relations<LEN> {
    /// The table for boards up to `size` rows and columns.
    ///
    /// # Panics
    /// When differences would not be unique, or `LEN` is less than [`table_len`]: at compile time for a constant.
    pub const fn new(stride: usize, size: usize) -> Self {
        assert!(size > 0 && size <= 64 && LEN >= table_len(stride, size));
        assert!(offsets_are_unique(stride, size));
        let mut table = [None; LEN];
        let reach = size as i32 - 1;
        let mut dy = -reach;
        while dy <= reach {
            let mut dx = -reach;
            while dx <= reach {
                let offset = dy as isize * stride as isize + dx as isize;
                table[(offset + (LEN / 2) as isize) as usize] = Some(Relation::of(dx, dy));
                dx += 1;
            }
            dy += 1;
        }
        Relations { stride, table }
    }

    /// How `to` lies as seen from `from`; `None` when no two cells of the board are so far apart.
    #[inline]
    pub fn get(&self, from: usize, to: usize) -> Option<Relation> {
        // A difference below the table wraps to a number far beyond it.
        let at = to.wrapping_sub(from).wrapping_add(LEN / 2);
        self.table.get(at).copied().flatten()
    }

    /// The cells strictly between two cells of one line, in order from `from`; none when they share no line.
    pub fn between(&self, from: usize, to: usize) -> impl Iterator<Item = usize> + use<LEN> {
        let line = self.get(from, to).and_then(|relation| Some((relation.direction?, relation.chebyshev)));
        let (step, count) = line.map_or((0, 1), |(direction, count)| (direction.offset(self.stride), count));
        (1..count).map(move |n| (from as isize + step * isize::from(n)) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    const SIZES: std::ops::RangeInclusive<usize> = 5..=22;

    /// Large enough for every size and stride tried here.
    type Table = Relations<{ table_len(64, 22) }>;

    fn deltas(size: usize) -> impl Iterator<Item = (i32, i32)> {
        let reach = size as i32 - 1;
        (-reach..=reach).flat_map(move |dy| (-reach..=reach).map(move |dx| (dx, dy)))
    }

    /// Differences shared by two relations.
    fn collisions(stride: usize, size: usize) -> usize {
        let mut seen: HashMap<i32, usize> = HashMap::new();
        for (dx, dy) in deltas(size) {
            *seen.entry(dy * stride as i32 + dx).or_default() += 1;
        }
        seen.values().filter(|&&relations| relations > 1).count()
    }

    #[test]
    fn the_bound_on_the_stride_is_exact() {
        for size in SIZES {
            for stride in size..=64 {
                assert_eq!(
                    collisions(stride, size) == 0,
                    offsets_are_unique(stride, size),
                    "stride {stride} size {size}"
                );
            }
            assert!(collisions(2 * (size - 1), size) > 0, "size {size}: twice the reach must collide");
            assert_eq!(collisions(2 * (size - 1) + 1, size), 0);
        }
    }

    #[test]
    fn sixteen_is_too_narrow_for_nine() {
        // (1,2) -> (9,1) and (9,1) -> (1,1), in coordinates from 1: both differ by -8 and mean different things.
        let cell = |x: i32, y: i32| 16 * y + x;
        assert_eq!((cell(1, 2), cell(9, 1), cell(1, 1)), (33, 25, 17));
        assert_eq!(cell(9, 1) - cell(1, 2), cell(1, 1) - cell(9, 1));
        assert!(!offsets_are_unique(16, 9) && offsets_are_unique(17, 9));
    }

    #[test]
    fn every_pair_of_cells_maps_back_to_its_relation() {
        for size in SIZES {
            for stride in [2 * size - 1, 64] {
                let layout = Layout::new(stride, 5);
                let table = Table::new(stride, size);
                for from in 0..size * size {
                    for to in 0..size * size {
                        let (a, b) = ((from % size, from / size), (to % size, to / size));
                        let relation = table.get(layout.cell(a.0, a.1), layout.cell(b.0, b.1)).unwrap();
                        assert_eq!(i32::from(relation.dx), b.0 as i32 - a.0 as i32);
                        assert_eq!(i32::from(relation.dy), b.1 as i32 - a.1 as i32);
                    }
                }
            }
        }
    }

    #[test]
    fn an_offset_no_two_cells_have_means_nothing() {
        for size in SIZES {
            let table = Table::new(64, size);
            let middle = 5000;
            let known = (0..=2 * middle).filter(|&to| table.get(middle, to).is_some()).count();
            assert_eq!(known, (2 * size - 1).pow(2));
            assert_eq!(table.get(0, usize::MAX / 2), None);
        }
    }

    #[test]
    fn lines_distances_and_cells_between_agree_with_walking() {
        let layout = Layout::new(64, 5);
        let from = layout.cell(10, 10);
        for direction in Direction::ALL {
            let mut walked = Vec::new();
            let mut at = from;
            for distance in 1..=10 {
                at = at.wrapping_add_signed(direction.offset(64));
                let relation = STRIDE_64.get(from, at).unwrap();
                assert_eq!(relation.direction, Some(direction));
                assert_eq!(relation.line_distance(), Some(distance));
                assert_eq!(STRIDE_64.get(at, from).unwrap().direction, Some(direction.reverse()));
                assert_eq!(STRIDE_64.between(from, at).collect::<Vec<_>>(), walked);
                walked.push(at);
            }
        }
        let off_line = layout.cell(12, 11);
        assert_eq!(STRIDE_64.get(from, off_line).unwrap().line_distance(), None);
        assert_eq!(STRIDE_64.between(from, off_line).count() + STRIDE_64.between(from, from).count(), 0);
    }

    #[test]
    fn directions_pair_up_on_four_axes() {
        for direction in Direction::ALL {
            let (dx, dy) = direction.delta();
            assert_eq!(direction.reverse().delta(), (-dx, -dy));
            assert_eq!(direction.axis(), direction.reverse().axis());
            assert_eq!((direction as usize) < 4, direction.offset(64) > 0);
        }
    }

    #[test]
    fn hex_distance_is_the_number_of_steps() {
        let steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];
        let mut distance = HashMap::from([((0i32, 0i32), 0u8)]);
        for round in 1..=6 {
            let reached: Vec<_> = distance.keys().copied().collect();
            for (x, y) in reached {
                for (dx, dy) in steps {
                    distance.entry((x + dx, y + dy)).or_insert(round);
                }
            }
        }
        for ((dx, dy), steps) in distance {
            assert_eq!(Relation::of(dx, dy).hex, steps, "{dx},{dy}");
        }
    }

    #[test]
    fn coordinates_invert_cells() {
        let layout = Layout::new(64, 5);
        for y in 0..22 {
            for x in 0..64 {
                assert_eq!(layout.coordinates(layout.cell(x, y)), Some((x, y)));
            }
        }
        assert_eq!(layout.cell(0, 0), 320);
        assert_eq!(layout.coordinates(319), None);
    }
}
