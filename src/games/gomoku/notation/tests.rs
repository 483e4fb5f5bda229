//! Tests of the notation: round trips over every size, and what each error says.

use super::*;

fn sizes() -> std::ops::RangeInclusive<usize> {
    MIN_SIZE..=MAX_SIZE
}

fn points(size: usize) -> impl Iterator<Item = Point> {
    (0..size).flat_map(move |y| (0..size).map(move |x| Point::new(x as u8, y as u8)))
}

fn message<T: fmt::Debug>(result: Result<T, NotationError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn every_point_round_trips() {
    for size in sizes() {
        for point in points(size) {
            assert_eq!(parse_xy(&point.to_string(), size), Ok(point));
            for origin in [Origin::Bottom, Origin::Top] {
                let text = point_text(point, size, origin);
                assert_eq!(parse_point(&text, size, origin), Ok(point));
                assert_eq!(parse_point(&text.to_uppercase(), size, origin), Ok(point));
            }
        }
    }
}

#[test]
fn the_number_counts_from_the_named_end() {
    assert_eq!(parse_point("a1", 15, Origin::Bottom), Ok(Point::new(0, 14)));
    assert_eq!(parse_point("a1", 15, Origin::Top), Ok(Point::new(0, 0)));
    assert_eq!(parse_point("h8", 15, Origin::Bottom), parse_point("h8", 15, Origin::Top));
    assert_eq!(parse_point("v22", 22, Origin::Bottom), Ok(Point::new(21, 0)));
    assert_eq!(point_text(Point::new(2, 3), 20, Origin::Bottom), "c17");
}

#[test]
fn what_is_no_point_is_named() {
    for text in ["", "8", "h", "h-1", "h+8", "hh8", "h8x", "é8", "h٣", "h0008", "7,7", "h 8"] {
        let error = parse_point(text, 15, Origin::Bottom).unwrap_err();
        assert_eq!(error, NotationError::BadPoint(text.into()), "{text}");
    }
    for text in ["", "7", ",", "7,", ",7", "7,7,7", "-1,3", "+1,3", "h8", "7;7", "99999999999,1"] {
        assert!(matches!(parse_xy(text, 15), Err(NotationError::BadPoint(_))), "{text}");
    }
    for text in ["h0", "h16", "p1", "z999"] {
        assert!(matches!(parse_point(text, 15, Origin::Top), Err(NotationError::OffBoard { .. })), "{text}");
    }
    assert_eq!(message(parse_xy("15,3", 15)), "15,3 is off the 15x15 board");
    assert_eq!(parse_xy(" 7 , 8 ", 15), Ok(Point::new(7, 8)));
    assert!(message(parse_xy(&"9".repeat(100_000), 15)).len() < 100);
}

#[test]
fn moves_stand_together_or_apart() {
    let expected = vec![Point::new(7, 7), Point::new(7, 6), Point::new(10, 3)];
    for text in ["h8h9k12", " H8 h9\tK12 ", "h8 h9k12"] {
        assert_eq!(parse_moves(text, 15, Origin::Bottom), Ok(expected.clone()));
    }
    assert_eq!(moves_text(&expected, 15, Origin::Bottom), "h8h9k12");
    assert_eq!(parse_moves("  ", 15, Origin::Bottom), Ok(vec![]));
}

#[test]
fn a_wrong_move_is_named() {
    assert_eq!(message(parse_moves("h8h9H8", 15, Origin::Top)), "move 3: H8 has been played already");
    assert_eq!(message(parse_moves("h8h9q3i9", 15, Origin::Top)), "move 3: q3 is off the 15x15 board");
    assert_eq!(
        message(parse_moves("h8 foo i9", 15, Origin::Top)),
        "move 2: 'foo' is not a point: expected x,y or a letter and a number"
    );
    assert!(parse_moves("h8é9", 15, Origin::Top).is_err());
    assert!(parse_moves("h8,i9", 15, Origin::Top).is_err());
}

#[test]
fn a_position_reads_and_writes() {
    let text = "15/15/15/15/15/7b7/6wb7/bw12x/14b/15/15/15/15/15/15 w 4";
    let setup = parse_position(text).unwrap();
    assert_eq!((setup.size, setup.rule, setup.to_move), (15, RuleCode::Renju, Player::Second));
    assert_eq!(setup.stones.len(), 7);
    assert_eq!(setup.stones[0], (Point::new(7, 5), Some(Player::First)));
    assert_eq!(setup.stones[1], (Point::new(6, 6), Some(Player::Second)));
    assert_eq!(setup.stones[5], (Point::new(14, 7), None));
    assert_eq!(position_text(&setup), text);
}

#[test]
fn scattered_stones_round_trip_on_every_size() {
    let owners = [Some(Player::First), Some(Player::Second), None];
    for size in sizes() {
        for rule in RuleCode::ALL {
            for every in 1..9 {
                let mut setup = Setup::empty(size, rule);
                setup.to_move = Player::ALL[every % 2];
                let stones = points(size).enumerate().filter(|(n, _)| (n * n) % 9 < every);
                setup.stones = stones.map(|(n, point)| (point, owners[n % 7 % 3])).collect();
                assert_eq!(parse_position(&position_text(&setup)), Ok(setup));
            }
        }
    }
}

#[test]
fn a_wrong_position_names_the_field() {
    let rows = |row: &str| format!("5/5/{row}/5/5 b 0");
    for (text, expected) in [
        (String::new(), "position: the board is missing"),
        ("5/5/5/5/5".into(), "position: the side to move is missing"),
        ("5/5/5/5/5 b".into(), "position: the rule code is missing"),
        ("5/5/5/5/5 b 0 1".into(), "position: unexpected '1' after the rule code"),
        ("5/5/5/5/5 k 0".into(), "side to move 'k': expected b or w"),
        ("5/5/5/5/5 b 2".into(), "rule code '2': expected 0, 1, 4, 8, 9 or a name such as renju"),
        ("5/5/5/5/5 b -1".into(), "rule code '-1': expected 0, 1, 4, 8, 9 or a name such as renju"),
        ("4/4/4/4 b 0".into(), "board: 4 rows, expected 5 to 22"),
        (rows("bb2"), "row 3 'bb2': 4 cells, expected 5 as there are 5 rows"),
        (rows("bb2bb"), "row 3 'bb2bb': 6 cells, expected 5 as there are 5 rows"),
        (rows(""), "row 3 '': 0 cells, expected 5 as there are 5 rows"),
        (rows("b?3"), "row 3: '?' is not b, w, x or a number of empty cells from 1 to 22"),
        (rows("b0w3"), "row 3: '0' is not b, w, x or a number of empty cells from 1 to 22"),
        (rows("999999999999"), "row 3: '999999999999' is not b, w, x or a number of empty cells from 1 to 22"),
    ] {
        assert_eq!(message(parse_position(&text)), expected, "{text}");
    }
    let wide = "b".repeat(100_000);
    assert!(message(parse_position(&rows(&wide))).len() < 200);
}

#[test]
fn moves_make_a_setup() {
    let moves = parse_moves("h8h9i8", 15, Origin::Bottom).unwrap();
    let setup = Setup::from_moves(15, RuleCode::Standard, &moves);
    assert_eq!(setup.to_move, Player::Second);
    assert_eq!(position_text(&setup), "15/15/15/15/15/15/7w7/7bb6/15/15/15/15/15/15/15 w 1");
}

#[test]
fn rules_have_numbers_and_names() {
    for rule in RuleCode::ALL {
        assert_eq!(parse_rule(rule.name()), Ok(rule));
        assert_eq!(parse_rule(&rule.number().to_string()), Ok(rule));
    }
    assert_eq!(parse_rule("Renju"), Ok(RuleCode::Renju));
    for text in ["2", "260", "", "gomoku", "-0"] {
        assert!(parse_rule(text).is_err(), "{text}");
    }
}

#[test]
fn the_board_is_drawn_for_people() {
    let setup = parse_position("5/1b3/2w2/4x/5 b 0").unwrap();
    let expected = "   a b c d e
 5 . . . . . 5
 4 . X . . . 4
 3 . . O . * 3
 2 . . . . # 2
 1 . . . . . 1
   a b c d e
";
    assert_eq!(draw(&setup, &[(Point::new(4, 2), '*')]), expected);
}
