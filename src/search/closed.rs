//! Every position a search has met, as whole words, found again by open addressing. Words are compared in full.

/// No node.
const EMPTY: u32 = u32::MAX;
/// The table grows when more than so many of 16 slots are taken.
const FULL_SIXTEENTHS: usize = 10;
const SMALLEST: usize = 1 << 10;

/// There is no room for another position under the memory limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// Words in the order they came, each with something of its own, and the places where they are found.
#[derive(Debug)]
pub(super) struct Closed<W, T> {
    words: Vec<W>,
    notes: Vec<T>,
    slots: Vec<u32>,
    most_bytes: usize,
}

impl<W: Copy + Eq, T: Copy> Closed<W, T> {
    /// No positions; growing beyond `most_bytes` will be refused.
    pub(super) fn new(most_bytes: usize) -> Self {
        Closed { words: Vec::new(), notes: Vec::new(), slots: vec![EMPTY; SMALLEST], most_bytes }
    }

    pub(super) fn word(&self, node: u32) -> W {
        self.words[node as usize]
    }

    pub(super) fn note(&self, node: u32) -> T {
        self.notes[node as usize]
    }

    pub(super) fn note_mut(&mut self, node: u32) -> &mut T {
        &mut self.notes[node as usize]
    }

    /// The number of a word; `None` when it is new.
    #[inline]
    pub(super) fn find(&self, word: W, hash: u64) -> Option<u32> {
        let mut at = self.place(hash);
        loop {
            match self.slots[at] {
                EMPTY => return None,
                node if self.words[node as usize] == word => return Some(node),
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// Adds a word that is new and returns its number.
    ///
    /// # Errors
    /// [`Full`] when the memory limit leaves no room.
    #[inline]
    pub(super) fn add(&mut self, word: W, note: T, hash: impl Fn(W) -> u64) -> Result<u32, Full> {
        if self.words.len() * 16 >= self.slots.len() * FULL_SIXTEENTHS {
            self.grow_slots(&hash)?;
        }
        if self.words.len() == self.words.capacity() {
            self.grow_words()?;
        }
        let node = self.words.len() as u32;
        self.words.push(word);
        self.notes.push(note);
        self.enter(node, hash(word));
        Ok(node)
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * (size_of::<W>() + size_of::<T>()) + self.slots.len() * size_of::<u32>()
    }

    fn place(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.slots.len() - 1)
    }

    fn enter(&mut self, node: u32, hash: u64) {
        let mut at = self.place(hash);
        while self.slots[at] != EMPTY {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = node;
    }

    /// Doubles the places; the old ones are gone before the new ones are filled.
    fn grow_slots(&mut self, hash: impl Fn(W) -> u64) -> Result<(), Full> {
        let size = self.slots.len() * 2;
        if self.bytes() + size / 2 * size_of::<u32>() > self.most_bytes || size > EMPTY as usize {
            return Err(Full);
        }
        self.slots = Vec::new();
        self.slots = vec![EMPTY; size];
        for node in 0..self.words.len() {
            self.enter(node as u32, hash(self.words[node]));
        }
        Ok(())
    }

    /// Half as much again, or what the limit allows. While words are moved, old and new are held together.
    fn grow_words(&mut self) -> Result<(), Full> {
        let each = size_of::<W>() + size_of::<T>();
        let wanted = (self.words.len() / 2).max(SMALLEST / 2);
        let copied = self.words.len() * size_of::<W>().max(size_of::<T>());
        let room = self.most_bytes.saturating_sub(self.bytes() + copied) / each;
        if room < wanted.min(SMALLEST / 2) {
            return Err(Full);
        }
        self.words.reserve_exact(wanted.min(room));
        self.notes.reserve_exact(wanted.min(room));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_again_however_they_collide() {
        let mut closed = Closed::new(usize::MAX);
        for word in 0..5_000u64 {
            let hash = |word: u64| (word % 7) << 32;
            assert_eq!(closed.find(word * 3, hash(word * 3)), None);
            if word < 500 {
                assert_eq!(closed.add(word * 3, word as u8, hash), Ok(word as u32));
                assert_eq!(closed.find(word * 3, hash(word * 3)), Some(word as u32));
            }
        }
        assert_eq!((closed.words.len(), closed.word(7), closed.note(7)), (500, 21, 7));
    }

    #[test]
    fn the_memory_limit_holds() {
        let mut closed = Closed::new(100_000);
        let mut word = 0u64;
        while closed.add(word, 0u32, |word| word << 32).is_ok() {
            word += 1;
            assert!(closed.bytes() <= 100_000);
        }
        assert!(word > 3_000, "{word}");
    }
}
