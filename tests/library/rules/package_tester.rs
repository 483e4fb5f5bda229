//! The positions by which GomocupJudge's package tester (`test_zip_rules.py`) finds out whether an engine knows the rules of the
//! six formats it is entered for. Here the rules are asked; that the search answers well is asked elsewhere.

use fukumi::games::gomoku::RuleCode::{self, Caro, CaroFive, Freestyle, Renju, Standard};
use fukumi::games::gomoku::notation::{Origin, Setup, parse_moves, parse_point};
use fukumi::search::Player;

use crate::support::judge::Verdict::{self, Foul, GoesOn, Win};
use crate::support::judge::{JUDGES, verdict};

/// The formats: freestyle 20x20 (normal and fast), and 15x15 freestyle, standard, renju and caro.
const FORMATS: [(RuleCode, usize); 6] =
    [(Freestyle, 20), (Freestyle, 20), (Freestyle, 15), (Standard, 15), (Renju, 15), (Caro, 15)];

/// Black has four with both ends open, white as well.
const TWO_FOURS: &str = "h8h9i8i9j8j9k8k9";
/// White has h9 h10 h11 h12 _ h14; black an open three on g8 h8 i8.
const SIX: &str = "h8h9i8h10g8h11j13h12g14h14i15";
/// Black threatens two threes on g9.
const TWO_THREES: &str = "h8h9i7i9h10i6i11i12";
/// Black has g8 h8 i8 j8 between white stones on f8 and l8.
const BLOCKED_FIVE: &str = "h8f8g8f9i8f7j8l8";

/// Plays a point after the moves, in the tester's notation: the number counts from the top.
fn ask(rule: RuleCode, size: usize, moves: &str, point: &str, expected: Verdict) {
    let moves = parse_moves(moves, size, Origin::Top).unwrap();
    let point = parse_point(point, size, Origin::Top).unwrap();
    let setup = Setup::from_moves(size, rule, &moves);
    for (name, seat) in JUDGES {
        let found = verdict(&mut *seat(&setup), setup.to_move, point);
        assert_eq!(found, expected, "{name}, {rule:?} {size}x{size}: {point}");
    }
}

#[test]
fn in_every_format_four_stones_become_five() {
    for (rule, size) in FORMATS {
        ask(rule, size, TWO_FOURS, "g8", Win);
        ask(rule, size, TWO_FOURS, "l8", Win);
        ask(rule, size, TWO_FOURS, "g9", GoesOn);
    }
}

#[test]
fn six_is_no_win_in_standard() {
    for (rule, expected) in [(Standard, GoesOn), (Freestyle, Win), (Renju, Win), (Caro, Win), (CaroFive, GoesOn)] {
        ask(rule, 15, SIX, "h13", expected);
    }
}

#[test]
fn the_double_three_is_forbidden_in_renju_alone() {
    ask(Renju, 15, TWO_THREES, "g9", Foul);
    for rule in [Freestyle, Standard, Caro, CaroFive] {
        ask(rule, 15, TWO_THREES, "g9", GoesOn);
    }
    let setup = Setup::from_moves(15, Renju, &parse_moves(TWO_THREES, 15, Origin::Top).unwrap());
    let forbidden = parse_point("g9", 15, Origin::Top).unwrap();
    for (name, seat) in JUDGES {
        let judge = seat(&setup);
        for y in 0..15 {
            for x in 0..15 {
                let point = fukumi::games::gomoku::notation::Point::new(x, y);
                assert_eq!(judge.is_forbidden(point), point == forbidden, "{name}: {point}");
            }
        }
    }
    assert_eq!(setup.to_move, Player::First);
}

#[test]
fn a_five_blocked_at_both_ends_is_no_win_in_caro() {
    for (rule, expected) in [(Caro, GoesOn), (CaroFive, GoesOn), (Freestyle, Win), (Standard, Win), (Renju, Win)] {
        ask(rule, 15, BLOCKED_FIVE, "k8", expected);
    }
}
