//! The state of a session as JSON: everything the page needs to draw the game and to let it be played.

use std::collections::BTreeMap;

use web_time::Instant;

use serde::Serialize;

use super::clock::ClockState;
use super::judging::{Judgement, JudgementState};
use super::load;
use super::opening::{OpeningPlay, OpeningState};
use super::play::{OwnWeights, Play, PlaySettings, WeightsState};
use crate::engine::{Rejected, View};
use crate::files::{NodeId, Tree};
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
    moves: Vec<String>,
    ply: usize,
    /// The nodes of the tree, and the number of the current one.
    nodes: Vec<NodeState<'a>>,
    node: u32,
    /// The nodes of the moves.
    line: Vec<u32>,
    /// The moves with variations and comments as text, when there are any.
    tree: Option<String>,
    tags: BTreeMap<String, String>,
    /// Can an edit be undone?
    edited: bool,
    to_move: usize,
    /// `first`, `second` or `draw`.
    outcome: Option<&'static str>,
    /// The position as text, and the whole game as text.
    position: String,
    text: String,
    view: View,
    #[serde(flatten)]
    settings: &'a PlaySettings,
    /// The player's own weights.
    weights: Option<WeightsState<'a>>,
    /// The opening that the game began with.
    opening: Option<OpeningState>,
    clock: Option<ClockState>,
    judgement: Option<JudgementState>,
    /// The first player's chances after each number of moves, in permille, where a search has judged them.
    chances: Vec<Option<u32>>,
}

/// A node of the tree. The start has no move.
#[derive(Serialize)]
struct NodeState<'a> {
    id: u32,
    parent: Option<u32>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    comment: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    labels: &'a [(String, String)],
}

impl<'a> NodeState<'a> {
    fn new(tree: &'a Tree, node: NodeId) -> NodeState<'a> {
        let notes = tree.notes(node);
        NodeState {
            id: node.number(),
            parent: tree.parent(node).map(NodeId::number),
            text: tree.text(node),
            comment: &notes.comment,
            labels: &notes.labels,
        }
    }
}

impl<'a> SessionState<'a> {
    pub(super) fn new(id: &'a str, version: u64, play: &'a Play) -> Result<SessionState<'a>, Rejected> {
        let game = &play.game;
        let mut engine = game.engine()?;
        let standing = engine.standing();
        let spec = game.spec();
        let line = &game.variations;
        let tree = line.tree();
        Ok(SessionState {
            v: 1,
            id,
            version,
            game: game.options().game().name,
            text: load::write(&spec),
            options: spec.options,
            players: if engine.training_game().is_some() { 2 } else { 1 },
            start: spec.position,
            moves: spec.moves,
            ply: game.ply(),
            nodes: std::iter::once(Tree::ROOT).chain(tree.walk()).map(|node| NodeState::new(tree, node)).collect(),
            node: line.node().number(),
            line: line.line().iter().map(|node| node.number()).collect(),
            tree: spec.tree,
            tags: spec.tags,
            edited: line.is_edited(),
            to_move: standing.to_move.index(),
            outcome: play.outcome(standing.outcome).map(|outcome| match outcome {
                Outcome::Win(player) => ["first", "second"][player.index()],
                Outcome::Draw => "draw",
            }),
            position: engine.position(),
            view: engine.view(),
            settings: &play.settings,
            weights: play.weights.as_ref().map(OwnWeights::state),
            opening: play.opening.as_ref().map(OpeningPlay::state),
            clock: play.clock.as_ref().map(|clock| clock.state(Instant::now())),
            judgement: play.judgement.as_ref().map(Judgement::state),
            chances: play.chances(),
        })
    }
}
