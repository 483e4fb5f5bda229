//! The results as JSON has them; the fields are described in `FORMAT.md`. Within a version fields are only added.

use serde::{Deserialize, Serialize};

use super::analyst::Conditions;
use super::input::Asked;
use crate::engine::{Verdict as Proof, win_rate};
use crate::lab::study::{JudgedMove, Played, Study, Value, Verdict, judge_moves, player_name, players};
use crate::search::{Outcome, Player};

/// The version of the format.
const VERSION: u32 = 1;

/// What is known of what was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    /// There is a best move; in a game, every position has a value.
    Ok,
    /// The game is over, or the puzzle solved.
    Over,
    /// The puzzle has no solution.
    Unsolvable,
    /// The limit came before anything was known.
    Unknown,
    /// What was asked for is no position or game; `error` says why.
    Invalid,
}

/// What was asked of every position: the same in all results of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Terms {
    game: String,
    options: Vec<String>,
    nodes: Option<u64>,
    depth: Option<u32>,
    time_ms: Option<u64>,
    lines: usize,
    prove: Option<u64>,
    hash: Option<usize>,
    whole_games: bool,
}

impl Terms {
    pub(super) fn new(conditions: &Conditions, whole_games: bool) -> Terms {
        let game = conditions.options.game();
        let text = |name| conditions.options.value(name).map(|value| format!("{name}={value}"));
        Terms {
            game: game.name.to_owned(),
            options: game.options.iter().filter_map(|row| text(row.name)).collect(),
            nodes: conditions.nodes,
            depth: conditions.depth,
            time_ms: conditions.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            lines: conditions.lines,
            prove: conditions.prove,
            hash: conditions.hash,
            whole_games,
        }
    }
}

/// A line of best play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct BestLine {
    pub(super) rank: usize,
    #[serde(flatten)]
    pub(super) value: Value,
    pub(super) depth: u32,
    pub(super) moves: Vec<String>,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct PositionResult {
    pub(super) position: String,
    #[serde(skip)]
    pub(super) board: String,
    #[serde(skip)]
    pub(super) puzzle: bool,
    pub(super) to_move: &'static str,
    pub(super) outcome: Option<&'static str>,
    pub(super) forbidden: Vec<String>,
    pub(super) best: Option<String>,
    #[serde(flatten)]
    pub(super) value: Value,
    pub(super) depth: u32,
    pub(super) seldepth: u32,
    pub(super) nodes: u64,
    pub(super) proof_nodes: u64,
    pub(super) lines: Vec<BestLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) proof: Option<Proof>,
}

/// What is known of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct GameResult {
    pub(super) start: String,
    pub(super) position: String,
    #[serde(skip)]
    pub(super) board: String,
    #[serde(skip)]
    pub(super) puzzle: bool,
    pub(super) outcome: Option<&'static str>,
    pub(super) moves: Vec<JudgedMove>,
    pub(super) turning_points: Vec<usize>,
    pub(super) players: Vec<Played>,
    /// The chance of the first player in every position, in permille, the start and the end included.
    pub(super) chances: Vec<Option<u32>>,
    pub(super) nodes: u64,
    pub(super) proof_nodes: u64,
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Finding {
    Position(PositionResult),
    Game(GameResult),
    /// Nothing: see the error.
    None,
}

/// One result: a line of JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Answered<'a> {
    v: u32,
    pub(super) n: u64,
    pub(super) line: Option<u64>,
    pub(super) name: Option<&'a str>,
    pub(super) input: &'a str,
    terms: &'a Terms,
    pub(super) status: Status,
    pub(super) error: Option<String>,
    #[serde(flatten)]
    pub(super) finding: Finding,
}

impl<'a> Answered<'a> {
    /// The result of the studies of what was asked for: one of a position, of a game one of every position in it.
    pub(super) fn new(asked: &'a Asked, terms: &'a Terms, studies: Result<Vec<Study>, String>) -> Answered<'a> {
        let (status, error, finding) = match studies {
            Err(why) => (Status::Invalid, Some(why), Finding::None),
            Ok(studies) if terms.whole_games => {
                let known = studies.iter().all(|study| study.verdict != Verdict::Unknown);
                (if known { Status::Ok } else { Status::Unknown }, None, Finding::Game(game(&studies)))
            }
            Ok(mut studies) => match studies.pop() {
                Some(study) => (status(&study.verdict), None, Finding::Position(position(study))),
                None => (Status::Invalid, Some("nothing was studied".to_owned()), Finding::None),
            },
        };
        let (line, name, input) = (asked.line, asked.name.as_deref(), asked.input.as_str());
        Answered { v: VERSION, n: asked.number, line, name, input, terms, status, error, finding }
    }
}

fn status(verdict: &Verdict) -> Status {
    match verdict {
        Verdict::Found => Status::Ok,
        Verdict::Over(_) => Status::Over,
        Verdict::Unsolvable => Status::Unsolvable,
        Verdict::Unknown => Status::Unknown,
    }
}

fn outcome(study: &Study) -> Option<&'static str> {
    match study.verdict {
        Verdict::Over(Outcome::Win(_)) if study.puzzle => Some("solved"),
        Verdict::Over(Outcome::Win(winner)) => Some(player_name(winner)),
        Verdict::Over(Outcome::Draw) => Some("draw"),
        _ => None,
    }
}

fn position(study: Study) -> PositionResult {
    let best_line = |line: &crate::engine::ReportLine| BestLine {
        rank: line.rank,
        value: Value::of(Some(line.score), study.puzzle),
        depth: line.depth,
        moves: line.pv.iter().map(|named| named.text.clone()).collect(),
    };
    PositionResult {
        to_move: player_name(study.to_move),
        outcome: outcome(&study),
        best: study.best().map(str::to_owned),
        value: Value::of(study.score(), study.puzzle),
        lines: study.lines.iter().map(best_line).collect(),
        depth: study.depth,
        seldepth: study.seldepth,
        nodes: study.nodes,
        proof_nodes: study.proof_nodes,
        puzzle: study.puzzle,
        position: study.position,
        board: study.board,
        forbidden: study.forbidden,
        proof: study.proof,
    }
}

fn game(studies: &[Study]) -> GameResult {
    let moves = judge_moves(studies);
    let puzzle = studies.iter().any(|study| study.puzzle);
    let first = |study: &Study| {
        let own = study.score().map(win_rate)?;
        Some(if study.to_move == Player::First { own } else { 1000 - own })
    };
    let (start, end) = (studies.first(), studies.last());
    GameResult {
        start: start.map(|study| study.position.clone()).unwrap_or_default(),
        position: end.map(|study| study.position.clone()).unwrap_or_default(),
        board: end.map(|study| study.board.clone()).unwrap_or_default(),
        puzzle,
        outcome: end.and_then(outcome),
        turning_points: moves.iter().filter(|mv| mv.turning).map(|mv| mv.ply).collect(),
        players: players(&moves, puzzle),
        chances: studies.iter().map(first).collect(),
        nodes: studies.iter().map(|study| study.nodes).sum(),
        proof_nodes: studies.iter().map(|study| study.proof_nodes).sum(),
        moves,
    }
}
