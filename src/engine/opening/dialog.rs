//! The dialog of an opening as a state machine: whose turn it is to do what, and what comes of it.

use super::point::Point;
use super::rule::{By, OpeningRule, Stage, TEN_FIFTHS};
use super::step::{Action, Extra, OpeningError, Seat, Step};
use super::symmetry::Symmetries;
use crate::search::Player;

/// An opening on its way.
#[derive(Clone, Debug)]
pub struct OpeningDialog {
    rule: OpeningRule,
    size: u8,
    /// The stages to come, the present one first.
    ahead: &'static [Stage],
    stones: Vec<Point>,
    black: Seat,
    declared: Option<u8>,
    fifths: Vec<Point>,
}

impl OpeningDialog {
    /// The beginning: an empty board, and Black's stones with the player who opens.
    ///
    /// # Errors
    /// [`OpeningError::Size`] when the rule does not fit the board.
    pub fn new(rule: OpeningRule, size: usize) -> Result<OpeningDialog, OpeningError> {
        rule.check_size(size)?;
        Ok(OpeningDialog {
            rule,
            size: size as u8,
            ahead: rule.script(),
            stones: Vec::new(),
            black: Seat::Opener,
            declared: None,
            fifths: Vec::new(),
        })
    }

    /// The dialog after these actions.
    ///
    /// # Errors
    /// When one of them is not allowed.
    pub fn after(rule: OpeningRule, size: usize, actions: &[Action]) -> Result<OpeningDialog, OpeningError> {
        let mut dialog = OpeningDialog::new(rule, size)?;
        actions.iter().try_for_each(|&action| dialog.act(action))?;
        Ok(dialog)
    }

    /// The rule that is followed.
    pub fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// Rows and columns of the board.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The stones on the board, in turns, Black's first.
    pub fn stones(&self) -> &[Point] {
        &self.stones
    }

    /// The fifths offered so far.
    pub fn fifths(&self) -> &[Point] {
        &self.fifths
    }

    /// The number of fifths that was declared.
    pub fn declared(&self) -> Option<u8> {
        self.declared
    }

    /// Who has the black stones by now.
    pub fn black(&self) -> Seat {
        self.black
    }

    /// The colour that is to move.
    pub fn to_move(&self) -> Player {
        Player::ALL[self.stones.len() % 2]
    }

    /// What is to be done next.
    pub fn step(&self) -> Step {
        match self.ahead.first() {
            None => Step::Settled,
            Some(&Stage::Stone(_, region)) => Step::Stone(region),
            Some(&Stage::Number(_, most)) => Step::Number { most },
            Some(Stage::Swap) => Step::Swap(None),
            Some(Stage::SwapOrLayTwo) => Step::Swap(Some(Extra::LayTwo)),
            Some(Stage::SwapOrOfferTen) => Step::Swap(Some(Extra::OfferTen)),
            Some(&Stage::Fifths(count)) => Step::Fifth { of: self.fifths_wanted(count) },
            Some(Stage::Pick) => Step::Pick,
        }
    }

    /// Who is to do it; `None` when the opening is over.
    pub fn actor(&self) -> Option<Seat> {
        let by = match self.ahead.first()? {
            Stage::Stone(by, _) | Stage::Number(by, _) => *by,
            Stage::Fifths(_) => By::Black,
            Stage::Pick => By::White,
            Stage::Swap | Stage::SwapOrLayTwo | Stage::SwapOrOfferTen => match self.to_move() {
                Player::First => By::Black,
                Player::Second => By::White,
            },
        };
        Some(match by {
            By::Opener => Seat::Opener,
            By::Responder => Seat::Responder,
            By::Black => self.black,
            By::White => self.black.other(),
        })
    }

    /// How many fifths White will pick from, where that is known.
    pub(super) fn fifths_ahead(&self) -> Option<u8> {
        self.ahead.iter().find_map(|stage| match stage {
            &Stage::Fifths(count) => count.or(self.declared),
            _ => None,
        })
    }

    /// How many more stones the player who acts lays without a word of the other.
    pub(super) fn stones_in_a_row(&self) -> usize {
        let same = |stage: &&Stage| matches!((stage, self.ahead.first()), (Stage::Stone(a, _), Some(Stage::Stone(b, _))) if a == b);
        self.ahead.iter().take_while(same).count()
    }

    /// How many fifths the player who acts may declare after the stones of this row, where that is what follows them.
    pub(super) fn declares_after_row(&self) -> Option<u8> {
        match self.ahead.get(self.stones_in_a_row()) {
            Some(&Stage::Number(_, most)) => Some(most),
            _ => None,
        }
    }

    /// May colours still change after the stone that is to be laid?
    pub(super) fn swap_follows(&self) -> bool {
        self.ahead.iter().any(|stage| matches!(stage, Stage::Swap | Stage::SwapOrLayTwo | Stage::SwapOrOfferTen))
    }

    /// The points that can be taken now.
    pub fn points(&self) -> Vec<Point> {
        let board = (0..self.size).flat_map(|y| (0..self.size).map(move |x| Point::new(x, y)));
        board.filter(|&point| self.check_point(point).is_ok()).collect()
    }

    /// The points that can be taken now, one of each set that a symmetry makes equal.
    pub fn distinct_points(&self) -> Vec<Point> {
        Symmetries::of(&self.stones).distinct(&self.points())
    }

    /// The different points for a fifth after these four stones that are not like one offered before.
    pub(super) fn fifths_after(&self, stones: &[Point]) -> Vec<Point> {
        let symmetries = Symmetries::of(stones);
        let board = (0..self.size).flat_map(|y| (0..self.size).map(move |x| Point::new(x, y)));
        let offered = |point: Point| self.fifths.iter().any(|&fifth| symmetries.equal(fifth, point));
        let free: Vec<Point> = board.filter(|&point| !stones.contains(&point) && !offered(point)).collect();
        symmetries.distinct(&free)
    }

    /// Does something.
    ///
    /// # Errors
    /// [`OpeningError`] when it is not allowed now; the dialog is what it was.
    pub fn act(&mut self, action: Action) -> Result<(), OpeningError> {
        match (self.step(), action) {
            (Step::Stone(_), Action::Point(point)) => {
                self.check_point(point)?;
                self.lay(point);
            }
            (Step::Fifth { of }, Action::Point(point)) => {
                self.check_point(point)?;
                self.offer(point, of);
            }
            (Step::Pick, Action::Point(point)) => {
                self.check_point(point)?;
                self.lay(point);
            }
            (Step::Number { most }, Action::Number(number)) => {
                if !(1..=most).contains(&number) {
                    return Err(OpeningError::BadNumber(most));
                }
                self.declared = Some(number);
                self.go_on();
            }
            (Step::Swap(extra), Action::Keep | Action::Swap) => {
                if action == Action::Swap {
                    self.black = self.black.other();
                }
                if extra == Some(Extra::LayTwo) { self.ahead = &[] } else { self.go_on() }
            }
            (Step::Swap(Some(extra)), Action::Extra(chosen)) if extra == chosen => self.take_extra(extra),
            (step, _) => return Err(OpeningError::Expected(step)),
        }
        Ok(())
    }

    fn take_extra(&mut self, extra: Extra) {
        match extra {
            // Whoever lays two more stones gives the other player the choice, which is White's after the fifth.
            Extra::LayTwo => {
                self.black = self.black.other();
                self.go_on();
            }
            Extra::OfferTen => self.ahead = TEN_FIFTHS,
        }
    }

    fn lay(&mut self, point: Point) {
        self.stones.push(point);
        self.go_on();
    }

    /// Offers a fifth. One that is alone needs no choice.
    fn offer(&mut self, point: Point, of: u8) {
        self.fifths.push(point);
        if self.fifths.len() < usize::from(of) {
            return;
        }
        self.go_on();
        if of == 1 {
            self.lay(point);
        }
    }

    fn go_on(&mut self) {
        self.ahead = self.ahead.get(1..).unwrap_or_default();
    }

    fn fifths_wanted(&self, count: Option<u8>) -> u8 {
        count.or(self.declared).unwrap_or(1)
    }

    /// Can this point be taken now?
    ///
    /// # Errors
    /// [`OpeningError`] when it cannot.
    pub fn check_point(&self, point: Point) -> Result<(), OpeningError> {
        if !point.is_on(self.size.into()) {
            return Err(OpeningError::OffBoard);
        }
        if self.stones.contains(&point) {
            return Err(OpeningError::Occupied);
        }
        match self.step() {
            Step::Stone(region) if region.contains(point, self.size) => Ok(()),
            Step::Stone(region) => Err(OpeningError::Outside(region)),
            Step::Fifth { .. } => {
                let symmetries = Symmetries::of(&self.stones);
                let same = self.fifths.iter().find(|&&offered| symmetries.equal(offered, point));
                same.map_or(Ok(()), |&offered| Err(OpeningError::Same(offered)))
            }
            Step::Pick if self.fifths.contains(&point) => Ok(()),
            Step::Pick => Err(OpeningError::NotOffered),
            step => Err(OpeningError::Expected(step)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::point::Region;
    use super::*;

    fn dialog(rule: OpeningRule, actions: &[Action]) -> OpeningDialog {
        OpeningDialog::after(rule, 15, actions).unwrap()
    }

    fn at(x: u8, y: u8) -> Action {
        Action::Point(Point::new(x, y))
    }

    const THREE: [Action; 3] =
        [Action::Point(Point::new(7, 7)), Action::Point(Point::new(7, 6)), Action::Point(Point::new(7, 5))];

    #[test]
    fn two_stones_turn_the_choice_of_swap2_round() {
        let mut dialog = dialog(OpeningRule::Swap2, &[at(0, 0), at(3, 9), at(14, 2)]);
        assert_eq!((dialog.step(), dialog.actor()), (Step::Swap(Some(Extra::LayTwo)), Some(Seat::Responder)));
        let mut taken = dialog.clone();
        taken.act(Action::Swap).unwrap();
        assert_eq!((taken.step(), taken.black(), taken.actor()), (Step::Settled, Seat::Responder, None));
        dialog.act(Action::Extra(Extra::LayTwo)).unwrap();
        assert_eq!((dialog.actor(), dialog.stones_in_a_row()), (Some(Seat::Responder), 2));
        dialog.act(at(1, 1)).unwrap();
        dialog.act(at(2, 2)).unwrap();
        assert_eq!((dialog.step(), dialog.actor()), (Step::Swap(None), Some(Seat::Opener)));
        dialog.act(Action::Keep).unwrap();
        assert_eq!((dialog.step(), dialog.black()), (Step::Settled, Seat::Responder));
    }

    #[test]
    fn white_says_how_many_fifths_black_offers() {
        let mut dialog = dialog(OpeningRule::Soosorv, &THREE);
        dialog.act(Action::Swap).unwrap();
        assert_eq!(dialog.actor(), Some(Seat::Opener), "who swapped has the black stones");
        // A mirror is left: row 6.
        dialog.act(at(8, 6)).unwrap();
        assert_eq!((dialog.step(), dialog.actor()), (Step::Number { most: 8 }, Some(Seat::Opener)));
        assert_eq!(dialog.act(Action::Number(9)), Err(OpeningError::BadNumber(8)));
        assert_eq!(dialog.act(Action::Number(0)), Err(OpeningError::BadNumber(8)));
        dialog.act(Action::Number(2)).unwrap();
        dialog.act(Action::Keep).unwrap();
        assert_eq!((dialog.step(), dialog.actor()), (Step::Fifth { of: 2 }, Some(Seat::Responder)));
        dialog.act(at(8, 5)).unwrap();
        assert_eq!(dialog.act(at(8, 7)), Err(OpeningError::Same(Point::new(8, 5))));
        dialog.act(at(6, 6)).unwrap();
        assert_eq!((dialog.step(), dialog.actor()), (Step::Pick, Some(Seat::Opener)));
        assert_eq!(dialog.act(at(8, 7)), Err(OpeningError::NotOffered));
        dialog.act(at(6, 6)).unwrap();
        assert_eq!((dialog.step(), dialog.stones().len()), (Step::Settled, 5));
    }

    #[test]
    fn a_fifth_alone_is_not_picked() {
        let mut dialog = dialog(OpeningRule::Soosorv, &THREE);
        for action in [Action::Keep, at(3, 3), Action::Number(1), Action::Keep, at(9, 9)] {
            dialog.act(action).unwrap();
        }
        assert_eq!((dialog.step(), dialog.stones().last()), (Step::Settled, Some(&Point::new(9, 9))));
    }

    #[test]
    fn ten_fifths_take_the_place_of_a_fifth_in_the_middle() {
        let before = [THREE[0], Action::Keep, THREE[1], Action::Swap, THREE[2], Action::Keep, at(9, 5)];
        let mut plain = dialog(OpeningRule::Taraguchi, &before);
        assert_eq!(plain.actor(), Some(plain.black()));
        let mut ten = plain.clone();
        plain.act(Action::Swap).unwrap();
        assert_eq!(plain.step(), Step::Stone(Region::Central(9)));
        assert_eq!(plain.act(at(12, 7)), Err(OpeningError::Outside(Region::Central(9))));
        ten.act(Action::Extra(Extra::OfferTen)).unwrap();
        assert_eq!(ten.step(), Step::Fifth { of: 10 });
        for x in 0..10 {
            ten.act(at(x, 14)).unwrap();
        }
        assert_eq!((ten.step(), ten.actor()), (Step::Pick, Some(ten.black().other())));
    }

    #[test]
    fn what_is_not_asked_for_changes_nothing() {
        let mut dialog = OpeningDialog::new(OpeningRule::Rif, 15).unwrap();
        for (action, why) in [
            (at(7, 6), OpeningError::Outside(Region::Central(1))),
            (at(15, 7), OpeningError::OffBoard),
            (Action::Keep, OpeningError::Expected(Step::Stone(Region::Central(1)))),
            (Action::Extra(Extra::OfferTen), OpeningError::Expected(Step::Stone(Region::Central(1)))),
        ] {
            assert_eq!(dialog.act(action), Err(why));
        }
        dialog.act(THREE[0]).unwrap();
        assert_eq!(dialog.act(THREE[0]), Err(OpeningError::Occupied));
        assert_eq!(dialog.stones().len(), 1);
        let mut over = dialog.clone();
        for action in [THREE[1], THREE[2], Action::Swap, at(0, 0), at(1, 0), at(2, 0), at(1, 0)] {
            over.act(action).unwrap();
        }
        assert_eq!(over.act(Action::Keep), Err(OpeningError::Expected(Step::Settled)));
    }
}
