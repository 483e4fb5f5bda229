//! The desk as a worker uses it: questions and turns by turns.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::desk::{Desk, Refused};
use crate::runner::Host;

/// A worker that has a message after so many looks, and remembers what it was told.
struct Page {
    looks_left: AtomicUsize,
    told: Mutex<Vec<(String, Value)>>,
}

const NEVER: usize = usize::MAX / 2;
const THREADS: usize = 2;

impl Page {
    fn new() -> Arc<Page> {
        Arc::new(Page { looks_left: AtomicUsize::new(NEVER), told: Mutex::default() })
    }

    /// From now on a message comes after so many looks.
    fn interrupt_after(&self, looks: usize) {
        self.looks_left.store(looks, SeqCst);
    }

    fn told(&self, event: &str) -> Vec<Value> {
        let told = self.told.lock().unwrap();
        told.iter().filter(|(name, _)| name == event).map(|(_, data)| data.clone()).collect()
    }
}

impl Host for Page {
    fn waits(&self) -> bool {
        self.looks_left.fetch_update(SeqCst, SeqCst, |left| Some(left.saturating_sub(1))).unwrap() == 0
    }

    fn tell(&self, event: &str, data: &str) {
        self.told.lock().unwrap().push((event.to_owned(), serde_json::from_str(data).unwrap()));
    }
}

fn ask(desk: &Desk, question: &str, id: &str, body: Value) -> Result<Value, Refused> {
    desk.ask(question, id, "", body.to_string().as_bytes()).map(|answer| serde_json::from_slice(&answer).unwrap())
}

/// A desk with a game whose page listens, and the name of its session.
fn opened(page: &Arc<Page>, turn: Option<Duration>, spec: Value) -> (Desk, String) {
    let desk = Desk::new(page.clone(), turn, THREADS, PathBuf::new());
    let id = ask(&desk, "open", "", spec).unwrap()["id"].as_str().unwrap().to_owned();
    ask(&desk, "listen", &id, Value::Null).unwrap();
    (desk, id)
}

/// Searches until nothing is left to search; the number of turns.
fn finish(desk: &Desk) -> usize {
    let end = Instant::now() + Duration::from_secs(60);
    let mut turns = 1;
    while desk.search() {
        turns += 1;
        assert!(Instant::now() < end, "it goes on for ever");
    }
    turns
}

#[test]
fn the_engine_answers_a_move_and_the_page_hears_of_it() {
    let page = Page::new();
    let (desk, id) = opened(&page, None, json!({ "game": "gomoku" }));
    ask(&desk, "command", &id, json!({ "do": "wish", "engine": [false, true], "ms": 300 })).unwrap();
    assert!(!desk.search(), "it is the page's turn");
    ask(&desk, "command", &id, json!({ "do": "play", "text": "h8" })).unwrap();
    finish(&desk);
    let state = ask(&desk, "state", &id, Value::Null).unwrap();
    assert_eq!(state["moves"].as_array().unwrap().len(), 2);
    assert_eq!(page.told("state").last(), Some(&state));
    assert!(page.told("news").iter().any(|news| news["running"] == true && news["depth"].as_u64() > Some(0)));
}

#[test]
fn a_message_ends_the_turn_and_the_search_goes_on_after_it() {
    let page = Page::new();
    let (desk, id) = opened(&page, None, json!({ "game": "abalone" }));
    ask(&desk, "command", &id, json!({ "do": "wish", "analyse": true })).unwrap();
    for _ in 0..3 {
        page.interrupt_after(20);
        assert!(desk.search());
        assert!(ask(&desk, "look", &id, json!({ "ply": 0, "moves": [] })).is_ok());
    }
    let nodes: Vec<u64> = page.told("news").iter().filter_map(|news| news["nodes"].as_u64()).collect();
    assert!(nodes.first() < nodes.last(), "{nodes:?}");
    ask(&desk, "command", &id, json!({ "do": "stop" })).unwrap();
    page.interrupt_after(NEVER);
    assert_eq!(finish(&desk), 1);
}

#[test]
fn a_move_that_is_wanted_now_is_played_with_what_is_known() {
    let page = Page::new();
    let (desk, id) = opened(&page, None, json!({ "game": "gomoku", "moves": ["h8"] }));
    ask(&desk, "command", &id, json!({ "do": "wish", "engine": [false, true], "ms": 60_000 })).unwrap();
    page.interrupt_after(50);
    assert!(desk.search());
    ask(&desk, "command", &id, json!({ "do": "stop" })).unwrap();
    page.interrupt_after(NEVER);
    let began = Instant::now();
    finish(&desk);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(ask(&desk, "state", &id, Value::Null).unwrap()["moves"].as_array().unwrap().len(), 2);
}

#[test]
fn an_opening_and_a_judgement_that_are_interrupted_come_to_an_end() {
    let page = Page::new();
    let (desk, id) = opened(&page, None, json!({ "game": "gomoku" }));
    let game = json!({ "do": "game", "spec": { "game": "gomoku" }, "engine": [true, false], "opening": "swap2" });
    ask(&desk, "command", &id, game).unwrap();
    page.interrupt_after(3);
    assert!(desk.search(), "it is not decided by what it saw so far");
    page.interrupt_after(NEVER);
    finish(&desk);
    let state = ask(&desk, "state", &id, Value::Null).unwrap();
    assert_eq!(state["moves"].as_array().unwrap().len(), 3);
    let spec = json!({ "game": "gomoku", "moves": ["h8", "i9"] });
    ask(&desk, "command", &id, json!({ "do": "game", "spec": spec, "engine": [false, false] })).unwrap();
    let judging = ask(&desk, "command", &id, json!({ "do": "judge" })).unwrap();
    assert_eq!(judging["judgement"]["done"], 0);
    page.interrupt_after(3);
    assert!(desk.search());
    assert_eq!(ask(&desk, "state", &id, Value::Null).unwrap()["judgement"]["done"], 0, "half a study is none");
    page.interrupt_after(NEVER);
    finish(&desk);
    let judged = ask(&desk, "state", &id, Value::Null).unwrap();
    assert_eq!((&judged["judgement"]["done"], &judged["judgement"]["running"]), (&json!(3), &json!(false)));
}

#[test]
fn where_no_message_is_seen_turns_are_short_but_for_what_cannot_go_on() {
    let page = Page::new();
    let (desk, id) = opened(&page, Some(Duration::from_millis(5)), json!({ "game": "gomoku", "moves": ["h8"] }));
    ask(&desk, "command", &id, json!({ "do": "wish", "engine": [false, true], "ms": 400 })).unwrap();
    assert!(finish(&desk) > 3);
    ask(&desk, "command", &id, json!({ "do": "wish", "engine": [false, false] })).unwrap();
    ask(&desk, "command", &id, json!({ "do": "judge" })).unwrap();
    assert_eq!(finish(&desk), 3, "a position each");
}

#[test]
fn how_far_a_search_has_come_is_told_after_a_silence() {
    let page = Page::new();
    let (desk, id) = opened(&page, None, json!({ "game": "gomoku" }));
    ask(&desk, "command", &id, json!({ "do": "wish", "engine": [true, false], "ms": 1500 })).unwrap();
    finish(&desk);
    let times: Vec<u64> = page.told("news").iter().filter_map(|news| news["ms"].as_u64()).collect();
    assert!(times.windows(2).all(|pair| pair[1] < pair[0] + 600), "{times:?}");
}

#[test]
fn nobody_is_told_of_a_game_that_is_not_listened_to_and_its_analysis_rests() {
    let page = Page::new();
    let (desk, id) = opened(&page, None, json!({ "game": "gomoku" }));
    ask(&desk, "command", &id, json!({ "do": "wish", "analyse": true })).unwrap();
    ask(&desk, "pause", &id, Value::Null).unwrap();
    let told = page.told("state").len() + page.told("news").len();
    finish(&desk);
    ask(&desk, "command", &id, json!({ "do": "play", "text": "h8" })).unwrap();
    assert_eq!(page.told("state").len() + page.told("news").len(), told);
    ask(&desk, "listen", &id, Value::Null).unwrap();
    assert_eq!(page.told("state").last().unwrap()["ply"], 1);
    page.interrupt_after(20);
    assert!(desk.search(), "it goes on when somebody listens");
}

#[test]
fn weights_are_used_by_the_games_that_can_until_they_are_taken_back() {
    let page = Page::new();
    let (desk, id) = opened(&page, None, json!({ "game": "gomoku" }));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/games/gomoku/evaluation/data/freestyle.weights");
    let file = std::fs::read(path).unwrap();
    let weights = |name: &str, file: &[u8]| {
        desk.ask("weights", &id, name, file)
            .map(|state| serde_json::from_slice::<Value>(&state).unwrap()["weights"].clone())
    };
    assert_eq!(weights("torn.weights", &file[1..]).unwrap_err().status(), 400);
    assert_eq!(weights("own.weights", &file).unwrap(), json!({ "name": "own.weights", "refused": null }));
    let started = ask(&desk, "command", &id, json!({ "do": "game", "spec": { "game": "abalone" } })).unwrap();
    let why = started["weights"]["refused"].as_str().unwrap().to_owned();
    assert!(why.contains("own.weights") && why.contains("game 'gomoku'"), "{why}");
    let started = ask(&desk, "command", &id, json!({ "do": "game", "spec": { "game": "gomoku" } })).unwrap();
    assert_eq!(started["weights"], json!({ "name": "own.weights", "refused": null }));
    ask(&desk, "command", &id, json!({ "do": "wish", "analyse": true, "nodes": 1000 })).unwrap();
    page.interrupt_after(20);
    assert!(desk.search(), "it is analysed with them");
    assert_eq!(weights("", b"null").unwrap(), Value::Null);
}

#[test]
fn what_cannot_be_answered_is_refused_with_a_reason() {
    let page = Page::new();
    let (desk, id) = opened(&page, None, json!({ "game": "gomoku" }));
    let refused = |question: &str, id: &str, body: &[u8]| {
        let why = desk.ask(question, id, "a.lib", body).unwrap_err();
        (why.status(), why.to_string())
    };
    assert_eq!(refused("state", "another", b"").0, 404);
    assert_eq!(refused("dance", &id, b""), (400, "no such question: dance".to_owned()));
    assert_eq!(refused("command", &id, b"\xff").0, 400);
    assert_eq!(refused("command", &id, b"{\"do\":\"dance\"}").0, 400);
    assert_eq!(refused("open", "", b"{\"game\":\"chess\"}").0, 400);
    assert_eq!(refused("file", &id, b"no library").0, 400);
    assert_eq!(refused("file", &id, &vec![0; (256 << 10) + 1]), (413, "the file is longer than 256 KiB".to_owned()));
    let next = ask(&desk, "open", "", json!({ "game": "capture" })).unwrap();
    assert_eq!(refused("state", &id, b"").0, 404, "another session has taken its place");
    assert_eq!(next["players"], 1);
}

#[test]
fn what_is_not_about_a_session_is_answered_without_one() {
    let desk = Desk::new(Page::new(), None, THREADS, PathBuf::new());
    let games = ask(&desk, "games", "", Value::Null).unwrap();
    assert_eq!(games["games"].as_array().unwrap().len(), 3);
    let puzzle = ask(&desk, "puzzle", "", json!({ "level": "easy", "seed": 1 })).unwrap();
    let opened = ask(&desk, "open", "", json!({ "game": "capture", "position": puzzle["position"] })).unwrap();
    let best = ask(&desk, "best", opened["id"].as_str().unwrap(), json!({})).unwrap();
    assert_eq!(best["best"], puzzle["best"]);
}

/// A desk with a game and a database in a folder, and the name of its session.
fn with_database(page: &Arc<Page>, folder: &std::path::Path, moves: &[&str]) -> (Desk, String) {
    let desk = Desk::new(page.clone(), None, THREADS, folder.to_owned());
    assert_eq!(ask(&desk, "storage", "", json!({ "fault": null })).unwrap(), true);
    let opened = ask(&desk, "open", "", json!({ "game": "gomoku", "moves": moves })).unwrap();
    (desk, opened["id"].as_str().unwrap().to_owned())
}

#[test]
fn a_database_is_shown_written_and_there_again() {
    let folder = tempfile::tempdir().unwrap();
    let page = Page::new();
    let (desk, id) = with_database(&page, folder.path(), &["h8"]);
    assert_eq!(ask(&desk, "games", "", Value::Null).unwrap()["study"], true);
    let before = ask(&desk, "study", &id, Value::Null).unwrap();
    assert_eq!((&before["count"], &before["here"], &before["read_only"]), (&json!(0), &Value::Null, &json!(false)));
    let edit = json!({ "position": before["position"], "edit": { "comment": "the centre" } });
    assert_eq!(ask(&desk, "study/edit", &id, edit).unwrap()["here"]["comment"], "the centre");
    let games = b"(;GM[4]SZ[15];B[hh];W[ig])";
    let done = desk.ask("study/file", &id, "games.sgf", games).unwrap();
    assert!(String::from_utf8(done).unwrap().contains("Imported 3 records"));
    assert_eq!(desk.ask("study/file", &id, "torn.lib", b"nothing").unwrap_err().status(), 400);
    assert_eq!(desk.ask("study/file", &id, "long.lib", &vec![0; (16 << 20) + 1]).unwrap_err().status(), 413);
    let library = desk.ask("study/export", &id, "", b"{\"format\":\"lib\"}").unwrap();
    assert!(library.windows(6).any(|part| part == b"RenLib"));
    let branch = desk.ask("study/export", &id, "", b"{\"format\":\"db\"}").unwrap();
    drop(desk);
    let (again, id) = with_database(&page, folder.path(), &["h8"]);
    let found = ask(&again, "study", &id, Value::Null).unwrap();
    assert_eq!((&found["count"], &found["here"]["comment"]), (&json!(3), &json!("the centre")));
    let other = tempfile::tempdir().unwrap();
    let (other, id) = with_database(&page, other.path(), &["h8"]);
    other.ask("study/file", &id, "study.db", &branch).unwrap();
    assert_eq!(ask(&other, "study", &id, Value::Null).unwrap()["here"]["comment"], "the centre");
}

#[test]
fn an_analysis_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let page = Page::new();
    // No two moves lead to the same position here, symmetries apart.
    let (desk, id) = with_database(&page, folder.path(), &["h8", "i9", "i7"]);
    ask(&desk, "listen", &id, Value::Null).unwrap();
    ask(&desk, "command", &id, json!({ "do": "wish", "analyse": true, "keep": true, "lines": 3 })).unwrap();
    for _ in 0..2 {
        page.interrupt_after(100);
        assert!(desk.search());
        let found = ask(&desk, "study", &id, Value::Null).unwrap();
        assert_eq!(found["count"], 0, "not after each turn, which may be short");
    }
    ask(&desk, "command", &id, json!({ "do": "stop" })).unwrap();
    let found = ask(&desk, "study", &id, Value::Null).unwrap();
    assert!(found["moves"].as_array().unwrap().len() >= 3, "{found}");
}

#[test]
fn a_branch_grows_between_messages_however_often_they_come() {
    let folder = tempfile::tempdir().unwrap();
    let page = Page::new();
    let (desk, id) = with_database(&page, folder.path(), &["h8", "i9"]);
    page.interrupt_after(NEVER);
    let added = ask(&desk, "study/branches", &id, json!({ "searches": 3, "nodes": 20_000 })).unwrap();
    assert_eq!(added["queue"][0]["all"], 3);
    let mut turns = 0;
    loop {
        page.interrupt_after(2); // each search is stopped many times
        turns += 1;
        if !desk.search() {
            break;
        }
        assert!(turns < 10_000, "it comes to no end");
    }
    assert!(turns > 6, "{turns} turns");
    let found = ask(&desk, "study", &id, Value::Null).unwrap();
    assert_eq!(found["queue"][0]["done"], 3);
    assert!(!found["moves"].as_array().unwrap().is_empty());
    let number = &found["queue"][0]["number"];
    let removed = ask(&desk, "study/order", &id, json!({ "number": number, "order": "remove" })).unwrap();
    assert_eq!(removed["queue"], json!([]));
    assert!(!desk.search());
}

#[test]
fn without_storage_there_is_no_database_and_it_is_told_why() {
    let desk = Desk::new(Page::new(), None, THREADS, PathBuf::new());
    assert_eq!(ask(&desk, "storage", "", json!({ "fault": "in-use" })).unwrap(), false);
    let games = ask(&desk, "games", "", Value::Null).unwrap();
    assert_eq!((&games["study"], &games["study_fault"]), (&json!(false), &json!("in-use")));
    let opened = ask(&desk, "open", "", json!({ "game": "gomoku" })).unwrap();
    let id = opened["id"].as_str().unwrap();
    assert_eq!(ask(&desk, "study", id, Value::Null).unwrap_err().status(), 400);
    ask(&desk, "command", id, json!({ "do": "wish", "analyse": true, "keep": true })).unwrap();
}

#[test]
fn a_database_that_is_damaged_is_handed_out_and_gives_way_to_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let damaged = b"SQLite format 3\0 and then nothing of the kind".repeat(100);
    std::fs::write(folder.path().join("study.db"), &damaged).unwrap();
    let desk = Desk::new(Page::new(), None, THREADS, folder.path().to_owned());
    assert_eq!(ask(&desk, "storage", "", json!({ "fault": null })).unwrap(), false);
    assert!(ask(&desk, "games", "", Value::Null).unwrap()["study_fault"].is_string());
    assert_eq!(desk.ask("storage/file", "", "", b"null").unwrap(), damaged);
    ask(&desk, "storage/clear", "", Value::Null).unwrap();
    drop(desk);
    let (desk, id) = with_database(&Page::new(), folder.path(), &["h8"]);
    assert_eq!(ask(&desk, "study", &id, Value::Null).unwrap()["count"], 0);
    for question in ["storage/file", "storage/clear"] {
        assert_eq!(ask(&desk, question, "", Value::Null).unwrap_err().status(), 400, "it is open");
    }
}
