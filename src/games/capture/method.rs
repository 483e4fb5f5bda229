//! How a puzzle is solved: the searches, the bounds, and the choice among them when nobody has made one.

use super::board::{Capture, Move};
use super::bounds::{Bound, BoundKind};
use super::distance::Obstacles;
use super::geometry::squares;
use super::kind::Kind;
use super::packing::{Narrow, Wide};
use super::params::{
    ASTAR_FIRST_TRY, BIT_SET_BYTES, BIT_SET_PART, BOUND_PART, BREADTH_FIRST_MOST, CHEAP_PAIR_TABLES, COVER_REDS,
    MEMORY_DEFAULT,
};
use super::reach::out_of_reach;
use super::space::{BitSet, Space};
use crate::search::astar::{Effort, Ending, Room, astar};
use crate::search::breadth_first::{WordSet, breadth_first};
use crate::search::ida_star::ida_star;
use crate::search::{Control, Packing, Table};

/// The searches that can be asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// What suits the puzzle and the memory.
    #[default]
    Auto,
    /// A*.
    AStar,
    /// IDA*.
    Ida,
    /// Breadth-first search.
    Bfs,
}

impl Algorithm {
    /// Every choice.
    pub const ALL: [Algorithm; 4] = [Algorithm::Auto, Algorithm::AStar, Algorithm::Ida, Algorithm::Bfs];

    /// Its name on the command line and in results.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Auto => "auto",
            Algorithm::AStar => "astar",
            Algorithm::Ida => "ida",
            Algorithm::Bfs => "bfs",
        }
    }
}

/// How a puzzle is to be solved.
#[derive(Clone, Copy, Debug)]
pub struct SolverSettings {
    /// The search.
    pub algorithm: Algorithm,
    /// The lower bound; `None` for what suits.
    pub bound: Option<BoundKind>,
    /// What distances look at.
    pub obstacles: Obstacles,
    /// Does IDA* keep a record of positions that failed?
    pub record: bool,
    /// Bytes that one search may hold.
    pub memory: usize,
}

impl Default for SolverSettings {
    fn default() -> SolverSettings {
        SolverSettings {
            algorithm: Algorithm::Auto,
            bound: None,
            obstacles: Obstacles::Ducks,
            record: true,
            memory: MEMORY_DEFAULT,
        }
    }
}

/// What is known of a puzzle in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// These moves take every red piece, and no fewer do.
    Solved(Vec<Move>),
    /// The red pieces cannot all be taken: proven.
    Unsolvable,
    /// Stopped, or out of memory.
    Unknown,
}

/// The answer to a puzzle.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What is known.
    pub verdict: Verdict,
    /// The search that ended it: never `Auto`; `None` when none was needed.
    pub algorithm: Option<Algorithm>,
    /// Its lower bound.
    pub bound: Option<BoundKind>,
    /// What all the searches did together.
    pub effort: Effort,
    /// What was chosen and why, a sentence each.
    pub reasons: Vec<String>,
}

/// Solves a puzzle. IDA* keeps its record in `record` when one is given, else in a table of its own.
pub fn solve(pos: &Capture, settings: &SolverSettings, record: Option<&Table>, ctl: &Control) -> Solution {
    let mut work = Work { pos, settings, record, ctl, effort: Effort::default(), reasons: Vec::new() };
    if let Some(verdict) = work.without_search() {
        return work.answer(verdict, None, None);
    }
    match Narrow::new(pos) {
        Some(packing) => work.search(&packing),
        None => {
            work.say(format!("{} black pieces: positions take 128 bits", pos.blacks().count_ones()));
            work.search(&Wide)
        }
    }
}

/// A puzzle being solved.
struct Work<'a> {
    pos: &'a Capture,
    settings: &'a SolverSettings,
    record: Option<&'a Table>,
    ctl: &'a Control,
    effort: Effort,
    reasons: Vec<String>,
}

type Found = Ending<Move>;

impl Work<'_> {
    fn say(&mut self, reason: String) {
        self.reasons.push(reason);
    }

    fn answer(self, verdict: Verdict, algorithm: Option<Algorithm>, bound: Option<BoundKind>) -> Solution {
        Solution { verdict, algorithm, bound, effort: self.effort, reasons: self.reasons }
    }

    fn concluded(self, ending: Found, algorithm: Algorithm, bound: Option<BoundKind>) -> Solution {
        let verdict = match ending {
            Ending::Solved(moves) => Verdict::Solved(moves),
            Ending::Unsolvable => Verdict::Unsolvable,
            Ending::OutOfMemory | Ending::Enough | Ending::Stopped => Verdict::Unknown,
        };
        self.answer(verdict, Some(algorithm), bound)
    }

    /// Positions that start without reds, and those with a red that nothing can come to.
    fn without_search(&mut self) -> Option<Verdict> {
        if self.pos.reds() == 0 {
            self.say("no red piece: solved if Black has a move".to_owned());
            return Some(if self.pos.is_mobile() { Verdict::Solved(Vec::new()) } else { Verdict::Unsolvable });
        }
        let hopeless = out_of_reach(self.pos).count_ones();
        if hopeless > 0 {
            self.say(format!(
                "{hopeless} red pieces are out of reach whatever is granted: unsolvable without a search"
            ));
            return Some(Verdict::Unsolvable);
        }
        None
    }

    fn search<K: Packing<Capture>>(mut self, packing: &K) -> Solution {
        match self.settings.algorithm {
            Algorithm::Auto => self.choose(packing),
            Algorithm::AStar => {
                let kind = self.bound_kind();
                let ending = self.astar(packing, kind, u64::MAX);
                self.concluded(ending, Algorithm::AStar, Some(kind))
            }
            Algorithm::Ida => self.ida(),
            Algorithm::Bfs => {
                let ending = match self.bit_set(self.settings.memory / BIT_SET_PART) {
                    Some(bits) => self.bfs_bits(packing, bits, u64::MAX),
                    None => self.bfs_words(packing),
                };
                self.concluded(ending, Algorithm::Bfs, None)
            }
        }
    }

    /// A* as far as it is quick; the whole space in layers if that is small; A* again as far as memory goes; IDA*.
    fn choose<K: Packing<Capture>>(mut self, packing: &K) -> Solution {
        let kind = self.bound_kind();
        let most_bytes = BIT_SET_BYTES.min(self.settings.memory / BIT_SET_PART);
        let small = Space::new(self.pos).bytes().is_some_and(|bytes| bytes <= most_bytes);
        let ending = self.astar(packing, kind, if small { ASTAR_FIRST_TRY } else { u64::MAX });
        if ending != Ending::Enough && ending != Ending::OutOfMemory {
            return self.concluded(ending, Algorithm::AStar, Some(kind));
        }
        if let Some(bits) = self.bit_set(most_bytes) {
            self.say("A* has not found it in a first try: a maze to distances, and the space is small".to_owned());
            let ending = self.bfs_bits(packing, bits, BREADTH_FIRST_MOST);
            if ending != Ending::Enough && ending != Ending::OutOfMemory {
                return self.concluded(ending, Algorithm::Bfs, None);
            }
            let ending = self.astar(packing, kind, u64::MAX);
            if ending != Ending::OutOfMemory {
                return self.concluded(ending, Algorithm::AStar, Some(kind));
            }
        }
        self.say("the memory limit is reached: IDA* with a record, whose proofs rest on 64-bit keys".to_owned());
        self.ida()
    }

    /// The bound that was asked for, or the exact cover, with pair tables where these cost next to nothing.
    fn bound_kind(&mut self) -> BoundKind {
        if let Some(kind) = self.settings.bound {
            return kind;
        }
        let (reds, blacks) = (self.pos.reds().count_ones() as usize, self.pos.blacks().count_ones() as usize);
        if reds > COVER_REDS {
            self.say(format!("{reds} reds: the cover tells {COVER_REDS} of them apart, the spanning tree sees all"));
        }
        let tables = (blacks / 2) << reds.min(COVER_REDS);
        let apart = squares(self.pos.blacks()).all(|square| self.pos.black(square) != Some(Kind::Cannon));
        if apart && (1..=CHEAP_PAIR_TABLES).contains(&tables) {
            self.say("few pieces: the cover takes them in pairs that block each other".to_owned());
            return BoundKind::Pairs;
        }
        BoundKind::Cover
    }

    fn bound(&self, kind: BoundKind) -> Bound {
        Bound::new(kind, self.pos, self.settings.obstacles, self.settings.memory / BOUND_PART)
    }

    fn note(&mut self, (ending, effort): (Found, Effort)) -> Found {
        self.effort = self.effort.and(effort);
        ending
    }

    fn astar<K: Packing<Capture>>(&mut self, packing: &K, kind: BoundKind, expansions: u64) -> Found {
        self.say(format!("A* with bound {}", kind.name()));
        let room = Room { bytes: self.settings.memory, expansions };
        let found = astar(self.pos, packing, &mut self.bound(kind), room, self.ctl);
        self.note(found)
    }

    /// A set of bits for the whole space, when it takes no more than that.
    fn bit_set(&mut self, most_bytes: usize) -> Option<BitSet> {
        let space = Space::new(self.pos);
        let size = space.size()?;
        let bits = BitSet::new(space, self.pos.of_kind(Kind::Cannon) == 0, most_bytes)?;
        self.say(format!("breadth-first search over {size} positions at most, a bit each"));
        Some(bits)
    }

    fn bfs_bits<K: Packing<Capture>>(&mut self, packing: &K, mut bits: BitSet, expansions: u64) -> Found {
        let room = Room { bytes: self.settings.memory, expansions };
        let found = breadth_first(self.pos, packing, &mut bits, room, self.ctl);
        self.note(found)
    }

    fn bfs_words<K: Packing<Capture>>(&mut self, packing: &K) -> Found {
        self.say("breadth-first search over whole positions: the space is too large for bits".to_owned());
        let room = Room { bytes: self.settings.memory, ..Room::default() };
        let found = breadth_first(self.pos, packing, &mut WordSet::new(packing), room, self.ctl);
        self.note(found)
    }

    fn ida(mut self) -> Solution {
        let kind = self.bound_kind();
        let mut bound = self.bound(kind);
        let own = if self.settings.record && self.record.is_none() {
            Table::new((self.settings.memory - self.settings.memory / BOUND_PART) >> 20).ok()
        } else {
            None
        };
        let record = self.record.or(own.as_ref()).filter(|_| self.settings.record);
        self.say(format!(
            "IDA* with bound {}, {} record",
            kind.name(),
            if record.is_some() { "with" } else { "without" }
        ));
        let found = ida_star(self.pos, &mut bound, record, self.ctl);
        let ending = self.note(found);
        self.concluded(ending, Algorithm::Ida, Some(kind))
    }
}
