//! `db`: databases of positions.

mod export;
mod import;
mod minimax;
pub(super) mod open;
mod query;
pub(super) mod root;
pub(super) mod stop;
mod upkeep;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

/// Keeps positions in a database, shared by all games and rules.
#[derive(Debug, Args)]
pub struct Db {
    #[command(subcommand)]
    work: Work,
}

#[derive(Debug, Subcommand)]
enum Work {
    /// Make an empty database.
    Create(upkeep::Create),
    /// Tell how many positions there are, by rules.
    Stat(upkeep::Stat),
    /// Show what is known about a position and those after it.
    Query(query::Query),
    /// Take over libraries, databases, games and results of analyze; cut off, it goes on where it was.
    Import(import::Import),
    /// Write a database for another program, or as text.
    Export(export::Export),
    /// Take over other databases of fukumi.
    Merge(upkeep::Merge),
    /// Copy a position and all that comes of it into a new database.
    Split(upkeep::Split),
    /// Check every page and every record.
    Check(upkeep::Check),
    /// Give back the space that nothing uses, as after a large import.
    Compact(upkeep::Compact),
    /// Save what can be read into a new database.
    Repair(upkeep::Repair),
    /// Carry the values of leaves to all their ancestors.
    Minimax(minimax::Minimax),
}

impl Db {
    /// Does it.
    ///
    /// # Errors
    /// When a database cannot be used, or a file cannot be read or written.
    pub fn run(&self, out: &mut impl Write) -> Result<ExitCode> {
        match &self.work {
            Work::Create(create) => create.run(),
            Work::Stat(stat) => stat.run(out),
            Work::Query(query) => query.run(out),
            Work::Import(import) => return import.run(out),
            Work::Export(export) => export.run(out),
            Work::Merge(merge) => merge.run(out),
            Work::Split(split) => split.run(out),
            Work::Check(check) => return check.run(out),
            Work::Compact(compact) => compact.run(out),
            Work::Repair(repair) => repair.run(out),
            Work::Minimax(minimax) => minimax.run(out),
        }?;
        Ok(ExitCode::SUCCESS)
    }
}
