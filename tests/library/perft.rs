//! Counts of the full tree of moves: tables made by the referee, which the engine's generator must meet.
//!
//! A finished position has no children, a renju foul is a leaf without children, and no legal move is left out.

use crate::support::referee::Referee;
use fukumi::games::gomoku::Gomoku;
use fukumi::games::gomoku::RuleCode;
use fukumi::games::gomoku::notation::{Point, Setup, parse_position, position_text};
use fukumi::search::{MoveStack, Player, Position};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// A position, and its leaves at depths 1, 2 and 3 under every rule in the order of [`RuleCode::ALL`].
const TABLE: &[(&str, [[u64; 3]; 5])] = &[
    ("5/5/5/5/5 b 0", [[25, 600, 13800], [25, 600, 13800], [25, 600, 13800], [25, 600, 13800], [25, 600, 13800]]),
    ("wwbbw/5/2bww/bb1b1/bwbbw b 0", [[9, 72, 504], [9, 72, 504], [9, 64, 448], [9, 72, 504], [9, 72, 504]]),
    ("wbw2/w2wb/1ww1b/1b1wb/1bbb1 b 0", [[10, 90, 720], [10, 90, 720], [10, 81, 648], [10, 90, 720], [10, 90, 720]]),
    (
        "www1wb/b1bbbb/2b1w1/bb1w1w/2bbbw/bwbww1 b 0",
        [[11, 90, 738], [11, 100, 819], [11, 80, 657], [11, 90, 738], [11, 100, 819]],
    ),
    (
        "wwbbbw/2bbb1/2wbbb/2bb1w/1wb1bb/3bbb b 0",
        [[13, 132, 1452], [13, 156, 1716], [13, 108, 1188], [13, 132, 1452], [13, 156, 1716]],
    ),
    (
        "wwb2wb/1bb1b1b/w5b/1bwb1bw/bbb1bww/bb1bbbw/bw1w2b b 0",
        [[17, 176, 2640], [17, 208, 3120], [17, 176, 2640], [17, 192, 2880], [17, 224, 3360]],
    ),
    (
        "w2w1bw/bw4b/b2bbbw/3b1w1/1bbbwbw/wbbwb1w/wbbww1b b 0",
        [[17, 240, 3600], [17, 256, 3840], [17, 208, 3120], [17, 256, 3840], [17, 272, 4080]],
    ),
    (
        "w1b2wb/bwb1ww1/bwww1wb/b2wbbw/1wbbb1b/wwwb2w/ww2bw1 w 0",
        [[15, 168, 1742], [15, 196, 2041], [15, 168, 1612], [15, 182, 1885], [15, 210, 2184]],
    ),
    (
        "bbbb1bw1/wbbbbw1b/1bb1b1bw/4bb2/wbbb1bw1/www1w1bw/1w3bwb/bbw5 b 0",
        [[25, 480, 10603], [25, 528, 11661], [25, 456, 10074], [25, 504, 11132], [25, 552, 12190]],
    ),
    (
        "b1bwb1wb/wb2bw2/wb1wb1w1/1bb2b1b/b2bbbb1/wbb1b3/1bb1w2b/1wwbbbw1 b 0",
        [[26, 500, 12000], [26, 550, 13200], [26, 425, 10200], [26, 525, 12600], [26, 575, 13800]],
    ),
];

fn referee_perft(referee: &Referee, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let below = referee.moves().into_iter().map(|point| {
        let mut child = referee.clone();
        child.play(point);
        referee_perft(&child, depth - 1)
    });
    below.sum()
}

/// A board about half full on which the game goes on under that rule.
fn scattered(rule: RuleCode, size: usize, random: &mut Pcg64) -> Setup {
    loop {
        let mut setup = Setup::empty(size, rule);
        for at in 0..size * size {
            let point = Point::new((at % size) as u8, (at / size) as u8);
            match random.random_range(0..10) {
                0..=2 => setup.stones.push((point, Some(Player::First))),
                3..=5 => setup.stones.push((point, Some(Player::Second))),
                _ => {}
            }
        }
        setup.to_move = *Player::ALL.choose(random).unwrap();
        if Referee::new(&setup).outcome().is_none() {
            return setup;
        }
    }
}

/// The same count by the engine's own generator.
fn engine_perft(setup: &Setup, depth: u32) -> u64 {
    with_rule!(setup.rule, R => count(&mut Gomoku::<R>::from_setup(setup), depth))
}

fn count<P: Position>(position: &mut P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveStack::new();
    position.generate(&mut moves);
    let mut leaves = 0;
    for mv in moves.moves(0) {
        let undo = position.make(mv);
        leaves += count(position, depth - 1);
        position.unmake(mv, undo);
    }
    leaves
}

#[test]
fn the_table_is_met() {
    for &(text, expected) in TABLE {
        let setup = parse_position(text).unwrap();
        for (rule, leaves) in RuleCode::ALL.into_iter().zip(expected) {
            let setup = Setup { rule, ..setup.clone() };
            for (depth, leaves) in (1..).zip(leaves) {
                assert_eq!(
                    referee_perft(&Referee::new(&setup), depth),
                    leaves,
                    "referee, {rule:?}, {text}, depth {depth}"
                );
                assert_eq!(engine_perft(&setup, depth), leaves, "engine, {rule:?}, {text}, depth {depth}");
            }
        }
    }
}

#[test]
fn scattered_stones_give_equal_trees() {
    let mut random = Pcg64::seed_from_u64(1);
    for size in 5..=9 {
        for rule in RuleCode::ALL {
            for _ in 0..60 {
                let setup = scattered(rule, size, &mut random);
                let (ours, referees) = (engine_perft(&setup, 2), referee_perft(&Referee::new(&setup), 2));
                assert_eq!(ours, referees, "{}", position_text(&setup));
            }
        }
    }
}
