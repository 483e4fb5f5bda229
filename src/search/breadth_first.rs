//! Breadth-first search over whole positions: no bound is needed, and no solution is shorter than the first one met.
//!
//! Nodes of a layer are expanded some at a time, so that the places where their successors may have been noted can be looked at
//! all together: the memory answers many looks in the time of one.

use super::astar::{Effort, Ending, Room, moves_between};
use super::closed::Closed;
use super::control::Control;
use super::move_stack::MoveStack;
use super::position::{Packing, Puzzle};

/// Nodes expanded together.
const TOGETHER: usize = 64;

/// The positions that have been met. Positions are told in the order of their cost.
pub trait Visited<P: Puzzle> {
    /// Where a position is noted.
    type Place: Copy;
    /// The place of a position.
    fn place(&self, pos: &P) -> Self::Place;
    /// Looks at places that will be asked for, so that they are near.
    fn approach(&self, _places: impl Iterator<Item = Self::Place>) {}
    /// Notes the position of a place; false when it was met before, or one from which every solution is at most as long.
    fn insert(&mut self, place: Self::Place) -> bool;
    /// Memory held, in bytes.
    fn bytes(&self) -> usize;
}

/// Positions as a set of words.
#[derive(Debug)]
pub struct WordSet<'a, K, W> {
    packing: &'a K,
    closed: Closed<W, ()>,
}

impl<'a, K, W: Copy + Eq> WordSet<'a, K, W> {
    /// No positions.
    pub fn new(packing: &'a K) -> Self {
        WordSet { packing, closed: Closed::new(usize::MAX) }
    }
}

impl<P: Puzzle, K: Packing<P>> Visited<P> for WordSet<'_, K, K::Word> {
    type Place = K::Word;

    fn place(&self, pos: &P) -> K::Word {
        self.packing.pack(pos)
    }

    fn insert(&mut self, word: K::Word) -> bool {
        let new = self.closed.find(word, self.packing.hash(word)).is_none();
        new && self.closed.add(word, (), |word| self.packing.hash(word)).is_ok()
    }

    fn bytes(&self) -> usize {
        self.closed.bytes()
    }
}

/// One search.
struct BreadthFirst<'a, P: Puzzle, K: Packing<P>, V: Visited<P>> {
    pos: P,
    packing: &'a K,
    visited: &'a mut V,
    /// Every position that was new, layer after layer.
    words: Vec<K::Word>,
    parents: Vec<u32>,
    moves: MoveStack<P::Move>,
    successors: Vec<Successor<K::Word, V::Place>>,
    effort: Effort,
}

/// A position one move away from a node.
struct Successor<W, T> {
    word: W,
    parent: u32,
    solved: bool,
    place: T,
}

/// Searches from `start`, which is not solved, layer by layer.
pub fn breadth_first<P: Puzzle, K: Packing<P>, V: Visited<P>>(
    start: &P,
    packing: &K,
    visited: &mut V,
    room: Room,
    ctl: &Control,
) -> (Ending<P::Move>, Effort) {
    visited.insert(visited.place(start));
    let mut search = BreadthFirst {
        pos: start.clone(),
        packing,
        visited,
        words: vec![packing.pack(start)],
        parents: vec![0],
        moves: MoveStack::new(),
        successors: Vec::new(),
        effort: Effort::default(),
    };
    let ending = search.run(room, ctl);
    search.effort.bytes = search.bytes();
    (ending, search.effort)
}

impl<P: Puzzle, K: Packing<P>, V: Visited<P>> BreadthFirst<'_, P, K, V> {
    fn run(&mut self, room: Room, ctl: &Control) -> Ending<P::Move> {
        let mut layer = 0..self.words.len();
        while !layer.is_empty() {
            self.effort.lower_bound += 1;
            let layer_end = layer.end;
            for first in layer.step_by(TOGETHER) {
                let last = (first + TOGETHER).min(layer_end);
                if ctl.poll((last - first) as u64).is_err() {
                    return Ending::Stopped;
                }
                if self.effort.expanded >= room.expansions {
                    return Ending::Enough;
                }
                if self.bytes() > room.bytes || self.words.len() > u32::MAX as usize / 2 {
                    return Ending::OutOfMemory;
                }
                (first..last).for_each(|node| self.expand(node));
                if !self.make_room(room.bytes) {
                    return Ending::OutOfMemory;
                }
                if self.note_successors() {
                    return Ending::Solved(self.path());
                }
            }
            layer = layer_end..self.words.len();
        }
        Ending::Unsolvable
    }

    fn expand(&mut self, node: usize) {
        self.packing.unpack(self.words[node], &mut self.pos);
        self.effort.expanded += 1;
        self.moves.truncate(0);
        self.pos.generate(&mut self.moves);
        for at in 0..self.moves.len() {
            let mv = self.moves[at].0;
            let undo = self.pos.make(mv);
            self.successors.push(Successor {
                word: self.packing.pack(&self.pos),
                parent: node as u32,
                solved: self.pos.solved(),
                place: self.visited.place(&self.pos),
            });
            self.pos.unmake(mv, undo);
        }
        self.effort.generated += self.moves.len() as u64;
    }

    /// Makes room for the successors: twice what there is, or as much more as there is memory for; false when there is none.
    /// While the words are moved, old and new are held together.
    fn make_room(&mut self, most_bytes: usize) -> bool {
        let needed = self.successors.len();
        if self.words.len() + needed <= self.words.capacity() {
            return true;
        }
        let copied = self.words.len() * size_of::<K::Word>();
        let left = most_bytes.saturating_sub(self.bytes() + copied);
        let more = needed.max(self.words.len()).min(left / (size_of::<K::Word>() + size_of::<u32>()));
        if more < needed {
            return false;
        }
        self.words.reserve_exact(more);
        self.parents.reserve_exact(more);
        true
    }

    /// Keeps the successors that are new; true when the last one kept is a solution.
    fn note_successors(&mut self) -> bool {
        self.visited.approach(self.successors.iter().map(|successor| successor.place));
        for successor in self.successors.drain(..) {
            if self.visited.insert(successor.place) {
                self.words.push(successor.word);
                self.parents.push(successor.parent);
                if successor.solved {
                    return true;
                }
            } else {
                self.effort.table_hits += 1;
            }
        }
        false
    }

    /// The moves from the first position to the last.
    fn path(&mut self) -> Vec<P::Move> {
        let mut at = self.words.len() - 1;
        let mut line = vec![self.words[at]];
        while at != 0 {
            at = self.parents[at] as usize;
            line.push(self.words[at]);
        }
        line.reverse();
        moves_between(&mut self.pos, self.packing, &line)
    }

    fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<K::Word>()
            + self.parents.capacity() * size_of::<u32>()
            + self.successors.capacity() * size_of::<Successor<K::Word, V::Place>>()
            + self.visited.bytes()
    }
}
