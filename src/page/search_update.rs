//! What a search is for, and what a page is told of it.

use std::time::Duration;

use serde::Serialize;

use crate::engine::Step;
use crate::engine::opening::Decision;
use crate::engine::strength::Level;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchGoal {
    /// To play a move with this much thought.
    Move(Allowance),
    /// To show lines, for as long as anyone looks.
    Analyse,
    /// To judge the moves of the line.
    Judge,
    /// To decide what comes next in an opening.
    Opening,
}

/// What a search has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Moves as people write them, of which an analysis is for nobody to play.
    Moves(Vec<String>),
    /// What comes next in an opening.
    Decision(Decision),
}

/// How much thought a move is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allowance {
    /// No iteration is begun after this time, and none goes on after that.
    pub(super) soft: Duration,
    pub(super) hard: Duration,
    /// The most nodes.
    pub(super) nodes: Option<u64>,
    /// The level of play; `None` for full strength.
    pub(super) level: Option<Level>,
}

impl Allowance {
    /// The nodes asked for, and those of the level.
    pub(super) fn node_limit(&self) -> Option<u64> {
        [self.nodes, self.level.map(Level::nodes)].into_iter().flatten().min()
    }
}

/// The state of a search, for the page. Chances and scores are the first player's.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct SearchUpdate {
    pub(super) v: u32,
    /// The position searched, and its ply in the game.
    pub(super) position: String,
    pub(super) ply: usize,
    /// Is the search still going on?
    pub(super) running: bool,
    /// Will the move found be played?
    pub(super) plays: bool,
    pub(super) depth: u32,
    pub(super) seldepth: u32,
    pub(super) nodes: u64,
    pub(super) nps: u64,
    pub(super) ms: u64,
    pub(super) lines: Vec<UpdateLine>,
    /// An error message, if the search failed.
    pub(super) note: Option<String>,
}

/// A principal variation.
#[derive(Clone, Debug, Serialize)]
pub(super) struct UpdateLine {
    pub(super) depth: u32,
    /// In centi-units; `None` when the result is proven.
    pub(super) value: Option<i32>,
    /// Plies to a proven result: positive when the first player wins.
    pub(super) mate: Option<i32>,
    /// The first player's chances, in permille.
    pub(super) chances: u32,
    pub(super) steps: Vec<Step>,
}

impl SearchUpdate {
    /// The chances of the first player by the best line.
    pub(super) fn chances(&self) -> Option<u32> {
        self.lines.first().map(|line| line.chances)
    }

    pub(super) fn ply(&self) -> usize {
        self.ply
    }
}
