//! The records of `match`: every position of its games, with what the engine that moved said of it.

use anyhow::Result;

use super::line_reader::LineReader;
use crate::database::{Bound, Record, Space, Value};
use crate::engine::options::Options;
use crate::engine::{Change, Engine};
use crate::lab::arena::record::{MatchGameRecord, MoveRecord};
use crate::library::sink::Sink;

/// The reader. The records do not tell the rules; the user does.
pub(super) struct Matches {
    space: Space,
    engine: Box<dyn Engine>,
}

impl Matches {
    pub(super) fn new(options: &Options) -> Result<Matches> {
        Ok(Matches { space: Space::new(options)?, engine: (options.game().open)(options)? })
    }
}

/// A win that an engine claims is no proof, and its scores have its own unit: they are kept as judged, with the engine's name.
fn record(space: &Space, mv: &MoveRecord, player: &str) -> Record {
    let value = mv.score.filter(|_| mv.mate.is_none()).map(Value::Score);
    Record {
        value,
        depth: mv.depth.and_then(|depth| i16::try_from(depth).ok()).unwrap_or(0),
        bound: if value.is_some() { Bound::Exact } else { Bound::None },
        best: space.cells_of(&mv.text),
        source: if value.is_some() { format!("match: {player:.200}") } else { String::new() },
        games: 1,
        ..Record::default()
    }
}

/// A position of a game of which nobody said anything.
fn unsearched() -> Record {
    Record { games: 1, ..Record::default() }
}

impl LineReader for Matches {
    fn line(&mut self, text: &str, sink: &mut Sink<'_>) -> Result<()> {
        let game: MatchGameRecord = serde_json::from_str(text)?;
        let (space, engine) = (&self.space, &mut self.engine);
        engine.apply(&Change::Set { position: game.opening.position.clone(), moves: Vec::new() })?;
        for mv in &game.opening.moves {
            sink.add(space, &space.parse(&engine.position())?, unsearched())?;
            engine.apply(&Change::Play(mv.clone()))?;
        }
        for mv in &game.moves {
            let stones = space.parse(&engine.position())?;
            let player = if stones.to_move == 0 { &game.black } else { &game.white };
            sink.add(space, &stones, record(space, mv, player))?;
            engine.apply(&Change::Play(mv.text.clone()))?;
        }
        sink.add(space, &space.parse(&engine.position())?, unsearched())
    }
}
