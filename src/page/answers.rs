//! What the page asks besides commands, and the answers as JSON.

use serde::Deserialize;
use serde_json::{Value, json};

use super::session::{LookedAt, PlaySession};
use super::{load, opening, puzzles};
use crate::engine::Rejected;
use crate::engine::options::Kind;
use crate::engine::registry::Games;

/// A line to be looked at: moves that follow so many of the game's.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    ply: usize,
    moves: Vec<String>,
}

/// The format in which a game shall be saved.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    format: String,
}

/// The text of a game or position to load.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loaded {
    /// The text.
    pub text: String,
}

/// The games, their options and some sample positions.
pub fn games(games: Games) -> Value {
    let found: Vec<Value> = games
        .iter()
        .map(|game| {
            let options: Vec<Value> = game
                .options
                .iter()
                .map(|row| {
                    let kind = match row.kind {
                        Kind::Check { default } => json!({ "check": default }),
                        Kind::Spin { default, min, max } => json!({ "spin": default, "min": min, "max": max }),
                        Kind::Choice { default, words } => {
                            json!({ "choice": default, "words": words.iter().map(|(word, _)| word).collect::<Vec<_>>() })
                        }
                    };
                    json!({ "name": row.name, "doc": row.doc, "kind": kind })
                })
                .collect();
            let positions: Vec<&str> = game.bench.iter().filter_map(|trial| trial.position).collect();
            json!({ "name": game.name, "options": options, "positions": positions })
        })
        .collect();
    let openings: Vec<&str> = opening::names().collect();
    let version = env!("CARGO_PKG_VERSION");
    let puzzles = puzzles::examples();
    json!({ "v": 1, "version": version, "games": found, "openings": openings, "puzzles": puzzles })
}

/// The wins that either side threatens, and the rows of stones that threaten something.
///
/// # Errors
/// [`Rejected::Internal`] only.
pub fn threats(session: &PlaySession) -> Result<Value, Rejected> {
    let (found, rows) = session.threats()?;
    let threats: Vec<Value> =
        found.iter().map(|threat| json!({ "player": threat.player.index(), "steps": threat.line })).collect();
    Ok(json!({ "v": 1, "threats": threats, "rows": rows }))
}

/// The position at the end of a line.
///
/// # Errors
/// [`Rejected`] when one of its moves is not legal.
pub fn look(session: &PlaySession, line: &Line) -> Result<LookedAt, Rejected> {
    session.look_ahead(line.ply, &line.moves)
}

/// The game as a file.
///
/// # Errors
/// [`Rejected::Unsupported`] when there is no such format, or it cannot hold the game.
pub fn save(session: &PlaySession, wanted: &Wanted) -> Result<load::SavedGame, Rejected> {
    load::save(&session.game(), &wanted.format)
}

/// The games of a file, or of typed text when there is no name.
///
/// # Errors
/// [`Rejected`], which says what is wrong.
pub fn load(session: &PlaySession, bytes: &[u8], name: Option<&str>, games: Games) -> Result<Value, Rejected> {
    let found = load::read(bytes, name, &session.spec(), games)?;
    Ok(json!({ "v": 1, "found": found }))
}

/// The length of a shortest solution of the session's puzzle.
///
/// # Errors
/// [`Rejected::Memory`] when there is no memory for the search, [`Rejected::Unsolvable`] when there is no solution.
pub fn best(session: &PlaySession, games: Games) -> Result<Value, Rejected> {
    Ok(json!({ "v": 1, "best": puzzles::best(&session.spec(), games)? }))
}
