//! Every malformed line is answered or ignored as the list says, and a game can go on.

use std::path::Path;

use super::script::{Entry, Outcome, entries};
use crate::process::{Engine, PATIENCE, is_move, is_report};

/// The Belgian daisy after a move, in the abalone engine protocol.
const AEP_POSITION: &str =
    "position abp 22011 222111 0220110 00000000 000000000 00000000 0110220 111222 11022 moves a1b2";

/// What is sent before every entry of a section, and the question by which the end of its answer is found.
fn frame(section: &str) -> (&'static [&'static str], &'static str, &'static str) {
    match section {
        "gomocup" => (&["START 15", "INFO timeout_turn 10", "YXBOARD", "7,7,2", "8,8,1", "DONE"], "ABOUT", "name="),
        "gomocup idle" => (&[], "ABOUT", "name="),
        "ugi" => (&["ugi", "position startpos moves h8"], "isready", "readyok"),
        "aep" => (&[AEP_POSITION], "isready", "readyok"),
        other => panic!("no such section: {other}"),
    }
}

#[test]
fn every_malformed_line_is_answered_and_the_engine_lives() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol/transcripts/malformed.txt");
    let text = std::fs::read_to_string(path).expect("the list");
    let list = entries(&text);
    assert!(list.len() >= 300, "{} lines", list.len());
    let wrong: Vec<String> = list.iter().filter_map(|entry| survive(entry).err()).collect();
    assert!(wrong.is_empty(), "{} lines are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn survive(entry: &Entry) -> Result<(), String> {
    let (before, question, mark) = frame(&entry.section);
    let mut engine = Engine::start();
    if entry.section == "aep" {
        // The greeting ends as the question does.
        engine.send("aep");
        while engine.reply() != mark {}
    }
    before.iter().for_each(|line| engine.send(line));
    engine.send(question);
    while !engine.reply().starts_with(mark) {}
    for line in &entry.lines {
        engine.bytes(line);
        engine.bytes(b"\n");
    }
    engine.send(question);
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line: &String| !line.starts_with(mark)) {
        match engine.line_within(PATIENCE) {
            Some(line) => lines.push(line),
            // It was a way of leaving.
            None => return Ok(()),
        }
    }
    lines.pop();
    let (reports, replies): (Vec<String>, Vec<String>) = lines.into_iter().partition(|line| is_report(line));
    let is_told = reports.iter().any(|line| line.starts_with("MESSAGE "));
    if is_outcome(entry.outcome, &replies, is_told) {
        go_on(&entry.section, &mut engine);
        Ok(())
    } else {
        Err(format!("line {}: {:?} expected, but {replies:?}", entry.number, entry.outcome))
    }
}

fn is_outcome(outcome: Outcome, replies: &[String], is_told: bool) -> bool {
    let is_error = |reply: &String| reply.starts_with("ERROR ") || reply.starts_with("info string error");
    let is_unknown = |reply: &String| reply.starts_with("UNKNOWN") || reply.starts_with("info string error: unknown");
    match outcome {
        Outcome::Error | Outcome::Refused => replies.len() == 1 && replies.iter().all(is_error),
        Outcome::Unknown => replies.len() == 1 && replies.iter().all(is_unknown),
        Outcome::Told => replies.is_empty() && is_told,
        Outcome::Silent => replies.is_empty() && !is_told,
        Outcome::Taken => !replies.iter().any(|reply| is_error(reply) || is_unknown(reply)),
    }
}

fn go_on(section: &str, engine: &mut Engine) {
    if section == "ugi" {
        // A search without limits may be under way, and answers may still be due.
        ["stop", "position startpos", "query p1turn"].iter().for_each(|line| engine.send(line));
        while !engine.reply().starts_with("response ") {}
        assert!(engine.ask("go movetime 10").starts_with("bestmove "), "{}", engine.told());
        return;
    }
    if section == "aep" {
        // Readiness may still be due for the line itself.
        ["stop", AEP_POSITION, "go movetime 10"].iter().for_each(|line| engine.send(line));
        while !engine.reply().starts_with("bestmove ") {}
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
    assert!(is_move(&reply), "{}", engine.told());
}
