//! `yxshowforbid` on 2,000 positions for which three independent programs agree on every forbidden point.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::process::Engine;

const ANSWERS: &str = include_str!("../../data/renju_forbidden.txt");
const SIZE: usize = 15;

/// The position as a block of lines, black stones the engine's own: it is to move.
fn block(cells: &str) -> String {
    let mut text = "yxboard\n".to_owned();
    for (at, cell) in cells.bytes().enumerate().filter(|(_, cell)| *cell != b'.') {
        let owner = if cell == b'X' { 1 } else { 2 };
        let _ = writeln!(text, "{},{},{owner}", at % SIZE, at / SIZE); // writing to a String cannot fail
    }
    text + "done\nyxshowforbid"
}

/// `FORBID 0708.` as pairs of columns and rows.
fn points(reply: &str) -> Vec<(usize, usize)> {
    let digits = reply.strip_prefix("FORBID ").and_then(|rest| rest.strip_suffix('.')).expect("a FORBID line");
    let number = |text: &str| text.parse().expect("two digits");
    let mut points: Vec<_> =
        (0..digits.len()).step_by(4).map(|at| (number(&digits[at..at + 2]), number(&digits[at + 2..at + 4]))).collect();
    points.sort_unstable();
    points
}

fn expected(text: &str) -> Vec<(usize, usize)> {
    let point = |text: &str| {
        let (x, y) = text.split_once(',').expect("x,y");
        (x.parse().expect("x"), y.parse().expect("y"))
    };
    let mut points: Vec<_> = text.split_whitespace().map(point).collect();
    points.sort_unstable();
    points
}

#[test]
fn every_forbidden_point_is_shown() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("START 15"), "OK");
    engine.send("INFO rule 4");
    let started = Instant::now();
    for line in ANSWERS.lines().filter(|line| !line.starts_with('#')) {
        let (cells, answer) = line.split_once('\t').expect("a position and its points");
        assert_eq!(points(&engine.ask(&block(cells))), expected(answer), "{cells}");
    }
    let spent = started.elapsed();
    println!("2,000 positions in {spent:?}");
    assert!(spent < Duration::from_secs(5), "{spent:?}");
}
