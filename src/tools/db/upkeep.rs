//! `db create`, `stat`, `merge`, `split`, `check` and `repair`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::json;

use super::import::Known;
use super::open::{open, open_or_create};
use super::root::Root;
use crate::database::walk::Walker;
use crate::database::{self, Access};
use crate::library::copies::{check, copy, create, repair, split};
use crate::tools::position::PositionArgs;

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
