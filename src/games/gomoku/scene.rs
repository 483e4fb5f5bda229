//! Gomoku as a board shows it: points, stones, the five that won.

use super::board::fouls::Foul;
use super::notation::{Origin, Point, point_text};
use super::{Cell, Gomoku, Rule};
use crate::engine::view::{Board, BoardCell, ForbiddenCell, Shape, Sign, Step};
use crate::search::Player;

/// How far letters and numbers stand from the outer lines.
const LABEL_GAP: f32 = 0.85;

/// Columns and rows of a step in the four directions.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Stones in a row that win.
const FIVE: usize = 5;

pub(super) fn board(size: usize) -> Board {
    let place = |x: usize, y: usize| BoardCell { name: name(Cell::new(x, y), size), x: x as f32, y: y as f32 };
    let last = (size - 1) as f32;
    let letter = |x: usize| BoardCell {
        name: name(Cell::new(x, 0), size).chars().take(1).collect(),
        x: x as f32,
        y: last + LABEL_GAP,
    };
    let number = |y: usize| BoardCell { name: (size - y).to_string(), x: -LABEL_GAP, y: y as f32 };
    Board {
        shape: Shape::Points,
        rows: (0..size).map(|y| (0..size).map(|x| place(x, y)).collect()).collect(),
        labels: (0..size).map(letter).chain((0..size).map(number)).collect(),
        stars: stars(size).into_iter().map(|cell| name(cell, size)).collect(),
        signs: [('b', "black stone", Some(0)), ('w', "white stone", Some(1)), ('x', "blocked point", None)]
            .map(|(sign, name, owner)| Sign { sign, name: name.to_owned(), owner })
            .to_vec(),
    }
}

/// The centre and, where there is room, four points on the fourth lines.
fn stars(size: usize) -> Vec<Cell> {
    let centre = (size % 2 == 1).then(|| Cell::new(size / 2, size / 2));
    let corners = [(3, 3), (3, size - 4), (size - 4, 3), (size - 4, size - 4)].map(|(x, y)| Cell::new(x, y));
    centre.into_iter().chain(corners.into_iter().filter(|_| size >= 13)).collect()
}

pub(super) fn step(mv: Cell, size: usize) -> Step {
    let name = name(mv, size);
    Step { text: name.clone(), from: Vec::new(), to: vec![name] }
}

/// The winner's stones in a row of five or more through the last move.
pub(super) fn winning<R: Rule>(pos: &Gomoku<R>, winner: Player) -> Vec<String> {
    let size = pos.size();
    let Some(last) = pos.last_move() else { return Vec::new() };
    let own = |x: isize, y: isize| {
        let on = |at: isize| (0..size as isize).contains(&at);
        let cell = (on(x) && on(y)).then(|| Cell::new(x as usize, y as usize))?;
        (pos.stone(cell) == Some(winner)).then_some(cell)
    };
    let run = |dx: isize, dy: isize| -> Vec<Cell> {
        let at = |step: isize| own(last.x() as isize + dx * step, last.y() as isize + dy * step);
        let back = (1..).map_while(|step| at(-step));
        back.chain((0..).map_while(at)).collect()
    };
    let fives = DIRECTIONS.into_iter().map(|(dx, dy)| run(dx, dy)).filter(|run| run.len() >= FIVE);
    fives.flatten().map(|cell| name(cell, size)).collect()
}

/// Black's forbidden points, each with the lines that make it so.
pub(super) fn fouls<R: Rule>(pos: &Gomoku<R>) -> Vec<ForbiddenCell> {
    let size = pos.size();
    let named = |at: Cell| {
        let Foul { kind, lines } = pos.foul(at)?;
        let lines = lines.iter().map(|line| line.iter().map(|&cell| name(cell, size)).collect()).collect();
        Some(ForbiddenCell { at: name(at, size), kind, lines })
    };
    pos.forbidden_points().into_iter().filter_map(named).collect()
}

fn name(cell: Cell, size: usize) -> String {
    point_text(Point::from(cell), size, Origin::Bottom)
}
