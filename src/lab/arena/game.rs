//! One game: two players, the judge and the clocks.

use std::time::{Duration, Instant};

use super::adjudication::{AdjudicatedEnd, Adjudication, Adjudicator};
use super::judge::Judge;
use super::player::{Failure, Fault, FaultKind, GamePlayer, PlayedMove, Turn};
use super::record::{GameResult, MoveRecord, Reason};
use super::search_info::EngineScore;
use super::text;
use super::time::{Clock, TimeControl};
use crate::search::{Outcome, Player};

/// What decides a game besides the rules.
#[derive(Clone, Debug)]
pub struct GameSettings<'a> {
    /// How long each player may think.
    pub limits: [&'a TimeControl; 2],
    /// A move that is late by no more than this counts as in time.
    pub tolerance: Duration,
    /// When the game is ended early.
    pub adjudication: &'a Adjudication,
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame {
    /// The moves after the opening.
    pub moves: Vec<MoveRecord>,
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// Whose fault it was.
    pub guilty: Option<Player>,
    /// What exactly happened.
    pub detail: String,
    /// How long it took, from the first move request.
    pub took: Duration,
}

/// Why there is no finished game. None of this tells anything about the strength of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPlayed {
    /// The match was stopped before the game was over.
    Stopped,
    /// A player did not get ready, so not a move was played.
    NotReady {
        /// The player.
        player: Player,
        /// What went wrong.
        fault: Fault,
    },
}

/// The result of a game and its reason.
struct GameEnd {
    result: GameResult,
    reason: Reason,
    guilty: Option<Player>,
    detail: String,
}

/// Plays the game whose opening the judge holds.
///
/// # Errors
/// When a player does not get ready, or the match is stopped.
pub fn play<'a>(
    judge: &'a mut Judge,
    players: [&'a mut dyn GamePlayer; 2],
    terms: &GameSettings<'a>,
) -> Result<FinishedGame, NotPlayed> {
    let mut game = Game {
        judge,
        players,
        clocks: terms.limits.map(Clock::new),
        tolerance: terms.tolerance,
        adjudicator: Adjudicator::new(terms.adjudication),
        moves: Vec::new(),
    };
    game.begin()?;
    let started = Instant::now();
    let GameEnd { result, reason, guilty, detail } = loop {
        if let Some(end) = game.one_move()? {
            break end;
        }
    };
    Ok(FinishedGame { moves: game.moves, result, reason, guilty, detail, took: started.elapsed() })
}

struct Game<'a> {
    judge: &'a mut Judge,
    players: [&'a mut dyn GamePlayer; 2],
    clocks: [Clock; 2],
    tolerance: Duration,
    adjudicator: Adjudicator<'a>,
    moves: Vec<MoveRecord>,
}

impl Game<'_> {
    fn begin(&mut self) -> Result<(), NotPlayed> {
        Player::ALL.into_iter().try_for_each(|player| {
            self.players[player.index()].begin(self.judge).map_err(|failure| match failure {
                Failure::Stopped => NotPlayed::Stopped,
                Failure::Fault(fault) => NotPlayed::NotReady { player, fault },
            })
        })
    }

    fn one_move(&mut self) -> Result<Option<GameEnd>, NotPlayed> {
        let mover = self.judge.standing().to_move;
        let turn = Turn { judge: self.judge, clocks: [&self.clocks[0], &self.clocks[1]] };
        let choice = match self.players[mover.index()].choose(&turn) {
            Ok(choice) => choice,
            Err(failure) => return lost(mover, failure).map(Some),
        };
        let clock = &mut self.clocks[mover.index()];
        let over = clock.overshoot(choice.used);
        clock.spend(choice.used);
        let spelt = self.judge.spelt(&choice.text).unwrap_or_else(|| text::quote(&choice.text));
        self.moves.push(record(spelt, &choice, over));
        if over > self.tolerance {
            let detail =
                format!("{} after {:.1} ms, {:.1} ms late", text::quote(&choice.text), ms(choice.used), ms(over));
            return Ok(Some(fault(mover, Fault::new(FaultKind::Time, detail))));
        }
        if let Err(why) = self.judge.play(&choice.text) {
            let detail = text::quote(&why.to_string());
            return Ok(Some(fault(mover, Fault::new(FaultKind::IllegalMove, detail))));
        }
        Ok(self.by_rule(mover, &choice).or_else(|| self.early(mover, &choice)))
    }

    fn by_rule(&self, mover: Player, choice: &PlayedMove) -> Option<GameEnd> {
        if self.judge.is_foul() {
            let detail = format!("{} is forbidden", text::quote(&choice.text));
            return Some(fault(mover, Fault::new(FaultKind::Foul, detail)));
        }
        let (result, reason) = match self.judge.standing().outcome? {
            Outcome::Win(winner) => (GameResult::won_by(winner), Reason::Win),
            Outcome::Draw => (GameResult::Draw, Reason::Draw),
        };
        Some(GameEnd { result, reason, guilty: None, detail: String::new() })
    }

    fn early(&mut self, mover: Player, choice: &PlayedMove) -> Option<GameEnd> {
        let early = self.adjudicator.after(mover, choice.info.score, self.judge.moves().len())?;
        let (result, reason) = match early {
            AdjudicatedEnd::Win(winner) => (GameResult::won_by(winner), Reason::AgreedWin),
            AdjudicatedEnd::Draw => (GameResult::Draw, Reason::AgreedDraw),
            AdjudicatedEnd::PlyCap => (GameResult::Draw, Reason::PlyCap),
        };
        Some(GameEnd { result, reason, guilty: None, detail: String::new() })
    }
}

fn lost(guilty: Player, failure: Failure) -> Result<GameEnd, NotPlayed> {
    match failure {
        Failure::Stopped => Err(NotPlayed::Stopped),
        Failure::Fault(found) => Ok(fault(guilty, found)),
    }
}

fn fault(guilty: Player, Fault { kind, detail }: Fault) -> GameEnd {
    let result = GameResult::won_by(guilty.opponent());
    GameEnd { result, reason: Reason::Fault(kind), guilty: Some(guilty), detail }
}

fn record(text: String, choice: &PlayedMove, over: Duration) -> MoveRecord {
    let (score, mate) = match choice.info.score {
        Some(EngineScore::Estimate(value)) => (Some(value), None),
        Some(EngineScore::Mate(plies)) => (None, Some(plies)),
        None => (None, None),
    };
    MoveRecord {
        text,
        ms: ms(choice.used),
        over_ms: ms(over),
        waited_ms: choice.waited.filter(|_| !over.is_zero()).map(ms),
        score,
        mate,
        depth: choice.info.depth,
        nodes: choice.info.nodes_in(choice.used),
    }
}

/// Milliseconds, to the microsecond.
fn ms(time: Duration) -> f64 {
    time.as_micros() as f64 / 1_000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::Options;
    use crate::lab::arena::opening::Opening;
    use crate::lab::arena::search_info::SearchInfo;

    /// Plays what it is told to, and takes its time.
    struct Scripted(Vec<PlayedMove>);

    impl GamePlayer for Scripted {
        fn begin(&mut self, _: &Judge) -> Result<(), Failure> {
            Ok(())
        }
        fn choose(&mut self, _: &Turn<'_>) -> Result<PlayedMove, Failure> {
            if self.0.is_empty() { Err(Failure::Stopped) } else { Ok(self.0.remove(0)) }
        }
    }

    fn scripted(moves: &str, used: u64) -> Scripted {
        let choice = |text: &str| PlayedMove {
            text: text.to_owned(),
            used: Duration::from_millis(used),
            waited: None,
            info: SearchInfo { score: Some(EngineScore::Estimate(used as i32)), ..SearchInfo::default() },
        };
        Scripted(moves.split_whitespace().map(choice).collect())
    }

    fn played(
        rule: &str,
        limits: &TimeControl,
        black: &mut Scripted,
        white: &mut Scripted,
    ) -> Result<FinishedGame, NotPlayed> {
        let mut options = Options::for_game("gomoku").unwrap();
        options.set("Rule", rule).unwrap();
        let mut judge = Judge::new(options).unwrap();
        judge.begin(&Opening::default()).unwrap();
        let adjudication = Adjudication::default();
        let terms = GameSettings {
            limits: [limits, limits],
            tolerance: Duration::from_millis(20),
            adjudication: &adjudication,
        };
        play(&mut judge, [black, white], &terms)
    }

    fn reason(
        rule: &str,
        limits: &TimeControl,
        black: (&str, u64),
        white: (&str, u64),
    ) -> (GameResult, Reason, Option<Player>) {
        let ending = played(rule, limits, &mut scripted(black.0, black.1), &mut scripted(white.0, white.1)).unwrap();
        (ending.result, ending.reason, ending.guilty)
    }

    #[test]
    fn rules_end_games() {
        let free = TimeControl::default();
        let won = reason("freestyle", &free, ("h8 i8 j8 k8 l8", 1), ("a1 a2 a3 a4", 1));
        assert_eq!(won, (GameResult::Black, Reason::Win, None));
        let fouled = reason("renju", &free, ("g8 i8 h7 h9 h8", 1), ("a1 c1 e1 g1", 1));
        assert_eq!(fouled, (GameResult::White, Reason::Fault(FaultKind::Foul), Some(Player::First)));
        let illegal = reason("freestyle", &free, ("h8 7,7", 1), ("a1", 1));
        assert_eq!(illegal, (GameResult::White, Reason::Fault(FaultKind::IllegalMove), Some(Player::First)));
    }

    #[test]
    fn a_move_may_be_late_by_the_tolerance() {
        let mut limits = TimeControl::default();
        limits.set("move-time", "100ms").unwrap();
        let late = reason("freestyle", &limits, ("h8 i8", 120), ("a1 a2", 121));
        assert_eq!(late, (GameResult::Black, Reason::Fault(FaultKind::Time), Some(Player::Second)));
        limits.set("tc", "300ms").unwrap();
        let late = reason("freestyle", &limits, ("h8 i8 j8 k8", 100), ("a1 a2 a3 a4", 1));
        assert_eq!(late, (GameResult::White, Reason::Fault(FaultKind::Time), Some(Player::First)));
    }

    #[test]
    fn the_record_tells_times_and_scores() {
        let (mut black, mut white) = (scripted("7,7 8,7 9,7 10,7 11,7", 3), scripted("a1 a2 a3 a4", 4));
        let ending = played("freestyle", &TimeControl::default(), &mut black, &mut white).unwrap();
        let told: Vec<_> = ending.moves.iter().map(|mv| (mv.text.as_str(), mv.ms, mv.score)).collect();
        assert_eq!(told[..2], [("h8", 3.0, Some(3)), ("a1", 4.0, Some(4))]);
        assert_eq!(told.len(), 9);
    }

    #[test]
    fn a_stopped_match_records_nothing() {
        let free = TimeControl::default();
        assert_eq!(played("freestyle", &free, &mut scripted("h8", 1), &mut scripted("", 1)), Err(NotPlayed::Stopped));
    }
}
