//! The positions of a database as a tree of moves from one of them.

use std::sync::Arc;

use anyhow::{Result, bail};
use rustc_hash::FxHashSet;

use crate::database::walk::{Child, Walker};
use crate::database::{DatabaseError, Key, Label, Positions, Record, Space, Stones};
use crate::engine::options::Options;
use crate::files::{GameRecord, MOST_NODES, NodeId, Tree};
use crate::progress::{End, Progress};

/// SGF properties that stand for marks of RenLib, and the labels they are kept as.
pub(crate) const MARKS: [(&str, u8); 2] = [("HO", b'*'), ("KO", b'?')];

/// What is done with a position: its key, its record with its own cells, and the place of its parent with the move. It gives the place
/// of the position.
type Visit<'a, P> = dyn FnMut(&Key, Record, Option<(P, &str)>) -> Result<P> + 'a;

/// Visits every known position that is reached from here by known positions, each once. The second time that
/// a position comes up its record is empty.
pub(crate) fn walk<P: Copy>(
    space: &Space,
    walker: &mut Walker,
    positions: &Positions<'_>,
    root: Stones,
    visit: &mut Visit<'_, P>,
) -> Result<u64> {
    let progress = Progress::new("positions", End::Within(positions.count()?));
    let mut seen = FxHashSet::default();
    let mut waiting: Vec<(Stones, Option<(P, String)>)> = vec![(root, None)];
    while let Some((stones, came)) = waiting.pop() {
        let placed = space.place(&stones);
        let Some(kept) = positions.get(&placed.key)? else { continue };
        let is_new = seen.insert(placed.key.clone());
        // A second way to a position is told, and not followed again.
        let record = if is_new { space.from_kept(&placed, kept) } else { Record::default() };
        let from = came.as_ref().map(|(place, text)| (*place, text.as_str()));
        let place = visit(&placed.key, record, from)?;
        if is_new {
            progress.step();
            let children = known_children(space, walker, positions, &stones)?;
            waiting.extend(children.into_iter().rev().map(|child| (child.stones, Some((place, child.text)))));
        }
    }
    Ok(seen.len() as u64)
}

/// The known positions after this one, one for each key.
pub(crate) fn known_children(
    space: &Space,
    walker: &mut Walker,
    positions: &Positions<'_>,
    stones: &Stones,
) -> Result<Vec<Child>> {
    match walker.set(space, stones) {
        Err(DatabaseError::Position(_)) => return Ok(Vec::new()),
        set => set?,
    }
    let mut keys = FxHashSet::default();
    let mut known = Vec::new();
    for child in walker.children(space)? {
        let key = space.place(&child.stones).key;
        if positions.contains(&key)? && keys.insert(key) {
            known.push(child);
        }
    }
    Ok(known)
}

/// A game whose tree has all of these positions.
pub(crate) fn game(
    options: &Options,
    space: &Space,
    positions: &Positions<'_>,
    root: Stones,
    start: Option<String>,
    moves: &[String],
) -> Result<GameRecord> {
    let mut record = GameRecord::new(Arc::new(options.clone()));
    record.start = start;
    let mut tree = Tree::from_moves(moves);
    let top = tree.main_line().last().copied().unwrap_or(Tree::ROOT);
    let mut walker = Walker::new(options)?;
    let mut nodes = 0;
    walk(space, &mut walker, positions, root, &mut |_, record, came: Option<(NodeId, &str)>| {
        let node = came.map_or(top, |(parent, text)| tree.add(parent, Some(text)));
        nodes += 1;
        if nodes > MOST_NODES {
            bail!("more than {MOST_NODES} moves: name a branch by --moves");
        }
        annotate(&mut tree, node, space, record);
        Ok(node)
    })?;
    record.tree = tree;
    Ok(record)
}

fn annotate(tree: &mut Tree, node: NodeId, space: &Space, record: Record) {
    tree.add_comment(node, &record.comment);
    for (cell, text) in record.board_texts {
        if let Some(name) = space.name(cell) {
            tree.add_label(node, name.to_owned(), text);
        }
    }
    let mark = MARKS.iter().find(|&&(_, label)| record.label == Label::Mark(label));
    if let Some((property, _)) = mark {
        tree.keep(node, property, vec![if *property == "HO" { "1".to_owned() } else { String::new() }]);
    }
}
