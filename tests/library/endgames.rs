//! Nearly full boards, solved to the end by the referee: the engine's search claims no other result and no shorter win.

use std::thread;
use std::time::Instant;

use crate::support::referee::Referee;
use fukumi::games::gomoku::notation::{Point, Setup, draw};
use fukumi::games::gomoku::{Gomoku, GomokuModel, Rule};
use fukumi::search::{Algorithm, Control, Limits, Outcome, Player, STACK_BYTES, Score, SearchRequest, Searcher, Table};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// The value with best play and the number of plies to it, by trying everything.
fn solve(position: &Referee) -> Score {
    match position.outcome() {
        Some(Outcome::Draw) => return Score::DRAW,
        Some(Outcome::Win(winner)) => {
            assert_ne!(winner, position.to_move(), "nobody wins by the other's move but by its foul");
            return Score::loss_in(0);
        }
        None => {}
    }
    if !position.winning_points().is_empty() {
        return Score::win_in(1);
    }
    let value = |point| {
        let mut child = position.clone();
        let foul = position.is_forbidden(point);
        child.play(point);
        if foul { Score::loss_in(1) } else { (-solve(&child)).from_node(1) }
    };
    position.moves().into_iter().map(value).max().unwrap()
}

/// Deeper than any of the boards is: near the end of its depth the search believes static values, and reductions shorten lines.
const DEPTH: u32 = 24;

/// A board with few empty cells on which the game goes on and the side to move does not win at once.
fn nearly_full<R: Rule>(random: &mut Pcg64) -> Setup {
    let size = 5 + random.random_range(0..3);
    let room = 5 + random.random_range(0..4);
    // Stones mostly of one colour leave more wins than even numbers do.
    let mostly = *Player::ALL.choose(random).unwrap();
    loop {
        let mut setup = Setup::empty(size, R::CODE);
        let mut points: Vec<Point> =
            (0..size * size).map(|at| Point::new((at % size) as u8, (at / size) as u8)).collect();
        while points.len() > room {
            let point = points.swap_remove(random.random_range(0..points.len()));
            let owner = if random.random_range(0..10) < 7 { mostly } else { mostly.opponent() };
            setup.stones.push((point, Some(owner)));
        }
        setup.to_move = *Player::ALL.choose(random).unwrap();
        let referee = Referee::new(&setup);
        if referee.outcome().is_none() && referee.winning_points().is_empty() {
            return setup;
        }
    }
}

fn check<R: Rule>(setup: &Setup, searcher: &mut Searcher<Gomoku<R>, GomokuModel>, table: &mut Table) -> Score {
    let exact = solve(&Referee::new(setup));
    let board = Gomoku::<R>::from_setup(setup);
    for algorithm in [Algorithm::Mtdf, Algorithm::Pvs] {
        let ctl = Control::new(&Limits { depth: Some(DEPTH), ..Limits::default() }, Instant::now());
        let request = SearchRequest { algorithm: Some(algorithm), ..SearchRequest::default() };
        table.clear();
        let answer = searcher.search(&board, table, &request, &ctl, &mut |_| {}).unwrap();
        let found = answer.lines[0].score;
        let drawn = || format!("{:?}, {:?} to move\n{}", setup.rule, setup.to_move, draw(setup, &[]));
        assert_eq!(found.is_win(), exact.is_win(), "{algorithm:?} finds {found}, exact is {exact}\n{}", drawn());
        assert_eq!(found.is_loss(), exact.is_loss(), "{algorithm:?} finds {found}, exact is {exact}\n{}", drawn());
        // A win may be proven on a longer way than the shortest, never on a shorter one.
        assert!(!exact.is_win() || found <= exact, "{algorithm:?} finds {found}, exact is {exact}\n{}", drawn());
        assert!(!exact.is_loss() || found >= exact, "{algorithm:?} finds {found}, exact is {exact}\n{}", drawn());
    }
    exact
}

fn check_rule<R: Rule>() {
    let run = || {
        let mut random = Pcg64::seed_from_u64(200 + u64::from(R::CODE.number()));
        let mut searcher = Searcher::new(GomokuModel::built_in(R::CODE));
        let mut table = Table::new(1).unwrap();
        let values: Vec<Score> =
            (0..250).map(|_| check::<R>(&nearly_full::<R>(&mut random), &mut searcher, &mut table)).collect();
        let decided = values.iter().filter(|value| value.is_mate()).count();
        assert!(decided > 5, "{decided} positions that are no draw show too little");
    };
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(run).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

test_every_rule!(are_exact, check_rule);
