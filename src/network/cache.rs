//! Corrections that were computed already. A search comes back to the same positions pass after pass, and on many ways.

use crate::memory;

/// The corrections of one thread, by the keys of positions. A newer one takes the place of an older one.
#[derive(Clone, Debug)]
pub struct Cache {
    /// The upper bits of a key, and in the lowest sixteen the correction.
    entries: Box<[u64]>,
}

/// The bits that hold the correction.
const VALUE: u64 = u16::MAX as u64;

impl Cache {
    /// An empty cache of `1 << bits` entries of eight bytes. At most 16 bits, as those are what an entry leaves out of its key.
    pub fn new(bits: u32) -> Cache {
        debug_assert!(bits <= u16::BITS);
        Cache { entries: vec![0; 1 << bits].into_boxed_slice() }
    }

    /// Fetches what will be looked at for the position with that key, which is known long before the correction is asked for.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(&self.entries[self.place(key)]);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    /// The correction of the position with that key: the one that is known, or else the one that is computed now.
    #[inline]
    pub fn get_or_compute(&mut self, key: u64, compute: impl FnOnce() -> i16) -> i16 {
        let place = self.place(key);
        let entry = &mut self.entries[place];
        // An empty entry looks like that of a key whose upper bits are all zero.
        if *entry & !VALUE != key & !VALUE || *entry == 0 {
            *entry = key & !VALUE | u64::from(compute() as u16);
        }
        (*entry & VALUE) as i16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_not_computed_again_and_no_key_gets_the_value_of_another() {
        let mut cache = Cache::new(4);
        // The second key has the place of the first.
        let (one, other) = (0x1234_5678_9abc_0003, 0x1234_5678_9abd_0013);
        assert_eq!(cache.get_or_compute(one, || -600), -600);
        assert_eq!(cache.get_or_compute(one, || unreachable!()), -600);
        assert_eq!(cache.get_or_compute(other, || 7), 7);
        assert_eq!(cache.get_or_compute(one, || 8), 8);
        assert_eq!(cache.get_or_compute(0, || 10), 10);
    }
}
