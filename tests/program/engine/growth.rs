//! Hours of work in one process: memory does not grow with what was done before, while databases grow on the disk.
//! `scripts/limits.sh growth` runs these measurements.

use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand::prelude::*;
use rand_pcg::Pcg64;

use crate::process::{Engine, is_move};

/// What a process may hold more at the end than after the first sixth, in which caches and tables fill.
const GROWTH: u64 = 4 << 20;

/// Has work done for as long as `FUKUMI_GROWTH` tells in seconds, and looks at the memory every hundredth of it. `unit` does a unit of
/// work and gives the total so far. Tells how much more the process holds at the end than it did in the first sixth.
fn growth(name: &str, engine: &mut Engine, mut unit: impl FnMut(&mut Engine) -> u64) -> u64 {
    let seconds = std::env::var("FUKUMI_GROWTH").map_or(60, |text| text.parse().expect("FUKUMI_GROWTH is a number"));
    let whole = Duration::from_secs(seconds);
    let clock = Instant::now();
    let (mut early, mut most, mut next, mut done) = (0, 0, Duration::ZERO, 0);
    while clock.elapsed() < whole {
        done = unit(engine);
        engine.forget();
        if clock.elapsed() < next {
            continue;
        }
        next += whole / 100;
        let now = engine.memory();
        most = most.max(now);
        if clock.elapsed() < whole / 6 {
            early = most;
        }
    }
    let end = engine.memory();
    println!(
        "growth {name}: {done} in {seconds} s, {early} bytes at most in the first sixth, {most} in all, {end} at the end"
    );
    end.saturating_sub(early)
}

/// So many different cells of a board of this size, as columns and rows from 0.
fn cells(random: &mut Pcg64, size: u8, count: usize) -> impl Iterator<Item = (u8, u8)> {
    let mut all: Vec<_> = (0..size).flat_map(|x| (0..size).map(move |y| (x, y))).collect();
    all.shuffle(random);
    all.into_iter().take(count)
}

/// Different moves on a board of 15, as they are written in a line.
fn moves(random: &mut Pcg64) -> String {
    let count = random.random_range(4..24);
    let names = cells(random, 15, count).map(|(x, y)| format!("{}{}", char::from(b'a' + x), y + 1));
    names.collect::<Vec<_>>().join(" ")
}

/// `analyze` reads positions as they come, some of which are none.
fn analyses(name: &str, more: &[&str]) {
    let mut engine = Engine::with(&[&["analyze", "--json", "--nodes", "300"], more].concat());
    let mut random = Pcg64::seed_from_u64(31);
    let mut done = 0;
    let growth = growth(name, &mut engine, |engine| {
        let line = if random.random_ratio(1, 50) { "h8 h8".to_owned() } else { moves(&mut random) };
        let answer = engine.ask(&line);
        assert!(answer.starts_with("{\"v\":1,"), "{answer}");
        done += 1;
        done
    });
    assert!(growth <= GROWTH, "{growth} bytes more");
}

#[test]
#[ignore = "a measurement of minutes: scripts/limits.sh"]
fn of_analyses() {
    analyses("analyses", &[]);
}

#[test]
#[ignore = "a measurement of minutes: scripts/limits.sh"]
fn of_analyses_into_a_database() {
    analyses("analyses into a database", &["--database", "study.db"]);
}

#[test]
#[ignore = "a measurement of minutes: scripts/limits.sh"]
fn of_games_with_a_database() {
    let mut engine = Engine::with(&["--database", "study.db"]);
    let limit = 100 << 20;
    engine.send("INFO timeout_turn 10000");
    engine.send(&format!("INFO max_memory {limit}"));
    let mut random = Pcg64::seed_from_u64(31);
    let (mut games, mut moves) = (0, 0);
    let growth = growth("games with a database", &mut engine, |engine| {
        assert_eq!(engine.ask(&format!("START {}", random.random_range(12..=20))), "OK");
        engine.send(&format!("INFO rule {}", [0, 1, 4].choose(&mut random).expect("a rule")));
        engine.send("INFO max_node 1000");
        engine.send("BOARD");
        for (turn, (x, y)) in cells(&mut random, 12, 10).enumerate() {
            engine.send(&format!("{x},{y},{}", turn % 2 + 1));
        }
        let answer = engine.ask("DONE");
        // Ten stones anywhere may be a finished game.
        assert!(is_move(&answer) || answer.starts_with("ERROR"), "{answer}");
        moves += u64::from(is_move(&answer));
        games += 1;
        games
    });
    assert!(moves * 10 > games * 9, "{moves} moves in {games} games");
    let peak = engine.peak_memory();
    assert!(growth <= GROWTH && peak * 100 <= limit * 85, "{growth} bytes more, at most {peak} of {limit}");
}

#[test]
#[ignore = "a measurement of minutes: scripts/limits.sh"]
fn of_a_book_that_is_built() {
    let mut engine = Engine::with(&["book", "build", "book.db", "--positions", "100000000", "--nodes", "1000"]);
    let book = engine.folder().join("book.db");
    let growth = growth("book", &mut engine, |_| {
        sleep(Duration::from_millis(500));
        positions(&book)
    });
    // The tree is held in memory.
    let most = GROWTH + POSITION * positions(&book);
    assert!(growth <= most, "{growth} of {most} bytes");
}

/// What a position of a tree in memory may take, in bytes: measured, 450.
const POSITION: u64 = 600;

/// How many positions a database holds.
fn positions(path: &Path) -> u64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    let output = command.args(["db", "stat"]).arg(path).output().expect("the program runs");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let total = told.lines().last().and_then(|line| line.split(' ').next()).and_then(|number| number.parse().ok());
    // It may not be there yet.
    total.unwrap_or(0)
}
