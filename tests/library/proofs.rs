//! Proofs of forced wins: the checker lets every tree of the prover pass, and none that misses a defence.

use crate::support::known_wins::known_wins;
use crate::support::referee::Referee;
use fukumi::engine::options::Options;
use fukumi::engine::{Change, Engine, MoveStyle, Rejected, Verdict};
use fukumi::games::gomoku::checker::check;
use fukumi::games::gomoku::notation::{Point, Setup, draw, parse_position, position_text};
use fukumi::games::gomoku::proof::prove;
use fukumi::games::gomoku::{self, Cell, Freestyle, Gomoku, Rule, RuleCode};
use fukumi::games::{GAMES, capture};
use fukumi::search::{Control, Means, Player, ProofTree, Proved, Refutation};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Larger trees take the checker too long for a test.
const POSITIONS: u64 = 100_000;

/// Every other known win, or the position a few moves before them, under whatever rule.
fn sharp_positions<R: Rule>(random: &mut Pcg64) -> Vec<Setup> {
    let mut setups = Vec::new();
    for of in [RuleCode::Freestyle, RuleCode::Standard, RuleCode::Renju] {
        for win in known_wins(of).into_iter().step_by(2) {
            let moves: Vec<_> = win.setup.stones.iter().map(|&(point, _)| point).collect();
            let length = moves.len() - random.random_range(0..moves.len().min(6));
            let setup = Setup::from_moves(win.setup.size, R::CODE, &moves[..length]);
            if Referee::new(&setup).outcome().is_none() {
                setups.push(setup);
            }
        }
    }
    setups
}

fn proven<R: Rule>(setup: &Setup, nodes: u64) -> Option<ProofTree<Cell>> {
    let mut board = Gomoku::<R>::from_setup(setup);
    let before = board.clone();
    let proved = prove(&mut board, nodes, &Control::unlimited()).unwrap();
    assert!(board == before, "the proof changes the board\n{}", draw(setup, &[]));
    match proved {
        Proved::Win(tree) => Some(tree),
        Proved::NoWin | Proved::Unknown => None,
    }
}

/// Every tree passes the checker with the plies that it claims, and each of its answers to a reply is needed.
fn check_rule<R: Rule>() {
    let mut random = Pcg64::seed_from_u64(200 + u64::from(R::CODE.number()));
    let (mut wins, mut by_threats, mut mutilated) = (0, 0, 0);
    for setup in sharp_positions::<R>(&mut random) {
        let Some(tree) = proven::<R>(&setup, 2_000) else { continue };
        let drawn = || format!("{}\n{}", position_text(&setup), draw(&setup, &[]));
        match check(&setup, &tree, POSITIONS) {
            Ok(checked) => assert_eq!(checked.plies, tree.plies(), "{}", drawn()),
            Err(Refutation::TooLarge) => continue,
            Err(refutation) => panic!("{refutation:?}\n{}", drawn()),
        }
        wins += 1;
        by_threats += usize::from(tree.otherwise.as_ref().is_some_and(|answer| answer.otherwise.is_some()));
        for at in 0..tree.replies.len() {
            let mut without = tree.clone();
            let (reply, _) = without.replies.remove(at);
            let found = check(&setup, &without, POSITIONS);
            assert!(found.is_err(), "without the answer to {reply:?} it is {found:?}\n{}", drawn());
            mutilated += 1;
        }
        let careless = ProofTree { otherwise: None, ..tree };
        assert!(careless.plies() == 1 || check(&setup, &careless, POSITIONS).is_err(), "{}", drawn());
    }
    assert!(wins > 3 && by_threats > 0 && mutilated > 8, "{wins} wins, {by_threats} by threats, {mutilated} mutilated");
}

test_every_rule!(hold, check_rule);

/// Black wins by a double three.
const DOUBLE_THREE: &str = "15/15/15/15/15/15/4w1bb7/8b6/8b6/15/15/15/15/3w1w9/15 b 0";

#[test]
fn a_win_that_forgets_the_opponents_fours_is_refuted() {
    let mut setup = parse_position(DOUBLE_THREE).unwrap();
    let tree = proven::<Freestyle>(&setup, 10_000).unwrap();
    assert_eq!(check(&setup, &tree, POSITIONS).map(|checked| checked.plies), Ok(tree.plies()));
    setup.stones.extend([1, 2, 3].map(|x| (Point::new(x, 10), Some(Player::Second))));
    match check(&setup, &tree, POSITIONS) {
        Err(Refutation::NotWon(line)) => assert_eq!(line[1].y(), 10, "{line:?}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_tree_that_is_no_tree_of_the_position_is_refuted() {
    let setup = parse_position("bbbb1/5/5/wwww1/5 b 0").unwrap();
    assert!(check(&setup, &ProofTree::last(Cell::new(4, 0)), POSITIONS).is_ok());
    for cell in [Cell::new(0, 0), Cell::new(7, 0), Cell::new(0, 21), Cell::from_index(0)] {
        assert_eq!(check(&setup, &ProofTree::last(cell), POSITIONS), Err(Refutation::Unplayable(vec![cell])));
    }
    let elsewhere = check(&setup, &ProofTree::last(Cell::new(4, 4)), POSITIONS);
    assert!(matches!(elsewhere, Err(Refutation::Unanswered(_) | Refutation::NotWon(_))), "{elsewhere:?}");
}

/// An engine of the game `name` with that position.
fn engine(name: &str, position: Option<&str>) -> Box<dyn Engine> {
    let game = GAMES.iter().find(|game| game.name == name).unwrap();
    let mut engine = (game.open)(&Options::for_game(name).unwrap()).unwrap();
    engine.apply(&Change::Set { position: position.map(str::to_owned), moves: Vec::new() }).unwrap();
    engine
}

#[test]
fn engines_hand_out_checked_proofs_in_words() {
    let mut engine = engine(gomoku::ENTRY.name, Some(DOUBLE_THREE));
    let verdict = engine.prove(Means::Threats, 10_000, MoveStyle::Bottom, &Control::unlimited()).unwrap();
    let Verdict::Win(win) = &verdict else { panic!("{verdict:?}") };
    assert_eq!((win.line.len(), win.tree.plies), (win.plies, win.plies));
    assert_eq!(win.line[0], win.tree.mv);
    let json = serde_json::to_value(&verdict).unwrap();
    assert_eq!(json["verdict"], "win");
    assert_eq!(json["tree"]["move"], win.line[0].as_str());
    assert!(json["tree"]["otherwise"]["move"].is_string(), "{json}");

    let by_fours = engine.prove(Means::Fours, 10_000, MoveStyle::Bottom, &Control::unlimited()).unwrap();
    assert_eq!(by_fours, Verdict::NoWin, "it is won by threes");

    engine.apply(&Change::Clear).unwrap();
    assert_eq!(engine.prove(Means::Threats, 10_000, MoveStyle::Bottom, &Control::unlimited()), Ok(Verdict::NoWin));
}

#[test]
fn a_game_without_proofs_says_so() {
    let mut engine = (capture::ENTRY.open)(&Options::for_game(capture::ENTRY.name).unwrap()).unwrap();
    let answer = engine.prove(Means::Threats, 10, MoveStyle::Bottom, &Control::unlimited());
    assert!(matches!(answer, Err(Rejected::Unsupported(_))), "{answer:?}");
}
