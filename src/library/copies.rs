//! Copies of databases, whole or in part, and what is checked and saved of damaged ones.

use std::path::Path;

use anyhow::{Context, Result};

use super::sink::Spaces;
use super::tree;
use crate::database::walk::Walker;
use crate::database::{self, Key, Positions, Record, Space, Stones, Store};
use crate::progress::{End, Progress};

/// Records of a commit.
const BATCH: usize = 50_000;

/// Makes a database where there is no file yet.
pub(crate) fn create(path: &Path) -> Result<Store> {
    Store::create(path).with_context(|| path.display().to_string())
}

/// Copies all positions.
pub(crate) fn copy(from: &Store, to: &Store, merge: database::Merge) -> Result<u64> {
    let snapshot = from.snapshot()?;
    let mut count = 0;
    for found in snapshot.rules()? {
        let progress = Progress::new("positions", End::After(found.positions));
        let mut batch: Vec<(Key, Record)> = Vec::new();
        for entry in snapshot.positions(&found.rules)?.iter() {
            batch.push(entry?);
            progress.step();
            count += 1;
            if batch.len() == BATCH {
                to.change(|changes| changes.put(&found.rules, &batch, merge))?;
                batch.clear();
            }
        }
        to.change(|changes| changes.put(&found.rules, &batch, merge))?;
    }
    Ok(count)
}

/// Copies a position and all known ones that come of it into a new database; tells how many.
pub(crate) fn split(store: &Store, space: &Space, walker: &mut Walker, root: Stones, output: &Path) -> Result<u64> {
    let snapshot = store.snapshot()?;
    let positions = snapshot.positions(space.rules())?;
    let new = create(output)?;
    let mut batch: Vec<(Key, Record)> = Vec::new();
    let put = |batch: &[(Key, Record)]| new.change(|changes| changes.put(space.rules(), batch, database::Merge::Keep));
    let count = tree::walk(space, walker, &positions, root, &mut |key, _, _: Option<((), &str)>| {
        let record = positions.get(key)?.unwrap_or_default();
        batch.push((key.clone(), record));
        if batch.len() == BATCH {
            put(&std::mem::take(&mut batch))?;
        }
        Ok(())
    })?;
    put(&batch)?;
    Ok(count)
}

/// Checks every page and every record; tells how many records there are, and how many bad ones.
pub(crate) fn check(store: &Store) -> Result<(u64, u64)> {
    store.verify()?;
    let snapshot = store.snapshot()?;
    let (mut spaces, mut bad, mut count) = (Spaces::default(), 0, 0);
    for found in snapshot.rules()? {
        let space = spaces.get(&found.rules)?;
        let progress = Progress::new("positions", End::After(found.positions));
        for entry in snapshot.positions(&found.rules)?.iter() {
            progress.step();
            count += 1;
            bad += u64::from(!entry.is_ok_and(|(key, record)| is_well(&space, &key, &record)));
        }
    }
    Ok((count, bad))
}

/// Is it the key of the least image, with a record that makes sense?
fn is_well(space: &Space, key: &Key, record: &Record) -> bool {
    let placed = space.stones(&key.0).map(|stones| space.place(&stones).key);
    placed.is_ok_and(|placed| placed == *key) && record.check().is_ok()
}

/// Saves what can be read into a new database; tells how many records, and how many are lost.
pub(crate) fn repair(damaged: &Store, output: &Path) -> Result<(u64, u64)> {
    let new = create(output)?;
    let snapshot = damaged.snapshot()?;
    let (mut spaces, mut saved, mut lost) = (Spaces::default(), 0, 0);
    for found in snapshot.rules()? {
        let there = match spaces.get(&found.rules) {
            Ok(space) => salvage(&snapshot.positions(&found.rules)?, &space, &new)?,
            Err(_) => 0,
        };
        saved += there;
        lost += found.positions.saturating_sub(there);
    }
    Ok((saved, lost))
}

/// Saves the positions of one set of rules: from the first one up to a damaged page, and from the last one back to one.
fn salvage(positions: &Positions<'_>, space: &Space, new: &Store) -> Result<u64> {
    let mut last = None;
    let mut batch = Vec::new();
    let mut saved = 0;
    let mut save = |batch: &mut Vec<(Key, Record)>| -> Result<()> {
        saved += batch.len() as u64;
        new.change(|changes| changes.put(space.rules(), batch, database::Merge::Keep))?;
        batch.clear();
        Ok(())
    };
    // A record that makes no sense is left out; after a page that cannot be read comes nothing.
    for (key, record) in positions.iter().flatten().filter(|(key, record)| is_well(space, key, record)) {
        last = Some(key.clone());
        batch.push((key, record));
        if batch.len() == BATCH {
            save(&mut batch)?;
        }
    }
    for (key, record) in positions.iter_back().flatten().filter(|(key, record)| is_well(space, key, record)) {
        if last.as_ref().is_some_and(|last| key <= *last) {
            break;
        }
        batch.push((key, record));
        if batch.len() == BATCH {
            save(&mut batch)?;
        }
    }
    save(&mut batch)?;
    Ok(saved)
}
