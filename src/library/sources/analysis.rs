//! Results of `analyze --json`: positions, and games with a value before every move.

use anyhow::{Context, Result};
use serde::Deserialize;

use super::line_reader::LineReader;
use crate::database::{Bound, Record, Space, Value};
use crate::engine::options::Options;
use crate::engine::{Change, Engine};
use crate::library::sink::Sink;

#[derive(Deserialize)]
struct Terms {
    game: String,
    options: Vec<String>,
}

#[derive(Clone, Copy, Default, Deserialize)]
struct Judged {
    score: Option<i32>,
    mate: Option<i32>,
}

#[derive(Deserialize)]
struct Moved {
    #[serde(rename = "move")]
    text: String,
    best: Option<String>,
    before: Option<Judged>,
}

/// What is read of a result.
#[derive(Deserialize)]
struct Found {
    terms: Terms,
    kind: String,
    #[serde(default)]
    position: String,
    #[serde(default)]
    start: String,
    #[serde(flatten)]
    value: Judged,
    depth: Option<i16>,
    best: Option<String>,
    #[serde(default)]
    moves: Vec<Moved>,
}

/// The reader; the game of the last line is kept.
#[derive(Default)]
pub(super) struct Analysis {
    open: Option<(Options, Space, Box<dyn Engine>)>,
}

impl Judged {
    /// A value that was searched here: its wins and losses are proven.
    fn value(self) -> Option<Value> {
        let plies = |mate: i32| mate.unsigned_abs();
        match self.mate {
            Some(mate) if mate > 0 => Some(Value::Win(plies(mate))),
            Some(mate) => Some(Value::Loss(plies(mate))),
            None => self.score.map(Value::Score),
        }
    }
}

fn record(space: &Space, value: Judged, depth: Option<i16>, best: Option<&str>) -> Record {
    let value = value.value();
    Record {
        value,
        depth: depth.unwrap_or(0),
        bound: if value.is_some() { Bound::Exact } else { Bound::None },
        best: best.map(|best| space.cells_of(best)).unwrap_or_default(),
        ..Record::default()
    }
}

impl LineReader for Analysis {
    fn line(&mut self, text: &str, sink: &mut Sink<'_>) -> Result<()> {
        let found: Found = serde_json::from_str(text)?;
        if found.kind == "none" {
            return Ok(());
        }
        let (_, space, engine) = self.open(&found)?;
        if found.kind == "position" {
            let record = record(space, found.value, found.depth, found.best.as_deref());
            return sink.add(space, &space.parse(&found.position)?, record);
        }
        engine.apply(&Change::Set { position: Some(found.start), moves: Vec::new() })?;
        for moved in found.moves {
            let record = record(space, moved.before.unwrap_or_default(), None, moved.best.as_deref());
            sink.add(space, &space.parse(&engine.position())?, record)?;
            engine.apply(&Change::Play(moved.text))?;
        }
        sink.add(space, &space.parse(&engine.position())?, Record::default())
    }
}

impl Analysis {
    fn open(&mut self, found: &Found) -> Result<&mut (Options, Space, Box<dyn Engine>)> {
        let mut options = Options::for_game(&found.terms.game)?;
        for pair in &found.terms.options {
            let (name, value) = pair.split_once('=').context("terms: an option without a value")?;
            options.set(name, value)?;
        }
        let text = if found.kind == "position" { &found.position } else { &found.start };
        (options.game().read)(text, &mut options)?;
        let kept = self.open.take().filter(|(known, ..)| known.same_game(&options));
        let open = match kept {
            Some(open) => open,
            None => (options.clone(), Space::new(&options)?, (options.game().open)(&options)?),
        };
        Ok(self.open.insert(open))
    }
}
