//! Files of games: every position of their trees, with its comment, the texts on its points, and RenLib's marks.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};

use crate::database::{Label, Record, Space};
use crate::engine::Change;
use crate::files::{self, Checker, GameRecord, Hint, MOST_BYTES, NodeId, Notes, Tree};
use crate::games::GAMES;
use crate::library::sink::Sink;
use crate::library::tree::MARKS;

pub(super) fn read(path: &Path, hint: &Hint, sink: &mut Sink<'_>) -> Result<()> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    let found = files::parse(&bytes, hint, GAMES)?;
    drop(bytes);
    let mut checker = Checker::default();
    let mut steps = 0;
    for (number, found) in (1..).zip(found) {
        match found.and_then(|found| checker.check(found, number)) {
            Ok(record) => {
                for what in &record.left_out {
                    sink.faults.push(format!("game {number}: {what}"));
                }
                add(&record, &mut steps, sink).with_context(|| format!("game {number}"))?;
            }
            Err(fault) => sink.fault(fault.into())?,
        }
    }
    Ok(())
}

/// Walks the tree, playing and taking back. Positions that an earlier run has written are passed over.
fn add(game: &GameRecord, steps: &mut u64, sink: &mut Sink<'_>) -> Result<()> {
    let space = Space::new(&game.rules)?;
    let mut engine = (game.rules.game().open)(&game.rules)?;
    engine.apply(&Change::Set { position: game.start.clone(), moves: Vec::new() })?;
    let tree = &game.tree;
    let mut path: Vec<NodeId> = Vec::new();
    let mut next = Some(Tree::ROOT);
    while let Some(node) = next {
        while path.last().copied() != tree.parent(node) {
            let Some(left) = path.pop() else { break };
            if let Some(text) = tree.text(left) {
                engine.apply(&Change::TakeBack(text.to_owned()))?;
            }
        }
        if let Some(text) = tree.text(node) {
            engine.apply(&Change::Play(text.to_owned()))?;
        }
        path.push(node);
        *steps += 1;
        if *steps > sink.before() {
            sink.add(&space, &space.parse(&engine.position())?, record(&space, tree.notes(node)))?;
            sink.done(*steps)?;
        }
        next = if node == Tree::ROOT { tree.first_child(node) } else { tree.successor(node) };
    }
    Ok(())
}

fn record(space: &Space, notes: &Notes) -> Record {
    let mark = MARKS.iter().find(|(property, _)| notes.kept.iter().any(|(kept, _)| kept == property));
    let mut record = Record {
        label: mark.map_or(Label::Unset, |&(_, label)| Label::Mark(label)),
        comment: notes.comment.clone(),
        games: 1,
        ..Record::default()
    };
    for (at, text) in &notes.labels {
        if let Some(cell) = space.cell(at) {
            record.set_board_text(cell, text);
        }
    }
    record
}
