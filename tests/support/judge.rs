//! What the tests ask of anything that knows the rules, so that one table of positions runs against the referee and the engine.

use fukumi::games::gomoku::notation::{Point, Setup};
use fukumi::games::gomoku::{Gomoku, Rule};
use fukumi::search::{Outcome, Player};

use super::referee::Referee;

/// A game in progress under one rule set.
pub(crate) trait Judge {
    /// Would playing there lose by a foul?
    fn is_forbidden(&self, point: Point) -> bool;
    /// Plays for the side to move.
    fn play(&mut self, point: Point);
    fn outcome(&self) -> Option<Outcome>;
}

/// Sets up a position before one judge or another.
pub(crate) type Seat = fn(&Setup) -> Box<dyn Judge>;

/// Everyone who judges, by name.
pub(crate) const JUDGES: [(&str, Seat); 2] = [("referee", |setup| Box::new(Referee::new(setup))), ("engine", engine)];

fn engine(setup: &Setup) -> Box<dyn Judge> {
    with_rule!(setup.rule, R => Box::new(Gomoku::<R>::from_setup(setup)))
}

impl<R: Rule> Judge for Gomoku<R> {
    fn is_forbidden(&self, point: Point) -> bool {
        self.to_move() == Player::First && Gomoku::is_forbidden(self, point.into())
    }

    fn play(&mut self, point: Point) {
        self.place(point.into());
    }

    fn outcome(&self) -> Option<Outcome> {
        Gomoku::outcome(self)
    }
}

impl Judge for Referee {
    fn is_forbidden(&self, point: Point) -> bool {
        Referee::is_forbidden(self, point)
    }

    fn play(&mut self, point: Point) {
        Referee::play(self, point);
    }

    fn outcome(&self) -> Option<Outcome> {
        Referee::outcome(self)
    }
}

/// What playing a point comes to, for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Win,
    Foul,
    GoesOn,
    Draw,
}

/// Plays a point and tells what came of it. Checks on the way that the judge called it forbidden before exactly if it lost.
pub(crate) fn verdict(judge: &mut dyn Judge, mover: Player, point: Point) -> Verdict {
    let forbidden = judge.is_forbidden(point);
    judge.play(point);
    let verdict = match judge.outcome() {
        Some(Outcome::Win(winner)) if winner == mover => Verdict::Win,
        Some(Outcome::Win(_)) => Verdict::Foul,
        Some(Outcome::Draw) => Verdict::Draw,
        None => Verdict::GoesOn,
    };
    assert_eq!(forbidden, verdict == Verdict::Foul, "{point}: forbidden points and outcome disagree");
    verdict
}
