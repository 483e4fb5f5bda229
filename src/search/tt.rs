//! The transposition table, shared by threads without locks: a torn entry fails its check and is ignored. After R. Hyatt and
//! T. Mann, "A lockless transposition-table implementation for parallel search", ICGA Journal 25 (1), 2002.

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use bytemuck::Zeroable;

use super::entry::{Bound, Entry};
use super::params::Params;
use crate::memory;

/// Which entries give way to others. Depths are halves of a ply.
#[derive(Clone, Copy, Debug)]
pub struct Replacement {
    /// How much depth one search of age costs an entry when a victim is chosen.
    pub age_weight: i32,
    /// An entry of this search that is deeper by more than this is not overwritten by a bound of the same position.
    pub depth_slack: i32,
}

impl Default for Replacement {
    fn default() -> Self {
        Params::DEFAULT.replacement()
    }
}

const GENERATIONS: u8 = 64;
const WAYS: usize = 4;
/// Slots looked at by [`Table::hashfull`], in whole buckets.
const SAMPLE: usize = 1000;

#[derive(Zeroable)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    #[inline]
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Relaxed);
        (self.check.load(Relaxed) ^ data, data)
    }

    #[inline]
    fn save(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// Slots in the smallest page that a system has.
const PAGE_SLOTS: usize = 4096 / size_of::<Slot>();
/// Buckets by which a table grows at a time: two mebibytes.
const STEP: usize = 512 * PAGE_SLOTS / WAYS;

/// A growing table keeps ahead of a search by so many slots a node. Fresh memory is dear: on a virtual machine two mebibytes of it took
/// five milliseconds, the time of two thousand nodes.
const SLOTS_A_NODE: u64 = 4;

/// The bytes of a cache line, which the slots that a key may be in fill.
const LINE: usize = WAYS * size_of::<Slot>();

/// There is no memory for a table of that size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom {
    /// The size asked for.
    pub mebibytes: usize,
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no room for a table of {} MiB", self.mebibytes)
    }
}

impl Error for NoRoom {}

/// The table. Shared by reference; every operation takes `&self`.
pub struct Table {
    slots: Box<[Slot]>,
    /// Slots before the first cache line. Memory asked for with the alignment of a line would be filled by hand, not by the
    /// system page by page.
    skipped: usize,
    /// Cache lines.
    buckets: usize,
    /// Cache lines that the system has supplied memory for, from the first on: all of them, except in a growing table.
    committed: AtomicUsize,
    /// Those in use: all of them, or the largest power of two of the committed ones, so that half of the entries stay where they are
    /// when it doubles.
    used: AtomicUsize,
    /// Nodes searched with the table while it grew.
    searched: AtomicU64,
    generation: AtomicU8,
}

impl Table {
    /// A table of about that many mebibytes (2^20 bytes), at least one bucket. Cheap: the system supplies zeroed pages when they
    /// are first touched.
    ///
    /// # Errors
    /// When the memory cannot be had. Nothing is kept then.
    pub fn new(mebibytes: usize) -> Result<Table, NoRoom> {
        let buckets = (mebibytes.saturating_mul(1 << 20) / LINE).max(1);
        let slots = bytemuck::allocation::try_zeroed_slice_box::<Slot>(buckets * WAYS + WAYS - 1);
        let slots = slots.map_err(|()| NoRoom { mebibytes })?;
        memory::prefer_large_pages(&slots);
        let skipped = slots.as_ptr().align_offset(LINE) % WAYS;
        Ok(Table {
            slots,
            skipped,
            buckets,
            committed: AtomicUsize::new(buckets),
            used: AtomicUsize::new(buckets),
            searched: AtomicU64::new(0),
            generation: AtomicU8::new(0),
        })
    }

    /// A table that starts with two mebibytes in use and grows by [`Table::grow`] and [`Table::grow_for`]. The system may take
    /// milliseconds to supply two mebibytes, and a search touches the whole table at random: a large one would cost it several hundred
    /// milliseconds right at the start.
    ///
    /// # Errors
    /// As [`Table::new`].
    pub fn growing(mebibytes: usize) -> Result<Table, NoRoom> {
        let mut table = Table::new(mebibytes)?;
        let first = table.buckets.min(STEP);
        (table.committed, table.used) = (AtomicUsize::new(first), AtomicUsize::new(first));
        Ok(table)
    }

    /// A search has been through so many more nodes: grows where they ask for more room, by one step at most.
    #[inline]
    pub fn grow_for(&self, nodes: u64) {
        let committed = self.committed.load(Relaxed);
        if committed < self.buckets {
            let searched = self.searched.fetch_add(nodes, Relaxed) + nodes;
            if searched.saturating_mul(SLOTS_A_NODE) > (committed * WAYS) as u64 {
                self.commit_pages(committed);
            }
        }
    }

    /// Commits the next two mebibytes; false when the table is fully grown. Whenever those in use double, entries whose new index lies
    /// in the new half are lost.
    #[inline]
    pub fn grow(&self) -> bool {
        let committed = self.committed.load(Relaxed);
        committed < self.buckets && self.commit_pages(committed)
    }

    #[cold]
    fn commit_pages(&self, committed: usize) -> bool {
        let next = (committed + STEP).min(self.buckets);
        for slot in self.slots[self.skipped..][committed * WAYS..next * WAYS].iter().step_by(PAGE_SLOTS) {
            // Touches the page by a write that changes nothing. `fetch_or(0)` would be optimised away.
            let known = slot.check.load(Relaxed);
            let _ = slot.check.compare_exchange(known, known, Relaxed, Relaxed); // another thread's write does as well
        }
        self.committed.fetch_max(next, Relaxed);
        let used = if next == self.buckets { next } else { 1 << next.ilog2() };
        self.used.fetch_max(used, Relaxed);
        next < self.buckets
    }

    /// Takes all of it into use at once, so that a search does not depend on how far the table has grown.
    pub fn use_all(&self) {
        self.committed.store(self.buckets, Relaxed);
        self.used.store(self.buckets, Relaxed);
    }

    /// Clears all entries. Memory that was never in use is not touched.
    pub fn clear(&mut self) {
        let in_use = self.skipped + *self.committed.get_mut() * WAYS;
        self.slots[..in_use].fill_with(Slot::zeroed);
        self.generation = AtomicU8::new(0);
    }

    /// Starts a new generation: older entries are the first to be replaced.
    pub fn new_search(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets * LINE
    }

    /// How full it is with entries of the current search, in permille, by a sample.
    pub fn hashfull(&self) -> u32 {
        let generation = u64::from(self.generation.load(Relaxed));
        let sample = &self.slots[self.skipped..][..(self.buckets * WAYS).min(SAMPLE)];
        let used = sample.iter().filter(|slot| {
            let (_, data) = slot.load();
            data != 0 && data >> 58 == generation
        });
        (used.count() * 1000 / sample.len()) as u32
    }

    /// Prefetches the cache line of this key's bucket.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(&self.bucket(key)[0]);
    }

    /// The entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key)
            .iter()
            .map(Slot::load)
            .find(|&(found, _)| found == key)
            .and_then(|(_, data)| Entry::from_data(data))
    }

    /// Stores an entry, unless the one already there for this position is worth more. The old move is kept when the new entry has
    /// none; a proven score is not replaced by an unproven one.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry, replacement: Replacement) {
        let generation = self.generation.load(Relaxed);
        let mut victim = None;
        let mut lowest = i32::MAX;
        for slot in self.bucket(key) {
            let (found, data) = slot.load();
            let old = Entry::from_data(data);
            let age = generation.wrapping_sub((data >> 58) as u8) % GENERATIONS;
            if let (true, Some(old)) = (found == key, old) {
                if entry.mv == 0 {
                    entry.mv = old.mv;
                }
                if entry.eval.is_none() {
                    entry.eval = old.eval;
                }
                let proof_lost = old.is_proof() && !entry.is_proof();
                let shallower = i32::from(entry.depth) + replacement.depth_slack < i32::from(old.depth) && age == 0;
                if proof_lost {
                    // The proof is refreshed, so that it does not age away while it is used.
                    slot.save(key, Entry { mv: entry.mv, ..old }.to_data(generation));
                } else if !shallower || entry.bound == Bound::Exact || entry.is_proof() {
                    slot.save(key, entry.to_data(generation));
                }
                return;
            }
            let value = old.map_or(i32::MIN, |old| i32::from(old.depth) - replacement.age_weight * i32::from(age));
            if value < lowest {
                lowest = value;
                victim = Some(slot);
            }
        }
        if let Some(slot) = victim {
            slot.save(key, entry.to_data(generation));
        }
    }

    /// Every entry as two words, its position's key and what is known: what [`Table::restore`] takes. None may be stored meanwhile.
    pub fn entries(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let slots = &self.slots[self.skipped..][..self.used.load(Relaxed) * WAYS];
        // When a table grows, entries stay behind where they are not looked for any more.
        let is_found = |at: usize, key, data| self.bucket_index(key) == at / WAYS && Entry::from_data(data).is_some();
        let words = slots.iter().map(Slot::load).enumerate();
        words.filter(move |&(at, (key, data))| is_found(at, key, data)).map(|(_, words)| words)
    }

    /// Stores an entry of another table, or one that was kept, as if it had just been found. Words that are none are left out.
    pub fn restore(&self, key: u64, data: u64) {
        if let Some(entry) = Entry::from_data(data) {
            self.store(key, entry, Replacement::default());
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        &self.slots[self.skipped + self.bucket_index(key) * WAYS..][..WAYS]
    }

    #[inline]
    fn bucket_index(&self, key: u64) -> usize {
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let used = self.used.load(Relaxed);
        // Until the table has grown that far, the index is folded into the part in use: a power of two, or a table of one step.
        if index < used { index } else { index & (used - 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::Score;
    use super::*;

    fn entry(mv: u16, value: i32, depth: u8, bound: Bound) -> Entry {
        Entry { mv, score: Score::fixed(value), eval: Some(Score::fixed(-value)), depth, bound }
    }

    #[test]
    fn entries_come_back_as_they_went_in() {
        let mut table = Table::new(1).unwrap();
        assert_eq!(table.bytes(), 1 << 20);
        assert_eq!(table.probe(0), None);
        for (at, bound) in [Bound::Upper, Bound::Lower, Bound::Exact].into_iter().enumerate() {
            let stored = Entry { eval: None, ..entry(65_535, -31_999, 255, bound) };
            table.store(at as u64, stored, Replacement::default());
            assert_eq!(table.probe(at as u64), Some(stored));
        }
        assert!(table.hashfull() > 0);
        table.clear();
        assert_eq!((table.probe(1), table.hashfull()), (None, 0));
    }

    #[test]
    fn a_known_move_and_a_proof_outlive_a_shallow_bound() {
        let table = Table::new(0).unwrap();
        table.store(7, Entry { score: Score::win_in(5), ..entry(3, 0, 2, Bound::Lower) }, Replacement::default());
        table.store(7, entry(0, 12, 9, Bound::Upper), Replacement::default());
        let kept = table.probe(7).unwrap();
        assert_eq!((kept.mv, kept.score), (3, Score::win_in(5)));
    }

    #[test]
    fn the_oldest_and_shallowest_entry_goes_first() {
        let table = Table::new(0).unwrap();
        table.store(1, entry(1, 1, 9, Bound::Exact), Replacement::default());
        table.new_search();
        for key in 2..=4 {
            table.store(key, entry(1, 1, key as u8, Bound::Exact), Replacement::default());
        }
        table.store(5, entry(1, 1, 1, Bound::Exact), Replacement::default());
        assert_eq!(table.probe(1).map(|found| found.depth), None, "the deepest, but of the search before");
        table.store(6, entry(1, 1, 1, Bound::Exact), Replacement::default());
        assert_eq!(table.probe(5), None);
        assert!((2..=4).all(|key| table.probe(key).is_some()));
    }

    #[test]
    fn a_growing_table_uses_more_and_more() {
        let table = Table::growing(5).unwrap();
        let home = 1 << 40;
        table.store(home, entry(3, 7, 1, Bound::Exact), Replacement::default());
        table.store(u64::MAX, entry(4, 7, 1, Bound::Exact), Replacement::default());
        assert!(table.probe(u64::MAX).is_some(), "a guest of a place in use");
        assert_eq!([table.grow(), table.grow(), table.grow()], [true, false, false], "five mebibytes in three steps");
        assert_eq!(table.probe(home), Some(entry(3, 7, 1, Bound::Exact)));
        assert_eq!(table.probe(u64::MAX), None, "its own place is in use now");
    }

    #[test]
    fn a_search_makes_a_table_grow_as_it_needs_room_and_half_of_the_entries_stay() {
        let table = Table::growing(16).unwrap();
        let keys: Vec<u64> = (1..=1000_u64).map(|at| at.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        for &key in &keys {
            table.store(key, entry(3, 7, 1, Bound::Exact), Replacement::default());
        }
        let known = || keys.iter().filter(|&&key| table.probe(key).is_some()).count();
        let committed = || table.committed.load(Relaxed) / STEP;
        table.grow_for(1_000);
        assert_eq!((committed(), known()), (1, 1000), "there is room enough");
        table.grow_for(40_000);
        assert_eq!(committed(), 2);
        assert!((400..600).contains(&known()), "{}", known());
        while committed() < 8 {
            table.grow_for(1_000_000);
        }
        assert!((80..200).contains(&known()), "an eighth: {}", known());
        assert_eq!(table.entries().count(), known(), "what is not found any more is not handed out");
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri takes more than half an hour to clear a table")]
    fn a_grown_table_is_cleared_as_a_whole() {
        let mut table = Table::growing(5).unwrap();
        while table.grow() {}
        // A key's high bits choose its place.
        let keys: Vec<u64> = (0..1000u64).map(|at| at << 54 | 1).collect();
        keys.iter().for_each(|&key| table.store(key, entry(1, 1, 1, Bound::Exact), Replacement::default()));
        assert!(keys.iter().all(|&key| table.probe(key).is_some()));
        table.clear();
        assert!(keys.iter().all(|&key| table.probe(key).is_none()));
    }

    #[test]
    fn a_table_in_use_at_once_has_every_key_in_its_own_place() {
        let table = Table::growing(5).unwrap();
        table.use_all();
        table.store(u64::MAX, entry(4, 7, 1, Bound::Exact), Replacement::default());
        assert!(!table.grow());
        assert_eq!(table.probe(u64::MAX), Some(entry(4, 7, 1, Bound::Exact)));
        assert!(table.slots[table.skipped..][(table.buckets - 1) * WAYS..].iter().any(|slot| slot.load().1 != 0));
    }

    #[test]
    fn two_threads_never_see_a_torn_entry() {
        let table = Table::new(0).unwrap();
        let fill = |seed: u64| {
            let mut state = seed;
            for _ in 0..if cfg!(miri) { 2_000 } else { 200_000 } {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let key = (state >> 33) % 64;
                let value = (state >> 40) as i32 % 1000;
                table.store(
                    key,
                    entry((value * 64) as u16 ^ key as u16, value, 1, Bound::Exact),
                    Replacement::default(),
                );
                let probe = (state >> 20) % 64;
                if let Some(found) = table.probe(probe) {
                    let value = found.score.value();
                    assert_eq!(found.mv, (value * 64) as u16 ^ probe as u16);
                    assert_eq!(found.eval, Some(Score::fixed(-value)));
                }
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(|| fill(1));
            scope.spawn(|| fill(2));
        });
    }
}
