//! The record of a game: one line of JSON. Within a version of the format fields are only added.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::opening::Opening;
use super::player::FaultKind;
use super::search_info::EngineScore;
use crate::search::Player;

/// The version of the format.
pub const VERSION: u32 = 1;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchGameRecord {
    /// The version of the format.
    pub v: u32,
    /// The number of the game in its match, from 1.
    pub game: u64,
    /// The pair of games on one opening that it belongs to, from 1.
    pub pair: u64,
    /// Who played Black, the first player.
    pub black: String,
    /// Who played White.
    pub white: String,
    /// What the game began with.
    pub opening: Opening,
    /// Who made the first move after the opening.
    pub first: Colour,
    /// The moves after the opening.
    pub moves: Vec<MoveRecord>,
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// The engine whose fault ended the game.
    pub guilty: Option<String>,
    /// What exactly happened, for a person.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// How long the game took, in milliseconds, from the first move request to its end.
    pub took_ms: f64,
}

impl MatchGameRecord {
    /// The record as a line of JSON.
    ///
    /// # Errors
    /// When JSON has no words for it.
    pub fn to_line(&self) -> Result<String, String> {
        serde_json::to_string(self).map(|line| line + "\n").map_err(|error| error.to_string())
    }

    /// Leaves out what depends on the machine: times, and what was told of searches in time.
    pub fn keep_moves_only(&mut self) {
        self.took_ms = 0.0;
        for mv in &mut self.moves {
            *mv = MoveRecord { text: std::mem::take(&mut mv.text), ..MoveRecord::default() };
        }
    }
}

/// A line for a person: number, players, how it ended, and all moves.
impl fmt::Display for MatchGameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchGameRecord { game, black, white, opening, .. } = self;
        let result = match self.result {
            GameResult::Black => "1-0",
            GameResult::White => "0-1",
            GameResult::Draw => "1/2-1/2",
        };
        write!(f, "{game}. {black} - {white} {result} ({}", self.reason.name())?;
        self.guilty.iter().try_for_each(|guilty| write!(f, ", {guilty}"))?;
        write!(f, "):")?;
        opening.position.iter().try_for_each(|position| write!(f, " {position}:"))?;
        let moves = opening.moves.iter().chain(self.moves.iter().map(|mv| &mv.text));
        moves.into_iter().try_for_each(|text| write!(f, " {text}"))
    }
}

/// One move of a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move, as people write it: `h8`.
    #[serde(rename = "move")]
    pub text: String,
    /// How long it took, in milliseconds by the clock at the pipe.
    pub ms: f64,
    /// By how much it exceeded the limit, in milliseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub over_ms: f64,
    /// Of a late move: how long processes waited for a processor meanwhile, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waited_ms: Option<f64>,
    /// The engine's score for itself, in its own unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// The plies to a win (positive) or loss that the engine sees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// The depth of its search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The nodes of its search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

impl MoveRecord {
    /// The score, as the engine reported it.
    pub fn engine_score(&self) -> Option<EngineScore> {
        self.mate.map(EngineScore::Mate).or(self.score.map(EngineScore::Estimate))
    }
}

/// One of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// The first player.
    Black,
    /// The second player.
    White,
}

impl From<Player> for Colour {
    fn from(player: Player) -> Colour {
        match player {
            Player::First => Colour::Black,
            Player::Second => Colour::White,
        }
    }
}

/// Who won a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// The first player.
    Black,
    /// The second player.
    White,
    /// Nobody.
    Draw,
}

impl GameResult {
    /// The result with that winner.
    pub fn won_by(winner: Player) -> GameResult {
        match winner {
            Player::First => GameResult::Black,
            Player::Second => GameResult::White,
        }
    }

    /// The half points of a player: 2, 1 or 0.
    pub fn half_points(self, player: Player) -> u32 {
        match (self, player) {
            (GameResult::Draw, _) => 1,
            (GameResult::Black, Player::First) | (GameResult::White, Player::Second) => 2,
            _ => 0,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Won by the rules.
    Win,
    /// Drawn by the rules, such as by a full board.
    Draw,
    /// The move limit of the match was reached.
    PlyCap,
    /// Both engines saw the same winner.
    AgreedWin,
    /// Both engines saw a draw.
    AgreedDraw,
    /// Lost by a fault.
    #[serde(untagged)]
    Fault(FaultKind),
}

impl Reason {
    /// Its name, as in the record.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Win => "win",
            Reason::Draw => "draw",
            Reason::PlyCap => "ply-cap",
            Reason::AgreedWin => "agreed-win",
            Reason::AgreedDraw => "agreed-draw",
            Reason::Fault(kind) => kind.name(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_one_line_and_reads_back() {
        let mv = |text: &str, score, mate| MoveRecord {
            text: text.to_owned(),
            ms: 1.25,
            score,
            mate,
            ..MoveRecord::default()
        };
        let record = MatchGameRecord {
            v: VERSION,
            game: 3,
            pair: 2,
            black: "A \"x\"".to_owned(),
            white: "B\n".to_owned(),
            opening: Opening::default(),
            first: Colour::Black,
            moves: vec![mv("h8", Some(-3), None), mv("i9", None, Some(5))],
            result: GameResult::Black,
            reason: Reason::Fault(FaultKind::IllegalMove),
            guilty: Some("B\n".to_owned()),
            detail: String::new(),
            took_ms: 2.5,
        };
        let line = serde_json::to_string(&record).unwrap();
        assert!(!line.contains('\n') && line.contains("\"reason\":\"illegal-move\""), "{line}");
        assert_eq!(serde_json::from_str::<MatchGameRecord>(&line).unwrap(), record);
        assert_eq!(record.moves[1].engine_score(), Some(EngineScore::Mate(5)));
    }

    #[test]
    fn names_are_those_of_the_record() {
        let faults =
            [FaultKind::NotStarted, FaultKind::IllegalMove, FaultKind::Time, FaultKind::Deaf].map(Reason::Fault);
        for reason in [Reason::Win, Reason::PlyCap, Reason::AgreedDraw].into_iter().chain(faults) {
            assert_eq!(serde_json::to_string(&reason).unwrap(), format!("\"{}\"", reason.name()));
            let read: Reason = serde_json::from_str(&format!("\"{}\"", reason.name())).unwrap();
            assert_eq!(read, reason);
        }
    }
}
