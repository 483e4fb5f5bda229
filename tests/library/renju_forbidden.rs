//! Renju's forbidden points, against 2,000 positions on which three independent programs agree.

use crate::support::referee::Referee;
use crate::support::renju_answers::renju_answers;
use fukumi::games::gomoku::notation::{Point, draw};
use fukumi::games::gomoku::{Gomoku, Renju};

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
