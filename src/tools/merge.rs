//! `merge`: the parts of a run, joined to what one machine would have written.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::{analyze, arena, part, tune_search};
use crate::engine::registry::Games;
use crate::lab::arena::parts as match_parts;
use crate::lab::parts::{Command, PartFile, PartSet};
use crate::lab::selfplay::parts as selfplay_parts;
use crate::lab::spsa::parts::{Outcome, PartedRun};
use crate::lab::stats::Estimate;
use crate::whole_file;

/// Joins the parts of a run of `selfplay`, `match`, `analyze` or `tune-search`, in any order, to what one machine would have written. A
/// part that comes twice counts once; parts of other runs are refused.
#[derive(Debug, Args)]
pub struct Merge {
    /// Files of parts; a folder stands for all files *.part in it.
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// The file to write; of a match, the folder.
    #[arg(long, value_name = "PATH")]
    out: PathBuf,
    /// Join what is there when parts are missing.
    #[arg(long)]
    partial: bool,
    /// Replace what is there.
    #[arg(long)]
    force: bool,
}

impl Merge {
    /// Joins them. The exit status is the one that a single machine would have had.
    ///
    /// # Errors
    /// When parts do not belong together, are damaged or missing, or the result cannot be written.
    pub fn run(&self, games: Games, out: &mut impl Write) -> Result<ExitCode> {
        let set = PartSet::gather(&self.parts)?;
        let (ours, theirs) = (part::program(), &set.run().program);
        ensure!(ours == *theirs, "the parts were made by {theirs}, and this is {ours}");
        ensure!(self.force || !self.out.exists(), "{} is there already; --force replaces it", self.out.display());
        match (set.check_complete(), set.run().command) {
            (Err(missing), _) if self.partial => writeln!(out, "{missing}")?,
            // Where a test is decided what comes later is not missing.
            (Err(_), Command::Match) | (Ok(()), _) => {}
            (Err(missing), _) => return Err(missing.into()),
        }
        let exit = match set.run().command {
            Command::Selfplay => self.selfplay(&set, out)?,
            Command::Match => self.games(&set, games, out)?,
            Command::Analyze => self.analyze(&set, out)?,
            Command::TuneSearch => self.tune_search(&set, out)?,
        };
        Ok(ExitCode::from(exit))
    }

    fn selfplay(&self, set: &PartSet, out: &mut impl Write) -> Result<u8> {
        let run: selfplay_parts::PartedRun = settings(set)?;
        let folder = self.beside()?;
        let new = folder.path().join("games.fsp");
        let (games, positions) = selfplay_parts::join(&run, set.files(), &new)?;
        self.put(&new)?;
        writeln!(out, "{} holds {games} games, {positions} positions", self.out.display())?;
        Ok(set.exit())
    }

    fn games(&self, set: &PartSet, games: Games, out: &mut impl Write) -> Result<u8> {
        let settings = settings(set)?;
        let folder = self.beside()?;
        let new = folder.path().join("match");
        let files: Vec<&PartFile> = if self.partial { set.files().collect() } else { set.unbroken().collect() };
        let results = match_parts::join(&settings, games, files.into_iter(), &new)?;
        if !self.partial && !results.complete() {
            set.check_complete()?;
        }
        self.put(&new)?;
        arena::show(&results, out)?;
        Ok(u8::from(results.faults() > 0))
    }

    fn analyze(&self, set: &PartSet, out: &mut impl Write) -> Result<u8> {
        let folder = self.beside()?;
        let new = folder.path().join("answers.jsonl");
        let mut file = std::io::BufWriter::new(fs::File::create(&new)?);
        let answers = analyze::join(&set.run().settings, set.files(), &mut file)?;
        file.flush()?;
        drop(file);
        self.put(&new)?;
        writeln!(out, "{} holds {answers} results", self.out.display())?;
        Ok(set.exit())
    }

    fn tune_search(&self, set: &PartSet, out: &mut impl Write) -> Result<u8> {
        let run: PartedRun = settings(set)?;
        let outcome = match run.purpose {
            crate::lab::spsa::parts::Purpose::Tune => run.join(set.unbroken())?,
            _ => run.join(set.files())?,
        };
        let (kept, told) = match outcome {
            Outcome::Tuned(optimizer, journal) => {
                let told = format!("after {} pairs: {}\n", optimizer.iterations(), tune_search::stand(&optimizer));
                (journal, told)
            }
            Outcome::Slopes(optimizer, tallies) => {
                let table = tune_search::table(&optimizer, &tallies);
                (table.clone(), table)
            }
            Outcome::Compared(tally) => {
                let line = format!("listed against usual: {}\n", Estimate::of(&tally));
                (line.clone(), line)
            }
        };
        whole_file::write(&self.out, kept.as_bytes(), self.force)?;
        out.write_all(told.as_bytes())?;
        Ok(set.exit())
    }

    /// A folder under a passing name beside the result, from where that is put in its place as a whole.
    fn beside(&self) -> Result<tempfile::TempDir> {
        let folder = self.out.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let made = tempfile::Builder::new().prefix(".merge-").tempdir_in(folder);
        made.with_context(|| format!("cannot write in {}", folder.display()))
    }

    fn put(&self, new: &Path) -> Result<()> {
        let cannot = || format!("cannot replace {}", self.out.display());
        if self.out.is_dir() {
            // A folder takes the place of an empty one only. What is lost between the two steps is in the parts.
            fs::remove_dir_all(&self.out).with_context(cannot)?;
        }
        fs::rename(new, &self.out).with_context(cannot)
    }
}

fn settings<T: serde::de::DeserializeOwned>(set: &PartSet) -> Result<T> {
    serde_json::from_value(set.run().settings.clone()).context("the settings of the parts")
}
