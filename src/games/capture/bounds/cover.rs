//! The lightest cover of the reds by paths that begin at different black pieces, each edge fit for the very piece: exact, by
//! subsets (M. Held and R. Karp, "A dynamic programming approach to sequencing problems", 1962).
//!
//! For one piece on one square, a row tells the lightest path through every subset of the reds. Groups of pieces are joined two
//! by two, min-plus over subsets; a group's values depend only on where its own pieces stand, so they are kept, and filled in
//! when they are first asked for.

use rustc_hash::FxHashMap;

use super::super::board::Capture;
use super::super::distance::UNREACHABLE;
use super::super::geometry::{SQUARES, squares};
use super::super::kind::Kind;
use super::super::params::COVER_REDS;
use super::edges::Edges;
use super::pairs;
use super::spanning::Spanning;

/// Not computed yet.
const UNKNOWN: u8 = u8::MAX;
/// No pieces of the group can take all those reds.
const IMPOSSIBLE: u8 = u8::MAX - 1;
/// The largest value told: more is still at least this.
const LARGEST: u8 = u8::MAX - 2;

/// The most black pieces whose squares fit a group's key.
const MOST_PIECES: usize = 128 / 5;

/// The exact typed path cover.
#[derive(Debug)]
pub struct Cover {
    edges: Edges,
    /// The reds that are covered, at most [`COVER_REDS`]: bit `n` of a subset is the `n`-th.
    reds: Vec<u8>,
    /// What else is asked when reds are left out.
    fallback: Option<Spanning>,
    /// The kinds of the pieces that can take anything, in the order of the groups.
    kinds: Vec<Kind>,
    /// The root is the last; empty when nothing can be covered.
    groups: Vec<Group>,
    /// Cheapest paths that begin at a red, for each kind: index `red << reds.len() | subset`.
    tours: [Option<Box<[u8]>>; Kind::COUNT],
    /// The tables are forgotten when they grow beyond this.
    most_bytes: usize,
}

/// Some of the pieces, consecutive in the order of kinds.
#[derive(Debug)]
struct Group {
    first: usize,
    count: usize,
    /// The reds that one of them can take, as a subset.
    prey: usize,
    source: Source,
    slots: FxHashMap<u128, u32>,
    /// A table of all subsets for every slot.
    values: Vec<u8>,
}

/// Where a group's values come from.
#[derive(Debug)]
enum Source {
    /// The paths of one piece.
    Row(Kind),
    /// Two pieces and all the places they can have.
    Pair(Box<[u8]>),
    /// Two groups.
    Join(usize, usize),
}

impl Cover {
    /// The cover bound of a puzzle, with tables of about `most_bytes` at most. With `paired`, neighbouring pieces in the order of
    /// kinds are taken together where they stand in each other's way.
    pub fn new(pos: &Capture, edges: Edges, most_bytes: usize, paired: bool) -> Cover {
        let reds = chosen_reds(pos, &edges);
        let left_out = (pos.reds().count_ones() as usize) > reds.len();
        let mut cover = Cover {
            fallback: left_out.then(|| Spanning::new(edges.clone())),
            edges,
            reds,
            kinds: Vec::new(),
            groups: Vec::new(),
            tours: Default::default(),
            most_bytes,
        };
        cover.kinds = pos.blacks_with_kinds().map(|(_, kind)| kind).filter(|&kind| cover.prey(kind) != 0).collect();
        cover.kinds.sort_unstable();
        if cover.kinds.len() > MOST_PIECES {
            cover.fallback = Some(Spanning::new(cover.edges.clone()));
        } else if !cover.kinds.is_empty() {
            cover.divide(0, cover.kinds.len(), paired);
        }
        cover
    }

    /// The weight of the lightest cover; `None` when there is none.
    pub fn lower_bound(&mut self, pos: &Capture) -> Option<u32> {
        let rest = match &self.fallback {
            Some(spanning) => spanning.lower_bound(pos)?,
            None => 0,
        };
        let subset =
            self.reds.iter().enumerate().fold(0, |set, (bit, &red)| set | (pos.reds() as usize >> red & 1) << bit);
        let Some(root) = self.groups.len().checked_sub(1) else {
            return (subset == 0 || self.fallback.is_some()).then_some(rest);
        };
        // A table that grows may take twice what it has.
        if self.bytes() > self.most_bytes / 2 {
            self.forget();
        }
        let mut at = [0; MOST_PIECES];
        let mut count = 0;
        let mut last = None;
        for &kind in &self.kinds {
            if last != Some(kind) {
                last = Some(kind);
                for square in squares(pos.of_kind(kind)) {
                    at[count] = square as u8;
                    count += 1;
                }
            }
        }
        match self.total(root, &at, subset) {
            IMPOSSIBLE => None,
            weight => Some(rest.max(weight.into())),
        }
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        let tours: usize = self.tours.iter().flatten().map(|tour| tour.len()).sum();
        let pairs = |group: &Group| if let Source::Pair(table) = &group.source { table.len() } else { 0 };
        let group =
            |group: &Group| group.values.capacity() + group.slots.capacity() * size_of::<(u128, u32)>() + pairs(group);
        tours + self.groups.iter().map(group).sum::<usize>()
    }

    fn forget(&mut self) {
        for group in &mut self.groups {
            group.slots = FxHashMap::default();
            group.values = Vec::new();
        }
    }

    /// The reds of the list that such a piece may take, as a subset.
    fn prey(&self, kind: Kind) -> usize {
        let prey = self.edges.layout.prey(kind);
        self.reds.iter().enumerate().fold(0, |set, (bit, &red)| set | (prey as usize >> red & 1) << bit)
    }

    /// Makes the groups of a range of pieces; the last one made holds them all.
    fn divide(&mut self, first: usize, count: usize, paired: bool) -> usize {
        let kinds = &self.kinds[first..first + count];
        let prey = kinds.iter().fold(0, |set, &kind| set | self.prey(kind));
        let source = match *kinds {
            [kind] => Source::Row(kind),
            [a, b] if paired && a != Kind::Cannon && b != Kind::Cannon => {
                Source::Pair(pairs::table(&self.edges.layout, [a, b], &self.reds))
            }
            _ => {
                // Pairs want groups of even size.
                let half = if paired { (count / 2).next_multiple_of(2).min(count - 1) } else { count / 2 };
                let left = self.divide(first, half, paired);
                Source::Join(left, self.divide(first + half, count - half, paired))
            }
        };
        self.groups.push(Group { first, count, prey, source, slots: FxHashMap::default(), values: Vec::new() });
        self.groups.len() - 1
    }

    /// The value of a group for one subset, which is not kept when the group is a join.
    fn total(&mut self, group: usize, at: &[u8], subset: usize) -> u8 {
        match self.groups[group].source {
            Source::Join(left, right) => {
                let left_slot = self.fill(left, at, subset & self.groups[left].prey);
                let right_slot = self.fill(right, at, subset & self.groups[right].prey);
                self.join(left, left_slot, right, right_slot, subset)
            }
            _ if subset & !self.groups[group].prey != 0 => IMPOSSIBLE,
            _ => {
                let slot = self.fill(group, at, subset);
                self.values(group, slot)[subset]
            }
        }
    }

    fn values(&self, group: usize, slot: usize) -> &[u8] {
        let table = match &self.groups[group].source {
            Source::Pair(table) => table,
            _ => &self.groups[group].values[..],
        };
        &table[slot << self.reds.len()..][..1 << self.reds.len()]
    }

    /// Makes sure that the values of every part of the subset are known where the group's pieces stand now, and tells where
    /// they are.
    fn fill(&mut self, group: usize, at: &[u8], subset: usize) -> usize {
        let own = &self.groups[group];
        let key = at[own.first..own.first + own.count].iter().fold(0, |key, &square| key << 5 | u128::from(square));
        if matches!(own.source, Source::Pair(_)) {
            return key as usize;
        }
        let slot = match own.slots.get(&key) {
            Some(&slot) => slot as usize,
            None => self.new_slot(group, key),
        };
        if let Source::Join(left, right) = self.groups[group].source
            && self.values(group, slot)[subset] == UNKNOWN
        {
            let left_slot = self.fill(left, at, subset & self.groups[left].prey);
            let right_slot = self.fill(right, at, subset & self.groups[right].prey);
            let mut part = 0usize;
            loop {
                let index = slot << self.reds.len() | part;
                if self.groups[group].values[index] == UNKNOWN {
                    self.groups[group].values[index] = self.join(left, left_slot, right, right_slot, part);
                }
                if part == subset {
                    break;
                }
                part = part.wrapping_sub(subset) & subset;
            }
        }
        slot
    }

    fn new_slot(&mut self, group: usize, key: u128) -> usize {
        let row = match self.groups[group].source {
            Source::Row(kind) => self.row(kind, key as usize),
            _ => vec![UNKNOWN; 1 << self.reds.len()],
        };
        let own = &mut self.groups[group];
        let slot = own.slots.len();
        own.slots.insert(key, slot as u32);
        own.values.extend_from_slice(&row);
        slot
    }

    /// The best way to share a subset between two groups whose values are known.
    #[inline]
    fn join(&self, left: usize, left_slot: usize, right: usize, right_slot: usize, subset: usize) -> u8 {
        let (left_prey, right_prey) = (self.groups[left].prey, self.groups[right].prey);
        if subset & !(left_prey | right_prey) != 0 {
            return IMPOSSIBLE;
        }
        let (left, right) = (self.values(left, left_slot), self.values(right, right_slot));
        let (forced, free) = (subset & !right_prey, subset & left_prey & right_prey);
        let mut least = u32::from(IMPOSSIBLE);
        let mut choice = 0usize;
        loop {
            let part = forced | choice;
            let (a, b) = (left[part], right[subset ^ part]);
            let weight = if a == IMPOSSIBLE || b == IMPOSSIBLE {
                u32::from(IMPOSSIBLE)
            } else {
                (u32::from(a) + u32::from(b)).min(LARGEST.into())
            };
            least = least.min(weight);
            if choice == free {
                return least as u8;
            }
            choice = choice.wrapping_sub(free) & free;
        }
    }

    /// The lightest path from a square through each subset of the reds.
    fn row(&mut self, kind: Kind, from: usize) -> Vec<u8> {
        let bits = self.reds.len();
        if self.tours[kind.index()].is_none() {
            self.tours[kind.index()] = Some(self.tour(kind));
        }
        let prey = self.prey(kind);
        let mut row = vec![IMPOSSIBLE; 1 << bits];
        row[0] = 0;
        if let Some(tour) = &self.tours[kind.index()] {
            for subset in (1..row.len()).filter(|subset| subset & !prey == 0) {
                row[subset] = self.cheapest(kind, from, tour, subset, subset);
            }
        }
        row
    }

    /// The lightest path that begins at each red and goes through each subset that holds it.
    fn tour(&self, kind: Kind) -> Box<[u8]> {
        let bits = self.reds.len();
        let prey = self.prey(kind);
        let mut tour = vec![IMPOSSIBLE; bits << bits].into_boxed_slice();
        for subset in (1..1usize << bits).filter(|subset| subset & !prey == 0) {
            for red in (0..bits).filter(|red| subset >> red & 1 == 1) {
                let rest = subset & !(1 << red);
                let from = usize::from(self.reds[red]);
                tour[red << bits | subset] = if rest == 0 { 0 } else { self.cheapest(kind, from, &tour, rest, rest) };
            }
        }
        tour
    }

    /// The lightest way to go on from a square to one of the reds and from there through the whole subset.
    fn cheapest(&self, kind: Kind, from: usize, tour: &[u8], firsts: usize, subset: usize) -> u8 {
        let way = |red: usize| {
            let step = self.edges.distances.of(kind, from, self.reds[red].into());
            let rest = tour[red << self.reds.len() | subset];
            if step == UNREACHABLE || rest == IMPOSSIBLE { IMPOSSIBLE } else { step.saturating_add(rest).min(LARGEST) }
        };
        (0..self.reds.len()).filter(|red| firsts >> red & 1 == 1).map(way).min().unwrap_or(IMPOSSIBLE)
    }
}

/// The reds that are covered: all of them, or when those are too many those that lie farthest apart, chosen one by one.
fn chosen_reds(pos: &Capture, edges: &Edges) -> Vec<u8> {
    let mut rest: Vec<usize> = squares(pos.reds()).collect();
    if rest.len() <= COVER_REDS {
        return rest.into_iter().map(|red| red as u8).collect();
    }
    let mut nearest = [UNREACHABLE; SQUARES];
    for (weight, _, red) in edges.black_red(pos) {
        let entry = &mut nearest[usize::from(red)];
        *entry = weight.min(*entry);
    }
    let mut chosen = Vec::new();
    while chosen.len() < COVER_REDS {
        let Some(place) = (0..rest.len()).max_by_key(|&place| nearest[rest[place]]) else { break };
        let red = rest.remove(place);
        chosen.push(red as u8);
        for &other in &rest {
            nearest[other] = nearest[other].min(edges.between_reds(red, other));
        }
    }
    chosen
}
