//! 2,000 renju positions, black to move, with every forbidden point; three independent programs agree on each.

use fukumi::games::gomoku::RuleCode;
use fukumi::games::gomoku::notation::{Point, Setup, parse_xy};
use fukumi::search::Player;

const TEXT: &str = include_str!("../data/renju_forbidden.txt");
const SIZE: usize = 15;

/// Each position with its forbidden points, row by row from the top.
pub(crate) fn renju_answers() -> Vec<(Setup, Vec<Point>)> {
    let lines = TEXT.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once('\t').unwrap()).map(|(cells, points)| (setup(cells), forbidden(points))).collect()
}

fn setup(cells: &str) -> Setup {
    assert_eq!(cells.len(), SIZE * SIZE);
    let mut setup = Setup::empty(SIZE, RuleCode::Renju);
    for (at, cell) in cells.chars().enumerate() {
        let owner = match cell {
            'X' => Player::First,
            'O' => Player::Second,
            _ => continue,
        };
        setup.stones.push((Point::new((at % SIZE) as u8, (at / SIZE) as u8), Some(owner)));
    }
    setup
}

fn forbidden(text: &str) -> Vec<Point> {
    let mut points: Vec<Point> = text.split_whitespace().map(|point| parse_xy(point, SIZE).unwrap()).collect();
    points.sort_by_key(|point| (point.y, point.x));
    points
}
