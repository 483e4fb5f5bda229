//! Swap openings and balanced moves: positions picked by their value instead of moves picked for their strength.

use std::time::{Duration, Instant};

use super::{MoveChoice, Notation, Rejected, Task};
use crate::search::{
    Control, Evaluation, Game, Limits, Model, MoveOrdering, MoveStack, Score, SearchRequest, Searcher, Table,
};

/// A value this near to nothing is taken for a balance that the search cannot tell from an advantage.
const BALANCED: i32 = 30;

/// So many positions nearest to the target by their static value are looked at by search.
const SHORT_LIST: usize = 24;

/// The first depth of a comparison; each round halves the list and goes this much deeper.
const DEPTH_STEP: u32 = 2;

/// The share of the time in which the position itself is judged when two stones may be laid as well.
const JUDGE_PERCENT: u32 = 60;

/// The longest one position is searched before the clock is looked at again.
const SLICE: Duration = Duration::from_millis(80);
const SHORTEST_SLICE: Duration = Duration::from_millis(4);

/// One study: a few positions compared by searches of their own, within the limits of one `Control`.
pub struct Study<'a, G: Game, M: Model<G>, N> {
    searcher: &'a mut Searcher<G, M>,
    evaluation: M::Evaluation,
    ordering: M::Ordering,
    notation: &'a N,
    table: &'a Table,
    ctl: &'a Control,
    task: &'a Task,
}

/// Moves that can be chosen, and the value of where they lead, for the side that is to move before them.
struct Choice<M> {
    moves: Vec<M>,
    value: Score,
}

impl<'a, G: Game, M: Model<G>, N: Notation<G>> Study<'a, G, M, N> {
    /// A study in the given limits.
    pub fn new(
        searcher: &'a mut Searcher<G, M>,
        model: &M,
        notation: &'a N,
        table: &'a Table,
        ctl: &'a Control,
        task: &'a Task,
    ) -> Self {
        Study { searcher, evaluation: model.evaluation(), ordering: model.ordering(), notation, table, ctl, task }
    }

    /// First moves after which neither side is better.
    ///
    /// # Errors
    /// When the game has no such opening.
    pub fn propose(&mut self) -> Result<MoveChoice<G::Move>, Rejected> {
        let mut start = self.notation.start();
        let proposals = self.notation.proposals();
        let choices = proposals.iter().filter_map(|moves| self.choice(&mut start, moves)).collect();
        let unsupported = || Rejected::Unsupported("swap opening".to_owned());
        let best = self.nearest(&start, choices, Score::DRAW).ok_or_else(unsupported)?;
        Ok(MoveChoice::Moves(best.moves))
    }

    /// Which side to take: that of the side to move by staying, the other's by a swap, or none by laying two stones.
    ///
    /// # Errors
    /// [`Rejected::GameOver`] when there is no move to stay with.
    pub fn take_side(&mut self, pos: &G, may_lay_two: bool) -> Result<MoveChoice<G::Move>, Rejected> {
        let percent = if may_lay_two { JUDGE_PERCENT } else { 100 };
        let (value, best) = self.judge(pos, percent).ok_or(Rejected::GameOver)?;
        if may_lay_two && value.value().abs() < BALANCED {
            let pairs = self.pairs(pos, Score::DRAW);
            let pair = self.nearest(pos, pairs, Score::DRAW);
            if let Some(pair) = pair.filter(|pair| pair.value.value().abs() < value.value().abs()) {
                return Ok(MoveChoice::Moves(pair.moves));
            }
        }
        Ok(if value < Score::DRAW { MoveChoice::Swap } else { MoveChoice::Moves(vec![best]) })
    }

    /// One or two moves after which the value for the side to move now is nearest to the target.
    ///
    /// # Errors
    /// [`Rejected::GameOver`] when no such moves exist.
    pub fn balance(&mut self, pos: &G, moves: usize, target: Score) -> Result<MoveChoice<G::Move>, Rejected> {
        let choices = if moves == 2 { self.pairs(pos, target) } else { self.singles(pos) };
        let best = self.nearest(pos, choices, target).ok_or(Rejected::GameOver)?;
        Ok(MoveChoice::Moves(best.moves))
    }

    /// The moves as a choice with its static value; `None` when they cannot be played or end the game.
    fn choice(&mut self, pos: &mut G, moves: &[G::Move]) -> Option<Choice<G::Move>> {
        let Some((&first, rest)) = moves.split_first() else {
            return pos
                .outcome()
                .is_none()
                .then(|| Choice { moves: Vec::new(), value: self.evaluation.evaluate_exactly(pos) });
        };
        if pos.unpack(G::pack(first)) != Some(first) {
            return None;
        }
        let undo = pos.make(first);
        let found = self.choice(pos, rest);
        pos.unmake(first, undo);
        found.map(|choice| Choice { moves: moves.to_vec(), value: -choice.value })
    }

    fn candidates(&mut self, pos: &G) -> Vec<G::Move> {
        let mut moves = MoveStack::new();
        self.ordering.candidates(pos, &mut moves);
        moves.moves(0).collect()
    }

    fn singles(&mut self, pos: &G) -> Vec<Choice<G::Move>> {
        let mut pos = pos.clone();
        self.candidates(&pos).into_iter().filter_map(|mv| self.choice(&mut pos, &[mv])).collect()
    }

    fn pairs(&mut self, pos: &G, target: Score) -> Vec<Choice<G::Move>> {
        let mut pos = pos.clone();
        let mut pairs = Vec::new();
        for first in self.candidates(&pos) {
            if !pairs.is_empty() && !self.time_is_left(100) {
                break;
            }
            let mut after = pos.clone();
            after.make(first);
            for second in self.candidates(&after) {
                pairs.extend(self.choice(&mut pos, &[first, second]));
            }
            // There are thousands of pairs: only the nearest are worth keeping.
            pairs = nearest_first(pairs, target, SHORT_LIST);
        }
        pairs
    }

    /// Successive halving: the short list is searched, the better half deeper, until one is left or the time is over.
    fn nearest(&mut self, pos: &G, choices: Vec<Choice<G::Move>>, target: Score) -> Option<Choice<G::Move>> {
        let mut list = nearest_first(choices, target, SHORT_LIST);
        let mut depth = DEPTH_STEP;
        while list.len() > 1 && self.time_is_left(100) {
            for choice in &mut list {
                if !self.time_is_left(100) {
                    break;
                }
                let mut after = pos.clone();
                for &mv in &choice.moves {
                    after.make(mv);
                }
                if let Some((value, _, _)) = self.slice(&after, depth) {
                    choice.value = if choice.moves.len() % 2 == 0 { value } else { -value };
                }
            }
            let half = list.len().div_ceil(2);
            list = nearest_first(list, target, half);
            depth += DEPTH_STEP;
        }
        list.into_iter().next()
    }

    /// Judges a position by searches in slices: the table carries each on from where the last one ended.
    fn judge(&mut self, pos: &G, percent: u32) -> Option<(Score, G::Move)> {
        let (value, best, _) = self.slice(pos, 1)?;
        let mut found = (value, best);
        let mut depth = DEPTH_STEP;
        while self.time_is_left(percent) && !found.0.is_mate() && depth <= self.ctl.depth_limit().min(60) {
            let (value, best, reached) = self.slice(pos, depth)?;
            found = (value, best);
            if reached >= depth {
                depth += 1;
            }
            if self.ctl.time_limits().1.is_none() && depth > 12 {
                break;
            }
        }
        Some(found)
    }

    fn slice(&mut self, pos: &G, depth: u32) -> Option<(Score, G::Move, u32)> {
        let left = self.ctl.time_limits().1.map_or(SLICE * 4, |hard| hard.saturating_sub(self.ctl.elapsed()));
        let hard = (left / 4).clamp(SHORTEST_SLICE, SLICE);
        let limits = Limits { depth: Some(depth), hard: Some(hard), ..Limits::default() };
        let ctl = Control::new(&limits, Instant::now());
        let request = SearchRequest {
            algorithm: self.task.algorithm,
            threads: self.task.threads,
            multi_pv: 1,
            ..SearchRequest::default()
        };
        let found = self.searcher.search(pos, self.table, &request, &ctl, &mut |_| {})?;
        let _ = self.ctl.poll(found.nodes); // looked at by time_is_left
        Some((found.lines[0].score, found.best(), found.depth))
    }

    fn time_is_left(&self, percent: u32) -> bool {
        let over = |limit: Duration| self.ctl.elapsed() * 100 >= limit * percent;
        let (soft, hard) = self.ctl.time_limits();
        let limit = soft.into_iter().chain(hard).min();
        !self.ctl.stopped() && !limit.is_some_and(over) && self.ctl.poll(0).is_ok()
    }
}

fn nearest_first<M>(mut choices: Vec<Choice<M>>, target: Score, keep: usize) -> Vec<Choice<M>> {
    choices.sort_by_key(|choice| (choice.value.value() - target.value()).abs());
    choices.truncate(keep);
    choices
}
