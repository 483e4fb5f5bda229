//! The tree in memory: read from the database, and joined to what is new.

use std::sync::Arc;

use super::rest::Rest;
use super::{Growth, Moves};
use crate::database::error::DatabaseError;
use crate::database::graph::Node;
use crate::database::record::{Record, Value};
use crate::database::space::Key;
use crate::database::walk;
use crate::search::Outcome;

impl Growth {
    /// The node of a key; a new one is still empty.
    pub(super) fn add(&mut self, key: Key) -> u32 {
        let next = self.nodes.len() as u32;
        let at = *self.index.entry(key.clone()).or_insert(next);
        if at == next {
            self.keys.push(key);
            self.nodes.push(Node::default());
            self.moves.push(Moves::default());
        }
        at
    }

    /// Reads nodes, and all known positions that come of them and are new; tells which were read. `None` when `go_on` says no.
    pub(super) fn explore(
        &mut self,
        mut waiting: Vec<u32>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Vec<u32>>, DatabaseError> {
        let (space, store) = (Arc::clone(&self.space), Arc::clone(&self.store));
        // Hundreds of questions for each position: asked one by one, each would have to lock the file.
        let snapshot = store.snapshot()?;
        let positions = snapshot.positions(space.rules())?;
        let mut read = Vec::new();
        while let Some(at) = waiting.pop() {
            if !go_on() {
                return Ok(None);
            }
            read.push(at);
            let key = self.key(at).clone();
            match self.walker.set(&space, &space.stones(&key.0)?) {
                Err(DatabaseError::Position(_)) => continue, // a foreign database may hold what the rules do not allow
                set => set?,
            }
            let record = positions.get(&key)?.unwrap_or_default();
            if let Some(outcome) = self.walker.outcome() {
                self.moves[at as usize].bound = record.bound;
                let over = if outcome == Outcome::Draw { Value::Draw } else { Value::Loss(0) };
                self.nodes[at as usize] = Node {
                    value: Some(over),
                    depth: record.depth,
                    changed: record.value != Some(over),
                    ..Node::default()
                };
                continue;
            }
            let mut moves = Moves { rest: positions.rest(&key)?, ..Moves::default() };
            for child in self.walker.children(&space)? {
                moves.legal += 1;
                let key = space.place(&child.stones).key;
                match self.index.get(&key) {
                    Some(&there) => moves.known.push((child.text, there)),
                    None if positions.contains(&key)? => {
                        let there = self.add(key);
                        waiting.push(there);
                        moves.known.push((child.text, there));
                    }
                    None if space.lays() => {}
                    None => self.missing.entry(key).or_default().push(at),
                }
            }
            self.moves[at as usize] = moves;
            self.join(at, &record);
        }
        Ok(Some(read))
    }

    /// The value of a node as the database has it now.
    pub(super) fn read_value(&mut self, at: u32) -> Result<(), DatabaseError> {
        let snapshot = self.store.latest()?;
        let record = snapshot.positions(self.space.rules())?.get(self.key(at))?.unwrap_or_default();
        self.join(at, &record);
        Ok(())
    }

    /// A node with the value of its record and the children that its moves lead to, in the order of their keys, so that a tree that is
    /// read anew is the same.
    fn join(&mut self, at: u32, record: &Record) {
        self.moves[at as usize].bound = record.bound;
        let moves = &self.moves[at as usize];
        let best = self.space.move_text(&record.best);
        let mut children: Vec<u32> = moves.known.iter().map(|&(_, child)| child).collect();
        children.sort_by(|&one, &two| self.key(one).cmp(self.key(two)));
        children.dedup();
        self.nodes[at as usize] = Node {
            value: record.value,
            depth: record.depth,
            best: None,
            own_counts: !best.is_empty() && !moves.known.iter().any(|(text, _)| *text == best),
            children,
            // Those that are not known all lose, or there are none.
            is_complete: moves.known.len() == moves.legal || moves.rest == Some(Rest::Lost),
            changed: false,
        };
    }

    /// Makes a new node the child of all nodes that a move leads from.
    pub(super) fn link(&mut self, at: u32) -> Result<(), DatabaseError> {
        let (space, key) = (Arc::clone(&self.space), self.key(at).clone());
        let mut parents = match walk::before(&space, &space.stones(&key.0)?) {
            Some(before) => {
                before.iter().filter_map(|stones| self.index.get(&space.place(stones).key).copied()).collect()
            }
            None => self.missing.remove(&key).unwrap_or_default(),
        };
        parents.sort_unstable();
        parents.dedup();
        for parent in parents {
            match self.walker.set(&space, &space.stones(&self.key(parent).0)?) {
                Err(DatabaseError::Position(_)) => continue,
                set => set?,
            }
            if self.walker.outcome().is_some() {
                continue;
            }
            let mut known: Vec<(String, u32)> = std::mem::take(&mut self.moves[parent as usize].known);
            for child in self.walker.children(&space)? {
                if space.place(&child.stones).key == key && !known.iter().any(|(text, _)| *text == child.text) {
                    known.push((child.text, at));
                }
            }
            self.moves[parent as usize].known = known;
            self.read_value(parent)?;
        }
        Ok(())
    }
}
