//! The study view: what the database knows, kept analyses, the queue of branches, files; and bad input.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use fukumi::page::study::StudyFile;
use fukumi::web::ServerSettings;
use serde_json::{Value, json};

use super::client::{Host, PATIENCE, game, play, settings};
use crate::support::folder::Folder;

fn with_database(path: &Path, is_read_only: bool) -> ServerSettings {
    ServerSettings { database: Some(StudyFile::open(path, is_read_only, std::env::temp_dir()).unwrap()), ..settings() }
}

fn study(host: &Host, session: &str) -> Value {
    let answer = host.get(&format!("{session}/study"));
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

fn await_study(host: &Host, session: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    loop {
        let found = study(host, session);
        if wanted(&found) {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "{found}");
        thread::sleep(Duration::from_millis(30));
    }
}

fn order(host: &Host, session: &str, number: i64, order: &str) -> Value {
    let answer = host.post(&format!("{session}/study/order"), &json!({ "number": number, "order": order }));
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

fn send(host: &Host, path: &str, bytes: &[u8]) -> (u16, Value) {
    let answer = host.send("POST", path, &[("Content-Type", "application/octet-stream")], bytes);
    (answer.status, answer.json())
}

#[test]
fn without_a_database_the_page_is_told_how_to_get_one() {
    let host = Host::start(&settings());
    assert_eq!(host.get("/api/games").json()["study"], false);
    let session = host.open(&game("gomoku"));
    let answer = host.get(&format!("{session}/study"));
    assert_eq!(answer.status, 400);
    assert!(answer.json()["error"].as_str().unwrap().contains("--database FILE"));
}

#[test]
fn an_analysis_is_kept_if_the_person_likes_and_its_moves_are_shown() {
    let folder = Folder::new();
    let host = Host::start(&with_database(&folder.path("study.db"), false));
    assert_eq!(host.get("/api/games").json()["study"], true);
    let session = host.open(&game("gomoku"));
    ["h8", "i9", "h9"].iter().for_each(|text| drop(host.obey(&session, &play(text))));
    let _listening = host.listen(&session);
    let analyse = |keep: bool| json!({ "do": "wish", "analyse": true, "lines": 3, "keep": keep });
    host.obey(&session, &analyse(false));
    thread::sleep(Duration::from_millis(300));
    host.obey(&session, &json!({ "do": "wish", "analyse": false }));
    assert_eq!((&study(&host, &session)["count"], &study(&host, &session)["here"]), (&json!(0), &Value::Null));
    assert_eq!(host.obey(&session, &analyse(true))["keep"], true);
    let found = await_study(&host, &session, |found| found["moves"].as_array().unwrap().len() >= 3);
    let (here, best) = (&found["here"], &found["moves"][0]);
    assert!(here["depth"].as_u64().unwrap() >= 8 && here["best"] != "", "{found}");
    assert_eq!((&best["ways"], &best["games"], &best["bound"]), (&json!(1), &json!(0), &json!("exact")));
    host.obey(&session, &json!({ "do": "wish", "analyse": false }));
    // The position after the best move is known by the value that its line had.
    let child = host.obey(&session, &play(best["move"].as_str().unwrap()));
    assert_eq!(child["ply"], 4);
    let after = study(&host, &session);
    assert!(after["here"]["value"].is_i64() || after["here"]["mate"].is_i64(), "{after}");
    let puzzle = host.open(&game("capture"));
    assert_eq!(study(&host, &puzzle)["kept"], false);
}

#[test]
fn a_branch_grows_while_nobody_searches_stops_goes_on_and_survives_a_restart() {
    let folder = Folder::new();
    let path = folder.path("study.db");
    let host = Host::start(&with_database(&path, false));
    let session = host.open(&game("gomoku"));
    host.obey(&session, &play("h8"));
    let branch = json!({ "searches": 5000, "nodes": 2000 });
    let added = host.post(&format!("{session}/study/branches"), &branch).json();
    let number = added["queue"][0]["number"].as_i64().unwrap();
    let done = |found: &Value| found["queue"][0]["done"].as_u64().unwrap();
    await_study(&host, &session, |found| done(found) >= 4 && found["queue"][0]["running"] == true);
    // A search of a session comes first, and has its answer.
    let moved = host.obey(&session, &json!({ "do": "go" }));
    host.await_state(&session, |state| state["ply"].as_u64() > moved["ply"].as_u64());
    host.obey(&session, &json!({ "do": "goto", "ply": 1 }));
    order(&host, &session, number, "stop");
    let stopped = await_study(&host, &session, |found| found["queue"][0]["running"] == false);
    assert_eq!(stopped["queue"][0]["stopped"], true);
    assert!(stopped["moves"].as_array().unwrap().len() > 1, "{stopped}");
    assert_eq!(stopped["queue"][0]["name"], "h8");
    let again = Host::start(&with_database(&path, false));
    let other = again.open(&json!({ "game": "gomoku", "moves": ["h8"] }));
    thread::sleep(Duration::from_millis(200));
    let before = study(&again, &other);
    assert_eq!((done(&before), &before["queue"][0]["stopped"]), (done(&stopped), &json!(true)));
    order(&again, &other, number, "go");
    await_study(&again, &other, |found| done(found) > done(&before) + 2);
    drop(order(&again, &other, number, "stop"));
    // One that is due goes on by itself.
    let third = Host::start(&with_database(&path, false));
    let last = third.open(&json!({ "game": "gomoku", "moves": ["h8"] }));
    order(&third, &last, number, "remove");
    assert_eq!(study(&third, &last)["queue"], json!([]));
    third.post(&format!("{last}/study/branches"), &json!({ "searches": 3, "nodes": 1000 }));
    let ended = await_study(&third, &last, |found| done(found) == 3);
    assert_eq!(ended["queue"][0]["all"], 3);
}

#[test]
fn files_are_taken_over_and_written() {
    let folder = Folder::new();
    let host = Host::start(&with_database(&folder.path("study.db"), false));
    let session = host.open(&game("gomoku"));
    let sgf = b"(;GM[4]SZ[15];B[hh]C[centre];W[ig](;B[gg])(;B[jf]))(;GM[4]SZ[15];B[hh];W[ig];B[ii])";
    let (status, done) = send(&host, &format!("{session}/study/files/two%20games.sgf"), sgf);
    assert_eq!(status, 200, "{done}");
    let found = study(&host, &session);
    assert_eq!((&found["moves"][0]["games"], &found["moves"][0]["comment"]), (&json!(2), &json!("centre")), "{found}");
    assert_eq!(found["here"]["source"], "file two games.sgf");
    let export = |format: &str| host.post(&format!("{session}/study/export"), &json!({ "format": format }));
    let text = export("txt");
    assert!(text.status == 200 && text.body.lines().count() >= 5, "{text:?}");
    for (format, name) in [("db", "branch.db"), ("lib", "library.lib")] {
        assert_eq!(export(format).status, 200, "{name}");
    }
    assert_eq!(export("exe").status, 400);
    let again = send(&host, &format!("{session}/study/files/two%20games.sgf"), sgf);
    assert_eq!(again.0, 200);
    assert_eq!(study(&host, &session)["moves"][0]["games"], 4);
}

fn edit(host: &Host, session: &str, position: &Value, edit: &Value) -> (u16, Value) {
    let answer = host.post(&format!("{session}/study/edit"), &json!({ "position": position, "edit": edit }));
    (answer.status, answer.json())
}

#[test]
fn labels_comments_and_texts_are_written_and_deleted_whichever_way_the_board_is_turned() {
    let folder = Folder::new();
    let host = Host::start(&with_database(&folder.path("study.db"), false));
    let session = host.open(&game("gomoku"));
    host.obey(&session, &play("h8"));
    let seen = host.obey(&session, &play("i10"))["position"].clone();
    let write = |what: Value| {
        let (status, found) = edit(&host, &session, &seen, &what);
        assert_eq!(status, 200, "{found}");
        found["here"].clone()
    };
    assert_eq!(write(json!({ "label": "w" }))["label"], "w");
    write(json!({ "comment": "first\nsecond\n" }));
    let here = write(json!({ "text": { "at": "j9", "text": " best\n move " } }));
    assert_eq!((&here["comment"], &here["texts"]), (&json!("first\nsecond"), &json!([["j9", "best move"]])));
    // The same position in a mirror, in another session; and what is written there is seen here.
    let other = host.open(&json!({ "game": "gomoku", "moves": ["h8", "g10"] }));
    let there = study(&host, &other);
    assert_eq!((&there["here"]["label"], &there["here"]["texts"]), (&json!("w"), &json!([["f9", "best move"]])));
    assert_eq!(edit(&host, &other, &there["position"], &json!({ "text": { "at": "f9", "text": "" } })).0, 200);
    assert_eq!(study(&host, &session)["here"]["texts"], json!([]));
    // It is the position that was seen, whatever is on the board by now.
    let ahead = host.obey(&session, &play("a1"))["position"].clone();
    assert_eq!(edit(&host, &session, &seen, &json!({ "label": "" })).1["here"], Value::Null);
    host.obey(&session, &json!({ "do": "undo" }));
    host.obey(&session, &json!({ "do": "goto", "ply": 2 }));
    assert_eq!(study(&host, &session)["here"]["label"], Value::Null);
    assert_eq!(write(json!("forget")), Value::Null);
    assert_eq!(study(&host, &session)["count"], 0);
    for (position, wrong) in [
        (&seen, json!({ "label": "ww" })),
        (&seen, json!({ "label": "é" })),
        (&seen, json!({ "comment": "x".repeat((1 << 16) + 1) })),
        (&seen, json!({ "text": { "at": "h8", "text": "on a stone" } })),
        (&seen, json!({ "text": { "at": "z99", "text": "nowhere" } })),
        (&seen, json!({ "text": { "at": "a1", "text": "x".repeat(257) } })),
        (&seen, json!({ "value": 3 })),
        (&json!("15/15 b"), json!({ "label": "w" })),
        (&Value::Null, json!({ "label": "w" })),
    ] {
        assert_eq!(edit(&host, &session, position, &wrong).0, 400, "{wrong}");
    }
    assert_eq!(study(&host, &session)["count"], 0);
    let reader = Host::start(&with_database(&folder.path("study.db"), true));
    let own = reader.open(&game("gomoku"));
    assert_eq!(edit(&reader, &own, &ahead, &json!({ "label": "w" })).0, 400);
}

#[test]
fn bad_input_is_named_and_a_database_that_is_only_read_stays_as_it_is() {
    let folder = Folder::new();
    let path = folder.path("study.db");
    let host = Host::start(&with_database(&path, false));
    let session = host.open(&game("gomoku"));
    let branches = format!("{session}/study/branches");
    for (searches, nodes) in [(0, 1000), (1, 10), (1_000_001, 1000), (1, 1_000_000_000)] {
        assert_eq!(host.post(&branches, &json!({ "searches": searches, "nodes": nodes })).status, 400);
    }
    assert_eq!(host.post(&branches, &json!({ "searches": 1, "nodes": 1000, "more": 1 })).status, 400);
    let unknown = host.post(&format!("{session}/study/order"), &json!({ "number": 99, "order": "stop" }));
    assert!(unknown.status == 400 && unknown.body.contains("branch 99"), "{unknown:?}");
    let files = format!("{session}/study/files");
    for (name, bytes) in [("x.lib", &b"\xFFRenLib\xFF\x03\0"[..]), ("empty", b""), ("db", b"SQLite format 3\0torn")] {
        let (status, answer) = send(&host, &format!("{files}/{name}"), bytes);
        assert_eq!(status, 400, "{name}: {answer}");
        let error = answer["error"].as_str().unwrap();
        assert!(!error.contains("/tmp"), "{error}");
    }
    assert_eq!(send(&host, &format!("{files}/big"), &vec![b' '; (16 << 20) + 1]).0, 413);
    let reader = Host::start(&with_database(&path, true));
    let own = reader.open(&game("gomoku"));
    assert_eq!(study(&reader, &own)["read_only"], true);
    let refused = reader.post(&format!("{own}/study/branches"), &json!({ "searches": 1, "nodes": 1000 }));
    assert!(refused.status == 400 && refused.body.contains("reading only"), "{refused:?}");
}
