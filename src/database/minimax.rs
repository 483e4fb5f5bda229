//! Carries the values of leaves to all their ancestors, in a whole database.

use super::error::DatabaseError;
use super::graph::{Node, settle_all};
use super::record::{Bound, Record, Value};
use super::snapshot::Positions;
use super::space::{Key, Space};
use super::walk::Walker;
use crate::search::Outcome;

/// What has been done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions looked at.
    pub positions: u64,
    /// Moves from a known position to a known position.
    pub edges: u64,
    /// Positions that moves can go round to.
    pub in_circles: u64,
    /// Positions whose value changed.
    pub changed: u64,
    /// Those among them that became proven.
    pub proven: u64,
}

/// Works out the values of all positions under some rules, and hands out the records that changed. `step` is called for every position
/// looked at, and stops the work by being false.
///
/// # Errors
/// When the database cannot be read, or `save` fails.
pub fn minimax(
    space: &Space,
    walker: &mut Walker,
    positions: &Positions<'_>,
    step: &mut dyn FnMut() -> bool,
    save: &mut dyn FnMut(Key, Record) -> Result<(), DatabaseError>,
) -> Result<Tally, DatabaseError> {
    let keys: Vec<Key> = positions.iter().map(|entry| entry.map(|(key, _)| key)).collect::<Result<_, _>>()?;
    let mut nodes = Vec::with_capacity(keys.len());
    for entry in positions.iter() {
        let (key, record) = entry?;
        nodes.push(node(space, walker, &keys, &key, &record)?);
        if !step() {
            return Err(DatabaseError::Storage("stopped; nothing was changed".to_owned()));
        }
    }
    let mut tally = Tally { positions: nodes.len() as u64, ..Tally::default() };
    tally.edges = nodes.iter().map(|node| node.children.len() as u64).sum();
    tally.in_circles = settle_all(&mut nodes);
    for (key, node) in keys.iter().zip(&nodes).filter(|(_, node)| node.changed) {
        let mut record = positions.get(key)?.unwrap_or_default();
        tally.changed += 1;
        tally.proven += u64::from(node.value.is_some_and(Value::is_proven));
        (record.value, record.depth, record.bound) = (node.value, node.depth, Bound::Exact);
        if let Some(best) = node.best {
            record.best = best_move(space, walker, key, &keys[best as usize])?;
        }
        save(key.clone(), record)?;
    }
    Ok(tally)
}

fn node(space: &Space, walker: &mut Walker, keys: &[Key], key: &Key, record: &Record) -> Result<Node, DatabaseError> {
    let stones = space.stones(&key.0)?;
    let mut node = Node { value: record.value, depth: record.depth, ..Node::default() };
    if let Err(DatabaseError::Position(_)) = walker.set(space, &stones) {
        return Ok(node); // a foreign database may hold what the rules do not allow; it stays as it is
    }
    if let Some(outcome) = walker.outcome() {
        let over = if outcome == Outcome::Draw { Value::Draw } else { Value::Loss(0) };
        node.changed = node.value != Some(over);
        node.value = Some(over);
        return Ok(node);
    }
    let best = space.move_text(&record.best);
    let mut best_is_known = best.is_empty();
    node.is_complete = true;
    for child in walker.children(space)? {
        match keys.binary_search(&space.place(&child.stones).key) {
            Ok(at) => {
                node.children.push(at as u32);
                best_is_known |= child.text == best;
            }
            Err(_) => node.is_complete = false,
        }
    }
    node.children.sort_unstable();
    node.children.dedup();
    node.own_counts = !best_is_known;
    Ok(node)
}

/// The move from one kept position to another, by the cells it names.
fn best_move(space: &Space, walker: &mut Walker, from: &Key, to: &Key) -> Result<Vec<u16>, DatabaseError> {
    walker.set(space, &space.stones(&from.0)?)?;
    let children = walker.children(space)?;
    let found = children.into_iter().find(|child| space.place(&child.stones).key == *to);
    Ok(found.map(|child| space.cells_of(&child.text)).unwrap_or_default())
}
