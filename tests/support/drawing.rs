//! Positions drawn in tests: `X` the side to move, `O` the other side, `#` dead, `.` empty, any small letter an empty cell to ask
//! about. Blanks are free; the number of rows is the size.

use fukumi::games::gomoku::RuleCode;
use fukumi::games::gomoku::notation::{Point, Setup};
use fukumi::search::Player;

/// A drawn position, not yet of any rule or colour.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    pub(crate) rows: Vec<Vec<char>>,
}

impl Drawing {
    pub(crate) fn new(text: &str) -> Drawing {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let rows: Vec<Vec<char>> = lines.map(|line| line.chars().filter(|c| !c.is_whitespace()).collect()).collect();
        assert!(rows.iter().all(|row| row.len() == rows.len()), "not square:\n{text}");
        Drawing { rows }
    }

    /// The drawing turned and mirrored in all eight ways.
    pub(crate) fn symmetries(&self) -> Vec<Drawing> {
        let mut all = vec![self.clone()];
        for turn in 0..7 {
            let last = &all[turn];
            let next = if turn == 3 { last.mirrored() } else { last.transposed().mirrored() };
            all.push(next);
        }
        all
    }

    fn mirrored(&self) -> Drawing {
        Drawing { rows: self.rows.iter().map(|row| row.iter().rev().copied().collect()).collect() }
    }

    fn transposed(&self) -> Drawing {
        let size = self.rows.len();
        Drawing { rows: (0..size).map(|x| self.rows.iter().map(|row| row[x]).collect()).collect() }
    }

    /// The position with that side to move.
    pub(crate) fn setup(&self, rule: RuleCode, mover: Player) -> Setup {
        let stones = self.cells().filter_map(|(point, cell)| match cell {
            'X' => Some((point, Some(mover))),
            'O' => Some((point, Some(mover.opponent()))),
            '#' => Some((point, None)),
            _ => None,
        });
        Setup { size: self.rows.len(), rule, stones: stones.collect(), to_move: mover }
    }

    /// The points asked about, with their letters.
    pub(crate) fn marks(&self) -> Vec<(Point, char)> {
        self.cells().filter(|(_, cell)| cell.is_ascii_lowercase()).collect()
    }

    fn cells(&self) -> impl Iterator<Item = (Point, char)> + '_ {
        let row_cells = |(y, row): (usize, &Vec<char>)| {
            row.iter().copied().enumerate().map(|(x, cell)| (Point::new(x as u8, y as u8), cell)).collect::<Vec<_>>()
        };
        self.rows.iter().enumerate().flat_map(row_cells)
    }
}
