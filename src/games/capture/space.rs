//! All the positions that a puzzle could have, numbered: how many there are, and sets of them as bits.

use super::board::Capture;
use super::geometry::{SQUARES, squares};
use super::kind::Kind;
use crate::search::breadth_first::Visited;

/// Numbers the positions of a puzzle: the places of the black pieces, kind by kind, each kind's as a combination of the squares
/// that are no ducks (the combinatorial number system); then the subset of the reds.
#[derive(Clone, Debug)]
pub struct Space {
    /// The kinds there are, each with the place of its first piece in `terms`.
    kinds: Vec<(Kind, usize)>,
    /// What each piece on each square adds to the number of the places: pieces by kind, and by square within it.
    terms: Vec<[u64; SQUARES]>,
    /// The part of the subset that each byte of the reds makes.
    subsets: Box<[[u32; 256]; 4]>,
    bits: usize,
    places: Option<u64>,
}

impl Space {
    /// The space of a puzzle and all that can come of it.
    pub fn new(pos: &Capture) -> Space {
        let free: Vec<usize> = squares(!pos.layout().ducks()).collect();
        let choose = binomials();
        let mut space =
            Space { kinds: Vec::new(), terms: Vec::new(), subsets: subsets(pos.reds()), bits: 0, places: Some(1) };
        space.bits = pos.reds().count_ones() as usize;
        for kind in Kind::ALL.into_iter().filter(|&kind| pos.of_kind(kind) != 0) {
            let count = pos.of_kind(kind).count_ones() as usize;
            space.kinds.push((kind, space.terms.len()));
            let weight = space.places.unwrap_or(0);
            let terms = |nth: usize| {
                let mut terms = [0; SQUARES];
                free.iter().zip(&choose).for_each(|(&square, row)| terms[square] = weight.wrapping_mul(row[nth]));
                terms
            };
            space.terms.extend((1..=count).map(terms));
            space.places = space.places.and_then(|places| places.checked_mul(choose[free.len()][count]));
        }
        space
    }

    /// The number of positions, reachable or not; `None` when 64 bits do not hold it.
    pub fn size(&self) -> Option<u64> {
        self.places?.checked_mul(1u64.checked_shl(self.bits as u32)?)
    }

    /// What a bit for every position takes: whole words for the subsets of each place.
    pub fn bytes(&self) -> Option<usize> {
        let words = self.places?.checked_mul(1u64.checked_shl(self.bits.saturating_sub(6) as u32)?)?;
        usize::try_from(words).ok()?.checked_mul(size_of::<u64>())
    }

    /// The number of the black pieces' places, below the product of all combinations.
    #[inline]
    fn place(&self, pos: &Capture) -> u64 {
        let mut number = 0;
        for &(kind, first) in &self.kinds {
            let (mut set, mut piece) = (pos.of_kind(kind), first);
            while set != 0 {
                number += self.terms[piece][set.trailing_zeros() as usize];
                set &= set - 1;
                piece += 1;
            }
        }
        number
    }

    /// The reds that are left, as a subset.
    #[inline]
    fn subset(&self, pos: &Capture) -> usize {
        let [a, b, c, d] = pos.reds().to_le_bytes().map(usize::from);
        (self.subsets[0][a] | self.subsets[1][b] | self.subsets[2][c] | self.subsets[3][d]) as usize
    }
}

/// For every byte of a set of squares the bits of the subset that it makes: the reds in it keep their order.
fn subsets(reds: u32) -> Box<[[u32; 256]; 4]> {
    let mut table = Box::new([[0; 256]; 4]);
    for (bit, red) in squares(reds).enumerate() {
        for (byte, entry) in table[red / 8].iter_mut().enumerate() {
            *entry |= (byte as u32 >> (red % 8) & 1) << bit;
        }
    }
    table
}

fn binomials() -> [[u64; 34]; 33] {
    let mut choose = [[0; 34]; 33];
    choose[0][0] = 1;
    for n in 1..33 {
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
    /// No positions; `None` when the bits take more bytes.
    pub fn new(space: Space, dominance: bool, most_bytes: usize) -> Option<BitSet> {
        let bytes = space.bytes().filter(|&bytes| bytes <= most_bytes)?;
        let words = bytes / size_of::<u64>();
        let below =
            std::array::from_fn(|set| (0..64).filter(|part| part & !set == 0).fold(0, |bits, part| bits | 1 << part));
        Some(BitSet { space, bits: vec![0; words], below, dominance })
    }
}

/// Where a position has its bit.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The first word of the black pieces' places.
    base: u64,
    subset: u32,
}

impl Visited<Capture> for BitSet {
    type Place = Place;

    #[inline]
    fn place(&self, pos: &Capture) -> Place {
        let base = self.space.place(pos) << self.space.bits.saturating_sub(6);
        Place { base, subset: self.space.subset(pos) as u32 }
    }

    #[inline]
    fn approach(&self, places: impl Iterator<Item = Place>) {
        let seen = places.fold(0, |seen, place| seen ^ self.bits[(place.base + u64::from(place.subset >> 6)) as usize]);
        std::hint::black_box(seen);
    }

    #[inline]
    fn insert(&mut self, place: Place) -> bool {
        let (base, subset) = (place.base as usize, place.subset as usize);
        let (high, low) = (subset >> 6, subset & 63);
        let known = if self.dominance {
            // Every part of the high bits, and with each the parts of the low ones.
            let below = self.below[low];
            let mut part = high;
            loop {
                if self.bits[base + part] & below != 0 {
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

#[cfg(test)]
mod tests {

    use rustc_hash::FxHashSet;

    use super::super::notation::parse_position;
    use super::*;
    use crate::search::{MoveStack, Position};

    /// Every position that can be reached has its own number, below the size of the space.
    #[test]
    fn numbers_tell_positions_apart() {
        let start = parse_position("N4n2/1N1D1p2/2D1DDDD/K1p1DDDD b", true).unwrap();
        let space = Space::new(&start);
        let number = |pos: &Capture| (space.place(pos) << space.bits) | space.subset(pos) as u64;
        let (mut seen, mut numbers) = (FxHashSet::from_iter([start.key()]), FxHashSet::from_iter([number(&start)]));
        let mut open = vec![start];
        while let Some(pos) = open.pop() {
            let mut moves = MoveStack::new();
            pos.generate(&mut moves);
            for mv in moves.moves(0) {
                let mut child = pos.clone();
                child.make(mv);
                if seen.insert(child.key()) {
                    numbers.insert(number(&child));
                    open.push(child);
                }
            }
        }
        assert!(seen.len() > 1_000 && numbers.len() == seen.len(), "{} {}", seen.len(), numbers.len());
        assert!(numbers.iter().all(|&number| number < space.size().unwrap()));
    }

    #[test]
    fn fewer_reds_on_the_same_squares_make_a_position_known() {
        let position = |text| parse_position(text, true).unwrap();
        let start = position("A1p1n1k1/8/8/pp1cc1pp b");
        let set = |dominance| BitSet::new(Space::new(&start), dominance, 1 << 20).unwrap();
        for (dominance, again) in [(true, false), (false, true)] {
            let mut met = set(dominance);
            let fewer =
                Capture::new(std::sync::Arc::clone(start.layout()), start.blacks_with_kinds(), start.reds() & 0xf);
            let [fewer, all] = [&fewer, &start].map(|pos| met.place(pos));
            assert!(met.insert(fewer) && !met.insert(fewer));
            assert_eq!(met.insert(all), again);
        }
        assert!(BitSet::new(Space::new(&start), true, 100).is_none(), "no room");
    }
}
