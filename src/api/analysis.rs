//! What a search found, for programs: moves are text, as people write them.

use std::time::Duration;

use crate::engine::{Report, ReportLine, win_rate};
use crate::search::Score;

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The moves, the best one first.
    pub moves: Vec<String>,
    /// What they are worth to the side to move.
    pub score: Score,
    /// The depth that gave the value, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
}

impl Line {
    /// The chance of the side to move to win that the value stands for, from 0 to 1.
    pub fn win_chance(&self) -> f64 {
        f64::from(win_rate(self.score)) / 1000.0
    }
}

/// What a search knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// The best lines, the best first; none when a search was stopped before it knew anything.
    pub lines: Vec<Line>,
    /// The last depth that was finished, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Positions looked at in proofs, which are counted apart.
    pub proof_nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// Permille of the table in use.
    pub hashfull: u32,
    /// The move that is to be played.
    pub(super) chosen: Option<String>,
}

impl Analysis {
    /// The best move. Below full strength it need not be that of the best line.
    pub fn best(&self) -> Option<&str> {
        let first = || self.lines.first().and_then(|line| line.moves.first());
        self.chosen.as_ref().or_else(first).map(String::as_str)
    }

    /// What the best line is worth to the side to move.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}

impl From<ReportLine> for Line {
    fn from(line: ReportLine) -> Line {
        let ReportLine { rank: _, score, depth, seldepth, pv } = line;
        Line { moves: pv.into_iter().map(|named| named.text).collect(), score, depth, seldepth }
    }
}

impl From<Report> for Analysis {
    fn from(report: Report) -> Analysis {
        let Report { depth, seldepth, nodes, proof_nodes, elapsed, hashfull, best: _, lines } = report;
        let lines = lines.into_iter().map(Line::from).collect();
        Analysis { lines, depth, seldepth, nodes, proof_nodes, time: elapsed, hashfull, chosen: None }
    }
}

/// What is known of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// These moves solve it, and no fewer do: proven.
    Solved(Vec<String>),
    /// Nothing does: proven.
    Unsolvable,
    /// A limit ended the search first.
    Unknown,
}
