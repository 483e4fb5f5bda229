//! The engine: analysis as it comes, moves, puzzles, many sessions at once.

use std::time::{Duration, Instant};

use fukumi::web::ServerSettings;
use serde_json::json;

use super::client::{Host, PATIENCE, game, play, settings};

#[test]
fn an_analysis_arrives_and_follows_the_game() {
    let host = Host::start(&settings());
    let session = host.open(&game("gomoku"));
    let mut events = host.listen(&session);
    events.find("state", |state| state["ply"] == 0);
    host.obey(&session, &play("h8"));
    host.obey(&session, &json!({ "do": "wish", "analyse": true, "lines": 3 }));
    let news = events.find("news", |news| news["depth"].as_u64() >= Some(4));
    assert_eq!((news["ply"].as_u64(), news["lines"].as_array().unwrap().len()), (Some(1), 3));
    for line in news["lines"].as_array().unwrap() {
        assert!(line["chances"].as_u64().unwrap() <= 1000);
        assert_eq!(line["steps"][0]["to"].as_array().unwrap().len(), 1);
    }
    host.obey(&session, &play("i9"));
    events.find("news", |news| news["ply"] == 2 && news["running"] == true);
    let state = host.obey(&session, &json!({ "do": "stop" }));
    assert_eq!(state["analyse"], false);
    assert!(state["chances"][1].is_u64(), "the chart has the position judged before: {}", state["chances"]);
}

#[test]
fn the_engine_plays_its_side_and_takebacks_are_the_players() {
    let host = Host::start(&settings());
    for name in ["gomoku", "abalone"] {
        let session = host.open(&game(name));
        host.obey(&session, &json!({ "do": "wish", "engine": [false, true], "ms": 50 }));
        let first = host.get(&session).json()["view"]["moves"][5]["text"].as_str().unwrap().to_owned();
        host.obey(&session, &play(&first));
        let state = host.await_state(&session, |state| state["ply"] == 2);
        assert_eq!(state["to_move"], 0, "{name}");
        let state = host.obey(&session, &json!({ "do": "undo" }));
        assert_eq!(state["ply"], 0, "{name}: the answer is taken back as well");
    }
}

#[test]
fn a_game_of_the_engine_against_itself_ends() {
    let host = Host::start(&settings());
    let spec = json!({ "game": "gomoku", "options": { "BoardSize": "6" } });
    let session = host.open(&spec);
    host.obey(&session, &json!({ "do": "wish", "ms": 5 }));
    host.obey(&session, &json!({ "do": "game", "spec": spec, "engine": [true, true] }));
    host.await_state(&session, |state| !state["outcome"].is_null());
}

#[test]
fn stop_plays_the_move_at_once() {
    let host = Host::start(&settings());
    let session = host.open(&game("abalone"));
    host.obey(&session, &json!({ "do": "wish", "ms": 60_000 }));
    host.obey(&session, &json!({ "do": "go" }));
    std::thread::sleep(Duration::from_millis(150));
    let began = Instant::now();
    host.obey(&session, &json!({ "do": "stop" }));
    host.await_state(&session, |state| state["ply"] == 1);
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn puzzles_are_solved_and_those_without_a_solution_are_named() {
    let host = Host::start(&settings());
    let session = host.open(&json!({ "game": "capture", "position": "8/p2PnD2/ec6/4D1C1 b" }));
    let mut events = host.listen(&session);
    host.obey(&session, &json!({ "do": "wish", "analyse": true }));
    let news = events.find("news", |news| news["running"] == false && news["lines"][0]["steps"].is_array());
    for step in news["lines"][0]["steps"].as_array().unwrap() {
        host.obey(&session, &play(step["text"].as_str().unwrap()));
    }
    assert_eq!(host.get(&session).json()["outcome"], "first");
    let walled = json!({ "game": "capture", "position": "KD5p/DD6/8/8 b" });
    host.obey(&session, &json!({ "do": "game", "spec": walled }));
    events.find("news", |news| news["note"].is_string());
}

/// Asks that many sessions for a move at once; the time until the last has it.
fn crowd(sessions: usize, ms: u64) -> Duration {
    let host = Host::start(&ServerSettings { sessions, ..settings() });
    let paths: Vec<String> = (0..sessions).map(|_| host.open(&game("gomoku"))).collect();
    for path in &paths {
        host.obey(path, &json!({ "do": "wish", "ms": ms }));
    }
    let began = Instant::now();
    for path in &paths {
        host.obey(path, &json!({ "do": "go" }));
    }
    for path in &paths {
        host.await_state(path, |state| state["ply"] == 1);
    }
    began.elapsed()
}

#[test]
fn forty_sessions_at_once_all_have_their_move() {
    let took = crowd(40, 1000);
    assert!(took < PATIENCE / 2, "{took:?}: 40 turns of a second would take 20 s on two threads");
}

#[test]
fn a_session_that_comes_late_does_not_wait_for_those_that_think_long() {
    let host = Host::start(&settings());
    let busy: Vec<String> = (0..6).map(|_| host.open(&game("gomoku"))).collect();
    let _listeners: Vec<_> = busy.iter().map(|path| host.listen(path)).collect();
    for path in &busy {
        host.obey(path, &play("h8"));
        host.obey(path, &json!({ "do": "wish", "analyse": true }));
    }
    std::thread::sleep(Duration::from_millis(500));
    let late = host.open(&game("abalone"));
    host.obey(&late, &json!({ "do": "wish", "ms": 100 }));
    let began = Instant::now();
    host.obey(&late, &json!({ "do": "go" }));
    host.await_state(&late, |state| state["ply"] == 1);
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
}
