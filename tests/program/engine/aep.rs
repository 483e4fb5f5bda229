//! The abalone engine protocol, as a program built on abmove sees it.

use std::time::{Duration, Instant};

use crate::process::Engine;

const BELGIAN: &str = "position abp 22011 222111 0220110 00000000 000000000 00000000 0110220 111222 11022";

fn started() -> Engine {
    let mut engine = Engine::start();
    engine.send("aep");
    while engine.reply() != "readyok" {}
    engine
}

/// The position text that `d` shows last.
fn place(engine: &mut Engine) -> String {
    engine.send("d");
    let lines = (0..12).map(|_| engine.line_within(Duration::from_secs(5)).expect("a line"));
    lines.last().expect("the text")
}

#[test]
fn the_handshake_names_the_engine_and_opens_abalone() {
    let mut engine = Engine::start();
    engine.send("aep");
    let mut line = || engine.line_within(Duration::from_secs(5)).expect("a line");
    assert!(line().starts_with("id name fukumi "));
    assert!(line().starts_with("id author "));
    assert_eq!(line(), "readyok");
    assert_eq!(place(&mut engine), "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0");
}

#[test]
fn the_protocol_can_be_forced() {
    let mut engine = Engine::with(&["--protocol", "aep"]);
    assert_eq!(engine.ask("isready"), "readyok");
    engine.send(&format!("{BELGIAN} moves a1d4"));
    let text = place(&mut engine);
    assert!(text.ends_with(" w 0 0 1 1"), "{text}");
    assert_eq!(Engine::with(&["--protocol", "aep"]).ask("ugi"), "info string error: unknown command: 'ugi'");
}

#[test]
fn a_whole_game_is_played_in_the_form_of_two_cells() {
    let mut engine = started();
    engine.send("setoption name PlyCap value 30");
    let mut moves = String::new();
    for ply in 0..30 {
        engine.send(&format!("{BELGIAN} moves{moves}"));
        let best = engine.ask("go time 2000 2000 inc 20 20 nodes 500");
        let mv = best.strip_prefix("bestmove ").unwrap_or_else(|| panic!("ply {ply}: {best}"));
        assert!(mv.len() == 4 && mv != "none", "ply {ply}: {mv}");
        moves += &format!(" {mv}");
    }
    engine.send(&format!("{BELGIAN} moves{moves}"));
    assert_eq!(engine.ask("go depth 1"), "bestmove none");
}

#[test]
fn lost_marbles_are_those_missing_of_fourteen() {
    let mut engine = started();
    engine.send("position abp 00000 000000 0000000 00000000 111111111 00000000 2222222 220000 00000 moves");
    assert_eq!(place(&mut engine), "5/6/7/8/bbbbbbbbb/8/wwwwwww/ww4/5 b 5 5");
    engine.send("position abp 00000 000000 0000000 00000000 111111110 00000000 2222222 220000 00000 2");
    assert_eq!(place(&mut engine), "5/6/7/8/bbbbbbbb1/8/wwwwwww/ww4/5 w 6 5");
    assert_eq!(engine.ask("go depth 3"), "bestmove none");
}

#[test]
fn the_clock_of_the_player_to_move_counts() {
    let mut engine = started();
    engine.send(&format!("{BELGIAN} moves a1b2"));
    let begun = Instant::now();
    assert!(engine.ask("go time 3600000 200 inc 0 0").starts_with("bestmove "));
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[test]
fn what_is_broken_leaves_the_position() {
    let mut engine = started();
    engine.send(&format!("{BELGIAN} moves a1b2"));
    let before = place(&mut engine);
    for bad in [
        "position abp 22011".to_owned(),
        BELGIAN.replace("22011", "33011"),
        BELGIAN.replace("22011 222111", "22222 222222"),
        format!("{BELGIAN} moves a1b2 a1b2"),
        format!("{BELGIAN} moves a1b2 e5e6"),
        format!("{BELGIAN} moves a1"),
        "position startpos".to_owned(),
    ] {
        assert!(engine.ask(&bad).starts_with("info string error"), "{bad}");
        assert_eq!(place(&mut engine), before, "{bad}");
    }
}

#[test]
fn a_search_without_end_is_stopped_and_left() {
    let mut engine = started();
    engine.send("go infinite");
    assert_eq!(engine.ask("isready"), "readyok");
    assert!(engine.ask("stop").starts_with("bestmove "));
    engine.send("go infinite");
    engine.send("quit");
    let begun = Instant::now();
    assert_eq!(engine.reply_or_end(), None);
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
}
