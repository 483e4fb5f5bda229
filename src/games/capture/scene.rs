//! A capture puzzle as a board shows it: squares, pieces, ducks.

use super::board::{Capture, Move};
use super::geometry::{FILES, RANKS};
use super::kind::Kind;
use super::notation::{DUCK, format_move, square_name};
use crate::engine::view::{Board, BoardCell, Shape, Sign, Step};

/// How far letters and numbers stand from the middles of the outer squares.
const LABEL_GAP: f32 = 0.75;

pub(super) fn board() -> Board {
    let y = |rank: usize| (RANKS - 1 - rank) as f32;
    let place = |rank: usize, file: usize| BoardCell {
        name: square_name((rank * FILES + file) as u8),
        x: file as f32,
        y: y(rank),
    };
    let letter = |file: usize| BoardCell {
        name: char::from(b'a' + file as u8).to_string(),
        x: file as f32,
        y: y(0) + LABEL_GAP,
    };
    let number = |rank: usize| BoardCell { name: (rank + 1).to_string(), x: -LABEL_GAP, y: y(rank) };
    Board {
        shape: Shape::Squares,
        rows: (0..RANKS).map(|rank| (0..FILES).map(|file| place(rank, file)).collect()).collect(),
        labels: (0..FILES).map(letter).chain((0..RANKS).map(number)).collect(),
        stars: Vec::new(),
        signs: signs(),
    }
}

fn signs() -> Vec<Sign> {
    let of = |colour: &str, owner, sign: fn(char) -> char| {
        let sign = move |kind: &Kind| (sign(kind.letter()), format!("{colour} {}", kind.name()));
        Kind::ALL.map(|kind| sign(&kind)).map(|(sign, name)| Sign { sign, name, owner: Some(owner) })
    };
    let duck = Sign { sign: DUCK, name: "duck".to_owned(), owner: None };
    let red = of("red", 1, |letter| letter.to_ascii_lowercase());
    of("black", 0, |letter| letter).into_iter().chain(red).chain([duck]).collect()
}

pub(super) fn step(mv: Move) -> Step {
    Step { text: format_move(mv), from: vec![square_name(mv.from)], to: vec![square_name(mv.to)] }
}

/// Red pieces taken since the start, as what Red has lost.
pub(super) fn lost(pos: &Capture) -> Option<[u8; 2]> {
    let taken = pos.layout().reds().count_ones() - pos.reds().count_ones();
    Some([0, u8::try_from(taken).unwrap_or(u8::MAX)])
}
