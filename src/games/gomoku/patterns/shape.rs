//! What one stone makes of one line, derived from five-cell windows.
//!
//! A five takes five consecutive cells. A stone makes a five when it fills the last of them, a four when one more stone would, a three
//! when one more stone would make an open four, and so on: every shape is defined by the better shape that one more stone makes, so
//! that nothing is listed by hand. Only windows that contain the stone count.

use crate::games::gomoku::rules::code::LineRule;

/// An empty cell of a line.
pub const EMPTY: u32 = 0;
/// A cell outside the board, or one that nobody owns.
pub const WALL: u32 = 3;

/// The shape that a stone makes in one line, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// No five is possible here.
    Dead = 0,
    /// One more stone makes a closed two.
    ClosedOne,
    /// One more stone makes a two.
    One,
    /// One more stone makes a closed three.
    ClosedTwo,
    /// One or two ways to a three.
    SplitTwo,
    /// Three ways to a three.
    Two,
    /// Four or more ways to a three: two adjacent stones with room on both sides.
    OpenTwo,
    /// One more stone makes a four, but not an open one.
    ClosedThree,
    /// An open three with one way to an open four.
    SplitThree,
    /// An open three with two or more ways to an open four.
    OpenThree,
    /// One way to a five.
    Four,
    /// Two ways to a five that are not the ends of one row of four: a foul for renju's Black, otherwise as good as an open
    /// four and not distinguished from it.
    DoubleFour,
    /// Four in a row with both ends open: two ways to a five.
    OpenFour,
    /// A five, which wins the game.
    Five,
    /// Six or more where that does not win: a foul for renju's Black.
    Overline,
}

impl Shape {
    /// The number of shapes.
    pub const COUNT: usize = 15;

    /// All shapes, so that `ALL[shape as usize] == shape`.
    pub const ALL: [Shape; Shape::COUNT] = [
        Shape::Dead,
        Shape::ClosedOne,
        Shape::One,
        Shape::ClosedTwo,
        Shape::SplitTwo,
        Shape::Two,
        Shape::OpenTwo,
        Shape::ClosedThree,
        Shape::SplitThree,
        Shape::OpenThree,
        Shape::Four,
        Shape::DoubleFour,
        Shape::OpenFour,
        Shape::Five,
        Shape::Overline,
    ];

    /// Can it become an open four in one move?
    pub const fn is_three(self) -> bool {
        matches!(self, Shape::OpenThree | Shape::SplitThree)
    }

    /// Does it threaten a five?
    pub const fn is_four(self) -> bool {
        matches!(self, Shape::Four | Shape::DoubleFour | Shape::OpenFour)
    }
}

/// A window of a line around one cell, as one colour sees it: `reach` cells, the centre, `reach` cells; the first cell is the lowest bit
/// of each mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    own: u32,
    opponent: u32,
    wall: u32,
    reach: usize,
}

impl Window {
    /// The cells before the centre and those after it, each `reach` cells of two bits with the leftmost lowest, as the colour
    /// `me` (1 or 2) sees them; the centre is empty.
    pub const fn new(left: u32, right: u32, reach: usize, me: u32) -> Window {
        let (mut own, mut opponent, mut wall) = (0, 0, 0);
        let mut k = 0;
        while k < reach {
            let sides = [(left >> (2 * k) & 3, k), (right >> (2 * k) & 3, reach + 1 + k)];
            let mut side = 0;
            while side < 2 {
                let (colour, at) = sides[side];
                if colour == me {
                    own |= 1 << at;
                } else if colour == WALL {
                    wall |= 1 << at;
                } else if colour != EMPTY {
                    opponent |= 1 << at;
                }
                side += 1;
            }
            k += 1;
        }
        Window { own, opponent, wall, reach }
    }

    /// The cells before the centre and after it, as [`Window::new`] takes them for colour 1.
    pub const fn halves(self) -> (u32, u32) {
        let mask = (1 << self.reach) - 1;
        let behind = self.reach + 1;
        (
            spread(self.own & mask, self.opponent & mask, self.wall & mask),
            spread(self.own >> behind & mask, self.opponent >> behind & mask, self.wall >> behind & mask),
        )
    }

    const fn len(self) -> usize {
        2 * self.reach + 1
    }

    const fn is_empty_at(self, at: usize) -> bool {
        (self.own | self.opponent | self.wall) >> at & 1 == 0
    }

    const fn with_own(self, at: usize) -> Window {
        Window { own: self.own | 1 << at, ..self }
    }

    const fn with_opponent(self, at: usize) -> Window {
        Window { opponent: self.opponent | 1 << at, ..self }
    }

    /// Would an own stone at `at` win, in a row through both `at` and the centre?
    fn wins(self, at: usize, rule: LineRule) -> bool {
        let first = at - (self.own << (31 - at) << 1).leading_ones() as usize;
        let last = at + (self.own >> (at + 1)).trailing_ones() as usize;
        let run = last - first + 1;
        let blocked = || first > 0 && self.opponent >> (first - 1) & self.opponent >> (last + 1) & 1 != 0;
        (first..=last).contains(&self.reach)
            && match rule {
                LineRule::FiveOrMore => run >= 5,
                LineRule::ExactlyFive => run == 5,
                LineRule::Caro => run > 5 || (run == 5 && !blocked()),
                LineRule::CaroExactlyFive => run == 5 && !blocked(),
            }
    }

    /// The cells where one more own stone wins, given an own stone in the centre, as a bit set.
    fn winning_cells(self, rule: LineRule) -> u32 {
        let mut cells = 0;
        for first in self.reach - 4..=self.reach {
            let five = 0x1F << first;
            let gap = five & !self.own;
            if gap.is_power_of_two() && gap & (self.opponent | self.wall) == 0 {
                let at = gap.trailing_zeros() as usize;
                if self.wins(at, rule) {
                    cells |= gap;
                }
            }
        }
        cells
    }

    /// Is the centre in a row of exactly four whose two ends are `cells`?
    fn is_straight_four(self, cells: u32) -> bool {
        let first = cells.trailing_zeros();
        cells == 0b10_0001 << first && self.own >> first & 0b11_1111 == 0b01_1110
    }

    /// The cells that share with the centre a five-cell window without an opponent's stone or a wall.
    fn shares_a_five(self) -> u32 {
        let free = !(self.opponent | self.wall);
        (self.reach - 4..=self.reach)
            .map(|first| 0x1F << first)
            .filter(|five| free & five == *five)
            .fold(0, |a, b| a | b)
    }
}

/// Interleaves three masks of at most five cells into two bits a cell: own 1, opponent 2, wall 3.
const fn spread(own: u32, opponent: u32, wall: u32) -> u32 {
    let low = own | wall;
    let high = opponent | wall;
    let mut cells = 0;
    let mut at = 0;
    while at < 5 {
        cells |= (low >> at & 1 | (high >> at & 1) << 1) << (2 * at);
        at += 1;
    }
    cells
}

/// Derives shapes and remembers every window it has met: `deriver.shape(window)` with the stone not yet placed in the centre.
pub struct ShapeDeriver<F: Fn(Window) -> usize> {
    rule: LineRule,
    index: F,
    known: Vec<Option<Shape>>,
}

impl<F: Fn(Window) -> usize> ShapeDeriver<F> {
    /// A deriver for windows as one colour sees them under `rule`; `index` gives each a number below `count`.
    pub fn new(rule: LineRule, count: usize, index: F) -> Self {
        ShapeDeriver { rule, index, known: vec![None; count] }
    }

    /// What a stone in the centre of the window makes.
    pub fn shape(&mut self, window: Window) -> Shape {
        let at = (self.index)(window);
        if let Some(shape) = self.known[at] {
            return shape;
        }
        let shape = self.derive(window);
        self.known[at] = Some(shape);
        shape
    }

    fn derive(&mut self, window: Window) -> Shape {
        let placed = window.with_own(window.reach);
        if window.wins(window.reach, self.rule) {
            return Shape::Five;
        }
        if window.wins(window.reach, LineRule::FiveOrMore) {
            return Shape::Overline;
        }
        let cells = placed.winning_cells(self.rule);
        match cells.count_ones() {
            0 => self.derive_quiet(window),
            1 => Shape::Four,
            _ if self.one_reply_stops_all(placed) => Shape::Four,
            _ if placed.is_straight_four(cells) => Shape::OpenFour,
            _ => Shape::DoubleFour,
        }
    }

    /// Where a five can be blocked at its ends, one stone may stop two ways to a five: `o_xxxx_o` is only a four.
    fn one_reply_stops_all(&self, placed: Window) -> bool {
        matches!(self.rule, LineRule::Caro | LineRule::CaroExactlyFive)
            && (0..placed.len())
                .filter(|&at| placed.is_empty_at(at))
                .any(|at| placed.with_opponent(at).winning_cells(self.rule) == 0)
    }

    /// Shapes below a four, by what one more stone makes of them.
    fn derive_quiet(&mut self, window: Window) -> Shape {
        let mut ways = [0; Shape::COUNT];
        let useful = window.shares_a_five();
        for at in (0..window.len()).filter(|&at| useful >> at & 1 != 0 && at != window.reach && window.is_empty_at(at))
        {
            ways[self.shape(window.with_own(at)) as usize] += 1;
        }
        let ways_to = |shapes: &[Shape]| shapes.iter().map(|&shape| ways[shape as usize]).sum::<u32>();
        match ways_to(&[Shape::OpenFour]) {
            0 => {}
            1 => return Shape::SplitThree,
            _ => return Shape::OpenThree,
        }
        if ways_to(&[Shape::Four, Shape::DoubleFour]) > 0 {
            return Shape::ClosedThree;
        }
        match ways_to(&[Shape::OpenThree, Shape::SplitThree]) {
            0 => {}
            1 | 2 => return Shape::SplitTwo,
            3 => return Shape::Two,
            _ => return Shape::OpenTwo,
        }
        if ways_to(&[Shape::ClosedThree]) > 0 {
            Shape::ClosedTwo
        } else if ways_to(&[Shape::SplitTwo, Shape::Two, Shape::OpenTwo]) > 0 {
            Shape::One
        } else if ways_to(&[Shape::ClosedTwo]) > 0 {
            Shape::ClosedOne
        } else {
            Shape::Dead
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape a stone at `*` makes: `x` own, `o` opponent, `#` wall, `.` empty; cells outside the text are walls.
    fn shape(text: &str, rule: LineRule) -> Shape {
        let reach = 5;
        let cells: Vec<char> = text.chars().collect();
        let centre = cells.iter().position(|&cell| cell == '*').expect("a centre");
        let code = |at: Option<usize>| match at.and_then(|at| cells.get(at)) {
            Some('x') => 1,
            Some('o') => 2,
            Some('.') => EMPTY,
            _ => WALL,
        };
        let (mut left, mut right) = (0, 0);
        for k in 0..reach {
            left |= code((centre + k).checked_sub(reach)) << (2 * k);
            right |= code(Some(centre + 1 + k)) << (2 * k);
        }
        let index = |window: Window| {
            let (left, right) = window.halves();
            (left | right << 10) as usize
        };
        ShapeDeriver::new(rule, 1 << 20, index).shape(Window::new(left, right, reach, 1))
    }

    #[test]
    fn shapes_follow_from_what_one_more_stone_makes() {
        let free = |text| shape(text, LineRule::FiveOrMore);
        assert_eq!(free("xx*xx"), Shape::Five);
        assert_eq!(free(".xx*x."), Shape::OpenFour);
        assert_eq!(free("oxx*x."), Shape::Four);
        assert_eq!(free("x.x*x"), Shape::Four);
        assert_eq!(free("..x*x.."), Shape::OpenThree);
        assert_eq!(free(".x.*x."), Shape::SplitThree);
        assert_eq!(free("o.x*x.o"), Shape::ClosedThree);
        assert_eq!(free("oxx*.."), Shape::ClosedThree);
        assert_eq!(free("....x*...."), Shape::OpenTwo);
        assert_eq!(free("...x.*..."), Shape::Two);
        assert_eq!(free("...x..*..."), Shape::SplitTwo);
        assert_eq!(free("ox*..."), Shape::ClosedTwo);
        assert_eq!(free("....*...."), Shape::One);
        assert_eq!(free("o.*..o"), Shape::Dead);
    }

    #[test]
    fn two_fours_in_one_line() {
        for text in ["xxx.*.xxx", "xx.x*.xx", "x.x*x.x"] {
            assert_eq!(shape(text, LineRule::ExactlyFive), Shape::DoubleFour, "{text}");
        }
    }

    #[test]
    fn six_is_no_five_where_exactly_five_wins() {
        assert_eq!(shape("xxx*xx", LineRule::ExactlyFive), Shape::Overline);
        assert_eq!(shape("xxx*xx", LineRule::FiveOrMore), Shape::Five);
        assert_eq!(shape(".xx*x.x", LineRule::ExactlyFive), Shape::Four);
    }

    #[test]
    fn caro_needs_an_end_without_an_opponent() {
        assert_eq!(shape("oxx*xxo", LineRule::Caro), Shape::Overline);
        assert_eq!(shape("oxx*xx#", LineRule::Caro), Shape::Five);
        assert_eq!(shape("oxxx*xxo", LineRule::Caro), Shape::Five);
        assert_eq!(shape("oxxx*xxo", LineRule::CaroExactlyFive), Shape::Overline);
    }

    #[test]
    fn a_caro_four_is_open_only_if_no_single_stone_answers_it() {
        assert_eq!(shape("o.xx*x.o", LineRule::Caro), Shape::Four);
        assert_eq!(shape("#.xx*x.o", LineRule::Caro), Shape::Four);
        assert_eq!(shape("#.xx*x.#", LineRule::Caro), Shape::OpenFour);
        assert_eq!(shape("..xx*x..", LineRule::CaroExactlyFive), Shape::OpenFour);
    }
}
