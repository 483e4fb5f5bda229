//! Forgets what comes of a position.

use fukumi_protocol::DeleteWhich;
use rustc_hash::FxHashSet;

use super::board::Board;
use super::requests::record;
use super::{OpenFile, shown};
use crate::database::{DatabaseError, Key, Record, Stones};

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
    file.store.change(|changes| changes.remove(board.space.rules(), &gone))?;
    Ok(())
}

fn is_meant(which: DeleteWhich, record: &Record) -> bool {
    let label = shown::label(record);
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
