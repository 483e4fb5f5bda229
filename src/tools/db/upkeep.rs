//! `db create`, `stat`, `merge`, `split`, `check` and `repair`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::json;

use super::import::Known;
use super::open::{open, open_or_create};
use super::root::Root;
use super::sink::Spaces;
use super::tree;
use crate::database::walk::Walker;
use crate::database::{self, Access, Key, Positions, Record, Space, Stones, Store};
use crate::tools::position::PositionArgs;
use crate::tools::progress::{End, Progress};

/// Makes an empty database.
#[derive(Debug, Args)]
pub(super) struct Create {
    /// The file; there must be none yet.
    database: PathBuf,
}

impl Create {
    pub(super) fn run(&self) -> Result<()> {
        create(&self.database).map(drop)
    }
}

fn create(path: &Path) -> Result<Store> {
    Store::create(path).with_context(|| path.display().to_string())
}

/// Tells how many positions there are.
#[derive(Debug, Args)]
pub(super) struct Stat {
    /// The database.
    database: PathBuf,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

impl Stat {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<()> {
        let store = open(&self.database, Access::ReadOnly)?;
        let file = self.database.metadata()?.len();
        let rules = store.snapshot()?.rules()?;
        if self.json {
            let row = |found: &database::RulesCount| json!({ "rules": found.rules, "positions": found.positions, "bytes": found.bytes });
            let rows: Vec<_> = rules.iter().map(row).collect();
            return Ok(writeln!(out, "{}", json!({ "v": 1, "file_bytes": file, "rules": rows }))?);
        }
        for found in &rules {
            let each = found.bytes.checked_div(found.positions).unwrap_or(0);
            writeln!(out, "{}: {} positions, {each} bytes each", found.rules, found.positions)?;
        }
        let positions: u64 = rules.iter().map(|found| found.positions).sum();
        writeln!(out, "{positions} positions in {file} bytes")?;
        Ok(())
    }
}

/// Takes over other databases of fukumi.
#[derive(Debug, Args)]
pub(super) struct Merge {
    /// The database; it is made when it is not there.
    database: PathBuf,
    /// The databases to take over; they stay as they are.
    #[arg(required = true)]
    others: Vec<PathBuf>,
    /// What becomes of positions that are known already.
    #[arg(long, value_enum, default_value = "better")]
    known: Known,
}

/// Records of a commit.
const BATCH: usize = 50_000;

impl Merge {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<()> {
        let store = open_or_create(&self.database)?;
        for path in &self.others {
            let other = open(path, Access::ReadOnly)?;
            let count = copy(&other, &store, self.known.merge()).with_context(|| path.display().to_string())?;
            writeln!(out, "{}: {count} positions", path.display())?;
        }
        Ok(())
    }
}

/// Copies all positions.
pub(super) fn copy(from: &Store, to: &Store, merge: database::Merge) -> Result<u64> {
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

/// Copies a branch into a new database.
#[derive(Debug, Args)]
pub(super) struct Split {
    /// The database; it stays as it is.
    database: PathBuf,
    /// The new database.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    #[command(flatten)]
    position: PositionArgs,
}

impl Split {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<()> {
        let store = open(&self.database, Access::ReadOnly)?;
        let snapshot = store.snapshot()?;
        let root = Root::named(&self.position)?;
        let positions = snapshot.positions(root.space.rules())?;
        root.ensure_known(&positions)?;
        let Root { options, space, stones } = root;
        let count = split(&store, &space, &mut Walker::new(&options)?, stones, &self.output)?;
        writeln!(out, "{count} positions")?;
        Ok(())
    }
}

/// Copies a position and all known ones that come of it into a new database; tells how many.
pub(super) fn split(store: &Store, space: &Space, walker: &mut Walker, root: Stones, output: &Path) -> Result<u64> {
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

/// Checks every page and every record.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// The database.
    database: PathBuf,
}

impl Check {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<ExitCode> {
        let store = open(&self.database, Access::ReadOnly)?;
        let (count, bad) = check(&store).with_context(|| self.database.display().to_string())?;
        writeln!(out, "{count} positions, {bad} bad")?;
        Ok(if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Checks every page and every record; tells how many records there are, and how many bad ones.
pub(super) fn check(store: &Store) -> Result<(u64, u64)> {
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

/// Gives back the space that nothing uses.
#[derive(Debug, Args)]
pub(super) struct Compact {
    /// The database.
    database: PathBuf,
}

impl Compact {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<()> {
        let before = self.database.metadata().map_or(0, |file| file.len());
        open(&self.database, Access::Write)?.compact().with_context(|| self.database.display().to_string())?;
        writeln!(out, "{} bytes, {before} before", self.database.metadata()?.len())?;
        Ok(())
    }
}

/// Saves what can be read into a new database.
#[derive(Debug, Args)]
pub(super) struct Repair {
    /// The damaged database; it stays as it is.
    database: PathBuf,
    /// The new database.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
}

impl Repair {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<()> {
        let (saved, lost) = repair(&open(&self.database, Access::ReadOnly)?, &self.output)?;
        writeln!(out, "{saved} positions saved, {lost} lost")?;
        if saved == 0 && lost > 0 {
            bail!("nothing could be saved");
        }
        Ok(())
    }
}

/// Saves what can be read into a new database; tells how many records, and how many are lost.
pub(super) fn repair(damaged: &Store, output: &Path) -> Result<(u64, u64)> {
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
