//! Judging a game: every position of the line that is shown is studied, as `analyze --games` does it.

use std::time::Duration;

use serde::Serialize;

use super::game::Game;
use crate::engine::{Rejected, win_rate};
use crate::files::NodeId;
use crate::lab::study::{JudgedMove, Played, Study, judge_moves, players};
use crate::search::{Control, Limits, Player, Table};

/// The time for a position, and again for the move that was played in it.
pub(super) const STUDY_TIME: Duration = Duration::from_millis(200);

/// What is known of the moves of a line.
pub(super) struct Judgement {
    /// The nodes of the line, the start before them.
    nodes: Vec<NodeId>,
    /// The studies of its positions, as far as they have come.
    studies: Vec<Study>,
    /// Is it still going on?
    running: bool,
}

/// A judgement as the page is told of it.
#[derive(Serialize)]
pub(super) struct JudgementState {
    running: bool,
    /// How many positions have been studied, of how many.
    done: usize,
    all: usize,
    moves: Vec<JudgedNode>,
    players: Vec<Played>,
}

/// A judged move, and where it stands in the tree.
#[derive(Serialize)]
struct JudgedNode {
    node: u32,
    #[serde(flatten)]
    judged: JudgedMove,
}

impl Judgement {
    /// Of the line that a game shows; nothing is known yet.
    pub(super) fn new(game: &Game) -> Judgement {
        let line = &game.variations;
        let nodes = (0..=line.line().len()).map(|ply| line.node_at(ply)).collect();
        Judgement { nodes, studies: Vec::new(), running: true }
    }

    pub(super) fn is_running(&self) -> bool {
        self.running
    }

    /// No more is wanted.
    pub(super) fn end(&mut self) {
        self.running = false;
    }

    /// Takes the study of the next position; tells which it is, and the first player's chances there in permille.
    pub(super) fn add(&mut self, study: Study) -> Option<(NodeId, u32)> {
        let node = *self.nodes.get(self.studies.len())?;
        let own = study.score().map(win_rate);
        let chances = own.map(|own| if study.to_move == Player::First { own } else { 1000 - own });
        self.studies.push(study);
        Some((node, chances?))
    }

    pub(super) fn state(&self) -> JudgementState {
        let moves = judge_moves(&self.studies);
        let puzzle = self.studies.iter().any(|study| study.puzzle);
        let players = players(&moves, puzzle);
        let node = |ply: usize| self.nodes.get(ply).map_or(0, |node| node.number());
        JudgementState {
            running: self.running,
            done: self.studies.len(),
            all: self.nodes.len(),
            moves: moves.into_iter().map(|judged| JudgedNode { node: node(judged.ply), judged }).collect(),
            players,
        }
    }
}

/// Studies the position after so many moves of a game's line.
///
/// # Errors
/// [`Rejected`] when the engine cannot search it.
pub(super) fn study(game: &Game, ply: usize, table: &Table, threads: usize, ctl: &Control) -> Result<Study, Rejected> {
    let mut engine = game.engine_at(ply)?;
    let mut study = Study::new(&mut *engine, game.line().get(ply).map(String::as_str))?;
    if study.is_over() {
        return Ok(study);
    }
    study.search(&mut *engine, (1, threads), table, ctl)?;
    let limits = Limits { hard: Some(STUDY_TIME), ..Limits::default() };
    study.look_at_played(&mut *engine, threads, table, (ctl, &limits))?;
    Ok(study)
}
