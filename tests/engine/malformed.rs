//! Every malformed line is answered or ignored as the list says, and a game can go on.

use std::path::Path;

use super::process::{Engine, is_move, is_report};

/// What is sent before every entry of a section, and the question by which the end of its answer is found.
fn frame(section: &str) -> (&'static [&'static str], &'static str, &'static str) {
    match section {
        "gomocup" => {
            (&["START 15", "INFO timeout_turn 10", "YXBOARD", "7,7,2", "8,8,1", "DONE"], "ABOUT", "name=")
        }
        "gomocup idle" => (&[], "ABOUT", "name="),
        "ugi" => (&["ugi", "position startpos moves h8"], "isready", "readyok"),
        other => panic!("no such section: {other}"),
    }
}

#[test]
fn every_malformed_line_is_answered_and_the_engine_lives() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol/transcripts/malformed.txt");
    let text = std::fs::read_to_string(path).expect("the list");
    let mut section = "";
    let mut entries = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = name;
            continue;
        }
        let (outcome, entry) = line.split_once(' ').expect("an outcome and a line");
        survive(section, outcome, entry);
        entries += 1;
    }
    assert!(entries >= 300, "{entries} lines");
}

fn survive(section: &str, outcome: &str, entry: &str) {
    let (before, question, mark) = frame(section);
    let mut engine = Engine::start();
    engine.send(question);
    assert!(engine.reply().starts_with(mark) || section == "ugi", "{section}");
    before.iter().for_each(|line| engine.send(line));
    engine.send(question);
    while !engine.reply().starts_with(mark) {}
    engine.bytes(&unescape(entry));
    engine.bytes(b"\n");
    let mut replies = Vec::new();
    if !leaves(entry) {
        engine.send(question);
        loop {
            let reply = engine.reply();
            if reply.starts_with(mark) {
                break;
            }
            replies.push(reply);
        }
    }
    judge(outcome, entry, &replies);
    if !leaves(entry) {
        go_on(section, &mut engine);
    }
}

fn judge(outcome: &str, entry: &str, replies: &[String]) {
    let is_error = |reply: &String| reply.starts_with("ERROR ") || reply.starts_with("info string error");
    let ok = match outcome {
        "error" | "refused" => replies.len() == 1 && replies.iter().all(is_error),
        "unknown" => replies.len() == 1 && (replies[0].starts_with("UNKNOWN") || is_error(&replies[0])),
        "silent" => replies.is_empty(),
        "taken" => !replies.iter().any(is_error),
        other => panic!("no such outcome: {other}"),
    };
    assert!(ok, "{outcome} {entry:.80}: {replies:?}");
}

/// Does the line end the process?
fn leaves(entry: &str) -> bool {
    let word = entry.split(['\\', ' ']).find(|word| !word.is_empty()).unwrap_or_default();
    ["end", "quit", "exit"].iter().any(|end| word.eq_ignore_ascii_case(end))
}

fn go_on(section: &str, engine: &mut Engine) {
    if section == "ugi" {
        engine.send("position startpos");
        engine.send("go movetime 10");
        assert!(engine.reply().starts_with("bestmove "), "{}", engine.told());
        return;
    }
    // Whatever was malformed gets a good value first.
    let keys = ["timeout_turn 10", "timeout_match 0", "time_left 2147483647", "max_memory 0", "game_type 0", "rule 0"];
    let more = ["max_depth 3", "max_node 0", "time_increment 0", "hash_size 1024", "thread_num 1", "pondering 0"];
    let last = ["show_detail 0", "caution_factor 0", "strength 100"];
    for key in keys.iter().chain(&more).chain(&last) {
        engine.send(&format!("INFO {key}"));
    }
    assert_eq!(engine.ask("START 15"), "OK", "{}", engine.told());
    let reply = engine.ask("BEGIN");
    assert!(is_move(&reply) && !is_report(&reply), "{}", engine.told());
}

/// The bytes that an entry stands for.
fn unescape(entry: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = entry;
    while let Some(first) = rest.chars().next() {
        let Some(escape) = rest.strip_prefix('\\') else {
            bytes.extend(first.to_string().bytes());
            rest = &rest[first.len_utf8()..];
            continue;
        };
        let kind = escape.chars().next().expect("an escape");
        rest = &escape[kind.len_utf8()..];
        match kind {
            'n' => bytes.push(b'\n'),
            'r' => bytes.push(b'\r'),
            't' => bytes.push(b'\t'),
            '0' => bytes.push(0),
            's' => bytes.push(b' '),
            '\\' => bytes.push(b'\\'),
            'x' => {
                bytes.push(u8::from_str_radix(&rest[..2], 16).expect("two digits"));
                rest = &rest[2..];
            }
            '{' => {
                let (inside, after) = rest.split_once('}').expect("a closing brace");
                let (text, times) = inside.rsplit_once('*').expect("a number of times");
                bytes.extend(unescape(text).repeat(times.parse().expect("a number")));
                rest = after;
            }
            other => panic!("no such escape: \\{other}"),
        }
    }
    bytes
}
