//! Forced wins that another program found: the engine finds one at most that long, and the claim is played out.

use std::thread;
use std::time::Instant;

use crate::support::known_wins::{KnownWin, known_wins};
use fukumi::games::gomoku::notation::{Origin, Setup, draw, parse_moves, point_text};
use fukumi::games::gomoku::{Caro, Cell, Freestyle, Gomoku, GomokuModel, Renju, Rule, Standard};
use fukumi::search::{Control, Limits, Outcome, STACK_BYTES, SearchRequest, SearchResult, Searcher, Table};

/// One engine with its memory.
struct Engine<R: Rule> {
    searcher: Searcher<Gomoku<R>, GomokuModel>,
    table: Table,
}

impl<R: Rule> Engine<R> {
    fn new() -> Self {
        Engine { searcher: Searcher::new(GomokuModel::built_in(R::CODE)), table: Table::new(16).unwrap() }
    }

    fn search(&mut self, board: &Gomoku<R>, limits: Limits) -> SearchResult<Cell> {
        let ctl = Control::new(&limits, Instant::now());
        self.searcher.search(board, &self.table, &SearchRequest::default(), &ctl, &mut |_| {}).unwrap()
    }
}

/// What came of a claimed win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// The engine saw it and won in that many plies or fewer.
    Won,
    /// Its first search did not see a win so short.
    Missed,
}

/// Both sides are the engine's. Once it claims a win, each claim of the winner must be at least two plies shorter than the last,
/// whatever the loser tried; anything else fails the test.
fn play_out<R: Rule>(win: &KnownWin, nodes: u64) -> Found {
    let mut board = Gomoku::<R>::from_setup(&win.setup);
    let winner = board.to_move();
    let mut engine = Engine::<R>::new();
    let mut left = win.plies;
    while board.outcome().is_none() {
        let limits = Limits { nodes: Some(nodes), mate: Some(left as u32), ..Limits::default() };
        let answer = engine.search(&board, limits);
        if board.to_move() == winner {
            let score = answer.lines[0].score;
            match score.mate_distance().filter(|&plies| score.is_win() && plies as usize <= left) {
                Some(plies) => left = plies as usize,
                None if board.filled() == win.setup.stones.len() => return Found::Missed,
                None => panic!("line {}: {score} where a win in {left} plies is due\n{}", win.line, drawn(&board)),
            }
        }
        board.place(answer.best());
        left = left.saturating_sub(1);
    }
    assert_eq!(board.outcome(), Some(Outcome::Win(winner)), "line {}: not won\n{}", win.line, drawn(&board));
    Found::Won
}

fn drawn<R: Rule>(board: &Gomoku<R>) -> String {
    draw(&board.to_setup(), &board.last_move().map(|cell| (cell.into(), '*')).into_iter().collect::<Vec<_>>())
}

/// Runs on a thread with the stack that a search needs.
fn with_stack(run: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(run).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Wins of at most nine plies are found one and all.
fn short_wins<R: Rule>() {
    with_stack(|| {
        for win in known_wins(R::CODE).iter().filter(|win| win.plies <= SHORT) {
            assert_eq!(play_out::<R>(win, SHORT_NODES), Found::Won, "line {}: a win in {} plies", win.line, win.plies);
        }
    });
}

/// Of the longer ones at least that share, in percent, is found with a small search.
fn long_wins<R: Rule>(least: usize) {
    with_stack(move || {
        let wins = known_wins(R::CODE);
        let long: Vec<_> = wins.iter().filter(|win| win.plies > SHORT).collect();
        let won = long.iter().filter(|win| play_out::<R>(win, 30_000) == Found::Won).count();
        assert!(100 * won >= least * long.len(), "{won} of {} found, {least} % wanted", long.len());
    });
}

const SHORT: usize = 9;
/// The hardest of them, line 14, takes 265,000: a win by fours in 11 plies hides one in 9 with a three.
const SHORT_NODES: u64 = 400_000;

#[test]
fn short_freestyle_wins_are_found() {
    short_wins::<Freestyle>();
}

#[test]
fn short_standard_wins_are_found() {
    short_wins::<Standard>();
}

#[test]
fn short_renju_wins_are_found() {
    short_wins::<Renju>();
}

#[test]
fn most_long_freestyle_wins_are_found() {
    long_wins::<Freestyle>(50);
}

#[test]
fn most_long_standard_wins_are_found() {
    long_wins::<Standard>(25);
}

#[test]
fn most_long_renju_wins_are_found() {
    long_wins::<Renju>(40);
}

/// Wins by fours at the root need no search, and their lines are told to the end. Counts wins, and the lines that end in one.
fn wins_at_a_glance<R: Rule>() -> (usize, usize) {
    let (mut wins, mut whole) = (0, 0);
    for win in known_wins(R::CODE) {
        let mut board = Gomoku::<R>::from_setup(&win.setup);
        let winner = board.to_move();
        let answer = Engine::<R>::new().search(&board, Limits { nodes: Some(500), ..Limits::default() });
        let line = &answer.lines[0];
        if line.score.is_win() {
            line.pv.iter().for_each(|&cell| board.place(cell));
            wins += 1;
            whole += usize::from(board.outcome() == Some(Outcome::Win(winner)));
            assert!(line.score.mate_distance() >= Some(line.pv.len() as i32), "line {}\n{}", win.line, drawn(&board));
        }
    }
    (wins, whole)
}

#[test]
fn wins_by_fours_are_told_to_their_end() {
    with_stack(|| {
        let counts = [wins_at_a_glance::<Freestyle>(), wins_at_a_glance::<Standard>(), wins_at_a_glance::<Renju>()];
        let (wins, whole) = counts.into_iter().fold((0, 0), |all, some| (all.0 + some.0, all.1 + some.1));
        // A line through the table may end before a reply that it does not know.
        assert!(wins >= 40 && 10 * whole >= 9 * wins, "{whole} of {wins} lines of wins end in one");
    });
}

/// Asks for a move after moves in the tester's notation, in which the number counts from the top.
fn answer<R: Rule>(size: usize, moves: &str) -> String {
    let moves = parse_moves(moves, size, Origin::Top).unwrap();
    let board = Gomoku::<R>::from_setup(&Setup::from_moves(size, R::CODE, &moves));
    let best = Engine::<R>::new().search(&board, Limits { nodes: Some(50_000), ..Limits::default() }).best();
    point_text(best.into(), size, Origin::Top)
}

/// The position checks of GomocupJudge's package tester, as rules/package_tester.rs describes them.
#[test]
fn the_package_tester_gets_its_answers() {
    with_stack(|| {
        const TWO_FOURS: &str = "h8h9i8i9j8j9k8k9";
        let fives = [
            answer::<Freestyle>(20, TWO_FOURS),
            answer::<Freestyle>(15, TWO_FOURS),
            answer::<Standard>(15, TWO_FOURS),
            answer::<Renju>(15, TWO_FOURS),
            answer::<Caro>(15, TWO_FOURS),
        ];
        assert!(fives.iter().all(|five| ["g8", "l8"].contains(&five.as_str())), "{fives:?}");
        let block = answer::<Standard>(15, "h8h9i8h10g8h11j13h12g14h14i15");
        assert!(["f8", "j8"].contains(&block.as_str()), "{block} does not stop the three");
        assert_ne!(answer::<Renju>(15, "h8h9i7i9h10i6i11i12"), "g9", "a double three");
        let block = answer::<Caro>(15, "h8f8g8f9i8f7j8l8");
        assert!(["f5", "f6", "f10", "f11"].contains(&block.as_str()), "{block} does not stop the three");
    });
}
