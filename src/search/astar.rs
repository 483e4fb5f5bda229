//! A* (P. Hart, N. Nilsson and B. Raphael, 1968) over whole positions: a shortest solution, proven. The open list is a row of
//! buckets, by f and within that by the cost so far, the largest first.

use super::closed::{Closed, Full};
use super::control::Control;
use super::move_stack::MoveStack;
use super::position::{LowerBound, Packing, Puzzle};

/// Expansions between two looks at the control.
const POLL: u64 = 256;
/// No node, as the parent of the root.
const NONE: u32 = u32::MAX;

/// How a search for one player ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending<M> {
    /// These moves solve it, and no fewer do.
    Solved(Vec<M>),
    /// Nothing does: every position that can be reached has been looked at.
    Unsolvable,
    /// The memory limit.
    OutOfMemory,
    /// The limit of expansions.
    Enough,
    /// The control.
    Stopped,
}

/// What a search for one player has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Positions whose moves were generated.
    pub expanded: u64,
    /// Moves made.
    pub generated: u64,
    /// Lower bounds computed.
    pub heuristic_calls: u64,
    /// Positions that were known already.
    pub table_hits: u64,
    /// Memory held at the end, in bytes.
    pub bytes: usize,
    /// No solution is shorter than this.
    pub lower_bound: u32,
}

impl Effort {
    /// Both together: one search after the other.
    #[must_use]
    pub fn and(self, later: Effort) -> Effort {
        Effort {
            expanded: self.expanded + later.expanded,
            generated: self.generated + later.generated,
            heuristic_calls: self.heuristic_calls + later.heuristic_calls,
            table_hits: self.table_hits + later.table_hits,
            bytes: self.bytes.max(later.bytes),
            lower_bound: self.lower_bound.max(later.lower_bound),
        }
    }
}

/// How far one search may go.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Bytes.
    pub bytes: usize,
    /// Positions expanded.
    pub expansions: u64,
}

impl Default for Room {
    fn default() -> Room {
        Room { bytes: usize::MAX, expansions: u64::MAX }
    }
}

/// What is known of a position beside itself.
#[derive(Clone, Copy, Debug)]
struct Link {
    parent: u32,
    cost: u16,
    /// The lower bound, raised to what its parents promise; [`DEAD`] when there is no solution from here.
    bound: u16,
}

const DEAD: u16 = u16::MAX;

/// The share of the memory that the closed list may take, as a fraction: a quarter is the bound's, and the open list takes a
/// quarter of the rest, for a node has 8 bytes there and some 30 in the closed list.
const CLOSED_SHARE: (usize, usize) = (9, 16);

/// The open list.
#[derive(Debug, Default)]
struct Buckets {
    /// By f, then by cost.
    stacks: Vec<Vec<Vec<u32>>>,
    lowest: usize,
    entries: usize,
}

impl Buckets {
    fn push(&mut self, f: usize, cost: usize, node: u32) {
        if self.stacks.len() <= f {
            self.stacks.resize_with(f + 1, Vec::new);
        }
        let of_f = &mut self.stacks[f];
        if of_f.len() <= cost {
            of_f.resize_with(cost + 1, Vec::new);
        }
        of_f[cost].push(node);
        self.lowest = self.lowest.min(f);
        self.entries += 1;
    }

    /// A node of the smallest f, and of the largest cost among those, with both.
    fn pop(&mut self) -> Option<(usize, usize, u32)> {
        while let Some(of_f) = self.stacks.get_mut(self.lowest) {
            while let Some(stack) = of_f.last_mut() {
                if let Some(node) = stack.pop() {
                    self.entries -= 1;
                    return Some((self.lowest, of_f.len() - 1, node));
                }
                of_f.pop();
            }
            self.lowest += 1;
        }
        None
    }

    fn bytes(&self) -> usize {
        self.entries * 2 * size_of::<u32>()
    }
}

/// One search.
struct AStar<'a, P: Puzzle, K: Packing<P>, B> {
    pos: P,
    packing: &'a K,
    bound: &'a mut B,
    closed: Closed<K::Word, Link>,
    open: Buckets,
    effort: Effort,
    room: Room,
}

/// Searches from `start`, which is not solved. With a bound that is not consistent a position may be expanded again when a
/// shorter way to it is found; the solution is shortest with any bound that never is above the truth.
pub fn astar<P: Puzzle, K: Packing<P>, B: LowerBound<P>>(
    start: &P,
    packing: &K,
    bound: &mut B,
    room: Room,
    ctl: &Control,
) -> (Ending<P::Move>, Effort) {
    let closed = Closed::new(room.bytes / CLOSED_SHARE.1 * CLOSED_SHARE.0);
    let mut search =
        AStar { pos: start.clone(), packing, bound, closed, open: Buckets::default(), effort: Effort::default(), room };
    let ending = match search.run(ctl) {
        Ok(ending) => ending,
        Err(Full) => Ending::OutOfMemory,
    };
    search.effort.bytes = search.bytes();
    (ending, search.effort)
}

impl<P: Puzzle, K: Packing<P>, B: LowerBound<P>> AStar<'_, P, K, B> {
    fn run(&mut self, ctl: &Control) -> Result<Ending<P::Move>, Full> {
        self.meet(NONE, 0, 0)?;
        let mut moves = MoveStack::new();
        while let Some((f, cost, node)) = self.open.pop() {
            let link = self.closed.note(node);
            if usize::from(link.cost) != cost || usize::from(link.cost) + usize::from(link.bound) != f {
                continue; // a shorter way to it was found since
            }
            self.effort.lower_bound = self.effort.lower_bound.max(f as u32);
            if self.effort.expanded >= self.room.expansions {
                return Ok(Ending::Enough);
            }
            if self.effort.expanded.is_multiple_of(POLL) {
                if ctl.poll(POLL).is_err() {
                    return Ok(Ending::Stopped);
                }
                if self.bytes() > self.room.bytes {
                    return Err(Full);
                }
            }
            if let Some(solution) = self.expand(node, f, &mut moves)? {
                return Ok(Ending::Solved(self.path(solution)));
            }
        }
        Ok(Ending::Unsolvable)
    }

    /// Meets all the positions one move away; a solved one that cannot be bettered ends the search.
    fn expand(&mut self, node: u32, f: usize, moves: &mut MoveStack<P::Move>) -> Result<Option<u32>, Full> {
        let link = self.closed.note(node);
        self.packing.unpack(self.closed.word(node), &mut self.pos);
        self.effort.expanded += 1;
        moves.truncate(0);
        self.pos.generate(moves);
        for at in 0..moves.len() {
            let mv = moves[at].0;
            let undo = self.pos.make(mv);
            self.effort.generated += 1;
            let child = self.meet(node, link.cost + 1, link.bound.saturating_sub(1));
            let solved = self.pos.solved() && usize::from(link.cost) < f;
            self.pos.unmake(mv, undo);
            if let (Some(child), true) = (child?, solved) {
                return Ok(Some(child));
            }
        }
        Ok(None)
    }

    /// Notes the position on the board, reached at that cost; at least `promised` moves are left, for its parent said so.
    /// `None` when it was known with no larger cost, or leads nowhere.
    fn meet(&mut self, parent: u32, cost: u16, promised: u16) -> Result<Option<u32>, Full> {
        let word = self.packing.pack(&self.pos);
        let node = match self.closed.find(word, self.packing.hash(word)) {
            Some(node) => {
                self.effort.table_hits += 1;
                let link = self.closed.note_mut(node);
                if link.bound == DEAD || link.cost <= cost {
                    return Ok(None);
                }
                *link = Link { parent, cost, bound: link.bound.max(promised) };
                node
            }
            None => {
                let bound = self.estimate().map_or(DEAD, |bound| bound.max(promised));
                self.closed.add(word, Link { parent, cost, bound }, |word| self.packing.hash(word))?
            }
        };
        let bound = self.closed.note(node).bound;
        if bound == DEAD {
            return Ok(None);
        }
        self.open.push(usize::from(cost) + usize::from(bound), cost.into(), node);
        Ok(Some(node))
    }

    fn estimate(&mut self) -> Option<u16> {
        if self.pos.solved() {
            return Some(0);
        }
        self.effort.heuristic_calls += 1;
        self.bound.lower_bound(&self.pos).map(|bound| bound.min(u32::from(DEAD) / 2) as u16)
    }

    fn bytes(&self) -> usize {
        self.closed.bytes() + self.open.bytes() + self.bound.bytes()
    }

    /// The moves that led to a node.
    fn path(&mut self, solution: u32) -> Vec<P::Move> {
        let mut nodes = vec![solution];
        while let Some(&node) = nodes.last()
            && self.closed.note(node).parent != NONE
        {
            nodes.push(self.closed.note(node).parent);
        }
        nodes.reverse();
        let words: Vec<K::Word> = nodes.into_iter().map(|node| self.closed.word(node)).collect();
        moves_between(&mut self.pos, self.packing, &words)
    }
}

/// The moves from each position to the next.
pub(super) fn moves_between<P: Puzzle, K: Packing<P>>(pos: &mut P, packing: &K, words: &[K::Word]) -> Vec<P::Move> {
    let mut found = Vec::with_capacity(words.len());
    let mut moves = MoveStack::new();
    for pair in words.windows(2) {
        packing.unpack(pair[0], pos);
        moves.truncate(0);
        pos.generate(&mut moves);
        let step = moves.moves(0).find(|&mv| {
            let undo = pos.make(mv);
            let leads = packing.pack(pos) == pair[1];
            pos.unmake(mv, undo);
            leads
        });
        found.extend(step);
    }
    found
}
