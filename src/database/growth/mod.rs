//! Grows a tree of positions by searching, the position first that matters most to its roots (frontier.rs).
//!
//! A step is one search (finder.rs): of a position for its best move, or of one whose best moves are known for the best of the others. What
//! it finds is kept as a record of the position and of the one that the move leads to, with a bound on the moves that are still
//! unknown (rest.rs), and goes up to all ancestors. Everything is in the database when a step is done: who opens the same
//! roots again goes on with the same tree, and with one thread comes to the same one as without the break.

mod finder;
mod frontier;
mod rest;
mod tree;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::changes::Merge;
use super::error::DatabaseError;
use super::graph::{Node, settle_all};
use super::probe::{SOURCE, value};
use super::record::{Bound, Record, Value};
use super::space::{Key, Space, Stones};
use super::store::Store;
use super::walk::Walker;
use crate::engine::book::EQUAL;
use crate::engine::options::Options;
use crate::search::Control;
use frontier::chance;
use rest::Rest;

pub use finder::{Finder, Found};

/// A position that is to be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The position.
    pub stones: Stones,
    /// The moves that are known already and left out, as people write them.
    pub known: Vec<String>,
    node: u32,
}

/// What came of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A position was searched, and what was found is in the database.
    Searched,
    /// The search was stopped; nothing has changed.
    Stopped,
    /// There is nothing left to search: the roots are decided.
    Done,
}

/// The tree of all known positions that come of its roots.
pub struct Growth {
    store: Arc<Store>,
    space: Arc<Space>,
    walker: Walker,
    now: fn() -> u64,
    roots: Vec<u32>,
    keys: Vec<Key>,
    index: FxHashMap<Key, u32>,
    nodes: Vec<Node>,
    moves: Vec<Moves>,
    /// In a game whose moves cannot be traced back: the positions by what moves from them lead to that is not known.
    missing: FxHashMap<Key, Vec<u32>>,
}

/// The moves of a position.
#[derive(Debug, Default)]
struct Moves {
    /// Those that lead to known positions.
    known: Vec<(String, u32)>,
    /// How many there are; 0 where the game is over, and in a position that the rules do not allow.
    legal: usize,
    /// What is known of the others; `None` before the position has been searched.
    rest: Option<Rest>,
    /// What the record says of its value.
    bound: Bound,
}

impl std::fmt::Debug for Growth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {} positions", self.space.rules(), self.nodes.len())
    }
}

impl Growth {
    /// Reads the tree of these roots. `go_on` is asked for every position; `None` when it says no. `now` tells the time, in seconds
    /// since 1970.
    ///
    /// # Errors
    /// When the database cannot be read or written, or a root is no position of these rules.
    pub fn open(
        store: Arc<Store>,
        options: &Options,
        roots: &[Stones],
        now: fn() -> u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Growth>, DatabaseError> {
        let space = Arc::new(Space::new(options)?);
        let walker = Walker::new(options)?;
        let mut growth = Growth {
            store,
            space,
            walker,
            now,
            roots: Vec::new(),
            keys: Vec::new(),
            index: FxHashMap::default(),
            nodes: Vec::new(),
            moves: Vec::new(),
            missing: FxHashMap::default(),
        };
        for stones in roots {
            let space = Arc::clone(&growth.space);
            growth.walker.set(&space, stones)?;
            let at = growth.add(space.place(stones).key);
            if !growth.roots.contains(&at) {
                growth.roots.push(at);
            }
        }
        let first = growth.roots.clone();
        if growth.explore(first, go_on)?.is_none() {
            return Ok(None);
        }
        growth.settle()?;
        Ok(Some(growth))
    }

    /// The positions under these rules.
    pub fn space(&self) -> &Arc<Space> {
        &self.space
    }

    /// How many positions there are, the roots among them.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The value of each root for its side to move.
    pub fn values(&self) -> impl Iterator<Item = Option<Value>> + '_ {
        self.roots.iter().map(|&at| self.nodes[at as usize].value)
    }

    /// Searches the position that matters most; `ctl` is for this step alone.
    ///
    /// # Errors
    /// When the engine refuses the position, or the database cannot be written.
    pub fn step(&mut self, finder: &mut Finder, ctl: &Control, branch: Option<i64>) -> Result<Step, DatabaseError> {
        let Some(leaf) = self.next(1)?.pop() else { return Ok(Step::Done) };
        let Some(found) = finder.search(&self.space, &leaf, ctl)? else {
            let is_stopped = ctl.stopped() && !ctl.is_used_up();
            let nothing = || DatabaseError::Position("a search has found nothing there".to_owned());
            return if is_stopped { Ok(Step::Stopped) } else { Err(nothing()) };
        };
        self.take(&leaf, &found, branch)?;
        Ok(Step::Searched)
    }

    /// Takes what a search has found into the tree and the database, as a step of that branch of the queue.
    ///
    /// # Errors
    /// When the move is none, or the database cannot be written.
    pub fn take(&mut self, leaf: &Leaf, found: &Found, branch: Option<i64>) -> Result<(), DatabaseError> {
        let space = Arc::clone(&self.space);
        let key = self.key(leaf.node).clone();
        self.walker.set(&space, &leaf.stones)?;
        let mut children = self.walker.children(&space)?.into_iter();
        let child = children.find(|child| child.text == found.best);
        let child = child.ok_or_else(|| DatabaseError::Position(format!("{} is no move there", found.best)))?;
        let child = space.place(&child.stones).key;
        let value = value(found.score);
        let depth = i16::try_from(found.depth).unwrap_or(i16::MAX);
        let record = |value, depth, best| Record {
            value: Some(value),
            depth,
            bound: Bound::Exact,
            best,
            source: SOURCE.to_owned(),
            time: (self.now)(),
            ..Record::default()
        };
        let mut records = vec![(child.clone(), record(value.one_ply_after(), (depth - 1).max(0), Vec::new()))];
        if leaf.known.is_empty() {
            records.push((key.clone(), record(value, depth, space.cells_of(&found.best))));
        }
        let rest = match value {
            Value::Loss(_) => Rest::Lost,
            Value::Score(score) => Rest::AtMost(score),
            Value::Win(_) => Rest::AtMost(i32::MAX),
            Value::Draw => Rest::AtMost(0),
        };
        self.store.change(|changes| {
            changes.put(space.rules(), &records, Merge::Better)?;
            changes.set_rest(space.rules(), &key, rest)?;
            branch.map_or(Ok(()), |number| changes.note_step(number))
        })?;
        self.moves[leaf.node as usize].rest = Some(rest);
        let at = self.add(child);
        let new = self.explore(vec![at], &mut || true)?.unwrap_or_default();
        new.into_iter().try_for_each(|at| self.link(at))?;
        self.read_value(leaf.node)?;
        self.settle()
    }

    fn key(&self, at: u32) -> &Key {
        &self.keys[at as usize]
    }

    fn leaf(&self, at: u32) -> Result<Leaf, DatabaseError> {
        let stones = self.space.stones(&self.key(at).0)?;
        let known = self.moves[at as usize].known.iter().map(|(text, _)| text.clone()).collect();
        Ok(Leaf { stones, known, node: at })
    }

    /// Carries values to all ancestors, and writes those that changed.
    fn settle(&mut self) -> Result<(), DatabaseError> {
        settle_all(&mut self.nodes);
        let (keys, space) = (&self.keys, &self.space);
        let mut changed = Vec::new();
        for (at, node) in self.nodes.iter_mut().enumerate() {
            let bound = bound(node, &self.moves[at]);
            if !std::mem::take(&mut node.changed) && bound == self.moves[at].bound {
                continue;
            }
            self.moves[at].bound = bound;
            // What a position has of its own is what its best move came to, and that move is among the children now.
            node.own_counts &= node.best.is_none();
            let by_best = |&&(_, child): &&(String, u32)| Some(child) == node.best;
            let best = self.moves[at].known.iter().find(by_best).map(|(text, _)| space.cells_of(text));
            changed.push((&keys[at], node.value, (node.depth, bound), best));
        }
        if changed.is_empty() {
            return Ok(());
        }
        changed.sort_by(|one, two| one.0.cmp(two.0));
        self.store.change(|changes| {
            for (key, value, (depth, bound), best) in changed {
                let mut record = changes.get(space.rules(), key)?.unwrap_or_default();
                (record.value, record.depth, record.bound) = (value, depth, bound);
                record.best = best.unwrap_or(record.best);
                changes.put(space.rules(), &[(key.clone(), record)], Merge::Replace)?;
            }
            Ok(())
        })
    }
}

/// What is known of a position's value: it is at least that of the best known move where another one may be better, as far as searches
/// tell.
fn bound(node: &Node, moves: &Moves) -> Bound {
    match (node.value, moves.rest) {
        (Some(known @ Value::Score(_)), Some(Rest::AtMost(most))) => {
            let may_be_better = chance(Value::Score(most)) > chance(known) + u64::from(EQUAL);
            if may_be_better && !node.is_complete { Bound::Lower } else { Bound::Exact }
        }
        (Some(_), _) if node.changed => Bound::Exact,
        _ => moves.bound,
    }
}
