//! Games between random movers, judged by the arena and replayed by the referee of the tests, who shares no code with it.

use std::time::Duration;

use fukumi::engine::options::Options;
use fukumi::games::gomoku::notation::{Point, Setup, parse_xy};
use fukumi::games::gomoku::{Rule, RuleCode};
use fukumi::lab::arena::adjudication::Adjudication;
use fukumi::lab::arena::game::{self, FinishedGame, GameSettings};
use fukumi::lab::arena::judge::Judge;
use fukumi::lab::arena::opening::Opening;
use fukumi::lab::arena::player::{Failure, FaultKind, GamePlayer, PlayedMove, Turn};
use fukumi::lab::arena::record::{GameResult, Reason};
use fukumi::lab::arena::time::TimeControl;
use fukumi::search::{Outcome, Player};

use crate::support::referee::Referee;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

const GAMES: usize = 500;

/// Plays on any empty cell.
struct RandomMover {
    random: Pcg64,
    size: usize,
}

impl GamePlayer for RandomMover {
    fn begin(&mut self, _: &Judge) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<PlayedMove, Failure> {
        let taken: Vec<Point> = points(turn.judge, self.size);
        loop {
            let point =
                Point::new(self.random.random_range(0..self.size) as u8, self.random.random_range(0..self.size) as u8);
            if !taken.contains(&point) {
                return Ok(PlayedMove {
                    text: point.to_string(),
                    used: Duration::from_millis(1),
                    ..PlayedMove::default()
                });
            }
        }
    }
}

fn points(judge: &Judge, size: usize) -> Vec<Point> {
    judge.moves().iter().map(|mv| parse_xy(&mv.pair, size).expect("a point")).collect()
}

fn play(rule: RuleCode, size: usize, seed: u64) -> (FinishedGame, Vec<Point>) {
    let mut options = Options::for_game("gomoku").expect("a game");
    options.set("Rule", rule.name()).expect("a rule");
    options.set("BoardSize", &size.to_string()).expect("a size");
    let mut judge = Judge::new(options).expect("a judge");
    judge.begin(&Opening::default()).expect("a game");
    let mover = |seed| RandomMover { random: Pcg64::seed_from_u64(seed), size };
    let (mut black, mut white) = (mover(seed), mover(!seed));
    let (limits, adjudication) = (TimeControl::default(), Adjudication::default());
    let terms = GameSettings { limits: [&limits; 2], tolerance: Duration::ZERO, adjudication: &adjudication };
    let ending = game::play(&mut judge, [&mut black, &mut white], &terms).expect("nobody stops it");
    let moves = points(&judge, size);
    (ending, moves)
}

/// What the referee makes of the moves: the result, and whether the last one was a foul.
fn replay(rule: RuleCode, size: usize, moves: &[Point]) -> (GameResult, bool) {
    let mut referee = Referee::new(&Setup::empty(size, rule));
    let mut mover = Player::First;
    for (index, &point) in moves.iter().enumerate() {
        assert_eq!(referee.outcome(), None, "the game was over before move {index}");
        mover = referee.to_move();
        referee.play(point);
    }
    match referee.outcome().expect("a finished game") {
        Outcome::Draw => (GameResult::Draw, false),
        Outcome::Win(winner) => (GameResult::won_by(winner), winner != mover),
    }
}

/// How often Black and White won by a line, a foul lost, and a board was filled.
fn compare(rule: RuleCode) -> [usize; 4] {
    let mut random = Pcg64::seed_from_u64(u64::from(rule.number()) + 1);
    let mut seen = [0; 4];
    for number in 0..GAMES {
        let size = 5 + random.random_range(0..8);
        let (ending, moves) = play(rule, size, random.random());
        assert_eq!(ending.moves.len(), moves.len());
        let (result, foul) = replay(rule, size, &moves);
        assert_eq!(ending.result, result, "game {number} of {rule:?} on {size}x{size}: {moves:?}");
        let expected = match result {
            GameResult::Draw => Reason::Draw,
            _ if foul => Reason::Fault(FaultKind::Foul),
            _ => Reason::Win,
        };
        assert_eq!(ending.reason, expected, "game {number} of {rule:?} on {size}x{size}: {moves:?}");
        assert_eq!(ending.guilty, foul.then_some(Player::First));
        seen[match (result, foul) {
            (_, true) => 2,
            (GameResult::Black, _) => 0,
            (GameResult::White, _) => 1,
            (GameResult::Draw, _) => 3,
        }] += 1;
    }
    seen
}

/// Every ending that the rule knows must have come up, or the comparison proves little.
fn check<R: Rule>() {
    let rule = R::CODE;
    let [black, white, foul, draw] = compare(rule);
    assert!(black > 20 && white > 20 && draw > 20, "{rule:?}: {black} {white} {draw}");
    assert_eq!(foul > 20, rule == RuleCode::Renju, "{foul} fouls in {rule:?}");
}

test_every_rule!(is_judged_as_by_the_referee, check);
