//! The published puzzles: right lengths, proven, by every search that is asked for.

use std::time::Instant;

use fukumi::games::capture::notation::{format_move, parse_position};
use fukumi::games::capture::{Algorithm, Solution, SolverSettings, Verdict, referee, solve};
use fukumi::search::Control;

use crate::support::puzzles::{self, Known};

/// Solves a puzzle and judges the answer.
pub(crate) fn check(known: &Known, settings: &SolverSettings) -> Solution {
    let pos = parse_position(&known.position, true).unwrap();
    let solution = solve(&pos, settings, None, &Control::unlimited());
    let name = &known.name;
    match (&solution.verdict, known.length) {
        (Verdict::Solved(moves), Some(length)) => {
            assert_eq!(moves.len(), length as usize, "{name} by {settings:?}");
            let texts: Vec<String> = moves.iter().map(|&mv| format_move(mv)).collect();
            assert_eq!(referee::replay(&known.position, &texts), Ok(()), "{name}");
        }
        (Verdict::Unsolvable, None) => {}
        (found, expected) => panic!("{name}: {found:?}, not {expected:?}, by {settings:?}"),
    }
    solution
}

#[test]
fn every_published_puzzle_is_solved() {
    for file in puzzles::ALL {
        for known in puzzles::read(file) {
            check(&known, &SolverSettings::default());
        }
    }
}

#[test]
fn every_search_solves_the_classic_puzzles() {
    for known in ["rules", "classic", "cannon_ext"].into_iter().flat_map(puzzles::read) {
        for algorithm in [Algorithm::AStar, Algorithm::Bfs] {
            check(&known, &SolverSettings { algorithm, ..SolverSettings::default() });
        }
        // IDA* deepens as long as its limit fits, where there is no solution: it answers for the others.
        if known.length.is_some() {
            check(&known, &SolverSettings { algorithm: Algorithm::Ida, memory: 16 << 20, ..SolverSettings::default() });
        }
    }
}

#[test]
fn few_positions_are_expanded_and_quickly() {
    for known in puzzles::read("classic") {
        let started = Instant::now();
        let solution = check(&known, &SolverSettings::default());
        // A millisecond in a release build on an idle machine; tests have neither.
        assert!(started.elapsed().as_millis() < 100, "{}", known.name);
        let most = match known.name.as_str() {
            "3-3" => 20,
            "SH-3" => 261,
            _ => 1_000,
        };
        assert!(solution.effort.expanded <= most, "{}: {}", known.name, solution.effort.expanded);
    }
}

#[test]
fn ten_mebibytes_suffice() {
    let settings = SolverSettings { memory: 10 << 20, ..SolverSettings::default() };
    for known in ["puzzles", "unsolvable"].into_iter().flat_map(puzzles::read).filter(|known| known.name != "HEp-01") {
        let solution = check(&known, &settings);
        assert!(solution.effort.bytes <= settings.memory, "{}: {}", known.name, solution.effort.bytes);
    }
}
