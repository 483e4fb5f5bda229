//! Every transcript is well formed, its commands are known, and its errors are those that the decoder finds.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::arithmetic_side_effects)]

mod script;

use std::path::PathBuf;

use fukumi_protocol::{Command, Decoder, Reply, Style};
use script::Step;

fn transcripts() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("transcripts");
    let mut found = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.ends_with(".txt") && name != "malformed.txt" {
            found.push((name, std::fs::read_to_string(path).unwrap()));
        }
    }
    found
}

/// A line to send, with some move for each name.
fn sent(text: &str) -> Vec<u8> {
    let mut line = text.to_owned();
    while let (Some(open), Some(close)) = (line.find('{'), line.find('}')) {
        line.replace_range(open..=close, "1,1");
    }
    script::unescape(&line)
}

#[test]
fn every_transcript_agrees_with_the_decoder() {
    let transcripts = transcripts();
    assert!(transcripts.len() >= 12, "{} transcripts", transcripts.len());
    for (name, text) in transcripts {
        let steps = script::steps(&text);
        let mut decoder = Decoder::auto();
        let mut quiet = false;
        for (index, step) in steps.iter().enumerate() {
            let Step::Send(line) = step else { continue };
            let style = Style { quiet_unknown: quiet, ..Style::default() };
            match decoder.line(&sent(line)) {
                Some(Ok(Command::ShowInfo)) => quiet = true,
                Some(Err(error)) => {
                    let answer = Reply::from(error).encode(decoder.dialect(), &style);
                    let expected = match steps.get(index + 1) {
                        Some(Step::Expect(pattern)) => script::bindings(pattern, answer.trim_end()).is_some(),
                        _ => answer.is_empty(),
                    };
                    assert!(expected, "{name}: '{line}' is answered {answer:?}");
                }
                _ => {}
            }
        }
        assert_eq!(decoder.end(), None, "{name}");
    }
}

#[test]
fn every_name_is_bound_before_it_is_used() {
    for (name, text) in transcripts() {
        let mut bound = String::new();
        for step in script::steps(&text) {
            match step {
                Step::Expect(pattern) => bound.push_str(&pattern),
                Step::Send(line) => {
                    for used in line.split('{').skip(1).filter_map(|rest| rest.split_once('}')) {
                        assert!(bound.contains(&format!("={}>", used.0)), "{name}: {line}");
                    }
                }
                Step::Wait(ms) => assert!(ms <= 1000, "{name}: a wait of {ms} ms"),
            }
        }
    }
}

#[test]
fn patterns_match_what_they_say() {
    let bound = |pattern, line| script::bindings(pattern, line);
    assert_eq!(bound("<move=a>", "7,7"), Some(vec![("a".to_owned(), "7,7".to_owned())]));
    assert_eq!(bound("bestmove <move>", "bestmove h8"), Some(vec![]));
    assert_eq!(bound("<move>", "OK"), None);
    assert_eq!(bound("<move>", "7,7 8,8"), None);
    assert!(bound("<move> <move>", "7,7 8,8").is_some());
    for swap2 in ["SWAP", "7,7", "7,7 8,8"] {
        assert!(bound("<swap2>", swap2).is_some());
    }
    assert!(bound("ERROR <text>turn<text>", "ERROR a turn b").is_some());
    assert!(bound("MAX <int>", "MAX -3").is_some() && bound("MAX <int>", "MAX x").is_none());
    assert!(script::may_pass_over("<move>", "MESSAGE depth 3"));
    assert!(!script::may_pass_over("<move>", "OK"));
    assert!(!script::may_pass_over("bestmove <move>", "info string error: x"));
}
