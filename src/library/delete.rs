//! Forgets what comes of a position.

use fukumi_protocol::DeleteWhich;
use rustc_hash::FxHashSet;

use super::board::Board;
use super::requests::record;
use super::table;
use super::{OpenFile, shown};
use crate::database::walk;
use crate::database::{DatabaseError, Key, Merge, Record, Stones};

/// Forgets the moves from here that are meant, each with everything that comes of it, and looks for them behind those that stay as well if
/// that is wanted.
pub(super) fn children(
    file: &OpenFile,
    board: &Board,
    from: &Stones,
    (which, recursive): (DeleteWhich, bool),
) -> Result<(), DatabaseError> {
    let snapshot = file.store.snapshot()?;
    let positions = snapshot.positions(board.space.rules())?;
    let mut gone: Vec<Key> = Vec::new();
    // A position that comes up again, to be deleted or not, is looked at once for each.
    let mut seen: FxHashSet<(Key, bool)> = FxHashSet::default();
    let mut waiting = vec![(from.clone(), false)];
    while let Some((stones, is_deleted)) = waiting.pop() {
        for (_, child) in board.children(&stones) {
            let Some(record) = record(board, &positions, &child)? else { continue };
            let deletes = is_deleted || is_meant(which, &record);
            let key = board.space.place(&child).key;
            if !(deletes || recursive) || !seen.insert((key.clone(), deletes)) {
                continue;
            }
            if deletes {
                gone.push(key);
            }
            waiting.push((child, deletes));
        }
    }
    let mut here = record(board, &positions, from)?.unwrap_or_default();
    let is_gone = |stones: &Stones| gone.contains(&board.space.place(stones).key);
    let stays = |cell: u16| which != DeleteWhich::All && board.after(from, cell).is_none_or(|child| !is_gone(&child));
    let texts = here.board_texts.len();
    here.board_texts.retain(|&(cell, _)| stays(cell));
    let changed = if here.board_texts.len() == texts { Vec::new() } else { vec![kept(board, from, here)] };
    write(file, board, &gone, &changed)
}

/// Forgets a position, and the texts that stand where a stone leads to it, as Rapfi does.
pub(super) fn one(file: &OpenFile, board: &Board, stones: &Stones) -> Result<(), DatabaseError> {
    let key = board.space.place(stones).key;
    let snapshot = file.store.snapshot()?;
    let positions = snapshot.positions(board.space.rules())?;
    let mut changed = Vec::new();
    for before in walk::before(&board.space, stones).unwrap_or_default() {
        let Some(mut record) = record(board, &positions, &before)? else { continue };
        let texts = record.board_texts.len();
        let leads_there = |cell| board.after(&before, cell).is_some_and(|child| board.space.place(&child).key == key);
        record.board_texts.retain(|&(cell, _)| !leads_there(cell));
        if record.board_texts.len() < texts {
            changed.push(kept(board, &before, record));
        }
    }
    write(file, board, &[key], &changed)
}

/// The record of a position as it is kept.
fn kept(board: &Board, stones: &Stones, record: Record) -> (Key, Record) {
    let placed = board.space.place(stones);
    let record = board.space.to_kept(&placed, record);
    (placed.key, record)
}

fn write(file: &OpenFile, board: &Board, gone: &[Key], changed: &[(Key, Record)]) -> Result<(), DatabaseError> {
    file.store.change(|changes| {
        changes.remove(board.space.rules(), gone)?;
        changes.put(board.space.rules(), changed, Merge::Replace)
    })
}

fn is_meant(which: DeleteWhich, record: &Record) -> bool {
    let label = table::label(record);
    let is_decided = matches!(label, Some(b'w' | b'l'));
    let is_drawn = label == Some(b'd');
    let steps = shown::steps(record);
    match which {
        DeleteWhich::All => true,
        DeleteWhich::NotDecided => !is_decided,
        DeleteWhich::NotDecidedOrDrawn => !is_decided && !is_drawn,
        DeleteWhich::Won => label == Some(b'w'),
        DeleteWhich::Lost => label == Some(b'l'),
        DeleteWhich::Decided => is_decided,
        DeleteWhich::DecidedOrDrawn => is_decided || is_drawn,
        DeleteWhich::DecidedUntold => is_decided && steps.is_none(),
        DeleteWhich::DecidedWithin(most) => steps.is_some_and(|steps| steps <= most),
    }
}
