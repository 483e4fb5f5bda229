//! Every line of `transcripts/malformed.txt` brings about at the decoder what it must.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::arithmetic_side_effects)]

mod script;

use fukumi_protocol::{Command, Decoder, Dialect, ParseError, Reply, Style};
use script::{Entry, Outcome};

const MALFORMED: &str = include_str!("../transcripts/malformed.txt");

fn dialect(entry: &Entry) -> Dialect {
    match entry.section.as_str() {
        "ugi" => Dialect::Ugi,
        "aep" => Dialect::Aep,
        _ => Dialect::Gomocup,
    }
}

fn decode(entry: &Entry) -> Vec<Result<Command, ParseError>> {
    let mut decoder = Decoder::new(dialect(entry));
    let outcomes = entry.lines.iter().filter_map(|line| decoder.line(line)).collect();
    assert_eq!(decoder.end(), None, "line {} leaves a block open", entry.number);
    outcomes
}

/// Commands that are obeyed without a word.
fn is_silent(command: &Command) -> bool {
    matches!(
        command,
        Command::Info(_)
            | Command::Stop
            | Command::NewGame
            | Command::HashClear
            | Command::Position { .. }
            | Command::Board { think: false, .. }
            | Command::Block(_)
            | Command::BlockUndo(_)
            | Command::BlockReset
            | Command::BlockPath(_)
            | Command::BlockPathUndo(_)
            | Command::BlockPathReset
    )
}

#[test]
fn every_line_has_its_outcome() {
    let entries = script::entries(MALFORMED);
    assert!(entries.len() >= 300, "{} entries", entries.len());
    for entry in &entries {
        let outcomes = decode(entry);
        let as_it_must = match (entry.outcome, outcomes.as_slice()) {
            (Outcome::Error, [Err(error)]) => !error.is_unknown(),
            (Outcome::Unknown, [Err(error)]) => error.is_unknown(),
            (Outcome::Silent, outcomes) => outcomes.iter().all(|outcome| outcome.as_ref().is_ok_and(is_silent)),
            (Outcome::Refused | Outcome::Told | Outcome::Taken, [Ok(_)]) => true,
            _ => false,
        };
        assert!(as_it_must, "line {}: {:?} but {outcomes:?}", entry.number, entry.outcome);
    }
}

#[test]
fn every_error_is_one_printable_line() {
    for entry in &script::entries(MALFORMED) {
        for error in decode(entry).into_iter().filter_map(Result::err) {
            let answer = Reply::from(error).encode(dialect(entry), &Style::default());
            let line = answer.strip_suffix('\n').unwrap();
            assert!(line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "line {}: {line:?}", entry.number);
            assert!(line.len() < 250, "line {}: {line}", entry.number);
        }
    }
}

/// After any line a decoder is as good as new.
#[test]
fn a_game_goes_on_afterwards() {
    for entry in script::entries(MALFORMED).iter().filter(|entry| dialect(entry) == Dialect::Gomocup) {
        let mut decoder = Decoder::new(Dialect::Gomocup);
        for line in &entry.lines {
            decoder.line(line);
        }
        assert_eq!(decoder.line(b"TURN 3,3"), Some(Ok(Command::Turn("3,3".into()))), "line {}", entry.number);
    }
}
