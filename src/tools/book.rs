//! `book`: opening books. A book is a database of positions that grows from given roots by searches, those first that matter most.

mod build;
mod probe;
mod roots;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

/// Grows an opening book, and tells what it would play. A book is a database of positions: all commands of `fukumi db` work on it.
#[derive(Debug, Args)]
pub struct Book {
    #[command(subcommand)]
    work: Work,
}

#[derive(Debug, Subcommand)]
enum Work {
    /// Grow a book; cut off, the same command goes on where it was.
    Build(build::Build),
    /// Tell the moves that the book knows in a position, and those it would play.
    Probe(probe::Probe),
}

impl Book {
    /// Does it.
    ///
    /// # Errors
    /// When a database cannot be used, or an argument makes no sense.
    pub fn run(&self, out: &mut impl Write) -> Result<ExitCode> {
        match &self.work {
            Work::Build(build) => build.run(out),
            Work::Probe(probe) => probe.run(out),
        }?;
        Ok(ExitCode::SUCCESS)
    }
}
