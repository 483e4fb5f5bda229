//! Breadth-first search over whole positions: no bound is needed, and no solution is shorter than the first one met.

use super::astar::{Effort, Ending, Room, moves_between};
use super::closed::Closed;
use super::control::Control;
use super::move_stack::MoveStack;
use super::position::{Packing, Puzzle};

/// Expansions between two looks at the control.
const POLL: u64 = 1024;

/// The positions that have been met. Positions are told in the order of their cost.
pub trait Visited<P: Puzzle> {
    /// Notes a position; false when it was met before, or one from which every solution is at most as long.
    fn insert(&mut self, pos: &P) -> bool;
    /// Memory held, in bytes.
    fn bytes(&self) -> usize;
}

/// Positions as a set of words.
#[derive(Debug)]
pub struct WordSet<'a, P: Puzzle, K: Packing<P>> {
    packing: &'a K,
    closed: Closed<K::Word, ()>,
    puzzle: std::marker::PhantomData<fn(&P)>,
}

impl<'a, P: Puzzle, K: Packing<P>> WordSet<'a, P, K> {
    /// No positions.
    pub fn new(packing: &'a K) -> Self {
        WordSet { packing, closed: Closed::new(usize::MAX), puzzle: std::marker::PhantomData }
    }
}

impl<P: Puzzle, K: Packing<P>> Visited<P> for WordSet<'_, P, K> {
    fn insert(&mut self, pos: &P) -> bool {
        let word = self.packing.pack(pos);
        let new = self.closed.find(word, self.packing.hash(word)).is_none();
        new && self.closed.add(word, (), |word| self.packing.hash(word)).is_ok()
    }

    fn bytes(&self) -> usize {
        self.closed.bytes()
    }
}

/// Searches from `start`, which is not solved, layer by layer.
pub fn breadth_first<P: Puzzle, K: Packing<P>, V: Visited<P>>(
    start: &P,
    packing: &K,
    visited: &mut V,
    room: Room,
    ctl: &Control,
) -> (Ending<P::Move>, Effort) {
    let mut effort = Effort::default();
    let mut words = vec![packing.pack(start)];
    let mut parents = vec![0u32];
    let mut pos = start.clone();
    let mut moves = MoveStack::new();
    visited.insert(start);
    let mut layer_end = words.len();
    let mut node = 0;
    let bytes = |words: &Vec<K::Word>, parents: &Vec<u32>, visited: &V| {
        words.capacity() * size_of::<K::Word>() + parents.capacity() * size_of::<u32>() + visited.bytes()
    };
    let ending = 'search: loop {
        if node == words.len() {
            break Ending::Unsolvable;
        }
        if node == layer_end {
            (layer_end, effort.lower_bound) = (words.len(), effort.lower_bound + 1);
        }
        if effort.expanded >= room.expansions {
            break Ending::Enough;
        }
        if effort.expanded.is_multiple_of(POLL) {
            if ctl.poll(POLL).is_err() {
                break Ending::Stopped;
            }
            if bytes(&words, &parents, visited) > room.bytes || words.len() > u32::MAX as usize / 2 {
                break Ending::OutOfMemory;
            }
        }
        packing.unpack(words[node], &mut pos);
        effort.expanded += 1;
        moves.truncate(0);
        pos.generate(&mut moves);
        for at in 0..moves.len() {
            let mv = moves[at].0;
            let undo = pos.make(mv);
            effort.generated += 1;
            if visited.insert(&pos) {
                words.push(packing.pack(&pos));
                parents.push(node as u32);
                if pos.solved() {
                    let line = line(&words, &parents);
                    break 'search Ending::Solved(moves_between(&mut pos, packing, &line));
                }
            } else {
                effort.table_hits += 1;
            }
            pos.unmake(mv, undo);
        }
        node += 1;
    };
    effort.lower_bound += u32::from(ending != Ending::Unsolvable);
    effort.bytes = bytes(&words, &parents, visited);
    (ending, effort)
}

/// The words from the first to the last, by way of parents.
fn line<W: Copy>(words: &[W], parents: &[u32]) -> Vec<W> {
    let mut at = words.len() - 1;
    let mut line = vec![words[at]];
    while at != 0 {
        at = parents[at] as usize;
        line.push(words[at]);
    }
    line.reverse();
    line
}
