//! The results of `solve`, as text for people and as JSON lines. The JSON fields are fixed; others may be added.

use std::time::Duration;

use serde::Serialize;

use crate::games::capture::notation::format_move;
use crate::games::capture::puzzle_file::Listed;
use crate::games::capture::{Solution, Verdict};

/// What is known of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    Solved,
    Unsolvable,
    Unknown,
    Invalid,
}

/// One result.
#[derive(Debug, Serialize)]
pub(super) struct Outcome {
    v: u32,
    name: String,
    position: String,
    pub(super) status: Status,
    /// Of the shortest solution.
    length: Option<usize>,
    /// No solution is shorter; none for a puzzle that has no solution.
    lower_bound: Option<u32>,
    moves: Vec<String>,
    algorithm: Option<&'static str>,
    bound: Option<&'static str>,
    expanded: u64,
    heuristic_calls: u64,
    table_hits: u64,
    time_us: u64,
    memory_bytes: u64,
    error: Option<String>,
    /// The length that the file claims, -1 for no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    explanation: Vec<String>,
}

impl Outcome {
    /// What a search found.
    pub(super) fn new(puzzle: &Listed, solution: &Solution, time: Duration, explain: bool) -> Outcome {
        let (status, moves) = match &solution.verdict {
            Verdict::Solved(moves) => (Status::Solved, moves.as_slice()),
            Verdict::Unsolvable => (Status::Unsolvable, &[][..]),
            Verdict::Unknown => (Status::Unknown, &[][..]),
        };
        let effort = &solution.effort;
        let length = (status == Status::Solved).then_some(moves.len());
        Outcome {
            status,
            length,
            lower_bound: match status {
                Status::Solved => Some(moves.len() as u32),
                Status::Unknown => Some(effort.lower_bound),
                Status::Unsolvable | Status::Invalid => None,
            },
            moves: moves.iter().map(|&mv| format_move(mv)).collect(),
            algorithm: solution.algorithm.map(|algorithm| algorithm.name()),
            bound: solution.bound.map(|bound| bound.name()),
            expanded: effort.expanded,
            heuristic_calls: effort.heuristic_calls,
            table_hits: effort.table_hits,
            time_us: u64::try_from(time.as_micros()).unwrap_or(u64::MAX),
            memory_bytes: effort.bytes as u64,
            explanation: if explain { solution.reasons.clone() } else { Vec::new() },
            ..Outcome::empty(puzzle)
        }
    }

    /// A puzzle that was not solved for this reason.
    pub(super) fn failed(puzzle: &Listed, status: Status, error: String) -> Outcome {
        Outcome { status, error: Some(error), ..Outcome::empty(puzzle) }
    }

    fn empty(puzzle: &Listed) -> Outcome {
        Outcome {
            v: 1,
            name: puzzle.name.clone(),
            position: puzzle.position.clone(),
            status: Status::Unknown,
            length: None,
            lower_bound: None,
            moves: Vec::new(),
            algorithm: None,
            bound: None,
            expanded: 0,
            heuristic_calls: 0,
            table_hits: 0,
            time_us: 0,
            memory_bytes: 0,
            error: None,
            expected: puzzle.length,
            explanation: Vec::new(),
        }
    }

    /// One line of JSON.
    pub(super) fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    /// One line for a person, and one more for each sentence of the explanation.
    pub(super) fn text(&self) -> String {
        let said = match self.status {
            Status::Solved => format!("{} moves: {}", self.moves.len(), self.moves.join(" ")),
            Status::Unsolvable => "unsolvable".to_owned(),
            Status::Unknown => format!("unknown, at least {} moves", self.lower_bound.unwrap_or(0)),
            Status::Invalid => "invalid".to_owned(),
        };
        let mut line = format!("{}: {said}", printable(&self.name));
        if let Some(error) = &self.error {
            return format!("{line}: {error}");
        }
        let names: Vec<&str> = [self.algorithm, self.bound].into_iter().flatten().collect();
        let ms = self.time_us as f64 / 1e3;
        line += &format!(
            " ({}, {} expanded, {} heuristic calls, {} table hits, {ms:.3} ms, {} KiB)",
            if names.is_empty() { "no search".to_owned() } else { names.join(" ") },
            self.expanded,
            self.heuristic_calls,
            self.table_hits,
            self.memory_bytes >> 10
        );
        if let Some(expected) = self.disagreement() {
            line += &format!(" -- but the file says {expected}");
        }
        self.explanation.iter().for_each(|reason| line += &format!("\n    {reason}"));
        line
    }

    /// The file's claim, when the result proves it wrong.
    fn disagreement(&self) -> Option<i64> {
        let found = match self.status {
            Status::Solved => self.moves.len() as i64,
            Status::Unsolvable => -1,
            Status::Unknown | Status::Invalid => return None,
        };
        self.expected.filter(|&expected| expected != found)
    }
}

/// A name from any file, without what would move a terminal's cursor.
fn printable(name: &str) -> String {
    name.chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect()
}
