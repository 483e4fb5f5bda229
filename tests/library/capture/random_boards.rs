//! Random boards against exhaustive search: bounds that are never above the truth, and consistent where they claim to be;
//! lengths that are equal by every search.

use std::collections::HashMap;

use fukumi::games::capture::bounds::{Bound, BoundKind};
use fukumi::games::capture::distance::Obstacles;
use fukumi::games::capture::notation::parse_position;
use fukumi::games::capture::{Algorithm, Move, SolverSettings, Verdict, solve};
use fukumi::search::{Control, LowerBound, Position};

use crate::support::capture_oracle::{self as oracle, Board};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// The most positions that a board may lead to.
const MOST: usize = 3_000;

/// A board with few black pieces, so that it can be exhausted: every third with chariots, every eighth with a cannon.
fn board(random: &mut Pcg64, nth: usize) -> Board {
    let mut board = [b'.'; 32];
    let blacks: &[u8] = match nth % 24 {
        0 | 8 | 16 => b"CCRAKP",
        n if n % 3 == 1 => b"RRKAENP",
        _ => b"KAENPKAP",
    };
    let mut put = |letters: &[u8], count: usize, random: &mut Pcg64| {
        for _ in 0..count {
            board[random.random_range(0..32)] = *letters.choose(random).unwrap();
        }
    };
    put(b"D", 4 + random.random_range(0..22), random);
    put(b"kaerncpncppp", 1 + random.random_range(0..6), random);
    put(blacks, 1 + random.random_range(0..3), random);
    board
}

fn check_bounds(text: &str, start: &Board, distances: &HashMap<Board, Option<u32>>) {
    let root = parse_position(text, true).unwrap();
    for kind in BoundKind::ALL {
        for obstacles in [Obstacles::Ducks, Obstacles::Source, Obstacles::None] {
            let mut bound = Bound::new(kind, &root, obstacles, 1 << 24);
            // Tables are made for the start: positions of the same puzzle come by way of its own moves.
            let mut stack = vec![(root.clone(), *start, bound.lower_bound(&root))];
            let mut random = Pcg64::seed_from_u64(kind as u64);
            while let Some((pos, board, estimate)) = stack.pop() {
                let truth = distances[&board];
                if let Some(truth) = truth {
                    let estimate =
                        estimate.unwrap_or_else(|| panic!("{text}: {kind:?} finds {pos:?} hopeless, it takes {truth}"));
                    assert!(
                        estimate <= truth,
                        "{text}: {kind:?} {obstacles:?} says {estimate} at {pos:?}, it takes {truth}"
                    );
                }
                let moves = if oracle::has_reds(&board) { oracle::moves(&board) } else { Vec::new() };
                for &(from, to) in &moves {
                    let mut child = pos.clone();
                    child.make(Move { from: from as u8, to: to as u8 });
                    let below = bound.lower_bound(&child);
                    if kind.is_consistent() {
                        let fits = match (estimate, below) {
                            (Some(own), Some(below)) => own <= below + 1,
                            (None, below) => below.is_none(),
                            (Some(_), None) => true,
                        };
                        assert!(fits, "{text}: {kind:?} says {estimate:?} at {pos:?} and {below:?} a move later");
                    }
                    // One walk through the puzzle, with a look aside at every step.
                    if stack.len() < 2 && random.random_range(0..moves.len()) == 0 && random.random_range(0..30) > 0 {
                        stack.push((child, oracle::play(&board, (from, to)), below));
                    }
                }
            }
        }
    }
}

fn check_lengths(text: &str, truth: Option<u32>) {
    let pos = parse_position(text, true).unwrap();
    let mut all = vec![
        SolverSettings::default(),
        SolverSettings { algorithm: Algorithm::Bfs, ..SolverSettings::default() },
        SolverSettings { algorithm: Algorithm::AStar, bound: Some(BoundKind::Spanning), ..SolverSettings::default() },
        SolverSettings { algorithm: Algorithm::AStar, bound: Some(BoundKind::Pairs), ..SolverSettings::default() },
        SolverSettings {
            algorithm: Algorithm::AStar,
            bound: Some(BoundKind::Estimate2Source),
            ..SolverSettings::default()
        },
    ];
    if truth.is_some() {
        let ida = SolverSettings { algorithm: Algorithm::Ida, memory: 1 << 21, ..SolverSettings::default() };
        all.push(ida);
        all.push(SolverSettings { bound: Some(BoundKind::Estimate2), obstacles: Obstacles::Source, ..ida });
    }
    for settings in all {
        let found = match solve(&pos, &settings, None, &Control::unlimited()).verdict {
            Verdict::Solved(moves) => Some(moves.len() as u32),
            Verdict::Unsolvable => None,
            Verdict::Unknown => panic!("{text}: unknown by {settings:?}"),
        };
        assert_eq!(found, truth, "{text} by {settings:?}");
    }
}

/// Compares that many boards; returns how many have a solution.
fn compare(count: usize, seed: u64) -> usize {
    let mut random = Pcg64::seed_from_u64(seed);
    let (mut compared, mut solvable) = (0, 0);
    while compared < count {
        let start = board(&mut random, compared);
        let text = oracle::write(&start);
        if !oracle::has_reds(&start) {
            continue;
        }
        let Ok(distances) = oracle::distances(&start, MOST) else { continue };
        let truth = distances[&start];
        check_bounds(&text, &start, &distances);
        check_lengths(&text, truth);
        compared += 1;
        solvable += usize::from(truth.is_some_and(|length| length > 1));
    }
    solvable
}

#[test]
fn bounds_and_lengths_agree_with_exhaustive_search() {
    let solvable = compare(1_500, 7);
    assert!(solvable > 150, "only {solvable} boards have a solution worth the name");
}

/// `cargo test --release --test capture -- --ignored`
#[test]
#[ignore = "a minute of work; the test above compares fewer boards"]
fn ten_thousand_boards_agree_with_exhaustive_search() {
    let solvable = compare(10_000, 1);
    assert!(solvable > 1_000, "{solvable}");
}

/// The position on which a mark in place of disjoint sets estimates 13.
#[test]
fn clusters_are_not_counted_twice() {
    let text = "K7/3c3c/4D1c1/8 b";
    let pos = parse_position(text, true).unwrap();
    for kind in BoundKind::ALL {
        let bound = Bound::new(kind, &pos, Obstacles::Ducks, 1 << 20).lower_bound(&pos);
        assert!(bound.is_some_and(|bound| bound <= 10), "{kind:?}: {bound:?}");
    }
    assert_eq!(oracle::shortest(&oracle::read(text), 1_000_000), Ok(Some(10)));
}

/// Edges between reds weigh what a chariot needs, which is less than steps.
#[test]
fn a_chariot_shortens_the_edges_between_reds() {
    let text = "R2p4/8/8/3p3p b";
    let pos = parse_position(text, true).unwrap();
    for kind in BoundKind::ALL {
        let bound = Bound::new(kind, &pos, Obstacles::Ducks, 1 << 20).lower_bound(&pos);
        assert!(bound.is_some_and(|bound| bound <= 3), "{kind:?}: {bound:?}");
    }
    check_lengths(text, Some(3));
}
