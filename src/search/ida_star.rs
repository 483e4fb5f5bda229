//! IDA* (R. Korf, "Depth-first iterative-deepening", 1985) on the shared loop: the iteration's limit is the f-limit. Successors
//! are sorted by their lower bounds, and those above the allowance are dropped while they are sorted; the transposition table
//! records for each position the largest allowance at which it is known to fail.

use super::astar::{Effort, Ending};
use super::control::{Control, Stopped};
use super::deepening::{Deepening, Ended, Next, deepen};
use super::entry::{Bound, Entry};
use super::move_stack::MoveStack;
use super::position::{LowerBound, Puzzle};
use super::score::Score;
use super::tt::{Replacement, Table};

/// Nodes between two looks at the control.
const POLL: u64 = 256;

/// The largest f-limit: more does not fit an entry of the table, and positions without a solution would deepen for ever.
pub const LARGEST_LIMIT: u32 = 255;

/// One search, which the loop deepens.
struct IdaStar<'a, P: Puzzle, B> {
    pos: P,
    bound: &'a mut B,
    record: Option<&'a Table>,
    moves: MoveStack<P::Move>,
    path: Vec<P::Move>,
    effort: Effort,
    polled: u64,
    /// The smallest f that was dropped in this iteration.
    dropped: Option<u32>,
    ending: Option<Ending<P::Move>>,
}

/// Searches from `start`, which is not solved, with or without a record. The lower bound is asked once for every successor.
/// A solution is shortest as far as 64-bit keys tell positions apart, when there is a record; without it, without doubt.
pub fn ida_star<P: Puzzle, B: LowerBound<P>>(
    start: &P,
    bound: &mut B,
    record: Option<&Table>,
    ctl: &Control,
) -> (Ending<P::Move>, Effort) {
    let mut search = IdaStar {
        pos: start.clone(),
        bound,
        record,
        moves: MoveStack::new(),
        path: Vec::new(),
        effort: Effort { heuristic_calls: 1, ..Effort::default() },
        polled: 0,
        dropped: None,
        ending: None,
    };
    let Some(first) = search.bound.lower_bound(start) else { return (Ending::Unsolvable, search.effort) };
    search.effort.lower_bound = first;
    let ended = deepen(&mut search, ctl);
    search.effort.bytes = record.map_or(0, Table::bytes) + search.bound.bytes();
    let ending = match (ended, search.ending) {
        (Ended::Done, Some(ending)) => ending,
        _ => Ending::Stopped,
    };
    (ending, search.effort)
}

impl<P: Puzzle, B: LowerBound<P>> Deepening for IdaStar<'_, P, B> {
    type Limit = u32;

    fn first(&self) -> u32 {
        self.effort.lower_bound
    }

    fn iterate(&mut self, limit: u32, ctl: &Control) -> Result<Next<u32>, Stopped> {
        self.effort.lower_bound = limit;
        self.dropped = None;
        let solved = self.visit(limit, limit, ctl)?;
        let next = self.dropped.filter(|&next| next <= LARGEST_LIMIT);
        match (solved, next) {
            (false, Some(limit)) => return Ok(Next::Deeper { limit, share: 1.0 }),
            (false, None) if self.dropped.is_none() => self.ending = Some(Ending::Unsolvable),
            (false, None) => self.ending = Some(Ending::Enough),
            (true, _) => self.ending = Some(Ending::Solved(std::mem::take(&mut self.path))),
        }
        Ok(Next::Done)
    }
}

impl<P: Puzzle, B: LowerBound<P>> IdaStar<'_, P, B> {
    /// Looks for a solution of at most `allowance` moves; true when the path leads to one.
    fn visit(&mut self, allowance: u32, limit: u32, ctl: &Control) -> Result<bool, Stopped> {
        if self.pos.solved() {
            return Ok(true);
        }
        if self.is_known_to_fail(allowance) {
            self.effort.table_hits += 1;
            return Ok(false);
        }
        self.effort.expanded += 1;
        if self.effort.expanded - self.polled >= POLL {
            ctl.poll(self.effort.expanded - self.polled)?;
            self.polled = self.effort.expanded;
        }
        let base = self.moves.len();
        self.sort_successors(allowance, limit);
        for at in base..self.moves.len() {
            let mv = self.moves[at].0;
            let undo = self.pos.make(mv);
            self.path.push(mv);
            let found = self.visit(allowance - 1, limit, ctl);
            self.pos.unmake(mv, undo);
            if found? {
                return Ok(true);
            }
            self.path.pop();
        }
        self.moves.truncate(base);
        self.note_failure(allowance);
        Ok(false)
    }

    /// Puts the moves that the allowance lets pass on the stack, the smallest lower bound first; equal ones in their order.
    fn sort_successors(&mut self, allowance: u32, limit: u32) {
        let base = self.moves.len();
        self.pos.generate(&mut self.moves);
        let end = self.moves.len();
        let mut kept = base;
        for at in base..end {
            let mv = self.moves[at].0;
            let undo = self.pos.make(mv);
            self.effort.generated += 1;
            let bound = if self.pos.solved() {
                Some(0)
            } else {
                self.effort.heuristic_calls += 1;
                self.bound.lower_bound(&self.pos)
            };
            self.pos.unmake(mv, undo);
            let Some(bound) = bound else { continue };
            if bound >= allowance {
                let f = limit - allowance + 1 + bound;
                self.dropped = Some(self.dropped.map_or(f, |dropped| dropped.min(f)));
                continue;
            }
            let mut place = kept;
            while place > base && self.moves[place - 1].1 > bound as i32 {
                self.moves[place] = self.moves[place - 1];
                place -= 1;
            }
            self.moves[place] = (mv, bound as i32);
            kept += 1;
        }
        self.moves.truncate(kept);
    }

    fn is_known_to_fail(&self, allowance: u32) -> bool {
        let entry = self.record.and_then(|record| record.probe(self.pos.key()));
        entry.is_some_and(|entry| u32::from(entry.depth) >= allowance)
    }

    fn note_failure(&self, allowance: u32) {
        if let (Some(record), Ok(depth)) = (self.record, u8::try_from(allowance)) {
            let entry = Entry { mv: 0, score: Score::DRAW, eval: None, depth, bound: Bound::Upper };
            record.store(self.pos.key(), entry, Replacement::default());
        }
    }
}
