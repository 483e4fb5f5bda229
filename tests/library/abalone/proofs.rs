//! Wins by threats to eject: whole trees, found and checked.

use fukumi::games::abalone::cell::Cell;
use fukumi::games::abalone::notation::parse_position;
use fukumi::games::abalone::{Abalone, AbaloneModel, DrawRules, Move, Setup};
use fukumi::search::{
    Checked, Control, Game, Means, Model, Outcome, Position, ProofTree, Proved, Refutation, ThreatSearch,
};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

use super::{moves, position};

const NODES: u64 = 200_000;
const POSITIONS: u64 = 10_000_000;

fn proved(pos: &Abalone, means: Means, nodes: u64) -> Proved<Move> {
    let mut after = pos.clone();
    let ctl = Control::unlimited();
    let found = AbaloneModel::default().threat_search().prove_tree(&mut after, means, nodes, &ctl);
    assert_eq!(after, *pos, "the position stays as it was");
    found.unwrap().unwrap()
}

fn checked(pos: &Abalone, tree: &ProofTree<Move>, positions: u64) -> Result<Checked, Refutation<Move>> {
    AbaloneModel::default().threat_search().check_tree(pos, tree, positions)
}

/// White has lost five marbles; Black wins in so many plies.
const WINS: [(&str, usize); 4] = [
    ("1bbww/b1b1bb/w6/8/b8/w7/6w/4bw/b1w1b b 0 5", 5),
    ("2wbw/b1b2b/3b3/w2w4/bb2b3w/w2bb3/7/3b2/1b3 b 2 5", 5),
    ("b4/4b1/b4b1/2bw2b1/3b4w/4ww1w/3b2b/6/2wwb b 0 5", 11),
    ("bw3/5w/bb1b3/3b1b2/wb1bb4/8/6w/2b2w/wwbb1 b 0 5", 9),
];

#[test]
fn a_win_is_found_as_a_tree_that_the_checker_accepts() {
    for (text, plies) in WINS {
        let pos = position(text, DrawRules::default());
        let Proved::Win(tree) = proved(&pos, Means::Threats, NODES) else { panic!("{text}") };
        assert_eq!((tree.plies(), checked(&pos, &tree, POSITIONS).unwrap().plies), (plies, plies), "{text}");
        let mut after = pos.clone();
        let line = AbaloneModel::default().threat_search().tree_line(&pos, &tree);
        assert_eq!(line.len(), plies);
        for mv in line {
            assert!(moves(&after).contains(&mv), "{text}");
            after.make(mv);
        }
        assert_eq!(after.outcome(), Some(Outcome::Win(pos.to_move())), "{text}");
    }
}

#[test]
fn pushes_alone_win_less_and_every_move_of_theirs_is_a_push() {
    fn pushes(tree: &ProofTree<Move>) -> bool {
        tree.mv.pushed() > 0 && tree.answers().all(pushes)
    }
    let found = WINS.map(|(text, _)| proved(&position(text, DrawRules::default()), Means::Fours, NODES));
    assert!(found.contains(&Proved::NoWin));
    let one = position("5/6/7/8/9/8/7/6/wbb2 b 0 5", DrawRules::default());
    let Proved::Win(tree) = proved(&one, Means::Fours, NODES) else { panic!("an ejection is a push") };
    assert!(pushes(&tree) && tree == ProofTree::last(tree.mv));
}

#[test]
fn where_nothing_threatens_there_is_no_such_win_and_few_nodes_tell_nothing() {
    let start = position("wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0", DrawRules::default());
    assert_eq!(proved(&start, Means::Threats, NODES), Proved::NoWin);
    let (text, _) = WINS[2];
    assert_eq!(proved(&position(text, DrawRules::default()), Means::Threats, 20), Proved::Unknown);
}

#[test]
fn the_checker_refuses_trees_that_do_not_win() {
    let pos = position(WINS[0].0, DrawRules::default());
    let Proved::Win(tree) = proved(&pos, Means::Threats, NODES) else { panic!() };
    assert_eq!(checked(&pos, &tree, 10), Err(Refutation::TooLarge));
    let unanswered = ProofTree { otherwise: None, ..tree.clone() };
    assert!(matches!(checked(&pos, &unanswered, POSITIONS), Err(Refutation::Unanswered(line)) if line.len() == 2));
    let stops = ProofTree::last(tree.mv);
    assert!(matches!(checked(&pos, &stops, POSITIONS), Err(Refutation::Unanswered(_))));
    let mut after = pos.clone();
    after.make(tree.mv);
    let other = ProofTree::last(moves(&after)[0]);
    assert_eq!(checked(&pos, &other, POSITIONS), Err(Refutation::Unplayable(vec![other.mv])));
    let last = ProofTree { otherwise: Some(Box::new(other)), ..ProofTree::last(tree.mv) };
    assert!(checked(&pos, &last, POSITIONS).is_err());
}

#[test]
fn short_wins_are_those_that_trying_everything_finds() {
    let mut random = Pcg64::seed_from_u64(3);
    let (mut wins, mut others) = (0, 0);
    while wins < 12 || others < 12 {
        let pos = random_position(&mut random);
        let expected = wins_within(&mut pos.clone(), 2);
        match proved(&pos, Means::Threats, NODES) {
            Proved::Win(tree) => {
                assert!(checked(&pos, &tree, POSITIONS).is_ok(), "{pos:?}");
                assert_eq!(tree.plies() <= 3, expected, "{pos:?}");
                wins += usize::from(expected);
            }
            Proved::NoWin | Proved::Unknown => {
                assert!(!expected, "{pos:?}");
                others += 1;
            }
        }
    }
}

/// Black is to move and has to eject one more marble, some of which stand at the edge.
fn random_position(random: &mut Pcg64) -> Abalone {
    let mut cells: Vec<Cell> = Cell::all().collect();
    cells.shuffle(random);
    cells.sort_by_key(|cell| cell.ring() < 4);
    let edge = cells[..4].iter().fold(0, |white, cell| white | cell.bit());
    cells[4..].shuffle(random);
    let set = |cells: &[Cell]| cells.iter().fold(0, |set, cell| set | cell.bit());
    let (white, black) = (edge | set(&cells[4..7]), set(&cells[7..17]));
    let setup = parse_position("5/6/7/8/9/8/7/6/5 b 2 5").unwrap();
    Abalone::new(Setup { marbles: [black, white], ..setup }, DrawRules::default())
}

/// Does the side to move win with so many moves of its own, whatever the other side does?
fn wins_within(pos: &mut Abalone, left: usize) -> bool {
    let winner = pos.to_move();
    moves(pos).into_iter().any(|mv| {
        let undo = pos.make(mv);
        let wins = match pos.outcome() {
            Some(outcome) => outcome == Outcome::Win(winner),
            None => {
                left > 1
                    && moves(pos).into_iter().all(|reply| {
                        let undo = pos.make(reply);
                        let wins = pos.outcome().is_none() && wins_within(pos, left - 1);
                        pos.unmake(reply, undo);
                        wins
                    })
            }
        };
        pos.unmake(mv, undo);
        wins
    })
}
