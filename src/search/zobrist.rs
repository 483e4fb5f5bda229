//! Random numbers for Zobrist keys: the same in every run, so that searches can be repeated. A. Zobrist, "A new hashing method
//! with application for game playing", 1970; the generator is splitmix64 (S. Vigna), whose outputs never repeat.

/// A stream of 64-bit numbers. As many as a game needs are drawn once, into its tables.
#[derive(Clone, Debug)]
pub struct Keys(u64);

impl Keys {
    /// The stream with that seed; each game has a seed of its own.
    pub const fn new(seed: u64) -> Keys {
        Keys(seed)
    }

    /// The next number, usable when a table is built at compile time.
    pub const fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }
}

/// Spreads a number over all 64 bits, one to one.
#[inline]
pub const fn mix(number: u64) -> u64 {
    let z = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_fixed_and_does_not_repeat() {
        // The first output of splitmix64 from seed 0, as its author's code prints it.
        assert_eq!(Keys::new(0).draw(), 0xe220_a839_7b1d_cdaf);
        let mut keys = Keys::new(1);
        let drawn: rustc_hash::FxHashSet<u64> = (0..10_000).map(|_| keys.draw()).collect();
        assert_eq!(drawn.len(), 10_000);
    }
}
