//! Positions compared by searches of their own: for openings, where a position is picked by its value instead of a move for its
//! strength.

use std::time::Duration;

use crate::engine::{MoveStyle, Notation, Rejected, Task};
use crate::search::{
    Control, Evaluation, Game, Limits, Model, MoveOrdering, MoveStack, Score, SearchRequest, Searcher, Table,
};

/// So many choices are looked at by search: those that look best by their static value.
const SHORT_LIST: usize = 24;

/// The first depth of a comparison; each round halves the list and goes this much deeper.
const DEPTH_STEP: u32 = 2;

/// What remains is searched to this depth at least, if there is time: its value may be told to people.
const SURE_DEPTH: u32 = 8;

/// The longest one position is searched before the clock is looked at again.
const SLICE: Duration = Duration::from_millis(80);
const SHORTEST_SLICE: Duration = Duration::from_millis(4);

/// The same in nodes, where they are the limit.
const LARGEST_SLICE: u64 = 50_000;
const SMALLEST_SLICE: u64 = 50;

/// The deepest judgement, and the deepest where no clock ends it.
const JUDGE_DEPTH: u32 = 60;
const JUDGE_DEPTH_UNTIMED: u32 = 12;

/// How lines of moves are ranked, by the value of where they lead for the side that is to move before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// The highest value first.
    Best,
    /// The lowest value first.
    Worst,
    /// The value nearest to this one first.
    Nearest(Score),
}

impl Rank {
    /// The less, the sooner.
    fn order(self, value: Score) -> i64 {
        match self {
            Rank::Best => -i64::from(value.value()),
            Rank::Worst => i64::from(value.value()),
            Rank::Nearest(aim) => (i64::from(value.value()) - i64::from(aim.value())).abs(),
        }
    }
}

/// Which lines are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lines {
    /// These. One that cannot be played, or that ends the game, is left out.
    These(Vec<Vec<String>>),
    /// All pairs of moves that a search would look at.
    Pairs,
}

/// What is to be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Moves made first from the position that is there.
    pub from: Vec<String>,
    /// The lines that are compared.
    pub lines: Lines,
    /// How they are ranked.
    pub rank: Rank,
    /// So many are wanted.
    pub keep: usize,
    /// The comparison ends when this part of the limits is used up, in percent.
    pub until: u32,
}

/// A line of moves, and what it was found to be worth for the side that is to move before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// The moves, as the Gomocup wire has them.
    pub moves: Vec<String>,
    /// The value.
    pub value: Score,
}

/// A game whose positions can be compared, whichever it is.
pub trait Compare {
    /// Compares lines of moves; as many come back as were wanted, or as there are, the best first.
    ///
    /// # Errors
    /// [`Rejected::BadMove`] when the moves made first cannot be.
    fn compare(&mut self, question: &Question) -> Result<Vec<Weighed>, Rejected>;

    /// The value and the best move of the position after these moves, until that part of the limits is used up, in percent.
    ///
    /// # Errors
    /// [`Rejected::BadMove`] when they cannot be made, [`Rejected::GameOver`] when there is no move.
    fn judge(&mut self, from: &[String], until: u32) -> Result<Weighed, Rejected>;
}

/// One study: a few positions compared by searches of their own, within the limits of one `Control`.
pub struct Study<'a, G: Game, M: Model<G>, N> {
    searcher: &'a mut Searcher<G, M>,
    evaluation: M::Evaluation,
    ordering: M::Ordering,
    notation: &'a N,
    pos: &'a G,
    limits: (&'a Table, &'a Control, &'a Task),
}

/// Moves that can be chosen, and the value of where they lead, for the side that is to move before them.
struct Choice<M> {
    moves: Vec<M>,
    value: Score,
}

impl<'a, G: Game, M: Model<G>, N: Notation<G>> Study<'a, G, M, N> {
    /// A study of what comes of a position, in the given limits.
    pub fn new(
        searcher: &'a mut Searcher<G, M>,
        model: &M,
        notation: &'a N,
        pos: &'a G,
        limits: (&'a Table, &'a Control, &'a Task),
    ) -> Self {
        Study { searcher, evaluation: model.evaluation(), ordering: model.ordering(), notation, pos, limits }
    }

    /// One or two moves after which the value for the side to move now is nearest to the target.
    ///
    /// # Errors
    /// [`Rejected::GameOver`] when no such moves exist.
    pub fn balance(&mut self, moves: usize, target: Score) -> Result<Vec<G::Move>, Rejected> {
        let pos = self.pos.clone();
        let rank = Rank::Nearest(target);
        let choices = if moves == 2 { self.pairs(&pos, rank) } else { self.singles(&pos) };
        let best = self.rank(&pos, choices, (rank, 1, 100)).into_iter().next().ok_or(Rejected::GameOver)?;
        Ok(best.moves)
    }

    /// The moves as a choice with its static value; `None` when they cannot be played or end the game.
    fn choice(&mut self, pos: &mut G, moves: &[G::Move]) -> Option<Choice<G::Move>> {
        let Some((&first, rest)) = moves.split_first() else {
            return pos
                .outcome()
                .is_none()
                .then(|| Choice { moves: Vec::new(), value: self.evaluation.evaluate_exactly(pos) });
        };
        if pos.outcome().is_some() || pos.unpack(G::pack(first)) != Some(first) {
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

    fn pairs(&mut self, pos: &G, rank: Rank) -> Vec<Choice<G::Move>> {
        let mut pos = pos.clone();
        let mut pairs = Vec::new();
        for first in self.candidates(&pos) {
            if !pairs.is_empty() && !self.is_time_left(100) {
                break;
            }
            let mut after = pos.clone();
            after.make(first);
            for second in self.candidates(&after) {
                pairs.extend(self.choice(&mut pos, &[first, second]));
            }
            // There are thousands of pairs: only the likeliest are worth keeping.
            pairs = first_by(rank, pairs, SHORT_LIST);
        }
        pairs
    }

    /// Successive halving: the short list is searched, the better half deeper, until as few are left as are wanted.
    fn rank(
        &mut self,
        pos: &G,
        choices: Vec<Choice<G::Move>>,
        (rank, keep, until): (Rank, usize, u32),
    ) -> Vec<Choice<G::Move>> {
        let keep = keep.max(1);
        let mut list = first_by(rank, choices, SHORT_LIST.max(keep));
        let mut depth = DEPTH_STEP;
        while self.is_time_left(until) && (list.len() > keep || depth <= SURE_DEPTH) && !list.is_empty() {
            let share = 2 * list.len() as u32;
            for choice in &mut list {
                if !self.is_time_left(until) {
                    break;
                }
                let mut after = pos.clone();
                for &mv in &choice.moves {
                    after.make(mv);
                }
                if let Some((value, _, _)) = self.slice(&after, depth, share) {
                    choice.value = if choice.moves.len() % 2 == 0 { value } else { -value };
                }
            }
            let half = list.len().div_ceil(2).max(keep);
            list = first_by(rank, list, half);
            depth += DEPTH_STEP;
        }
        list.truncate(keep);
        list
    }

    /// Judges a position by searches in slices: the table carries each on from where the last one ended.
    fn judge_position(&mut self, pos: &G, until: u32) -> Option<(Score, G::Move)> {
        let (value, best, _) = self.slice(pos, 1, 4)?;
        let mut found = (value, best);
        let ctl = self.limits.1;
        let unbounded = ctl.time_limits().1.is_none() && ctl.node_limit() == u64::MAX;
        let deepest = if unbounded { JUDGE_DEPTH_UNTIMED } else { JUDGE_DEPTH };
        let mut depth = DEPTH_STEP;
        while self.is_time_left(until) && !found.0.is_mate() && depth <= ctl.depth_limit().min(deepest) {
            let (value, best, reached) = self.slice(pos, depth, 4)?;
            found = (value, best);
            if reached >= depth {
                depth += 1;
            }
        }
        Some(found)
    }

    /// Searches a position for this share of the limits that are left, and not for long.
    fn slice(&mut self, pos: &G, depth: u32, share: u32) -> Option<(Score, G::Move, u32)> {
        let (table, whole, task) = self.limits;
        let ctl = whole.part(&slice_limits(whole, depth, share));
        let request =
            SearchRequest { algorithm: task.algorithm, threads: task.threads, multi_pv: 1, ..SearchRequest::default() };
        let found = self.searcher.search(pos, table, &request, &ctl, &mut |_| {})?;
        let _ = whole.poll(found.nodes); // looked at by is_time_left
        Some((found.lines[0].score, found.best(), found.depth))
    }

    /// Is less than this part of the limits used up, in percent?
    fn is_time_left(&self, until: u32) -> bool {
        let ctl = self.limits.1;
        let over = |limit: Duration| ctl.elapsed() * 100 >= limit * until;
        let (soft, hard) = ctl.time_limits();
        let limit = soft.into_iter().chain(hard).min();
        let used_up = ctl.node_limit() != u64::MAX && ctl.nodes() * 100 >= ctl.node_limit() * u64::from(until);
        !ctl.stopped() && !used_up && !limit.is_some_and(over) && ctl.poll(0).is_ok()
    }

    /// The position after these moves.
    fn after(&self, moves: &[String]) -> Result<G, Rejected> {
        let mut pos = self.pos.clone();
        for text in moves {
            if pos.outcome().is_some() {
                return Err(Rejected::bad_move(text, "the game is over"));
            }
            pos.make(self.notation.parse_move(&pos, text)?);
        }
        Ok(pos)
    }

    fn read(&self, pos: &G, texts: &[String]) -> Option<Vec<G::Move>> {
        let mut at = pos.clone();
        let read = |text: &String| {
            let mv = at.outcome().is_none().then(|| self.notation.parse_move(&at, text).ok())??;
            at.make(mv);
            Some(mv)
        };
        texts.iter().map(read).collect()
    }

    fn write(&self, pos: &G, moves: &[G::Move]) -> Vec<String> {
        let mut at = pos.clone();
        let write = |&mv: &G::Move| {
            let text = self.notation.format_move(&at, mv, MoveStyle::Pair);
            at.make(mv);
            text
        };
        moves.iter().map(write).collect()
    }
}

impl<G: Game, M: Model<G>, N: Notation<G>> Compare for Study<'_, G, M, N> {
    fn compare(&mut self, question: &Question) -> Result<Vec<Weighed>, Rejected> {
        let Question { from, lines, rank, keep, until } = question;
        let pos = self.after(from)?;
        let choices = match lines {
            Lines::Pairs => self.pairs(&pos, *rank),
            Lines::These(lines) => {
                let read: Vec<_> = lines.iter().filter_map(|line| self.read(&pos, line)).collect();
                let mut at = pos.clone();
                read.iter().filter_map(|moves| self.choice(&mut at, moves)).collect()
            }
        };
        let found = self.rank(&pos, choices, (*rank, *keep, *until));
        Ok(found.iter().map(|one| Weighed { moves: self.write(&pos, &one.moves), value: one.value }).collect())
    }

    fn judge(&mut self, from: &[String], until: u32) -> Result<Weighed, Rejected> {
        let pos = self.after(from)?;
        let over = pos.outcome().is_some();
        let found = if over { None } else { self.judge_position(&pos, until) };
        let (value, best) = found.ok_or(Rejected::GameOver)?;
        Ok(Weighed { moves: self.write(&pos, &[best]), value })
    }
}

/// The limits of one search that takes this share of what is left of the whole, and not much.
fn slice_limits(whole: &Control, depth: u32, share: u32) -> Limits {
    let depth = Some(depth);
    if whole.is_repeatable() && whole.node_limit() != u64::MAX {
        let left = whole.node_limit().saturating_sub(whole.nodes());
        let nodes = (left / u64::from(share)).clamp(SMALLEST_SLICE, LARGEST_SLICE);
        return Limits { depth, nodes: Some(nodes), ..Limits::default() };
    }
    let left = whole.time_limits().1.map_or(SLICE * share, |hard| hard.saturating_sub(whole.elapsed()));
    Limits { depth, hard: Some((left / share).clamp(SHORTEST_SLICE, SLICE)), ..Limits::default() }
}

fn first_by<M>(rank: Rank, mut choices: Vec<Choice<M>>, keep: usize) -> Vec<Choice<M>> {
    choices.sort_by_key(|choice| rank.order(choice.value));
    choices.truncate(keep);
    choices
}
