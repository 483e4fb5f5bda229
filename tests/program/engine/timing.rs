//! How long things take: stopping, leaving, moving at once. The limits are wide: the machine may be busy.

use std::time::{Duration, Instant};

use crate::process::{Engine, PATIENCE, is_move};

const SOON: Duration = Duration::from_millis(300);

fn started(turn: u32) -> Engine {
    let mut engine = Engine::start();
    assert_eq!(engine.ask("START 15"), "OK");
    engine.send(&format!("INFO timeout_turn {turn}"));
    engine
}

fn thinking() -> Engine {
    let mut engine = started(60_000);
    engine.send("TURN 7,7");
    std::thread::sleep(Duration::from_millis(150));
    engine
}

#[test]
fn a_running_search_is_stopped_at_once() {
    for stop in ["YXSTOP", "STOP", "stop", "INFO timeout_turn 0", "INFO time_left 0"] {
        let mut engine = thinking();
        let asked = Instant::now();
        assert!(is_move(&engine.ask(stop)), "{stop}");
        assert!(asked.elapsed() < SOON, "{stop}: {:?}", asked.elapsed());
    }
}

#[test]
fn a_smaller_limit_shortens_the_running_search() {
    let mut engine = thinking();
    let asked = Instant::now();
    assert!(is_move(&engine.ask("INFO timeout_turn 400")));
    assert!(asked.elapsed() < Duration::from_millis(600), "{:?}", asked.elapsed());
}

#[test]
fn a_stop_stops_only_its_own_search() {
    let mut engine = thinking();
    assert!(is_move(&engine.ask("STOP")));
    engine.send("STOP");
    engine.send("INFO timeout_turn 300");
    let asked = Instant::now();
    assert!(is_move(&engine.ask("TURN 0,0")));
    assert!(asked.elapsed() > Duration::from_millis(100), "{:?}", asked.elapsed());
}

#[test]
fn a_limit_of_nothing_is_answered_at_once() {
    let mut engine = started(0);
    assert!(is_move(&engine.ask("BEGIN")));
    for turn in ["0,0", "14,14", "0,14"] {
        let asked = Instant::now();
        assert!(is_move(&engine.ask(&format!("TURN {turn}"))));
        assert!(asked.elapsed() < SOON, "{:?}", asked.elapsed());
    }
}

#[test]
fn a_stopped_search_answers_before_the_engine_leaves() {
    let mut engine = thinking();
    assert!(is_move(&engine.ask("STOP\nEND")), "{}", engine.told());
    assert!(engine.wait(Instant::now()) < SOON);
    // A whole file at once: the search has not even begun when the end is read.
    let mut engine = Engine::start();
    engine.bytes(b"ugi\nposition startpos\ngo infinite\nstop\nquit\n");
    let lines: Vec<String> = std::iter::from_fn(|| engine.line_within(PATIENCE)).collect();
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

#[test]
fn leaving_is_quick_and_silent() {
    for end in ["END", "end"] {
        for mut engine in [Engine::start(), started(1_000), thinking()] {
            let asked = Instant::now();
            engine.send(end);
            assert!(engine.wait(asked) < SOON, "{end}");
        }
    }
    let mut engine = thinking();
    let asked = Instant::now();
    engine.send("END");
    engine.wait(asked);
    while let Some(line) = engine.line_within(PATIENCE) {
        assert!(!is_move(&line), "{line}");
    }
}

#[test]
fn the_end_of_the_input_stops_what_is_unbounded_and_lets_the_rest_finish() {
    let mut engine = Engine::start();
    engine.bytes(b"START 15\nINFO timeout_turn 200\nBEGIN\n");
    let (rest, _) = engine.finish();
    assert_eq!(rest.first().map(String::as_str), Some("OK"));
    assert!(rest.last().is_some_and(|line| is_move(line)), "{rest:?}");
    let mut engine = Engine::start();
    engine.bytes(b"ugi\nposition startpos\ngo infinite\n");
    std::thread::sleep(Duration::from_millis(150));
    let (rest, took) = engine.finish();
    assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{rest:?}");
    assert!(took < SOON * 2, "{took:?}");
    let mut engine = Engine::start();
    engine.bytes(b"START 15\nBOARD\n7,7,1\n");
    let (rest, _) = engine.finish();
    assert!(rest.last().is_some_and(|line| line.starts_with("ERROR")), "{rest:?}");
}

#[test]
fn the_first_answer_does_not_wait_for_tables() {
    let started = Instant::now();
    let mut engine = Engine::with(&[]);
    assert_eq!(engine.ask("START 20"), "OK");
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
}

#[test]
fn a_clock_that_has_run_out_is_no_reason_to_think() {
    let mut engine = started(5_000);
    for left in ["-100", "0", "1", "60"] {
        engine.send(&format!("INFO time_left {left}"));
        let asked = Instant::now();
        assert!(is_move(&engine.ask("BOARD 7,7,2 DONE")));
        assert!(asked.elapsed() < SOON, "{left}: {:?}", asked.elapsed());
    }
}
