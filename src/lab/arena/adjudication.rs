//! Adjudication: ending games before the rules do. Each way has to be requested.

use serde::{Deserialize, Serialize};

use super::search_info::EngineScore;
use super::{ArenaError, text};
use crate::search::Player;

/// When a game ends early.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// A game with so many moves on the board, those of the opening among them, is a draw; 0 for never.
    pub max_plies: u32,
    /// When both players agree on the winner.
    pub win: Option<AgreedWin>,
    /// When both players agree on a draw.
    pub draw: Option<AgreedDraw>,
}

/// For so many plies in a row the scores of both players name the same winner, by so much at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgreedWin {
    /// The least score; a proven win is always enough.
    pub score: i64,
    /// How many plies.
    pub plies: u32,
}

/// For so many plies in a row the scores of both players are near zero, from some ply of the game on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgreedDraw {
    /// The largest score, either way.
    pub score: i64,
    /// How many plies.
    pub plies: u32,
    /// Not before so many moves are on the board.
    pub after: u32,
}

/// Fewer plies than these would ask one player only.
const BOTH: f64 = 2.0;

/// More than any score or game.
const MOST: f64 = 1e9;

impl AgreedWin {
    /// Reads `score=1000,plies=6`.
    ///
    /// # Errors
    /// When a name or a value makes no sense.
    pub fn parse(setting: &str, source: &str) -> Result<AgreedWin, ArenaError> {
        let mut known = [("score", 0.0), ("plies", 6.0)];
        text::named_numbers(setting, source, &mut known)?;
        let [score, plies] = known.map(|(_, number)| number);
        in_range(setting, source, &[(score, 1.0), (plies, BOTH)])?;
        Ok(AgreedWin { score: score as i64, plies: plies as u32 })
    }
}

impl AgreedDraw {
    /// Reads `score=10,plies=10,after=60`.
    ///
    /// # Errors
    /// When a name or a value makes no sense.
    pub fn parse(setting: &str, source: &str) -> Result<AgreedDraw, ArenaError> {
        let mut known = [("score", 0.0), ("plies", 10.0), ("after", 0.0)];
        text::named_numbers(setting, source, &mut known)?;
        let [score, plies, after] = known.map(|(_, number)| number);
        in_range(setting, source, &[(score, 0.0), (plies, BOTH), (after, 0.0)])?;
        Ok(AgreedDraw { score: score as i64, plies: plies as u32, after: after as u32 })
    }
}

fn in_range(setting: &str, source: &str, numbers: &[(f64, f64)]) -> Result<(), ArenaError> {
    if numbers.iter().all(|&(number, least)| (least..=MOST).contains(&number) && number.fract() == 0.0) {
        return Ok(());
    }
    let why =
        "expected whole numbers: a positive score for a win, and at least 2 plies, so that both players are heard";
    Err(ArenaError::setting(setting, source, why))
}

/// How a game is ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdjudicatedEnd {
    /// The move limit is reached.
    PlyCap,
    /// Both agree on the winner.
    Win(Player),
    /// Both agree on a draw.
    Draw,
}

/// Follows the scores of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator<'a> {
    rules: &'a Adjudication,
    winning: [u32; 2],
    level: u32,
}

impl<'a> Adjudicator<'a> {
    /// At the beginning of a game.
    pub fn new(rules: &'a Adjudication) -> Adjudicator<'a> {
        Adjudicator { rules, winning: [0; 2], level: 0 }
    }

    /// Takes the score of a move; `plies` are on the board after it.
    pub fn after(&mut self, mover: Player, score: Option<EngineScore>, plies: usize) -> Option<AdjudicatedEnd> {
        let plies = u32::try_from(plies).unwrap_or(u32::MAX);
        let value = score.map(EngineScore::value);
        if let Some(found) = self.rules.win.and_then(|rule| self.agreed_win(rule, mover, value)) {
            return Some(AdjudicatedEnd::Win(found));
        }
        if self.rules.draw.is_some_and(|rule| self.agreed_draw(rule, value, plies)) {
            return Some(AdjudicatedEnd::Draw);
        }
        (self.rules.max_plies > 0 && plies >= self.rules.max_plies).then_some(AdjudicatedEnd::PlyCap)
    }

    fn agreed_win(&mut self, rule: AgreedWin, mover: Player, value: Option<i64>) -> Option<Player> {
        let sees = |player| {
            value.is_some_and(|value| if player == mover { value >= rule.score } else { value <= -rule.score })
        };
        for player in Player::ALL {
            let count = &mut self.winning[player.index()];
            *count = if sees(player) { *count + 1 } else { 0 };
        }
        Player::ALL.into_iter().find(|player| self.winning[player.index()] >= rule.plies)
    }

    fn agreed_draw(&mut self, rule: AgreedDraw, value: Option<i64>, plies: u32) -> bool {
        let level = value.is_some_and(|value| (-rule.score..=rule.score).contains(&value));
        self.level = if level { self.level + 1 } else { 0 };
        self.level >= rule.plies && plies >= rule.after
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(rules: &Adjudication, scores: &[i32]) -> Vec<Option<AdjudicatedEnd>> {
        let mut adjudicator = Adjudicator::new(rules);
        let players = Player::ALL.into_iter().cycle();
        let after = |(index, (&score, mover)): (usize, (&i32, Player))| {
            adjudicator.after(mover, Some(EngineScore::Estimate(score)), index + 1)
        };
        scores.iter().zip(players).enumerate().map(after).collect()
    }

    #[test]
    fn nothing_ends_a_game_unless_it_is_asked_for() {
        assert!(ends(&Adjudication::default(), &[0; 300]).iter().all(Option::is_none));
    }

    #[test]
    fn both_must_see_the_winner_without_a_break() {
        let win = Some(AgreedWin::parse("x", "score=500,plies=4").unwrap());
        let rules = Adjudication { win, ..Adjudication::default() };
        let end = |scores: &[i32]| ends(&rules, scores).pop().flatten();
        assert_eq!(end(&[500, -500, 600, -700]), Some(AdjudicatedEnd::Win(Player::First)));
        assert_eq!(end(&[0, 500, -500, 600, -700]), Some(AdjudicatedEnd::Win(Player::Second)));
        assert_eq!(end(&[500, -499, 600, -700]), None);
        assert_eq!(end(&[500, 500, 500, 500]), None, "each sees itself winning");
        let mut adjudicator = Adjudicator::new(&rules);
        for (mover, score) in
            [(Player::First, Some(EngineScore::Mate(9))), (Player::Second, Some(EngineScore::Mate(-8)))]
        {
            assert_eq!(adjudicator.after(mover, score, 1), None);
        }
        assert_eq!(adjudicator.after(Player::First, None, 1), None, "a move without a score breaks the row");
        assert_eq!(adjudicator.after(Player::Second, Some(EngineScore::Mate(-8)), 1), None);
    }

    #[test]
    fn a_level_game_is_drawn_late_enough() {
        let draw = Some(AgreedDraw::parse("x", "score=10,plies=3,after=6").unwrap());
        let rules = Adjudication { draw, ..Adjudication::default() };
        let ends = ends(&rules, &[0, 5, -10, 10, 0, 3]);
        assert_eq!(ends.iter().position(Option::is_some), Some(5));
        assert_eq!(ends[5], Some(AdjudicatedEnd::Draw));
    }

    #[test]
    fn the_cap_counts_the_moves_on_the_board() {
        let rules = Adjudication { max_plies: 3, ..Adjudication::default() };
        assert_eq!(ends(&rules, &[0, 0, 0]), [None, None, Some(AdjudicatedEnd::PlyCap)]);
    }

    #[test]
    fn numbers_without_sense_are_refused() {
        for text in ["", "score=0", "score=100,plies=1", "score=-5", "score=1e99", "score=1.5", "value=3"] {
            assert!(AgreedWin::parse("--adjudicate-win", text).is_err(), "{text}");
        }
        for text in ["score=-1", "plies=0", "after=-3", "after=x"] {
            assert!(AgreedDraw::parse("--adjudicate-draw", text).is_err(), "{text}");
        }
    }
}
