//! The tree of moves by commands: variations, edits, files with all of them; and what is known of the moves: judgement, clock, levels.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Host, game, play, settings};

fn edit(edit: Value) -> Value {
    json!({ "do": "edit", "edit": edit })
}

fn node(state: &Value, text: &str) -> u64 {
    let nodes = state["nodes"].as_array().unwrap();
    nodes.iter().find(|node| node["move"] == text).unwrap_or_else(|| panic!("{text}: {nodes:?}"))["id"]
        .as_u64()
        .unwrap()
}

#[test]
fn variations_are_kept_visited_promoted_and_deleted_and_edits_undone() {
    let host = Host::start(&settings());
    let session = host.open(&game("gomoku"));
    for text in ["h8", "i9", "h9"] {
        host.obey(&session, &play(text));
    }
    host.obey(&session, &json!({ "do": "goto", "ply": 1 }));
    host.obey(&session, &play("i10"));
    let state = host.obey(&session, &edit(json!({ "do": "comment", "text": "another way" })));
    assert_eq!((&state["tree"], &state["moves"]), (&json!("h8 i9 (i10 {another way}) h9"), &json!(["h8", "i10"])));
    let state = host.obey(&session, &json!({ "do": "visit", "node": node(&state, "i9") }));
    assert_eq!((&state["moves"], &state["ply"]), (&json!(["h8", "i9", "h9"]), &json!(2)));
    let promoted = host.obey(&session, &edit(json!({ "do": "promote", "node": node(&state, "i10") })));
    assert_eq!(promoted["tree"], "h8 i10 {another way} (i9 h9)");
    let deleted = host.obey(&session, &edit(json!({ "do": "delete", "node": node(&state, "i9") })));
    assert_eq!((&deleted["tree"], &deleted["ply"]), (&json!("h8 i10 {another way}"), &json!(1)));
    host.refuse(&session, &json!({ "do": "visit", "node": node(&state, "i9") }));
    for tree in ["h8 i10 {another way} (i9 h9)", "h8 i9 (i10 {another way}) h9", "h8 i9 (i10) h9"] {
        assert_eq!(host.obey(&session, &edit(json!({ "do": "undo" })))["tree"], tree);
    }
    let state = host.get(&session).json();
    assert_eq!(state["edited"], false);
    assert!(host.refuse(&session, &edit(json!({ "do": "undo" }))).contains("nothing to undo"));
}

#[test]
fn a_game_with_variations_is_loaded_saved_and_opened_again() {
    let host = Host::start(&settings());
    let session = host.open(&game("gomoku"));
    let sgf = "(;GM[4]SZ[15]PB[Sakata]C[start];B[hh]C[centre]LB[ii:A];W[ig](;B[jf])(;B[gg];W[jj]))";
    let found = host.post(&format!("{session}/load"), &json!({ "text": sgf })).json();
    let spec = &found["found"][0]["spec"];
    let state = host.obey(&session, &json!({ "do": "game", "spec": spec }));
    assert_eq!(state["tree"], "{start} h8 [i7:A] {centre} i9 j10 (g9 j6)");
    assert_eq!((&state["tags"]["Black"], &state["nodes"][1]["labels"]), (&json!("Sakata"), &json!([["i7", "A"]])));
    let saved = host.post(&format!("{session}/save"), &json!({ "format": "sgf" })).json();
    let again = host.post(&format!("{session}/load"), &json!({ "text": saved["text"] })).json();
    assert_eq!(&again["found"][0]["spec"]["tree"], &state["tree"]);
    let variation = json!({ "game": "gomoku", "tree": state["tree"], "moves": ["h8", "i9", "g9"] });
    let opened = host.get(&host.open(&variation)).json();
    assert_eq!(opened["moves"], json!(["h8", "i9", "g9", "j6"]));
    let psq = host.post(&format!("{session}/save"), &json!({ "format": "psq" })).json();
    assert!(psq["left_out"][0].as_str().unwrap().contains("variations"), "{psq}");
    let refused = host.post(&format!("{session}/save"), &json!({ "format": "nonsense" }));
    assert_eq!(refused.status, 400, "{refused:?}");
}

#[test]
fn a_line_is_looked_at_without_being_played_and_kept_when_wanted() {
    let host = Host::start(&settings());
    let session = host.open(&json!({ "game": "abalone", "options": { "Start": "standard" } }));
    let before = host.get(&session).json();
    let first = &before["view"]["moves"][0]["text"];
    let seen = host.post(&format!("{session}/look"), &json!({ "ply": 0, "moves": [first] })).json();
    assert_eq!((&seen["view"]["last"]["text"], &seen["to_move"]), (first, &json!(1)));
    assert_eq!(host.get(&session).json(), before);
    let refused = host.post(&format!("{session}/look"), &json!({ "ply": 0, "moves": ["a1a1"] }));
    assert_eq!(refused.status, 400);
    let kept = host.obey(&session, &edit(json!({ "do": "keep", "ply": 0, "moves": [first] })));
    assert_eq!((&kept["moves"][0], &kept["ply"]), (first, &json!(0)));
}

#[test]
fn a_game_is_judged_while_the_page_looks_elsewhere() {
    let host = Host::start(&settings());
    let moves = "h8 i9 i8 a1 j8 b1 g8 o15".split(' ').collect::<Vec<_>>();
    let session = host.open(&json!({ "game": "gomoku", "moves": moves }));
    let state = host.obey(&session, &json!({ "do": "judge" }));
    assert_eq!((&state["judgement"]["running"], &state["judgement"]["all"]), (&json!(true), &json!(9)));
    host.obey(&session, &json!({ "do": "goto", "ply": 2 }));
    let state = host.await_state(&session, |state| state["judgement"]["running"] == false);
    let judged = state["judgement"]["moves"].as_array().unwrap();
    assert_eq!((judged.len(), &state["ply"], &state["judgement"]["done"]), (8, &json!(2), &json!(9)));
    let wasted = judged.iter().find(|judged| judged["move"] == "a1").unwrap();
    assert!(wasted["mark"].is_string() && wasted["best"].is_string(), "{wasted}");
    assert_eq!(wasted["node"], state["line"][3]);
    let best = &wasted["line"].as_array().unwrap()[0];
    assert_eq!(best, &wasted["best"]);
    let accuracy = |player: usize| state["judgement"]["players"][player]["accuracy"].as_f64().unwrap();
    assert!(accuracy(0) > accuracy(1), "{}", state["judgement"]["players"]);
    assert!(state["chances"].as_array().unwrap().iter().all(Value::is_u64), "{}", state["chances"]);
}

#[test]
fn a_judgement_is_stopped_and_gives_way_to_the_engines_move() {
    let host = Host::start(&settings());
    let moves = "h8 i9 i8 j8 h9 h10".split(' ').collect::<Vec<_>>();
    let session = host.open(&json!({ "game": "gomoku", "moves": moves }));
    host.obey(&session, &json!({ "do": "judge" }));
    let state = host.obey(&session, &json!({ "do": "stop" }));
    assert_eq!(state["judgement"]["running"], false);
    host.obey(&session, &json!({ "do": "judge" }));
    host.obey(&session, &json!({ "do": "wish", "ms": 50, "engine": [true, false] }));
    let state = host.await_state(&session, |state| state["ply"] == 7);
    assert_eq!(state["judgement"]["running"], false);
}

#[test]
fn levels_and_nodes_limit_what_the_engine_thinks() {
    let host = Host::start(&settings());
    let session = host.open(&game("gomoku"));
    host.obey(&session, &json!({ "do": "wish", "ms": 60_000, "level": 10 }));
    host.obey(&session, &play("h8"));
    host.obey(&session, &json!({ "do": "wish", "engine": [false, true] }));
    host.await_state(&session, |state| state["ply"] == 2);
    let state = host.obey(&session, &json!({ "do": "wish", "level": 100, "nodes": 2000, "engine": [false, false] }));
    assert_eq!((&state["nodes_limit"], &state["level"]), (&json!(2000), &json!(100)));
    host.obey(&session, &json!({ "do": "wish", "engine": [true, false] }));
    host.await_state(&session, |state| state["ply"] == 3);
    let state = host.obey(&session, &json!({ "do": "wish", "nodes": 0, "level": 1000 }));
    assert_eq!((&state["nodes_limit"], &state["level"]), (&Value::Null, &json!(100)));
}

#[test]
fn a_clock_runs_from_the_first_move_and_falls() {
    let host = Host::start(&settings());
    let session = host.open(&game("gomoku"));
    let clock = json!({ "seconds": 1, "increment": 0 });
    let state = host.obey(&session, &json!({ "do": "game", "spec": game("gomoku"), "clock": clock }));
    assert_eq!((&state["clock"]["left"], &state["clock"]["running"]), (&json!([1000, 1000]), &Value::Null));
    let state = host.obey(&session, &play("h8"));
    assert_eq!(state["clock"]["running"], 1);
    std::thread::sleep(Duration::from_millis(1100));
    assert!(host.refuse(&session, &play("i9")).contains("time is up"));
    let state = host.obey(&session, &json!({ "do": "flag" }));
    assert_eq!((&state["outcome"], &state["clock"]["fallen"]), (&json!("first"), &json!(1)));
    let state = host.obey(&session, &json!({ "do": "undo" }));
    assert_eq!((&state["clock"], &state["outcome"]), (&Value::Null, &Value::Null), "it goes on without a clock");
    let bad = json!({ "do": "game", "spec": game("gomoku"), "clock": { "seconds": 0, "increment": 0 } });
    assert!(host.refuse(&session, &bad).contains("clock"));
}

#[test]
fn the_engine_plays_by_the_clock() {
    let host = Host::start(&settings());
    let session = host.open(&game("gomoku"));
    let clock = json!({ "seconds": 20, "increment": 0 });
    let begin = json!({ "do": "game", "spec": game("gomoku"), "engine": [false, true], "clock": clock });
    host.obey(&session, &json!({ "do": "wish", "ms": 60_000 }));
    host.obey(&session, &begin);
    host.obey(&session, &play("h8"));
    let state = host.await_state(&session, |state| state["ply"] == 2);
    let left = state["clock"]["left"][1].as_u64().unwrap();
    assert!((10_000..20_000).contains(&left), "{left}");
    assert_eq!(state["clock"]["running"], 0);
}

#[test]
fn threes_and_fours_are_told_with_their_stones() {
    let host = Host::start(&settings());
    let moves = "h8 a1 i8 c1 j8 e1".split(' ').collect::<Vec<_>>();
    let session = host.open(&json!({ "game": "gomoku", "moves": moves }));
    let found = host.post(&format!("{session}/threats"), &json!({})).json();
    let three = json!({ "player": 0, "kind": "three", "stones": ["h8", "i8", "j8"], "points": ["g8", "k8"] });
    assert_eq!(found["rows"], json!([three]));
    assert_eq!(found["threats"][0]["player"], 0);
}
