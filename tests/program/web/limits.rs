//! Bad input, too much input, too many sessions, clients that are slow or gone.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fukumi::web::ServerSettings;
use serde_json::json;

use super::client::{Host, game, play, settings};

#[test]
fn bad_commands_are_refused_with_a_reason_and_change_nothing() {
    let host = Host::start(&settings());
    let session = host.open(&game("gomoku"));
    let before = host.get(&session).json();
    for command in [
        play("z99"),
        play(""),
        play("h8h8"),
        play("\u{0}"),
        json!({ "do": "explode" }),
        json!({ "do": "goto", "ply": -1 }),
        json!({ "do": "wish", "engine": [true] }),
        json!({ "do": "wish", "threads": 64 }),
        json!({ "do": "choose", "choice": "white" }),
        json!({ "do": "game", "spec": { "game": "chess" } }),
        json!({ "do": "game", "spec": { "game": "gomoku", "options": { "BoardSize": "99" } } }),
        json!({ "do": "game", "spec": { "game": "gomoku", "options": { "Hash": "65536" } } }),
        json!({ "do": "game", "spec": { "game": "gomoku", "position": "15/15 b 0" } }),
        json!({ "do": "game", "spec": { "game": "abalone", "moves": vec!["a1b2"; 1001] } }),
        json!({ "do": "game", "spec": { "game": "abalone" }, "opening": "swap2" }),
        json!([]),
        json!(null),
    ] {
        assert!(!host.refuse(&session, &command).is_empty());
    }
    assert_eq!(host.get(&session).json(), before);
    let as_json: &[(&str, &str)] = &[("Content-Type", "application/json")];
    assert_eq!(host.request("POST", &session, as_json, "{\"do\":").status, 400);
    let deep = "[".repeat(20_000);
    assert_eq!(host.request("POST", &session, as_json, &deep).status, 400);
    assert_eq!(host.request("POST", &session, &[("Content-Type", "text/plain")], "{}").status, 415);
    assert_eq!(host.request("DELETE", &session, &[], "").status, 405);
}

#[test]
fn wishes_are_kept_within_reason() {
    let host = Host::start(&settings());
    let session = host.open(&game("gomoku"));
    let state = host.obey(&session, &json!({ "do": "wish", "ms": u64::MAX, "lines": 1_000_000 }));
    assert_eq!((state["ms"].as_u64(), state["lines"].as_u64()), (Some(60_000), Some(10)));
    let state = host.obey(&session, &json!({ "do": "wish", "ms": 0, "lines": 0 }));
    assert_eq!((state["ms"].as_u64(), state["lines"].as_u64()), (Some(1), Some(1)));
}

#[test]
fn a_body_that_is_too_long_is_refused() {
    let host = Host::start(&settings());
    let session = host.open(&game("gomoku"));
    let text = "x".repeat(300_000);
    let answer = host.post(&format!("{session}/load"), &json!({ "text": text }));
    assert_eq!(answer.status, 413);
}

#[test]
fn bytes_that_are_no_http_are_answered_or_dropped() {
    let host = Host::start(&settings());
    for bytes in [&b"\0\0\0\0\r\n\r\n"[..], b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", &[0xff; 300_000]] {
        let answer = host.raw(bytes);
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 4") || answer.starts_with("HTTP/1.1 505"),
            "{answer}"
        );
    }
    assert_eq!(host.get("/").status, 200);
}

#[test]
fn the_session_unused_for_longest_makes_room_and_those_in_use_stay() {
    let host = Host::start(&ServerSettings { sessions: 2, ..settings() });
    let first = host.open(&game("gomoku"));
    let second = host.open(&game("abalone"));
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(host.get(&first).status, 200);
    let third = host.open(&game("capture"));
    assert_eq!(host.get(&second).status, 404);
    let mut listeners = [host.listen(&first), host.listen(&third)];
    for listener in &mut listeners {
        listener.find("state", |_| true);
    }
    let refused = host.post("/api/sessions", &game("gomoku"));
    assert_eq!(refused.status, 503, "{refused:?}");
}

#[test]
fn an_unused_session_ends() {
    let host = Host::start(&ServerSettings { idle: Duration::from_millis(200), ..settings() });
    let used = host.open(&game("gomoku"));
    let mut listener = host.listen(&used);
    listener.find("state", |_| true);
    let unused = host.open(&game("gomoku"));
    // Asking for it would be using it: two rounds of the server's tidying are waited for.
    std::thread::sleep(Duration::from_millis(2600));
    assert_eq!(host.get(&unused).status, 404);
    assert_eq!(host.get(&used).status, 200);
}

#[test]
fn silent_clients_keep_nobody_waiting() {
    let host = Host::start(&ServerSettings { sessions: 8, ..settings() });
    let session = host.open(&game("gomoku"));
    let mut silent: Vec<_> = (0..70).map(|_| host.connect()).collect();
    for stream in &mut silent {
        stream.write_all(b"POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n").unwrap();
    }
    // Listeners that never read: states and news are not kept for them.
    let _deaf: Vec<_> = (0..3).map(|_| host.listen(&session)).collect();
    let began = Instant::now();
    for at in 0..20 {
        let name = ["gomoku", "abalone"][at % 2];
        host.obey(&session, &json!({ "do": "game", "spec": { "game": name } }));
    }
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[test]
fn clients_that_are_slow_make_room_and_listeners_stay() {
    let host = Host::start(&ServerSettings { sessions: 4, ..settings() });
    let session = host.open(&game("gomoku"));
    let mut listener = host.listen(&session);
    listener.find("state", |_| true);
    // As many connections as there may be, and more: heads that never end, bodies that never end, and nothing at all.
    let starts = [
        "GET / HTTP/1.1\r\nHost: loc",
        "POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
        "",
    ];
    let mut slow = Vec::new();
    for at in 0..200 {
        let mut stream = host.connect();
        let _ = stream.write_all(starts[at % 3].as_bytes()); // it may have been closed to make room
        slow.push(stream);
    }
    let began = Instant::now();
    for _ in 0..20 {
        host.obey(&session, &json!({ "do": "game", "spec": { "game": "abalone" } }));
    }
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    host.obey(&session, &play("a1b2"));
    listener.find("state", |state| state["ply"] == 1);
}

#[test]
fn the_command_line_says_where_it_listens_and_what_is_wrong() {
    let serve = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
        command.arg("serve").args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let mut child = serve(&["--port", "0"]).spawn().unwrap();
    let mut line = String::new();
    let mut out = std::io::BufReader::new(child.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut out, &mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.starts_with("fukumi plays on http://127.0.0.1:"), "{line}");
    let taken = Host::start(&settings());
    for arguments in [
        &["--port", &taken.address.port().to_string()][..],
        &["--bind", "nowhere"],
        &["--sessions", "0"],
        &["--host", "a/b"],
    ] {
        let output = serve(arguments).output().unwrap();
        assert!(!output.status.success(), "{arguments:?}");
        assert!(!output.stdout.is_empty() || !output.stderr.is_empty(), "{arguments:?}");
    }
}
