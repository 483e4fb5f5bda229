//! One growing list of moves for a whole search: a node notes its base, adds its moves and truncates when it is done.

use std::ops::{Index, IndexMut};

/// Moves of all the nodes on the current path, each with a sorting value. No allocation in a node once it has grown.
#[derive(Clone, Debug)]
pub struct MoveStack<M> {
    items: Vec<(M, i32)>,
}

impl<M: Copy> Default for MoveStack<M> {
    fn default() -> Self {
        MoveStack { items: Vec::with_capacity(1 << 14) }
    }
}

impl<M: Copy> MoveStack<M> {
    /// An empty stack.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of moves: a node's base when it starts.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Is nothing on it?
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Adds a move with sorting value 0.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.items.push((mv, 0));
    }

    /// Drops every move from `base` on.
    #[inline]
    pub fn truncate(&mut self, base: usize) {
        self.items.truncate(base);
    }

    /// The moves from `base` on, with their sorting values.
    #[inline]
    pub fn from(&self, base: usize) -> &[(M, i32)] {
        &self.items[base..]
    }

    /// The moves from `base` on, to be given values and sorted.
    #[inline]
    pub fn from_mut(&mut self, base: usize) -> &mut [(M, i32)] {
        &mut self.items[base..]
    }

    /// Swaps two moves.
    #[inline]
    pub fn swap(&mut self, a: usize, b: usize) {
        self.items.swap(a, b);
    }

    /// The bare moves from `base` on.
    pub fn moves(&self, base: usize) -> impl Iterator<Item = M> + '_ {
        self.items[base..].iter().map(|&(mv, _)| mv)
    }
}

impl<M: Copy> Index<usize> for MoveStack<M> {
    type Output = (M, i32);
    #[inline]
    fn index(&self, at: usize) -> &(M, i32) {
        &self.items[at]
    }
}

impl<M: Copy> IndexMut<usize> for MoveStack<M> {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut (M, i32) {
        &mut self.items[at]
    }
}
