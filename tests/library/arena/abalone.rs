//! Games of Abalone between random movers, judged by the arena and replayed by the independent referee of that game.

use std::time::Duration;

use fukumi::engine::options::Options;
use fukumi::engine::{Change, Engine, MoveStyle};
use fukumi::lab::arena::adjudication::Adjudication;
use fukumi::lab::arena::game::{self, FinishedGame, GameSettings};
use fukumi::lab::arena::judge::Judge;
use fukumi::lab::arena::opening::Opening;
use fukumi::lab::arena::player::{Failure, GamePlayer, PlayedMove, Turn};
use fukumi::lab::arena::record::{GameResult, Reason};
use fukumi::lab::arena::time::TimeControl;
use fukumi::search::Outcome;

use crate::support::abalone_referee::Referee;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Plays any legal move; of so many that it draws it takes one that ejects a marble.
struct Mover {
    random: Pcg64,
    draws: usize,
    board: Box<dyn Engine>,
    seen: usize,
}

impl Mover {
    fn new(options: &Options, seed: u64, draws: usize) -> Mover {
        Mover {
            random: Pcg64::seed_from_u64(seed),
            draws,
            board: (options.game().open)(options).expect("a board"),
            seen: 0,
        }
    }

    fn play(&mut self, text: &str) {
        self.board.apply(&Change::Play(text.to_owned())).expect("a legal move");
    }

    /// Marbles that are on the board.
    fn marbles(&self) -> usize {
        let position = self.board.position();
        position.split(' ').next().expect("a board").matches(['b', 'w']).count()
    }

    fn ejects(&mut self, text: &str) -> bool {
        let before = self.marbles();
        self.play(text);
        let ejects = self.marbles() < before;
        self.board.apply(&Change::TakeBack(text.to_owned())).expect("the last move");
        ejects
    }
}

impl GamePlayer for Mover {
    fn begin(&mut self, _: &Judge) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<PlayedMove, Failure> {
        for mv in &turn.judge.moves()[self.seen..] {
            self.play(&mv.text);
        }
        self.seen = turn.judge.moves().len();
        let moves = self.board.legal_moves(MoveStyle::Bottom);
        let mut text = moves.choose(&mut self.random).unwrap().clone();
        for _ in 1..self.draws {
            if self.ejects(&text) {
                break;
            }
            text.clone_from(moves.choose(&mut self.random).unwrap());
        }
        Ok(PlayedMove { text, used: Duration::from_millis(1), ..PlayedMove::default() })
    }
}

/// The game, and the position after every move of it.
fn play(cap: u32, seed: u64, draws: usize) -> (FinishedGame, Vec<String>) {
    let mut options = Options::for_game("abalone").expect("a game");
    options.set("PlyCap", &cap.to_string()).expect("a cap");
    let mut judge = Judge::new(options.clone()).expect("a judge");
    judge.begin(&Opening::default()).expect("a game");
    let (mut black, mut white) = (Mover::new(&options, seed, draws), Mover::new(&options, !seed, draws));
    let (limits, adjudication) = (TimeControl::default(), Adjudication::default());
    let terms = GameSettings { limits: [&limits; 2], tolerance: Duration::ZERO, adjudication: &adjudication };
    let ending = game::play(&mut judge, [&mut black, &mut white], &terms).expect("nobody stops it");
    let mut board = (options.game().open)(&options).expect("a board");
    let mut positions = vec![board.position()];
    for mv in judge.moves() {
        board.apply(&Change::Play(mv.text.clone())).expect("a legal move");
        positions.push(board.position());
    }
    (ending, positions)
}

/// What the referee makes of the game.
fn replay(cap: u32, positions: &[String]) -> Outcome {
    let mut referee = Referee::new(&positions[0], true, cap);
    for position in &positions[1..] {
        let after = Referee::new(position, true, cap).board;
        let reply = referee.moves().into_iter().find(|(board, _)| *board == after);
        referee.play(reply.unwrap_or_else(|| panic!("no legal move leads to {position}")));
    }
    referee.outcome().expect("a finished game")
}

/// How often the game was won by the sixth marble, by a count at the cap, and drawn.
fn compare(games: usize, draws: usize, cap: impl Fn(&mut Pcg64) -> u32) -> [usize; 3] {
    let mut random = Pcg64::seed_from_u64(games as u64);
    let mut seen = [0; 3];
    for number in 0..games {
        let cap = cap(&mut random);
        let (ending, positions) = play(cap, random.random(), draws);
        let expected = match replay(cap, &positions) {
            Outcome::Draw => (GameResult::Draw, Reason::Draw),
            Outcome::Win(winner) => (GameResult::won_by(winner), Reason::Win),
        };
        let last = positions.last().expect("a position");
        assert_eq!((ending.result, ending.reason), expected, "game {number} with a cap of {cap} that ended in {last}");
        assert_eq!(ending.guilty, None);
        let sixth = ending.reason == Reason::Win && last.split(' ').any(|field| field == "6");
        seen[if sixth { 0 } else { 1 + usize::from(ending.reason == Reason::Draw) }] += 1;
    }
    seen
}

#[test]
fn random_games_are_judged_as_by_the_referee() {
    let [_, counted, drawn] = compare(488, 1, |random| random.random_range(4..24));
    assert!(counted > 2 && drawn > 20, "{counted} {drawn}");
}

#[test]
fn games_full_of_ejections_are_judged_as_by_the_referee() {
    let [sixth, ..] = compare(24, 6, |_| 300);
    assert!(sixth > 4, "{sixth}");
}
