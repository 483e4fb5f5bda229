//! All the positions that a puzzle could have, numbered: how many there are, and sets of them as bits.

use super::board::Capture;
use super::geometry::squares;
use super::kind::Kind;
use crate::search::breadth_first::Visited;

/// Numbers the positions of a puzzle: the places of the black pieces, kind by kind, each kind's as a combination of the squares
/// that are no ducks; then the subset of the reds.
#[derive(Clone, Debug)]
pub struct Space {
    /// Kinds with how many pieces they have and how many combinations of squares those can take.
    kinds: Vec<(Kind, u64)>,
    /// The number of each square among those that are no ducks.
    number: [u8; 32],
    /// `choose[n][k]`, for the combinatorial number system.
    choose: [[u64; 34]; 33],
    reds: Vec<u8>,
    places: Option<u64>,
}

impl Space {
    /// The space of a puzzle and all that can come of it.
    pub fn new(pos: &Capture) -> Space {
        let free = !pos.layout().ducks();
        let choose = binomials();
        let mut number = [0; 32];
        squares(free).zip(0..).for_each(|(square, count)| number[square] = count);
        let combinations = |kind| choose[free.count_ones() as usize][pos.of_kind(kind).count_ones() as usize];
        let kinds: Vec<(Kind, u64)> = Kind::ALL
            .into_iter()
            .filter(|&kind| pos.of_kind(kind) != 0)
            .map(|kind| (kind, combinations(kind)))
            .collect();
        let places = kinds.iter().try_fold(1u64, |product, &(_, count)| product.checked_mul(count));
        Space { kinds, number, choose, reds: squares(pos.reds()).map(|red| red as u8).collect(), places }
    }

    /// The number of positions, reachable or not; `None` when 64 bits do not hold it.
    pub fn size(&self) -> Option<u64> {
        self.places?.checked_mul(1u64.checked_shl(self.reds.len() as u32)?)
    }

    /// The number of reds.
    fn bits(&self) -> usize {
        self.reds.len()
    }

    /// The number of the black pieces' places, below the product of all combinations.
    #[inline]
    fn place(&self, pos: &Capture) -> u64 {
        let mut rank = 0;
        for &(kind, combinations) in &self.kinds {
            let mut of_kind = 0;
            for (square, nth) in squares(pos.of_kind(kind)).zip(1..) {
                of_kind += self.choose[usize::from(self.number[square])][nth];
            }
            rank = rank * combinations + of_kind;
        }
        rank
    }

    /// The reds that are left, as a subset.
    #[inline]
    fn subset(&self, pos: &Capture) -> usize {
        self.reds.iter().enumerate().fold(0, |set, (bit, &red)| set | (pos.reds() as usize >> red & 1) << bit)
    }
}

fn binomials() -> [[u64; 34]; 33] {
    let mut choose = [[0; 34]; 33];
    for n in 0..33 {
        choose[n][0] = 1;
        for k in 1..=n {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
        }
    }
    choose
}

/// A bit for every position of the space. The subsets of one place lie together, so that one look tells whether a position was
/// met with the same pieces on the same squares and no more reds: then, cannons apart, nothing is lost by leaving this one out,
/// for emptiness never is in the way.
#[derive(Debug)]
pub struct BitSet {
    space: Space,
    bits: Vec<u64>,
    /// For each subset of the low six reds, the subsets of it.
    below: [u64; 64],
    dominance: bool,
}

impl BitSet {
    /// No positions; `None` when the space has more than `most_bytes` hold.
    pub fn new(space: Space, dominance: bool, most_bytes: usize) -> Option<BitSet> {
        let words = space.places?.checked_mul(1u64.checked_shl(space.bits().saturating_sub(6) as u32)?)?;
        let words = usize::try_from(words).ok().filter(|&words| words <= most_bytes / size_of::<u64>())?;
        let below =
            std::array::from_fn(|set| (0..64).filter(|part| part & !set == 0).fold(0, |bits, part| bits | 1 << part));
        Some(BitSet { space, bits: vec![0; words], below, dominance })
    }
}

impl Visited<Capture> for BitSet {
    #[inline]
    fn insert(&mut self, pos: &Capture) -> bool {
        let subset = self.space.subset(pos);
        let base = (self.space.place(pos) as usize) << self.space.bits().saturating_sub(6);
        let (high, low) = (subset >> 6, subset & 63);
        let known = if self.dominance {
            // Every part of the high bits, and with each the parts of the low ones.
            let mut part = high;
            loop {
                if self.bits[base + part] & self.below[low] != 0 {
                    break true;
                }
                if part == 0 {
                    break false;
                }
                part = (part - 1) & high;
            }
        } else {
            self.bits[base + high] >> low & 1 == 1
        };
        self.bits[base + high] |= u64::from(!known) << low;
        !known
    }

    fn bytes(&self) -> usize {
        self.bits.len() * size_of::<u64>()
    }
}
