//! What a page is told of its session: everything it needs to draw the game and to let it be played.

use std::collections::BTreeMap;

use serde::Serialize;

use super::load;
use super::play::{Play, Wishes};
use super::swap2::Swap2;
use crate::engine::{Rejected, View};
use crate::search::Outcome;

/// The whole of a session, for a page.
#[derive(Serialize)]
pub(super) struct State<'a> {
    v: u32,
    id: &'a str,
    /// Grows with every change.
    version: u64,
    game: &'static str,
    options: BTreeMap<String, String>,
    /// 1 for a puzzle.
    players: usize,
    /// The start, when it is not the game's own.
    start: Option<String>,
    /// All the moves, and how many of them are played.
    moves: &'a [String],
    ply: usize,
    to_move: usize,
    /// `first`, `second` or `draw`.
    outcome: Option<&'static str>,
    /// The position's text, and the whole game's.
    position: String,
    text: String,
    view: View,
    #[serde(flatten)]
    wishes: &'a Wishes,
    swap2: Option<Swap2>,
    /// The first player's chances after each number of moves, in permille, where a search has judged them.
    chances: &'a [Option<u32>],
}

impl<'a> State<'a> {
    pub(super) fn new(id: &'a str, version: u64, play: &'a Play) -> Result<State<'a>, Rejected> {
        let game = &play.game;
        let mut engine = game.engine()?;
        let standing = engine.standing();
        let spec = game.spec();
        Ok(State {
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
            wishes: &play.wishes,
            swap2: play.swap2,
            chances: &play.chances,
        })
    }
}
