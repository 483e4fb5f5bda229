//! What a depth is worth to a late move, worked out once from the parameters: how many moves a node looks at, and how much less
//! deeply it looks at the later ones.

use super::params::Params;

/// Depths and move counts from here on are treated alike.
const TABLED: usize = 64;

/// Move counts by depth, and late-move reductions by depth and move count.
#[derive(Clone, Debug)]
pub(super) struct Selectivity {
    counts: [usize; TABLED],
    reductions: Box<[i32]>,
}

impl Selectivity {
    pub(super) fn new(params: &Params) -> Selectivity {
        let ln = |n: usize| (n.max(1) as f64).ln();
        let reduction = |at: usize| {
            let product = ln(at / TABLED) * ln(at % TABLED);
            params.reduce_base + (f64::from(params.reduce_scale) * product) as i32
        };
        let hundredth = |value: i32| f64::from(value) / 100.0;
        let count = |depth: usize| {
            let more = hundredth(params.count_slope) * (depth as f64).powf(hundredth(params.count_power));
            params.count_base as usize + more as usize
        };
        Selectivity { counts: std::array::from_fn(count), reductions: (0..TABLED * TABLED).map(reduction).collect() }
    }

    /// How many moves are searched with that much depth left, where the side to move is doing better than two plies before.
    #[inline]
    pub(super) fn count(&self, depth: i32) -> usize {
        self.counts[tabled(depth)]
    }

    /// The reduction of the `count`-th move (from 1) with that much depth left, in 1024ths of a ply.
    #[inline]
    pub(super) fn reduction(&self, depth: i32, count: usize) -> i32 {
        self.reductions[tabled(depth) * TABLED + count.min(TABLED - 1)]
    }
}

#[inline]
fn tabled(depth: i32) -> usize {
    (depth.max(0) as usize).min(TABLED - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_depth_looks_at_more_moves_and_reduces_later_ones_more() {
        let selectivity = Selectivity::new(&Params::default());
        for depth in 1..TABLED as i32 {
            assert!(selectivity.count(depth) >= selectivity.count(depth - 1));
            assert!(selectivity.reduction(depth, 20) >= selectivity.reduction(depth - 1, 20));
            assert!(selectivity.reduction(depth, 20) >= selectivity.reduction(depth, 10));
        }
        assert_eq!(selectivity.count(1), 6 + 1, "199 hundredths of 1 are one more");
        assert_eq!(selectivity.count(1_000), selectivity.count(TABLED as i32 - 1));
        assert_eq!(selectivity.count(-1), selectivity.count(0));
    }
}
