//! `match-records`: the games of a match, as records to learn from.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use crate::lab::arena::journal;
use crate::lab::match_records;
use crate::lab::selfplay::Store;
use crate::whole_file;

/// Writes the games of a match as records of self-play, for `train` and `tune`.
#[derive(Debug, Args)]
pub struct MatchRecords {
    /// The folder of the match.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The engine whose scores are kept, by its name in the match. Where its opponent moved, the nearest of them stands in.
    #[arg(long, value_name = "NAME")]
    engine: String,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace what is there.
    #[arg(long)]
    force: bool,
}

impl MatchRecords {
    /// Writes them.
    ///
    /// # Errors
    /// When the match cannot be read, no such engine took part, a move is illegal, or the file cannot be written.
    pub fn run(&self, out: &mut impl Write) -> Result<()> {
        let (settings, games) = journal::read(&self.folder)?;
        let conditions = match_records::conditions(&settings, &self.engine)?;
        let names = settings.engines.iter().map(|spec| spec.name.as_str()).collect::<Vec<_>>().join(", ");
        let conditions =
            conditions.with_context(|| format!("--engine {}: the match was played by {names}", self.engine))?;
        let mut engine = conditions.open_classical(None)?;
        let mut records = Vec::new();
        for game in &games {
            let record = match_records::record(game, engine.as_mut(), &self.engine);
            records.extend(record.with_context(|| format!("{}: game {}", self.folder.display(), game.game))?);
        }
        let folder = tempfile::tempdir()?;
        let new = folder.path().join("games.fsp");
        let mut store = Store::open(&new, conditions)?;
        records.iter().try_for_each(|record| store.add(record))?;
        store.flush()?;
        whole_file::write(&self.out, &fs::read(&new)?, self.force)?;
        writeln!(out, "{} games of {}, {} positions", store.games(), games.len(), store.positions())?;
        Ok(())
    }
}
