//! The 26 openings of Renju: three stones within the central squares, symmetries of the board apart.
//!
//! Names and numbers: Renju International Federation. In the first thirteen, the direct ones, White's stone touches Black's first
//! along a line of the board, in the others, the indirect ones, along a diagonal.

use super::point::Point;
use super::symmetry::Symmetries;

/// One of the 26 openings, with White's stone above Black's first, or above it on the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// Its number as people write it: 4D, 7I.
    pub code: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its name as it is written in Japan.
    pub kanji: &'static str,
    /// Columns to the right and rows down from the centre to White's stone.
    white: (i8, i8),
    /// The same to Black's second stone.
    black: (i8, i8),
}

const fn direct(code: &'static str, name: &'static str, kanji: &'static str, black: (i8, i8)) -> Canonical {
    Canonical { code, name, kanji, white: (0, -1), black }
}

const fn indirect(code: &'static str, name: &'static str, kanji: &'static str, black: (i8, i8)) -> Canonical {
    Canonical { code, name, kanji, white: (1, -1), black }
}

/// All of them.
pub static CANONICAL: [Canonical; 26] = [
    direct("1D", "Kansei", "寒星", (0, -2)),
    direct("2D", "Keigetsu", "渓月", (1, -2)),
    direct("3D", "Sosei", "疎星", (2, -2)),
    direct("4D", "Kagetsu", "花月", (1, -1)),
    direct("5D", "Zangetsu", "残月", (2, -1)),
    direct("6D", "Ugetsu", "雨月", (1, 0)),
    direct("7D", "Kinsei", "金星", (2, 0)),
    direct("8D", "Shogetsu", "松月", (0, 1)),
    direct("9D", "Kyugetsu", "丘月", (1, 1)),
    direct("10D", "Shingetsu", "新月", (2, 1)),
    direct("11D", "Zuisei", "瑞星", (0, 2)),
    direct("12D", "Sangetsu", "山月", (1, 2)),
    direct("13D", "Yusei", "遊星", (2, 2)),
    indirect("1I", "Chosei", "長星", (2, -2)),
    indirect("2I", "Kyogetsu", "峡月", (2, -1)),
    indirect("3I", "Kosei", "恒星", (2, 0)),
    indirect("4I", "Suigetsu", "水月", (2, 1)),
    indirect("5I", "Ryusei", "流星", (2, 2)),
    indirect("6I", "Ungetsu", "雲月", (1, 0)),
    indirect("7I", "Hogetsu", "浦月", (1, 1)),
    indirect("8I", "Rangetsu", "嵐月", (1, 2)),
    indirect("9I", "Gingetsu", "銀月", (0, 1)),
    indirect("10I", "Myojo", "明星", (0, 2)),
    indirect("11I", "Shagetsu", "斜月", (-1, 1)),
    indirect("12I", "Meigetsu", "名月", (-1, 2)),
    indirect("13I", "Suisei", "彗星", (-2, 2)),
];

impl Canonical {
    /// Its stones on a board of that size, the first in the centre.
    pub fn stones(&self, size: u8) -> Option<[Point; 3]> {
        let centre = Point::centre(size);
        Some([centre, centre.offset(self.white, size)?, centre.offset(self.black, size)?])
    }

    /// The opening that three stones are, however the board is turned.
    pub fn of(stones: &[Point], size: u8) -> Option<&'static Canonical> {
        let &[first, white, black] = stones.get(..3)? else { return None };
        if size.is_multiple_of(2) || first != Point::centre(size) {
            return None;
        }
        let alone = Symmetries::of(&[first]);
        CANONICAL.iter().find(|opening| {
            let Some(own) = opening.stones(size) else { return false };
            alone.map_pair((own[1], own[2]), (white, black))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::opening::point::Region;

    #[test]
    fn every_three_stones_of_the_central_squares_are_one_of_the_openings() {
        let board = || (0..15).flat_map(|y| (0..15).map(move |x| Point::new(x, y)));
        let centre = Point::centre(15);
        let mut met = Vec::new();
        for white in board().filter(|&point| point != centre && Region::Central(3).contains(point, 15)) {
            let free = |&point: &Point| point != centre && point != white && Region::Central(5).contains(point, 15);
            for black in board().filter(free) {
                let found = Canonical::of(&[centre, white, black], 15).unwrap_or_else(|| panic!("{white} {black}"));
                met.push(found.code);
            }
        }
        met.sort_unstable();
        met.dedup();
        assert_eq!(met.len(), 26);
    }

    #[test]
    fn other_stones_are_none_of_them() {
        let centre = Point::centre(15);
        let other = [Point::new(6, 7), Point::new(7, 6), Point::new(8, 6)];
        assert_eq!(Canonical::of(&other, 15), None);
        assert_eq!(Canonical::of(&[centre, Point::new(7, 6), Point::new(7, 4)], 15), None);
        assert_eq!(Canonical::of(&[centre, Point::new(7, 6)], 15), None);
        assert_eq!(Canonical::of(&[Point::new(7, 7), Point::new(7, 6), Point::new(8, 6)], 16), None);
        let turned = Canonical::of(&[centre, Point::new(6, 7), Point::new(6, 8)], 15);
        assert_eq!(turned.map(|opening| opening.name), Some("Kagetsu"));
    }
}
