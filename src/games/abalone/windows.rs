//! The value of a line of cells: the sum over its windows of six cells each, one of which may lie off the board.
//!
//! A window holds all that a push needs, three marbles against two and the cell or the edge behind them, so that what the rules
//! turn on, and where on the board it happens, is a matter of one weight. Windows that a symmetry of the board takes into each
//! other share their weights. The sums are computed once for every content of every line. A content is a number whose
//! ternary digits are the cells: 0 an empty cell, 1 a marble of the side to move, 2 one of the other side.

use super::cell::ROWS;
use crate::search::Player;

/// Lines are told apart by how far they are from the board's centre, 0..=4; such a line has 9 cells less that.
pub(super) const DISTANCES: usize = 5;
/// Cells of a window.
const WIDTH: usize = 6;
/// What the cells of a window can hold.
const CONTENTS: usize = 3usize.pow(WIDTH as u32);
/// The same, where one of them is off the board.
const EDGE_CONTENTS: usize = CONTENTS / 3;
/// Windows within a line, by the line's distance: the kinds that no symmetry makes the same.
const INNER_KINDS: [usize; DISTANCES] = [2, 2, 1, 1, 0];
/// The weights of windows.
pub(super) const COUNT: usize = DISTANCES * EDGE_CONTENTS + 6 * CONTENTS;
/// The weights are so many parts of a unit of the evaluation: what one window tells is little.
pub(super) const PARTS: i32 = 8;

/// A weight's number: the kind of window, then its content.
type Number = usize;

/// Windows of one kind have their weights from a place on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// How far the line is from the centre.
    pub(super) distance: usize,
    /// How far the window is from the nearer end of the line; `None` when it looks over the edge.
    pub(super) start: Option<usize>,
    /// The first of its weights.
    first: Number,
}

impl Kind {
    /// How many weights it has.
    pub(super) fn count(self) -> usize {
        if self.start.is_some() { CONTENTS } else { EDGE_CONTENTS }
    }

    /// All kinds, in the order of their weights.
    pub(super) fn all() -> Vec<Kind> {
        let mut kinds: Vec<Kind> = Vec::new();
        for (distance, inner) in INNER_KINDS.into_iter().enumerate() {
            for start in std::iter::once(None).chain((0..inner).map(Some)) {
                let first = kinds.last().map_or(0, |last| last.first + last.count());
                kinds.push(Kind { distance, start, first });
            }
        }
        kinds
    }
}

/// How many cells a line has.
pub(super) const fn length(distance: usize) -> usize {
    ROWS - distance
}

/// How many contents a line can have.
pub(super) const fn contents(distance: usize) -> usize {
    3usize.pow(length(distance) as u32)
}

/// The weights of a line's windows by number; those of windows without a marble are left out, as they tell nothing.
fn windows(kinds: &[Kind], distance: usize, cells: &[u8]) -> Vec<Number> {
    let kind =
        |start| kinds.iter().find(|kind| kind.distance == distance && kind.start == start).map_or(0, |k| k.first);
    let backward: Vec<u8> = cells.iter().rev().copied().collect();
    let (edge, starts) = (kind(None), (cells.len() + 1).saturating_sub(WIDTH));
    let mut numbers = Vec::new();
    for from_end in [cells, &backward] {
        numbers.push((edge, code(&from_end[..WIDTH - 1])));
    }
    for start in 0..starts {
        let (mirrored, window) = (starts - 1 - start, &cells[start..][..WIDTH]);
        let reversed = code(&backward[mirrored..][..WIDTH]);
        let content = match start.cmp(&mirrored) {
            std::cmp::Ordering::Less => code(window),
            std::cmp::Ordering::Equal => code(window).min(reversed),
            std::cmp::Ordering::Greater => reversed,
        };
        numbers.push((kind(Some(start.min(mirrored))), content));
    }
    numbers.into_iter().filter(|&(_, content)| content > 0).map(|(first, content)| first + content).collect()
}

/// The contents of cells as one number.
fn code(cells: &[u8]) -> usize {
    cells.iter().rev().fold(0, |code, &cell| 3 * code + usize::from(cell))
}

/// The contents of cells, from that number.
fn cells(distance: usize, mut code: usize) -> Vec<u8> {
    let digit = |_| {
        let digit = code % 3;
        code /= 3;
        digit as u8
    };
    (0..length(distance)).map(digit).collect()
}

/// Each line's content as the other side sees it.
fn turned(cells: &[u8]) -> Vec<u8> {
    cells.iter().map(|&cell| [0, 2, 1][usize::from(cell)]).collect()
}

/// The value of every line with every content.
pub(super) struct LineValues {
    /// The lines of each distance one after the other: in parts of a unit, for the first player to move and for the second.
    table: Box<[[i16; 2]]>,
}

/// Where the lines of each distance begin in the table.
pub(super) const FIRST: [usize; DISTANCES] = {
    let mut first = [0; DISTANCES];
    let mut distance = 1;
    while distance < DISTANCES {
        first[distance] = first[distance - 1] + contents(distance - 1);
        distance += 1;
    }
    first
};

impl LineValues {
    /// Those of such weights of windows, [`COUNT`] of them.
    pub(super) fn new(weights: &[i16]) -> LineValues {
        let kinds = Kind::all();
        let value = |distance: usize, cells: &[u8]| {
            let sum: i32 = windows(&kinds, distance, cells).into_iter().map(|number| i32::from(weights[number])).sum();
            sum.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
        };
        let lines = (0..DISTANCES).flat_map(|distance| (0..contents(distance)).map(move |code| (distance, code)));
        let table = lines.map(|(distance, code)| {
            let cells = cells(distance, code);
            [value(distance, &cells), value(distance, &turned(&cells))]
        });
        LineValues { table: table.collect() }
    }

    /// Is any of them more than its word holds?
    #[cfg(test)]
    pub(super) fn is_clamped(&self) -> bool {
        self.table.iter().flatten().any(|value| value.unsigned_abs() >= i16::MAX as u16)
    }

    /// The value of a line, by its place in the table, for each player if that player is to move.
    #[inline]
    pub(super) fn of(&self, place: usize) -> [i32; 2] {
        self.table[place].map(i32::from)
    }
}

/// The weights that a line's value is the sum of, each as often as it counts; `place` as for [`LineValues::of`], and the player to move.
pub(super) fn weights_of(distance: usize, place: usize, to_move: Player) -> Vec<Number> {
    let cells = cells(distance, place - FIRST[distance]);
    let seen = if to_move == Player::First { cells } else { turned(&cells) };
    windows(&Kind::all(), distance, &seen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_has_one_kind() {
        let kinds = Kind::all();
        let last = kinds.last().unwrap();
        assert_eq!(last.first + last.count(), COUNT);
        assert!(kinds.windows(2).all(|pair| pair[0].first + pair[0].count() == pair[1].first));
    }

    #[test]
    fn a_line_and_its_mirror_image_have_the_same_windows() {
        let kinds = Kind::all();
        for distance in 0..DISTANCES {
            for code in (0..contents(distance)).step_by(7) {
                let line = cells(distance, code);
                assert_eq!(super::code(&line), code);
                let mirrored: Vec<u8> = line.iter().rev().copied().collect();
                let sorted = |cells: &[u8]| {
                    let mut numbers = windows(&kinds, distance, cells);
                    numbers.sort_unstable();
                    numbers
                };
                assert_eq!(sorted(&line), sorted(&mirrored), "{line:?}");
            }
        }
    }

    #[test]
    fn a_full_line_has_all_its_windows() {
        for (distance, expected) in [6, 5, 4, 3, 2].into_iter().enumerate() {
            assert_eq!(windows(&Kind::all(), distance, &vec![1; length(distance)]).len(), expected);
        }
    }
}
