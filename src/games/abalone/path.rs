//! The positions of the game so far, in which repetitions are found.

use super::cell::Bits;

/// Slots of the filter: a position whose slot was used only once has not occurred before, and nearly all positions are such.
const SLOTS: usize = 1024;
/// The fewest plies after which a position can recur: each side has to move away and back.
const SHORTEST_CYCLE: usize = 4;
/// The occurrence that makes a draw.
const OCCURRENCES_TO_DRAW: usize = 3;

/// All positions so far, the present one last.
#[derive(Clone, Debug)]
pub(super) struct Path {
    keys: Vec<u64>,
    marbles: Vec<[Bits; 2]>,
    slots: Box<[u16; SLOTS]>,
}

impl Path {
    /// The path that consists of that position alone.
    pub(super) fn new(key: u64, marbles: [Bits; 2]) -> Path {
        let (keys, boards) = (Vec::with_capacity(512), Vec::with_capacity(512));
        let mut path = Path { keys, marbles: boards, slots: Box::new([0; SLOTS]) };
        path.push(key, marbles);
        path
    }

    #[inline]
    fn slot(key: u64) -> usize {
        key as usize % SLOTS
    }

    /// Adds the next position.
    #[inline]
    pub(super) fn push(&mut self, key: u64, marbles: [Bits; 2]) {
        self.keys.push(key);
        self.marbles.push(marbles);
        let slot = &mut self.slots[Path::slot(key)];
        *slot = slot.wrapping_add(1);
    }

    /// Goes back to the position before, and returns its key.
    #[inline]
    pub(super) fn pop(&mut self) -> u64 {
        if let Some(key) = self.keys.pop() {
            let slot = &mut self.slots[Path::slot(key)];
            *slot = slot.wrapping_sub(1);
        }
        self.marbles.pop();
        self.keys.last().copied().unwrap_or_default()
    }

    /// How many plies ago the present position occurred before, within the last `reversible` plies.
    #[inline]
    pub(super) fn repetition(&self, reversible: usize) -> Option<usize> {
        let present = *self.keys.last()?;
        if self.slots[Path::slot(present)] < 2 {
            return None;
        }
        self.distances(present, reversible).next()
    }

    /// Positions within the last `reversible` plies that a single move could lead back to, as the opponent was to move there: how many
    /// plies ago each was, the latest first, and its marbles.
    #[inline]
    pub(super) fn within_a_move(&self, reversible: usize) -> impl Iterator<Item = (usize, [Bits; 2])> + '_ {
        let last = self.marbles.len() - 1;
        (SHORTEST_CYCLE - 1..=reversible.min(last)).step_by(2).map(move |back| (back, self.marbles[last - back]))
    }

    /// Is this the third time, or a later one, within the last `reversible` plies?
    #[inline]
    pub(super) fn is_third(&self, reversible: usize) -> bool {
        let present = self.keys.last().copied().unwrap_or_default();
        usize::from(self.slots[Path::slot(present)]) >= OCCURRENCES_TO_DRAW
            && self.distances(present, reversible).count() + 1 >= OCCURRENCES_TO_DRAW
    }

    /// How many plies ago that position occurred, the latest time first.
    fn distances(&self, key: u64, reversible: usize) -> impl Iterator<Item = usize> + '_ {
        let last = self.keys.len() - 1;
        let farthest = reversible.min(last);
        (SHORTEST_CYCLE..=farthest).step_by(2).filter(move |back| self.keys[last - back] == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_are_counted_within_the_reversible_plies() {
        let mut path = Path::new(7, [0; 2]);
        for key in [1, 2, 3, 7, 1, 2, 3, 7] {
            path.push(key, [0; 2]);
        }
        assert_eq!((path.repetition(8), path.is_third(8)), (Some(4), true));
        assert_eq!((path.repetition(7), path.is_third(7)), (Some(4), false));
        assert_eq!((path.repetition(3), path.is_third(100)), (None, true));
        assert_eq!(path.pop(), 3);
        assert_eq!((path.repetition(100), path.is_third(100)), (Some(4), false));
    }

    #[test]
    fn keys_that_share_a_slot_are_told_apart() {
        let mut path = Path::new(5, [0; 2]);
        for key in [1, 2, 3, 5 + SLOTS as u64] {
            path.push(key, [0; 2]);
        }
        assert_eq!(path.repetition(100), None);
    }
}
