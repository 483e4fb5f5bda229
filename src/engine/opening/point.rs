//! Points of a square board, and the central squares to which openings confine stones.

use std::fmt;
use std::str::FromStr;

/// A point: column from the left and row from the top, both from 0. Its text is that of the Gomocup wire: `7,7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Column.
    pub x: u8,
    /// Row.
    pub y: u8,
}

impl Point {
    /// The point in column `x` and row `y`.
    pub const fn new(x: u8, y: u8) -> Point {
        Point { x, y }
    }

    /// The middle of a board with an odd number of rows.
    pub const fn centre(size: u8) -> Point {
        Point { x: size / 2, y: size / 2 }
    }

    /// Is it on a board of that size?
    pub const fn is_on(self, size: usize) -> bool {
        (self.x as usize) < size && (self.y as usize) < size
    }

    /// As people write it: a letter from the left and a number from the bottom.
    pub fn name(self, size: u8) -> String {
        format!("{}{}", char::from(b'a' + self.x), size.saturating_sub(self.y))
    }

    /// The point so many columns to the right and rows down; `None` off the board.
    pub fn offset(self, (right, down): (i8, i8), size: u8) -> Option<Point> {
        let on = |at: u8, by: i8| at.checked_add_signed(by).filter(|&at| at < size);
        Some(Point { x: on(self.x, right)?, y: on(self.y, down)? })
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// The text names no point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected x,y")]
pub struct BadPoint;

impl FromStr for Point {
    type Err = BadPoint;

    fn from_str(text: &str) -> Result<Point, BadPoint> {
        let (x, y) = text.split_once(',').ok_or(BadPoint)?;
        Ok(Point { x: x.parse().map_err(|_| BadPoint)?, y: y.parse().map_err(|_| BadPoint)? })
    }
}

/// Where a stone may be laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// On any empty point.
    Anywhere,
    /// Within the central square of so many rows and columns, an odd number; 1 is the centre itself.
    Central(u8),
}

impl Region {
    /// Is the point of a board of that size in it?
    pub fn contains(self, point: Point, size: u8) -> bool {
        let centre = Point::centre(size);
        match self {
            Region::Anywhere => true,
            Region::Central(side) => point.x.abs_diff(centre.x).max(point.y.abs_diff(centre.y)) <= side / 2,
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Region::Anywhere => write!(f, "the board"),
            Region::Central(1) => write!(f, "the centre"),
            Region::Central(side) => write!(f, "the central {side}x{side}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_as_they_are_written() {
        for point in [Point::new(0, 0), Point::new(7, 12)] {
            assert_eq!(point.to_string().parse(), Ok(point));
        }
        assert_eq!(
            [Point::new(7, 7).name(15), Point::new(0, 14).name(15), Point::new(19, 0).name(20)],
            ["h8", "a1", "t20"]
        );
        for text in ["", "7", "h8", "7,", "-1,2", "1,2,3", "300,1"] {
            assert_eq!(text.parse::<Point>(), Err(BadPoint), "{text}");
        }
    }

    #[test]
    fn central_squares_are_counted_by_their_side() {
        let count = |side, size: u8| {
            let points = (0..size).flat_map(|y| (0..size).map(move |x| Point::new(x, y)));
            points.filter(|&point| Region::Central(side).contains(point, size)).count()
        };
        for side in [1, 3, 5, 7, 9] {
            assert_eq!(count(side, 15), usize::from(side) * usize::from(side));
            assert_eq!(count(side, 9), usize::from(side) * usize::from(side));
        }
    }
}
