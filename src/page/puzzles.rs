//! Capture puzzles for the page: named examples, new ones of a chosen difficulty, and how short a solution can be.

use std::time::Duration;

use web_time::Instant;

use serde::Deserialize;
use serde_json::{Value, json};

use super::game::{Game, GameSpec};
use crate::engine::registry::Games;
use crate::engine::{Rejected, Task};
use crate::games::capture::examples::EXAMPLES;
use crate::games::capture::generator::{Generator, Wanted};
use crate::games::capture::notation::format_position;
use crate::search::{Control, Limits, Table};

/// Random boards that are tried for one puzzle, and how many at a time before the clock is looked at.
const TRIES: u64 = 20;
const GENERATOR_TIME: Duration = Duration::from_secs(8);

/// The limits of a search for a shortest solution.
const BEST_TIME: Duration = Duration::from_secs(8);
const BEST_TABLE: usize = 64;

/// How hard a new puzzle shall be.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Easy,
    Medium,
    Hard,
}

impl Level {
    fn wanted(self) -> Wanted {
        let (blacks, reds, ducks, length) = match self {
            Level::Easy => (2, 3, 4, 4..=7),
            Level::Medium => (3, 5, 8, 10..=15),
            Level::Hard => (3, 6, 9, 18..=40),
        };
        Wanted { blacks, reds, ducks, length, unique: false, cannons: false }
    }
}

/// What puzzle a page asks for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WantedPuzzle {
    level: Level,
    /// The seed of the random boards: equal ones give equal puzzles, if the machine is quick enough.
    seed: u64,
}

/// The named puzzles.
pub(super) fn examples() -> Vec<Value> {
    let value = |one: &crate::games::capture::examples::Example| json!({ "name": one.name, "position": one.position, "best": one.best });
    EXAMPLES.iter().map(value).collect()
}

/// A new puzzle, and the length of its shortest solution.
///
/// # Errors
/// When none is found in time.
pub fn generate(wanted: &WantedPuzzle) -> Result<Value, Rejected> {
    let none = || Rejected::Unsupported("puzzle: none so hard was found in time".to_owned());
    let mut generator = Generator::new(wanted.seed, wanted.level.wanted()).ok_or_else(none)?;
    let began = Instant::now();
    while began.elapsed() < GENERATOR_TIME {
        if let Some((pos, best)) = generator.next(TRIES) {
            return Ok(json!({ "v": 1, "position": format_position(&pos), "best": best }));
        }
    }
    Err(none())
}

/// The length of a shortest solution of a puzzle from its start; `None` where it is not found in time, or the game is no puzzle.
///
/// # Errors
/// [`Rejected::Memory`] when there is no memory for the search, [`Rejected::Unsolvable`] when there is no solution.
pub(super) fn best(spec: &GameSpec, games: Games) -> Result<Option<usize>, Rejected> {
    let mut engine = Game::new(&GameSpec { moves: Vec::new(), ..spec.clone() }, games)?.engine()?;
    if engine.training_game().is_some() {
        return Ok(None);
    }
    let table = Table::new(BEST_TABLE).map_err(|why| Rejected::Memory(why.to_string()))?;
    let limits = Limits { hard: Some(BEST_TIME), ..Limits::default() };
    let ctl = Control::new(&limits, Instant::now());
    let mut length = None;
    engine.think(&Task::default(), &table, &ctl, &mut |report| {
        length = report.lines.first().filter(|line| line.score.is_mate()).map(|line| line.pv.len());
    })?;
    Ok(length)
}
