//! What the engine does in the dialog of an opening: stones after which neither side is better, the better colour, the best
//! fifths, and the worst of those that it is offered.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::dialog::OpeningDialog;
use super::point::{Point, Region};
use super::proposals::proposals;
use super::step::{Action, Extra, Step};
use super::study::{Compare, Lines, Question, Rank};
use crate::engine::Rejected;
use crate::search::{Player, Score};

/// A value this near to nothing is taken for a balance that the search cannot tell from an advantage.
const BALANCED: i32 = 30;

/// The part of the limits, in percent, in which a position itself is judged when something else is looked at after it.
const JUDGE_PERCENT: u32 = 60;

/// Among so many stones that leave a balance the choice is left to chance.
const VARIETY: usize = 8;

/// Where the number of fifths is declared after the stones: what so many fifths take from Black, the part of the limits in percent in
/// which likely stones are found, and how many of them are looked at with their fifths.
const FIFTHS_TAKE: i32 = 100;
const FINALISTS_PERCENT: u32 = 40;
const FINALISTS: usize = 3;

/// The parts of what there is for one of them, in percent, when the fourth stone is found, and when the fifths are in order.
const FOURTH_PERCENT: u32 = 30;
const RANK_PERCENT: u32 = 65;

/// What is done, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The actions, in order: several stones or fifths are laid at once.
    pub actions: Vec<Action>,
    /// What the opening was found to be worth for Black.
    pub value: Option<Score>,
    /// The move that was found best by the side to move; told where colours are kept or swapped.
    pub best: Option<Point>,
}

/// The engine as a player of openings.
pub struct Advisor<'a> {
    dialog: &'a OpeningDialog,
    study: &'a mut dyn Compare,
    /// The seed of what is left to chance; `None` when nothing is.
    seed: Option<u64>,
}

/// A value for the side to move, and the move that it stands for.
struct Judged {
    value: Score,
    best: Option<Point>,
}

impl<'a> Advisor<'a> {
    /// Decides what is done next, by studies of the position that is on the board of the dialog. Where several stones are as good,
    /// a seed chooses between them.
    ///
    /// # Errors
    /// [`Rejected::Unsupported`] when there is nothing to decide, and others when the study is not of that position.
    pub fn decide(
        dialog: &'a OpeningDialog,
        study: &'a mut dyn Compare,
        seed: Option<u64>,
    ) -> Result<Decision, Rejected> {
        let mut advisor = Advisor { dialog, study, seed };
        match dialog.step() {
            Step::Stone(_) => advisor.lay(),
            Step::Number { most } => advisor.declare(most),
            Step::Swap(extra) => advisor.choose(extra),
            Step::Fifth { of } => advisor.offer(of),
            Step::Pick => advisor.pick(),
            Step::Settled => Err(Rejected::Unsupported("choice: the opening is over".to_owned())),
        }
    }

    /// Stones after which neither side is better, as long as colours may change; else the best one.
    fn lay(&mut self) -> Result<Decision, Rejected> {
        let even = Rank::Nearest(Score::DRAW);
        let (lines, rank) = match (self.dialog.stones().len(), self.dialog.stones_in_a_row()) {
            (0, 3) => {
                let proposals = proposals(self.dialog.rule(), self.dialog.size());
                (Lines::These(proposals.iter().map(|stones| texts(stones)).collect()), even)
            }
            (_, 2) if self.dialog.step() == Step::Stone(Region::Anywhere) => (Lines::Pairs, even),
            _ if self.dialog.swap_follows() => (self.points(), even),
            _ => (self.points(), Rank::Best),
        };
        let found = match self.dialog.declares_after_row() {
            Some(most) => self.balanced_by_fifths(lines, most)?,
            None if rank == even => self.balanced(lines)?,
            None => self.compare(&[], lines, rank, 1, 100)?,
        };
        let (value, points) = found.into_iter().next().ok_or(Rejected::GameOver)?;
        Ok(self.decision(points.into_iter().map(Action::Point).collect(), value))
    }

    /// Lines of stones for which some number of fifths leaves a balance, the best first: the other player chooses a colour when that
    /// number is known.
    fn balanced_by_fifths(&mut self, lines: Lines, most: u8) -> Result<Vec<(Score, Vec<Point>)>, Rejected> {
        // Each further fifth takes something from Black, so that a little is to be there.
        let aim = self.for_mover(Score::fixed(FIFTHS_TAKE));
        let keep = if self.seed.is_some() { VARIETY } else { FINALISTS };
        let mut likely = self.compare(&[], lines, Rank::Nearest(aim), keep, FINALISTS_PERCENT)?;
        if let Some(seed) = self.seed {
            likely.shuffle(&mut Pcg64Mcg::seed_from_u64(seed.wrapping_add(self.dialog.stones().len() as u64)));
        }
        likely.truncate(FINALISTS);
        let share = (100 - FINALISTS_PERCENT) / likely.len().max(1) as u32;
        let mut found = Vec::new();
        for (begin, (_, stones)) in (FINALISTS_PERCENT..).step_by(share as usize).zip(likely) {
            let (_, black) = self.even_number(texts(&stones), most, (begin, begin + share))?;
            found.push((self.for_mover(black), stones));
        }
        found.sort_by_key(|(value, _)| value.value().abs());
        Ok(found)
    }

    /// The number of fifths after these moves of which the last leaves what is nearest to a balance, and what that is worth for Black.
    fn even_number(
        &mut self,
        mut from: Vec<String>,
        most: u8,
        (begin, until): (u32, u32),
    ) -> Result<(u8, Score), Rejected> {
        let part = |percent: u32| begin + (until - begin) * percent / 100;
        if self.dialog.stones().len() + from.len() == 3 {
            let best = self.study.judge(&from, part(FOURTH_PERCENT))?.moves;
            from.extend(best);
        }
        // All of them are searched alike, so that what is wrong with shallow values does not change their order. The one that
        // decides is then searched more deeply.
        let ranked = self.rank_fifths(&from, most.into(), part(RANK_PERCENT))?;
        let lines = Lines::These(ranked.iter().map(|(_, fifth)| vec![fifth.to_string()]).collect());
        let found = self.compare(&from, lines, Rank::Nearest(Score::DRAW), 1, until)?;
        let (value, points) = found.into_iter().next().ok_or(Rejected::GameOver)?;
        let at = ranked.iter().position(|(_, fifth)| points.first() == Some(fifth)).unwrap_or(0);
        Ok((u8::try_from(at + 1).unwrap_or(most), value))
    }

    /// Lines that leave a balance, the one to be chosen first.
    fn balanced(&mut self, lines: Lines) -> Result<Vec<(Score, Vec<Point>)>, Rejected> {
        let keep = if self.seed.is_some() { VARIETY } else { 1 };
        let mut found = self.compare(&[], lines, Rank::Nearest(Score::DRAW), keep, 100)?;
        if let Some(seed) = self.seed {
            let equal = found.iter().take_while(|(value, _)| value.value().abs() < BALANCED).count().max(1);
            let mut random = Pcg64Mcg::seed_from_u64(seed.wrapping_add(self.dialog.stones().len() as u64));
            let chosen = random.random_range(0..equal);
            if chosen < found.len() {
                found.swap(0, chosen);
            }
        }
        Ok(found)
    }

    /// The number of fifths of which the last is nearest to a balance.
    fn declare(&mut self, most: u8) -> Result<Decision, Rejected> {
        let (number, value) = self.even_number(Vec::new(), most, (0, 100))?;
        Ok(Decision { actions: vec![Action::Number(number)], value: Some(value), best: None })
    }

    /// The better colour, or what is better than both.
    fn choose(&mut self, extra: Option<Extra>) -> Result<Decision, Rejected> {
        match extra {
            Some(Extra::LayTwo) => self.choose_or_lay_two(),
            Some(Extra::OfferTen) => self.choose_or_offer_ten(),
            None => {
                let judged = self.judge(100)?;
                Ok(self.take_side(&judged))
            }
        }
    }

    fn choose_or_lay_two(&mut self) -> Result<Decision, Rejected> {
        let judged = self.judge(JUDGE_PERCENT)?;
        if judged.value.value().abs() < BALANCED {
            let pairs = self.compare(&[], Lines::Pairs, Rank::Nearest(Score::DRAW), 1, 100)?;
            let nearer = |value: &Score| value.value().abs() < judged.value.value().abs();
            if let Some((value, points)) = pairs.into_iter().next().filter(|(value, _)| nearer(value)) {
                let stones = points.into_iter().map(Action::Point);
                let actions = std::iter::once(Action::Extra(Extra::LayTwo)).chain(stones).collect();
                return Ok(self.decision(actions, value));
            }
        }
        Ok(self.take_side(&judged))
    }

    /// Ten fifths are for Black to offer when the last of them is still good.
    fn choose_or_offer_ten(&mut self) -> Result<Decision, Rejected> {
        let ten = self.rank_fifths(&[], 10, JUDGE_PERCENT)?;
        if let Some((value, _)) = ten.get(9).filter(|(value, _)| value.value() > BALANCED) {
            let offers = ten.iter().map(|&(_, point)| Action::Point(point));
            let actions = std::iter::once(Action::Extra(Extra::OfferTen)).chain(offers).collect();
            return Ok(Decision { actions, value: Some(*value), best: None });
        }
        let judged = self.judge(100)?;
        Ok(self.take_side(&judged))
    }

    /// The best different fifths.
    fn offer(&mut self, of: u8) -> Result<Decision, Rejected> {
        let missing = usize::from(of).saturating_sub(self.dialog.fifths().len()).max(1);
        let ranked = self.rank_fifths(&[], missing, 100)?;
        let value = ranked.last().map(|&(value, _)| value);
        Ok(Decision { actions: ranked.iter().map(|&(_, point)| Action::Point(point)).collect(), value, best: None })
    }

    /// The fifth that is worst for Black.
    fn pick(&mut self) -> Result<Decision, Rejected> {
        let lines = Lines::These(self.dialog.fifths().iter().map(|point| vec![point.to_string()]).collect());
        let found = self.compare(&[], lines, Rank::Worst, 1, 100)?;
        let (value, points) = found.into_iter().next().ok_or(Rejected::GameOver)?;
        Ok(self.decision(points.into_iter().map(Action::Point).collect(), value))
    }

    /// The value for the side to move, as far as the rest of the dialog lets it be known: White picks the worst of the fifths, so
    /// their number decides what the opening is worth.
    fn judge(&mut self, until: u32) -> Result<Judged, Rejected> {
        let Some(count) = self.dialog.fifths_ahead() else {
            let found = self.study.judge(&[], until)?;
            return Ok(Judged { value: found.value, best: points(&found.moves)?.first().copied() });
        };
        let from = self.fourth_stone(until * JUDGE_PERCENT / 100)?;
        let ranked = self.rank_fifths(&from, count.into(), until)?;
        let (black, point) = *ranked.last().ok_or(Rejected::GameOver)?;
        let best = if from.is_empty() { Some(point) } else { points(&from)?.first().copied() };
        Ok(Judged { value: self.for_mover(black), best })
    }

    /// White's best fourth stone as a line of moves; an empty one when it is on the board.
    fn fourth_stone(&mut self, until: u32) -> Result<Vec<String>, Rejected> {
        if self.dialog.stones().len() == 3 { Ok(self.study.judge(&[], until)?.moves) } else { Ok(Vec::new()) }
    }

    /// The best different fifths after these moves, with what each is worth for Black.
    fn rank_fifths(&mut self, from: &[String], count: usize, until: u32) -> Result<Vec<(Score, Point)>, Rejected> {
        let stones = self.dialog.stones().iter().copied().chain(points(from)?).collect::<Vec<_>>();
        let lines =
            Lines::These(self.dialog.fifths_after(&stones).iter().map(|point| vec![point.to_string()]).collect());
        let found = self.compare(from, lines, Rank::Best, count, until)?;
        Ok(found.into_iter().filter_map(|(value, points)| Some((value, *points.first()?))).collect())
    }

    fn points(&self) -> Lines {
        Lines::These(self.dialog.distinct_points().iter().map(|point| vec![point.to_string()]).collect())
    }

    fn compare(
        &mut self,
        from: &[String],
        lines: Lines,
        rank: Rank,
        keep: usize,
        until: u32,
    ) -> Result<Vec<(Score, Vec<Point>)>, Rejected> {
        let question = Question { from: from.to_vec(), lines, rank, keep, until };
        let found = self.study.compare(&question)?;
        found.iter().map(|one| Ok((one.value, points(&one.moves)?))).collect()
    }

    /// Who is to move keeps a colour that is not worse.
    fn take_side(&self, judged: &Judged) -> Decision {
        let action = if judged.value < Score::DRAW { Action::Swap } else { Action::Keep };
        Decision { best: judged.best, ..self.decision(vec![action], judged.value) }
    }

    /// A decision on a value for the side to move.
    fn decision(&self, actions: Vec<Action>, value: Score) -> Decision {
        Decision { actions, value: Some(self.for_mover(value)), best: None }
    }

    /// A value for the side to move as one for Black, and the other way round.
    fn for_mover(&self, value: Score) -> Score {
        if self.dialog.to_move() == Player::First { value } else { -value }
    }
}

fn texts(points: &[Point]) -> Vec<String> {
    points.iter().map(Point::to_string).collect()
}

fn points(texts: &[String]) -> Result<Vec<Point>, Rejected> {
    texts.iter().map(|text| text.parse().map_err(|why| Rejected::bad_move(text, format!("{why}")))).collect()
}
