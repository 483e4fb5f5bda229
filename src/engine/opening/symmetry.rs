//! Which points of a position are the same: those that a symmetry of its stones maps to each other.
//!
//! A symmetry turns or mirrors the plane so that every black stone comes to lie on a black one and every white stone on a white
//! one. Its middle is that of the stones, not that of the board: players take two fifths for one also where only a distant edge
//! tells them apart.

use super::point::Point;

/// The eight ways to turn and mirror: what becomes of columns and rows.
const WAYS: [[[i32; 2]; 2]; 8] = [
    [[1, 0], [0, 1]],
    [[0, -1], [1, 0]],
    [[-1, 0], [0, -1]],
    [[0, 1], [-1, 0]],
    [[-1, 0], [0, 1]],
    [[1, 0], [0, -1]],
    [[0, 1], [1, 0]],
    [[0, -1], [-1, 0]],
];

/// The symmetries of some stones, laid in turns, Black's first.
#[derive(Clone, Debug)]
pub struct Symmetries {
    ways: Vec<[[i32; 2]; 2]>,
    /// The sum of the stones' columns and rows: their middle times their number.
    sum: [i32; 2],
    count: i32,
}

impl Symmetries {
    /// The symmetries of these stones; of no stones the identity alone.
    pub fn of(stones: &[Point]) -> Symmetries {
        let sum = stones.iter().fold([0, 0], |sum, stone| [sum[0] + i32::from(stone.x), sum[1] + i32::from(stone.y)]);
        let mut found = Symmetries { ways: Vec::new(), sum, count: stones.len().max(1) as i32 };
        let all = if stones.is_empty() { &WAYS[..1] } else { &WAYS[..] };
        found.ways = all.iter().copied().filter(|&way| found.keeps(way, stones)).collect();
        found
    }

    /// Is the second point the image of the first by one of the symmetries?
    pub fn equal(&self, a: Point, b: Point) -> bool {
        self.ways.iter().any(|&way| self.image(way, a) == Some(b))
    }

    /// Does one symmetry map both points of the first pair to those of the second?
    pub(super) fn map_pair(&self, from: (Point, Point), to: (Point, Point)) -> bool {
        self.ways.iter().any(|&way| self.image(way, from.0) == Some(to.0) && self.image(way, from.1) == Some(to.1))
    }

    /// One of each set of equal points.
    pub fn distinct(&self, points: &[Point]) -> Vec<Point> {
        let mut found: Vec<Point> = Vec::new();
        for &point in points {
            if !found.iter().any(|&other| self.equal(other, point)) {
                found.push(point);
            }
        }
        found
    }

    /// Does every stone come to lie on one of its own colour?
    fn keeps(&self, way: [[i32; 2]; 2], stones: &[Point]) -> bool {
        let lies_on_its_own = |(nth, &stone): (usize, &Point)| {
            let image = self.image(way, stone);
            stones.iter().skip(nth % 2).step_by(2).any(|&own| Some(own) == image)
        };
        stones.iter().enumerate().all(lies_on_its_own)
    }

    /// Where a point comes to lie; `None` between points or beyond the least column and row.
    fn image(&self, way: [[i32; 2]; 2], point: Point) -> Option<Point> {
        let from = [i32::from(point.x) * self.count - self.sum[0], i32::from(point.y) * self.count - self.sum[1]];
        let along = |row: [i32; 2], sum: i32| {
            let scaled = row[0] * from[0] + row[1] * from[1] + sum;
            (scaled % self.count == 0).then(|| u8::try_from(scaled / self.count).ok()).flatten()
        };
        Some(Point { x: along(way[0], self.sum[0])?, y: along(way[1], self.sum[1])? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(pairs: &[(u8, u8)]) -> Vec<Point> {
        pairs.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    fn board() -> Vec<Point> {
        (0..15).flat_map(|y| (0..15).map(move |x| Point::new(x, y))).collect()
    }

    #[test]
    fn a_single_stone_leaves_an_eighth_of_the_plane() {
        let alone = Symmetries::of(&points(&[(7, 7)]));
        assert_eq!(alone.distinct(&board()).len(), 36);
        assert_eq!(Symmetries::of(&[]).distinct(&board()).len(), 225);
    }

    #[test]
    fn colours_matter() {
        // A square of stones: black on one diagonal, white on the other.
        let square = Symmetries::of(&points(&[(7, 7), (8, 7), (8, 8), (7, 8)]));
        assert!(square.equal(Point::new(6, 6), Point::new(9, 9)));
        assert!(!square.equal(Point::new(6, 6), Point::new(9, 6)), "a quarter turn changes the colours");
    }

    #[test]
    fn the_middle_is_that_of_the_stones() {
        // Black h8 and h10, white h9 and i9: mirrored at row 9, which is not the middle of the board.
        let mirrored = Symmetries::of(&points(&[(7, 7), (7, 6), (7, 5), (8, 6)]));
        assert!(mirrored.equal(Point::new(8, 7), Point::new(8, 5)));
        assert!(!mirrored.equal(Point::new(6, 7), Point::new(8, 7)));
        // The image of the lowest row lies above the board: such a point is like no other.
        assert!(mirrored.distinct(&board()).contains(&Point::new(3, 14)));
    }

    #[test]
    fn most_positions_have_no_symmetry() {
        let plain = Symmetries::of(&points(&[(7, 7), (7, 6), (8, 6), (5, 9)]));
        assert_eq!(plain.distinct(&board()).len(), 225);
    }
}
