//! What a single line of stones is worth, laid everywhere on the board and in all eight directions.

use fukumi::games::gomoku::RuleCode::{self, Caro, CaroFive, Freestyle, Renju, Standard};
use fukumi::games::gomoku::notation::{Point, Setup, draw, parse_position};
use fukumi::search::Player::{self, First, Second};

use crate::support::drawing::Drawing;
use crate::support::judge::Verdict::{self, Draw, Foul, GoesOn, Win};
use crate::support::judge::{JUDGES, verdict};

const SIZE: i32 = 9;

/// Verdicts on playing the point `a` of a line: `X` the mover, `O` the other, `|` the edge. Freestyle, standard, renju's black,
/// renju's white, caro, caro with exact five.
const LINES: &[(&str, [Verdict; 6])] = &[
    // Five, from every side.
    ("aXXXX", [Win; 6]),
    ("XXaXX", [Win; 6]),
    ("XaXXX", [Win; 6]),
    ("XXXXa.X", [Win; 6]),
    // Overlines.
    ("XXaXXX", [Win, GoesOn, Foul, Win, Win, GoesOn]),
    ("XXXaXXX", [Win, GoesOn, Foul, Win, Win, GoesOn]),
    ("XXXXaXXXX", [Win, GoesOn, Foul, Win, Win, GoesOn]),
    ("XXXXaX", [Win, GoesOn, Foul, Win, Win, GoesOn]),
    // A five with one end and with both ends blocked.
    ("OXXXXa", [Win; 6]),
    ("OXXaXX", [Win; 6]),
    ("OXXXXaO", [Win, Win, Win, Win, GoesOn, GoesOn]),
    ("OXXaXXO", [Win, Win, Win, Win, GoesOn, GoesOn]),
    ("OaXXXXO", [Win, Win, Win, Win, GoesOn, GoesOn]),
    // A stone beyond an empty cell blocks nothing.
    ("OXXXXa.O", [Win; 6]),
    ("O.XXaXX.O", [Win; 6]),
    // The edge does not block, nor does a dead cell.
    ("|XXXXaO", [Win; 6]),
    ("|aXXXXO", [Win; 6]),
    ("|XXaXX", [Win; 6]),
    ("#XXaXX#", [Win; 6]),
    ("#XXaXXO", [Win; 6]),
    // Blocked overlines win all the same where overlines win.
    ("OXXXaXXO", [Win, GoesOn, Foul, Win, Win, GoesOn]),
    ("OXXXaXXXO", [Win, GoesOn, Foul, Win, Win, GoesOn]),
    ("|XXXaXXO", [Win, GoesOn, Foul, Win, Win, GoesOn]),
    // Not yet five.
    ("XXXa", [GoesOn; 6]),
    ("XXX.aX", [GoesOn; 6]),
    ("OXXaXO", [GoesOn; 6]),
    ("XX#aXX", [GoesOn; 6]),
    ("XXOaXX", [GoesOn; 6]),
    ("|XXaX", [GoesOn; 6]),
    // Two fours in one line, both with the new stone in them: a foul of renju's black.
    ("X.aXX.X", [GoesOn, GoesOn, Foul, GoesOn, GoesOn, GoesOn]),
    ("X.XaX.X", [GoesOn, GoesOn, Foul, GoesOn, GoesOn, GoesOn]),
    ("XX.aX.XX", [GoesOn, GoesOn, Foul, GoesOn, GoesOn, GoesOn]),
    ("XXX.a.XXX", [GoesOn, GoesOn, Foul, GoesOn, GoesOn, GoesOn]),
    ("OX.aXX.XO", [GoesOn, GoesOn, Foul, GoesOn, GoesOn, GoesOn]),
    // The new stone is in one of the two fours only.
    ("a.XXX.X", [GoesOn; 6]),
    ("aX.XX.XX", [GoesOn; 6]),
    ("aXX.X.XXX", [GoesOn; 6]),
    // One of the two would become an overline, so it is no four.
    ("X.aXX.XX", [GoesOn; 6]),
    ("XX.aX.XXX", [GoesOn; 6]),
    // An open four is one four, whichever end completes it.
    ("XXaX", [GoesOn; 6]),
    (".XXaX.", [GoesOn; 6]),
];

const COLUMNS: [(RuleCode, &[Player]); 6] = [
    (Freestyle, &Player::ALL),
    (Standard, &Player::ALL),
    (Renju, &[First]),
    (Renju, &[Second]),
    (Caro, &Player::ALL),
    (CaroFive, &Player::ALL),
];

#[test]
fn every_line_is_judged_right_everywhere() {
    for &(line, verdicts) in LINES {
        let placements = placements(line);
        assert!(placements.len() >= 8, "{line}: nowhere to lie");
        for ((rule, movers), expected) in COLUMNS.into_iter().zip(verdicts) {
            for &mover in movers {
                for drawing in &placements {
                    ask(line, drawing, rule, mover, expected);
                }
            }
        }
    }
}

fn ask(line: &str, drawing: &Drawing, rule: RuleCode, mover: Player, expected: Verdict) {
    let setup = drawing.setup(rule, mover);
    for (point, _) in drawing.marks() {
        for (name, seat) in JUDGES {
            let found = verdict(&mut *seat(&setup), mover, point);
            let drawn = draw(&setup, &[(point, '*')]);
            assert_eq!(found, expected, "{name}, {rule:?}, {mover:?}: {line}\n{drawn}");
        }
    }
}

/// The line wherever it fits, in every direction. `|` demands that the next cell is off the board; what lies beyond an end
/// without it makes no difference.
fn placements(line: &str) -> Vec<Drawing> {
    let (at_start, at_end) = (line.starts_with('|'), line.ends_with('|'));
    let cells: Vec<char> = line.chars().filter(|&c| c != '|').collect();
    let length = cells.len() as i32;
    let on_board = |(x, y): (i32, i32)| (0..SIZE).contains(&x) && (0..SIZE).contains(&y);
    let mut found = Vec::new();
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)] {
        for start in 0..SIZE * SIZE {
            let step = |n: i32| (start % SIZE + n * dx, start / SIZE + n * dy);
            let fits = on_board(step(length - 1));
            if !fits || (at_start && on_board(step(-1))) || (at_end && on_board(step(length))) {
                continue;
            }
            let mut rows = vec![vec!['.'; SIZE as usize]; SIZE as usize];
            for (n, &cell) in (0..).zip(&cells) {
                let (x, y) = step(n);
                rows[y as usize][x as usize] = cell;
            }
            found.push(Drawing { rows });
        }
    }
    found
}

/// Drawn positions in which two lines meet: the better one decides.
const CROSSINGS: &[(&str, &str, &[RuleCode], Verdict)] = &[
    (
        "an exact five beside a six",
        ". . . X . . . . .
         . . . X . . . . .
         . X X a X X X . .
         . . . X . . . . .
         . . . X . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
        &RuleCode::ALL,
        Win,
    ),
    (
        "a blocked five beside a free one",
        ". . . . . . . . .
         O X X a X X O . .
         . . . X . . . . .
         . . . X . . . . .
         . . . X . . . . .
         . . . X . . . . .
         . . . O . . . . .
         . . . . . . . . .
         . . . . . . . . .",
        &RuleCode::ALL,
        Win,
    ),
    (
        "two blocked fives are no win in caro",
        ". . . . O . . . .
         . O . . X . . . .
         . . X . X . . . .
         . . . X X . . . .
         . . . . a . . . .
         . . . . X X . . .
         . . . . O . X . .
         . . . . . . . O .
         . . . . . . . . .",
        &[Caro, CaroFive],
        GoesOn,
    ),
    (
        "six blocked at both ends beside a blocked five",
        ". . . . O . . . .
         . O . . X . . . .
         . . X . X . . . .
         . . . X X . . . .
         . . . . a . . . .
         . . . . X X . . .
         . . . . O . X . .
         . . . . . . . X .
         . . . . . . . . O",
        &[Caro],
        Win,
    ),
    (
        "a five on the smallest board, from edge to edge",
        "X X a X X
         O . O . .
         . O . . .
         . . . O .
         . . . . .",
        &RuleCode::ALL,
        Win,
    ),
    (
        "a full board is a draw",
        "X X O X X
         O O X O O
         X X O X X
         O O X O O
         X a O X O",
        &RuleCode::ALL,
        Draw,
    ),
    (
        "the last cell can still win",
        "X X O X X
         O X X O O
         X X O X X
         O X X O O
         X a O X O",
        &RuleCode::ALL,
        Win,
    ),
    (
        "a board with dead cells is full without them",
        "X X O X #
         O O X O O
         X X O X X
         O O X O O
         X a O X #",
        &RuleCode::ALL,
        Draw,
    ),
];

#[test]
fn where_lines_cross_the_better_one_decides() {
    for &(name, board, rules, expected) in CROSSINGS {
        for drawing in Drawing::new(board).symmetries() {
            for &rule in rules {
                for mover in Player::ALL {
                    ask(name, &drawing, rule, mover, expected);
                }
            }
        }
    }
}

#[test]
fn a_five_that_is_set_up_has_won() {
    for rule in RuleCode::ALL {
        for winner in Player::ALL {
            let stones = (2..7).map(|x| (Point::new(x, 4), Some(winner))).collect();
            let setup = Setup { size: 9, rule, stones, to_move: winner.opponent() };
            for (name, seat) in JUDGES {
                let outcome = seat(&setup).outcome();
                assert_eq!(outcome, Some(fukumi::search::Outcome::Win(winner)), "{name}, {rule:?}");
            }
        }
    }
}

#[test]
fn a_foul_that_is_set_up_is_not_judged() {
    // Managers replay openings without checking them, and texts list stones row by row: here in turns, the double three last.
    let text = "9/9/9/2b1w1b2/w2bwb2w/4b4/9/9/9 w 4";
    let setup = parse_position(text).unwrap();
    for (name, seat) in JUDGES {
        assert_eq!(seat(&setup).outcome(), None, "{name}");
    }
    let last = Point::new(4, 5);
    let mut before = Setup { to_move: First, ..setup };
    before.stones.retain(|&(point, _)| point != last);
    for (name, seat) in JUDGES {
        assert!(seat(&before).is_forbidden(last), "{name}");
    }
}
