//! Every transcript of the protocol crate is a test; `protocol/transcripts/README.md` tells what they mean.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::process::{Engine, PATIENCE, is_move, is_report};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol/transcripts")
}

#[test]
fn every_transcript_is_held() {
    let mut names: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the transcripts")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .filter(|path| path.file_stem().is_some_and(|name| name != "malformed"))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    for path in names {
        let text = std::fs::read_to_string(&path).expect("a transcript");
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Replay::new(name).run(&text);
    }
}

struct Replay {
    name: String,
    engine: Engine,
    moves: HashMap<String, String>,
}

impl Replay {
    fn new(name: String) -> Replay {
        Replay { name, engine: Engine::start(), moves: HashMap::new() }
    }

    fn run(mut self, text: &str) {
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let (kind, rest) = line.split_at(line.len().min(2));
            match kind.trim_end() {
                "<" => self.send(rest),
                ">" => self.expect(rest),
                "~" => std::thread::sleep(Duration::from_millis(rest.trim().parse().expect("milliseconds"))),
                _ => panic!("{}: what is '{line}'?", self.name),
            }
        }
        let (rest, _) = self.engine.finish();
        assert!(rest.iter().all(|line| is_report(line)), "{}: at the end {rest:?}", self.name);
    }

    fn send(&mut self, text: &str) {
        let mut text = text.replace("\\\\", "\\");
        for (name, mv) in &self.moves {
            text = text.replace(&format!("{{{name}}}"), mv);
        }
        self.engine.send(&text);
    }

    fn expect(&mut self, pattern: &str) {
        let pattern = self.moves.iter().fold(pattern.to_owned(), |text, (name, mv)| text.replace(&format!("{{{name}}}"), mv));
        loop {
            let line = self.engine.line_within(PATIENCE);
            let line = line.unwrap_or_else(|| panic!("{}: the output ended before '{pattern}'", self.name));
            let mut found = Vec::new();
            if matches(&pattern, &line, &mut found) {
                self.moves.extend(found);
                return;
            }
            assert!(is_report(&line), "{}: expected '{pattern}' at the end of\n{}", self.name, self.engine.told());
        }
    }
}

/// Does the line follow the pattern? Moves that the pattern names are added to `found`.
fn matches(pattern: &str, line: &str, found: &mut Vec<(String, String)>) -> bool {
    let Some(open) = pattern.find('<') else { return pattern == line };
    let Some(rest) = line.strip_prefix(&pattern[..open]) else { return false };
    let Some(close) = pattern[open..].find('>').map(|at| open + at) else { return pattern == line };
    let (field, after) = (&pattern[open + 1..close], &pattern[close + 1..]);
    // The longest that fits first; the rest of the pattern decides.
    (0..=rest.len()).rev().filter(|&end| rest.is_char_boundary(end)).any(|end| {
        let (text, tail) = rest.split_at(end);
        if !is_field(field, text) {
            return false;
        }
        let before = found.len();
        if let Some((_, name)) = field.split_once('=') {
            found.push((name.to_owned(), text.to_owned()));
        }
        let ok = matches(after, tail, found);
        if !ok {
            found.truncate(before);
        }
        ok
    })
}

fn is_field(field: &str, text: &str) -> bool {
    match field.split('=').next().unwrap_or_default() {
        "text" => true,
        "int" => text.parse::<i64>().is_ok(),
        "move" => is_move(text) || is_square(text),
        "swap2" => text == "SWAP" || (text.split(' ').count() <= 2 && text.split(' ').all(is_move)),
        other => panic!("no such field: {other}"),
    }
}

fn is_square(text: &str) -> bool {
    let mut chars = text.chars();
    let letter = chars.next().is_some_and(|letter| letter.is_ascii_lowercase());
    let number = chars.as_str();
    letter && (1..=2).contains(&number.len()) && number.bytes().all(|digit| digit.is_ascii_digit())
}

#[test]
fn patterns_match_whole_lines() {
    let mut found = Vec::new();
    assert!(matches("bestmove <move=a>", "bestmove h10", &mut found));
    assert_eq!(found, [("a".to_owned(), "h10".to_owned())]);
    assert!(!matches("<move>", "7,7 8,8", &mut Vec::new()));
    assert!(matches("<move> <move>", "7,7 8,8", &mut Vec::new()));
    assert!(matches("ERROR <text>turn<text>", "ERROR timeout_turn: bad", &mut Vec::new()));
}
