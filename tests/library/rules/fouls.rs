//! Renju's forbidden points where two lines meet. Black is to move; `f` is forbidden, `w` wins, `a` is neither.
//! Single lines with two fours stand in `lines.rs`.

use fukumi::games::gomoku::RuleCode;
use fukumi::games::gomoku::notation::draw;
use fukumi::search::Player;

use crate::support::drawing::Drawing;
use crate::support::judge::Verdict::{Foul, GoesOn, Win};
use crate::support::judge::{JUDGES, verdict};

/// Name and drawing.
const FOULS: &[(&str, &str)] = &[
    (
        "two open threes",
        ". . . . . . . . .
         . . . . X . . . .
         . . . . X . . . .
         . . X X f . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    ),
    (
        "two split threes, the new stone at an end and between",
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . X . . . . .
         . . . . . . . . . . .
         . . X . X f . . . . .
         . . . . . X . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    ),
    (
        "three threes and four threes are fouls too",
        ". . . . . . . . .
         . . . . . . . . .
         . . X . X . X . .
         . . . X X X . . .
         . . X X f . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    ),
    (
        "two closed fours",
        ". . . . O . . . .
         . . . . X . . . .
         . . . . X . . . .
         . . . . X . . . .
         O X X X f . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    ),
    (
        "a four and an open three are the way to win",
        ". . . . . . . . .
         . . . . . . . . .
         . . . . X . . . .
         . . . . X . . . .
         O X X X a . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    ),
    (
        "a five beats an overline, a double four and a double three",
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . X . . . . .
         . . . . . X . . . . .
         . . . . . X . . . . .
         . X X X X w X X X . .
         . . . . . X . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    ),
    (
        "a five beats two fours",
        ". . . . O . . . .
         . X . . X . . . .
         . . X . X . . . .
         . . . X X . . . .
         O X X X w X . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    ),
    (
        "a five beats two threes",
        ". . . . . . . . .
         . . . . . . . . .
         . . X . X . . . .
         . . . X X . . . .
         X X X X w . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    ),
    (
        "an overline is a foul, though it is a three or a four as well",
        ". . . . . . . . .
         . . . . . . . . .
         . . . . X . . . .
         . . . . X . . . .
         X X X X f X . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    ),
    (
        "a three shut in between two stones five cells apart is none",
        ". . . . . . . . .
         . . . . X . . . .
         . . . . X . . . .
         O . X X a . O . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    ),
    (
        "with one cell more it is a three",
        ". . . . . . . . .
         . . . . X . . . .
         . . . . X . . . .
         O . X X f . . O .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    ),
    (
        "a closed three is none",
        ". . . . . . . . .
         . . . . X . . . .
         . . . . X . . . .
         . O X X a . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    ),
    (
        "a three against the edge is none",
        ". . . . . . . . .
         . . X . . . . . .
         . . X . . . . . .
         X X a . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    ),
    (
        "a three one cell off the edge has room on the other side",
        ". . . . . . . . .
         . . . X . . . . .
         . . . X . . . . .
         . X X f . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    ),
    (
        "without that room it is none",
        ". . . . . . . . .
         . . . X . . . . .
         . . . X . . . . .
         . X X a . O . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    ),
    (
        "two split threes in the corner, one cell off both edges",
        ". . . . . . . . .
         . X . . . . . . .
         . . . . . . . . .
         . X . f X . . . .
         . . . . X . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    ),
    (
        "a stone further off makes an overline of the straight four",
        ". . . . . . . . . . .
         . . . . . X . . . . .
         . . . . . X . . . . .
         X . . X X a . . X . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    ),
    (
        "on one side only, it does not",
        ". . . . . . . . . . .
         . . . . . X . . . . .
         . . . . . X . . . . .
         X . . X X f . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    ),
    (
        "the only straight-four point is an overline, so the three is false",
        ". . . . . . . . . . .
         . . . . . . X . . . .
         . . . . . . X . . . .
         . . . . . . X . . . .
         . O . X X a . . O . .
         . . . . . . X . . . .
         . . . . . X X . . . .
         . . . . . X . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    ),
    (
        "the only straight-four point is a double four, so the three is false",
        ". . . . . . . . . . .
         . . . . . . O . . . .
         . . . . . . X . . . .
         . . . . . . X . . . .
         . . . . . . X . . . .
         . O . X X a . . O . .
         . . . . . . . . . . .
         . . . . . X . . . . .
         . . . . . X . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    ),
    (
        "the only straight-four point is a double three, so the three is false",
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . X . X . .
         . . . . . . X X . . .
         . O . X X a . . O . .
         . . . . . . . . . . .
         . . . . . X . . . . .
         . . . . . X . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    ),
    (
        "one of the two threes at the straight-four point is shut in: the point is free and the three real",
        ". . . . . . . . . . .
         . . . . . . O . . . .
         . . . . . . X . X . .
         . . . . . . X X . . .
         . O . X X f . . O . .
         . . . . . . . . . . .
         . . . . . X . . . . .
         . . . . . X . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    ),
    (
        "the straight-four point is a double three, each with one way left to become a straight four",
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . X . X . .
         . . . . . . X X . . .
         . O . X X a . . O . .
         . . . . . . . . . . .
         . . . . . X O . . . .
         . . . . . X . . . . .
         . . . . . . . . . . .",
    ),
    (
        "an overline closes that way for one of them: the point is free again and the first three real",
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . X X X . X X . .
         . . . . . . X . X . .
         . . . . . . X X . . .
         . O . X X f . . O . .
         . . . . . . . . . . .
         . . . . . X O . . . .
         . . . . . X . . . . .
         . . . . . . . . . . .",
    ),
    (
        "the straight-four point makes five on another line: winning at once makes no three",
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . X . . . .
         . . . . . . X . . . .
         . O . X X a . . O . .
         . . . . . . X . . . .
         . . . . . X X . . . .
         . . . . . X . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    ),
    (
        "a second straight-four point that is free makes the three real",
        ". . . . . . . . . . .
         . . . . . . X . . . .
         . . . . . . X . . . .
         . . . . . . X . . . .
         . . . X X f . . O . .
         . . . . . . X . . . .
         . . . . . X X . . . .
         . . . . . X . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    ),
    (
        "a four that could only become an overline is no four",
        ". . . . O . . . . . .
         . . . . X . . . . . .
         . . . . X . . . . . .
         . . . . X . . . . . .
         O X X X a . X . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    ),
    (
        "two fours that fill their room up to the edge",
        "O X X X f .
         . . . . X .
         . . . . X .
         . . . . X .
         . . . . . .
         . . . . . .",
    ),
    (
        "a four without room for a five is none",
        "O X X X a O
         . . . . X .
         . . . . X .
         . . . . X .
         . . . . . .
         . . . . . .",
    ),
];

#[test]
fn drawn_fouls_are_judged_right() {
    for &(name, board) in FOULS {
        for drawing in Drawing::new(board).symmetries() {
            let setup = drawing.setup(RuleCode::Renju, Player::First);
            for (point, letter) in drawing.marks() {
                let expected = match letter {
                    'f' => Foul,
                    'w' => Win,
                    _ => GoesOn,
                };
                for (judge, seat) in JUDGES {
                    let found = verdict(&mut *seat(&setup), Player::First, point);
                    let drawn = draw(&setup, &[(point, letter)]);
                    assert_eq!(found, expected, "{judge}: {name}\n{drawn}");
                }
            }
        }
    }
}

#[test]
fn white_and_the_other_rules_have_no_fouls() {
    for &(name, board) in FOULS {
        let drawing = Drawing::new(board);
        for rule in RuleCode::ALL {
            for mover in Player::ALL.into_iter().filter(|&mover| rule != RuleCode::Renju || mover == Player::Second) {
                let setup = drawing.setup(rule, mover);
                for (point, _) in drawing.marks() {
                    for (judge, seat) in JUDGES {
                        let found = verdict(&mut *seat(&setup), mover, point);
                        assert_ne!(found, Foul, "{judge}: {name}, {rule:?}, {mover:?}");
                    }
                }
            }
        }
    }
}
