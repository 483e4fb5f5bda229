//! Every transcript of the protocol crate is a test; `protocol/transcripts/README.md` tells what they mean.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::script::{Step, bindings, steps, unescape};
use crate::process::{Engine, PATIENCE, is_report};

#[test]
fn every_transcript_is_held() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol/transcripts");
    let mut names: Vec<PathBuf> = std::fs::read_dir(folder)
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
        let replay = Replay { name, engine: Engine::start(), moves: HashMap::new() };
        replay.run(&text);
    }
}

struct Replay {
    name: String,
    engine: Engine,
    moves: HashMap<String, String>,
}

impl Replay {
    fn run(mut self, text: &str) {
        for step in steps(text) {
            match step {
                Step::Send(text) => {
                    let line = [unescape(&self.filled(&text)), b"\n".to_vec()].concat();
                    self.engine.bytes(&line);
                }
                Step::Expect(pattern) => self.expect(&pattern),
                Step::Wait(millis) => std::thread::sleep(Duration::from_millis(millis)),
            }
        }
        let (rest, _) = self.engine.finish();
        assert!(rest.iter().all(|line| is_report(line)), "{}: at the end {rest:?}", self.name);
    }

    /// The text with the moves in the place of their names.
    fn filled(&self, text: &str) -> String {
        self.moves.iter().fold(text.to_owned(), |text, (name, mv)| text.replace(&format!("{{{name}}}"), mv))
    }

    fn expect(&mut self, pattern: &str) {
        let pattern = self.filled(pattern);
        loop {
            let line = self.engine.line_within(PATIENCE);
            let line = line.unwrap_or_else(|| panic!("{}: the output ended before '{pattern}'", self.name));
            if let Some(found) = bindings(&pattern, &line) {
                self.moves.extend(found);
                return;
            }
            assert!(is_report(&line), "{}: expected '{pattern}' at the end of\n{}", self.name, self.engine.told());
        }
    }
}
