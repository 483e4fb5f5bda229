//! Moves and positions against the oracle, and the referee's judgement of both.

use fukumi::games::capture::notation::{format_move, format_position, parse_position};
use fukumi::games::capture::{Capture, referee};
use fukumi::search::{MoveStack, Position};

use crate::support::capture_oracle as oracle;
use crate::support::puzzles;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

fn legal(pos: &Capture) -> Vec<String> {
    let mut stack = MoveStack::new();
    pos.generate(&mut stack);
    let mut moves: Vec<String> = stack.moves(0).map(format_move).collect();
    moves.sort();
    moves
}

fn square(at: usize) -> String {
    format!("{}{}", char::from(b'a' + (at % 8) as u8), at / 8 + 1)
}

#[test]
fn the_oracle_knows_the_rules_of_the_micro_positions() {
    for known in puzzles::read("rules") {
        assert_eq!(oracle::shortest(&oracle::read(&known.position), 100_000), Ok(known.length), "{}", known.name);
    }
}

#[test]
fn moves_are_those_of_the_oracle_and_the_referee() {
    let mut random = Pcg64::seed_from_u64(1);
    for _ in 0..3_000 {
        let board = oracle::random_board(&mut random);
        let text = oracle::write(&board);
        let pos = parse_position(&text, true).unwrap();
        assert_eq!(oracle::read(&format_position(&pos)), board);
        let mut expected: Vec<String> =
            oracle::moves(&board).into_iter().map(|(from, to)| square(from) + &square(to)).collect();
        expected.sort();
        assert_eq!(pos.is_mobile(), !expected.is_empty(), "{text}");
        if !oracle::has_reds(&board) {
            expected.clear();
        }
        assert_eq!(legal(&pos), expected, "{text}");
        for from in 0..32 {
            let to = random.random_range(0..32);
            let mv = square(from) + &square(to);
            let verdict = referee::replay(&text, &[&mv]);
            let accepted = verdict.is_ok() || verdict.unwrap_err().why == "red pieces are left";
            assert_eq!(accepted, expected.contains(&mv), "{text} {mv}");
        }
    }
}

#[test]
fn published_solutions_are_replayed() {
    let index = std::fs::read_to_string(puzzles::path("index.tsv")).unwrap();
    let mut replayed = 0;
    for row in index.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let (position, solution) = (columns[2], columns[columns.len() - 1]);
        let squares: Vec<String> = solution.split(' ').map(str::to_lowercase).filter(|mv| !mv.is_empty()).collect();
        if columns[3] != "-1" {
            assert_eq!(referee::replay(position, &squares), Ok(()), "{}", columns[0]);
            assert_eq!(columns[3].parse(), Ok(squares.len()));
            assert!(referee::replay(position, &squares[1..]).is_err());
            replayed += 1;
        }
    }
    assert!(replayed > 45);
}
