//! The state of a session as JSON: everything the page needs to draw the game and to let it be played.

use std::collections::BTreeMap;

use serde::Serialize;

use super::load;
use super::play::{Play, PlaySettings};
use super::swap2::Swap2;
use crate::engine::{Rejected, View};
use crate::search::Outcome;

/// The state of a session.
#[derive(Serialize)]
pub(super) struct SessionState<'a> {
    v: u32,
    id: &'a str,
    /// Grows with every change.
    version: u64,
    game: &'static str,
    options: BTreeMap<String, String>,
    /// 1 for a puzzle.
    players: usize,
    /// The start position, when it is not the game's own.
    start: Option<String>,
    /// All the moves, and how many of them are played.
    moves: &'a [String],
    ply: usize,
    to_move: usize,
    /// `first`, `second` or `draw`.
    outcome: Option<&'static str>,
    /// The position as text, and the whole game as text.
    position: String,
    text: String,
    view: View,
    #[serde(flatten)]
    settings: &'a PlaySettings,
    swap2: Option<Swap2>,
    /// The first player's chances after each number of moves, in permille, where a search has judged them.
    chances: &'a [Option<u32>],
}

impl<'a> SessionState<'a> {
    pub(super) fn new(id: &'a str, version: u64, play: &'a Play) -> Result<SessionState<'a>, Rejected> {
        let game = &play.game;
        let mut engine = game.engine()?;
        let standing = engine.standing();
        let spec = game.spec();
        Ok(SessionState {
            v: 1,
            id,
            version,
            game: game.options().game().name,
            options: spec.options.clone(),
            players: if engine.training_game().is_some() { 2 } else { 1 },
            start: spec.position.clone(),
            moves: game.line(),
            ply: game.ply(),
            to_move: standing.to_move.index(),
            outcome: standing.outcome.map(|outcome| match outcome {
                Outcome::Win(player) => ["first", "second"][player.index()],
                Outcome::Draw => "draw",
            }),
            position: engine.position(),
            text: load::write(&spec),
            view: engine.view(),
            settings: &play.settings,
            swap2: play.swap2,
            chances: &play.chances,
        })
    }
}
