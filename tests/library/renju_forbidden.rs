//! Renju's forbidden points, against 2,000 positions on which three independent programs agree.

use crate::support::referee::Referee;
use crate::support::renju_answers::renju_answers;
use fukumi::engine::FoulKind;
use fukumi::games::gomoku::notation::{Point, draw};
use fukumi::games::gomoku::{Cell, Gomoku, Renju};
use fukumi::search::Player;

/// Every answer is found, and no other point; an error draws the first position that differs.
fn check(found_in: impl Fn(&fukumi::games::gomoku::notation::Setup) -> Vec<Point>) {
    let answers = renju_answers();
    assert_eq!(answers.len(), 2000);
    for (setup, expected) in answers {
        let found = found_in(&setup);
        if found != expected {
            let marked = |points: &[Point]| draw(&setup, &points.iter().map(|&point| (point, '*')).collect::<Vec<_>>());
            panic!("expected\n{}found\n{}", marked(&expected), marked(&found));
        }
    }
}

#[test]
fn the_referee_agrees_with_every_answer() {
    check(|setup| {
        let referee = Referee::new(setup);
        referee.moves().into_iter().filter(|&point| referee.is_forbidden(point)).collect()
    });
}

#[test]
fn the_engine_agrees_with_every_answer() {
    check(|setup| Gomoku::<Renju>::from_setup(setup).forbidden_points().into_iter().map(Point::from).collect());
}

/// Every forbidden point has its reason, and no other point has one: lines with the right number of stones, all of them black
/// but the point itself, as many as make the foul.
#[test]
fn the_reasons_are_those_of_the_forbidden_points() {
    let mut met = [0; 3];
    for (setup, expected) in renju_answers() {
        let board = Gomoku::<Renju>::from_setup(&setup);
        for cell in board.empty().iter() {
            let foul = board.foul(cell);
            assert_eq!(
                foul.is_some(),
                expected.contains(&Point::from(cell)),
                "{}",
                draw(&setup, &[(cell.into(), '*')])
            );
            let Some(foul) = foul else { continue };
            let (least_lines, stones) = match foul.kind {
                FoulKind::Overline => (1, 6..=15),
                FoulKind::Fours => (2, 4..=4),
                FoulKind::Threes => (2, 3..=3),
            };
            met[foul.kind as usize] += 1;
            assert!(foul.lines.len() >= least_lines, "{foul:?}");
            for line in &foul.lines {
                assert!(stones.contains(&line.len()) && line.contains(&cell), "{foul:?}");
                let black = |&&at: &&Cell| at == cell || board.stone(at) == Some(Player::First);
                assert_eq!(line.iter().filter(black).count(), line.len(), "{foul:?}");
            }
        }
    }
    assert!(met.iter().all(|&count| count > 100), "{met:?}");
}
