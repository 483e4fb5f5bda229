//! Fours and open threes as rows of stones, for a board that draws them.

use std::collections::BTreeMap;

use super::notation::{Origin, Point, point_text};
use super::patterns::lines::DELTAS;
use super::patterns::shape::Shape;
use super::{Cell, Gomoku, Rule};
use crate::engine::view::{RowKind, StoneRow};
use crate::search::Player;

/// All fours and open threes of both players.
pub(super) fn rows<R: Rule>(pos: &Gomoku<R>) -> Vec<StoneRow> {
    let mut found: BTreeMap<(usize, RowKind, Vec<Cell>), Vec<Cell>> = BTreeMap::new();
    for cell in pos.empty().iter() {
        for player in Player::ALL {
            for (d, &delta) in DELTAS.iter().enumerate() {
                let Some(kind) = kind(pos.lines().shape::<R>(cell, d, player)) else { continue };
                if kind == RowKind::Three && player == Player::First && pos.is_forbidden(cell) {
                    continue;
                }
                found.entry((player.index(), kind, stones(pos, cell, delta, player))).or_default().push(cell);
            }
        }
    }
    let names = |cells: Vec<Cell>| cells.into_iter().map(|cell| name(cell, pos.size())).collect();
    let row =
        |((player, kind, stones), points)| StoneRow { player, kind, stones: names(stones), points: names(points) };
    found.into_iter().map(row).collect()
}

/// What a row is that becomes this with one more stone.
fn kind(shape: Shape) -> Option<RowKind> {
    match shape {
        Shape::Five => Some(RowKind::Four),
        Shape::OpenFour => Some(RowKind::Three),
        _ => None,
    }
}

/// The stones that make a row with one on an empty cell, from end to end.
fn stones<R: Rule>(pos: &Gomoku<R>, cell: Cell, delta: isize, player: Player) -> Vec<Cell> {
    let run = |delta: isize| {
        (1..).map(move |step| cell.offset(delta, step)).take_while(move |&at| pos.stone(at) == Some(player))
    };
    let mut stones: Vec<Cell> = run(-delta).chain(run(delta)).collect();
    stones.sort_unstable();
    stones
}

fn name(cell: Cell, size: usize) -> String {
    point_text(Point::from(cell), size, Origin::Bottom)
}

#[cfg(test)]
mod tests {
    use super::super::{Freestyle, Renju};
    use super::*;
    use crate::games::gomoku::notation::parse_point;

    fn found<R: Rule>(moves: &str) -> Vec<String> {
        let mut pos = Gomoku::<R>::new(15);
        for text in moves.split(' ') {
            let Point { x, y } = parse_point(text, 15, Origin::Bottom).unwrap();
            pos.place(Cell::new(usize::from(x), usize::from(y)));
        }
        let row = |row: StoneRow| {
            format!("{} {:?} {} at {}", row.player, row.kind, row.stones.join(" "), row.points.join(" "))
        };
        rows(&pos).into_iter().map(row).collect()
    }

    #[test]
    fn threes_and_fours_are_told_with_the_points_that_complete_them() {
        assert_eq!(found::<Freestyle>("h8 a1 i8 c1 j8 e1"), ["0 Three h8 i8 j8 at g8 k8"]);
        assert_eq!(found::<Freestyle>("h8 a1 i8 c1 k8 e1"), ["0 Three h8 i8 k8 at j8"]);
        assert_eq!(found::<Freestyle>("h8 g8 i8 c1 j8 e1 k8 a1"), ["0 Four h8 i8 j8 k8 at l8"]);
        assert_eq!(found::<Freestyle>("a1 h8 c2 h9 e1 h10 g2"), ["1 Three h10 h9 h8 at h11 h7"]);
        assert!(found::<Freestyle>("h8 a1 i8 c1").is_empty());
    }

    #[test]
    fn a_row_that_only_an_overline_completes_is_no_four_in_renju() {
        let moves = "e8 a1 f8 c2 g8 a3 h8 d8 j8 c4";
        assert!(found::<Renju>(moves).is_empty());
        assert_eq!(found::<Renju>("f8 a1 g8 c1 h8 a3 i8 e8"), ["0 Four f8 g8 h8 i8 at j8"]);
    }
}
