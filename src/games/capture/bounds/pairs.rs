//! Pattern databases: two pieces alone on the board with some of the reds, solved exactly for every place they can have. They
//! stand in each other's way, and so do reds that one of them cannot take.
//!
//! The other pieces being away never makes it longer: without cannons, nothing but emptiness helps a piece along.

use super::super::geometry::{SQUARES, squares};
use super::super::kind::Kind;
use super::super::layout::Layout;
use super::super::moves::targets;

/// No way to take all of the subset. As in the tables of the cover.
const IMPOSSIBLE: u8 = u8::MAX - 1;
const LARGEST: u8 = u8::MAX - 2;

/// Both squares as one number, as the tables are indexed.
fn index(at: [usize; 2]) -> usize {
    at[0] << 5 | at[1]
}

/// The fewest moves by which two pieces take a subset of the reds: index `(a << 5 | b) << reds.len() | subset`.
pub(super) fn table(layout: &Layout, kinds: [Kind; 2], reds: &[u8]) -> Box<[u8]> {
    let bits = reds.len();
    let mut table = vec![IMPOSSIBLE; (SQUARES * SQUARES) << bits].into_boxed_slice();
    let mut solver = Solver { layout, kinds, reds, bits, buckets: Vec::new() };
    for subset in 0..1usize << bits {
        solver.solve(subset, &mut table);
    }
    table
}

struct Solver<'a> {
    layout: &'a Layout,
    kinds: [Kind; 2],
    reds: &'a [u8],
    bits: usize,
    /// Places by the number of moves from there.
    buckets: Vec<Vec<[usize; 2]>>,
}

impl Solver<'_> {
    /// Fills in the values of one subset; those of smaller ones are there.
    fn solve(&mut self, subset: usize, table: &mut [u8]) {
        let alive =
            (0..self.bits).filter(|bit| subset >> bit & 1 == 1).fold(0, |set, bit| set | 1u32 << self.reds[bit]);
        let free = !(self.layout.ducks() | alive);
        for a in squares(free) {
            for b in squares(free & !(1 << a)) {
                let value = if subset == 0 { Some(0) } else { self.by_capture([a, b], subset, alive, table) };
                if let Some(value) = value {
                    table[index([a, b]) << self.bits | subset] = value;
                    self.push(value, [a, b]);
                }
            }
        }
        if subset != 0 {
            self.spread(subset, alive, table);
        }
        self.buckets.iter_mut().for_each(Vec::clear);
    }

    fn push(&mut self, value: u8, at: [usize; 2]) {
        let value = usize::from(value);
        if self.buckets.len() <= value {
            self.buckets.resize_with(value + 1, Vec::new);
        }
        self.buckets[value].push(at);
    }

    /// The best value when the next move takes something.
    fn by_capture(&self, at: [usize; 2], subset: usize, alive: u32, table: &[u8]) -> Option<u8> {
        let mut best = IMPOSSIBLE;
        for who in 0..2 {
            for to in squares(self.targets(who, at, alive) & alive) {
                let bit = self.reds.iter().position(|&red| usize::from(red) == to)?;
                let mut next = at;
                next[who] = to;
                best = best.min(table[index(next) << self.bits | subset & !(1 << bit)]);
            }
        }
        (best < IMPOSSIBLE).then(|| best.saturating_add(1).min(LARGEST))
    }

    /// Moves that take nothing can be gone both ways: values spread along them, the smallest first.
    fn spread(&mut self, subset: usize, alive: u32, table: &mut [u8]) {
        let mut value = 0;
        while value < self.buckets.len() && value < usize::from(LARGEST) {
            while let Some(at) = self.buckets[value].pop() {
                if usize::from(table[index(at) << self.bits | subset]) != value {
                    continue;
                }
                for who in 0..2 {
                    for to in squares(self.targets(who, at, alive) & !alive) {
                        let mut from = at;
                        from[who] = to;
                        let entry = &mut table[index(from) << self.bits | subset];
                        if usize::from(*entry) > value + 1 {
                            *entry = value as u8 + 1;
                            self.push(value as u8 + 1, from);
                        }
                    }
                }
            }
            value += 1;
        }
    }

    fn targets(&self, who: usize, at: [usize; 2], alive: u32) -> u32 {
        let occupied = self.layout.ducks() | alive | 1 << at[1 - who];
        targets(self.kinds[who], at[who], occupied, alive & self.layout.prey(self.kinds[who]))
    }
}
