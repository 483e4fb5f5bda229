//! `--part K/N`: a numbered part of a run, done into one file that holds all there is to know of it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Serialize;

use super::bench::SIGNATURE;
use crate::lab::parts::{Command, Part, PartFile, Run};

/// A part of a run, and the file for its results.
pub(super) struct PartToDo {
    part: Part,
    run: Run,
    out: PathBuf,
}

/// The run of a command that these settings decide.
///
/// # Errors
/// When they cannot be written.
pub(super) fn run_of(command: Command, repeatable: bool, settings: &impl Serialize) -> Result<Run> {
    Ok(Run { command, program: program(), repeatable, settings: serde_json::to_value(settings)? })
}

/// This program, as parts name it: another version or another search plays other games.
pub(super) fn program() -> String {
    format!("fukumi {} {}", env!("CARGO_PKG_VERSION"), SIGNATURE.trim())
}

impl PartToDo {
    pub(super) fn new(part: Part, run: Run, out: &Path) -> PartToDo {
        PartToDo { part, run, out: out.to_owned() }
    }

    /// The exit status of the part, if it has been done: the same command says the same again.
    ///
    /// # Errors
    /// When the file is there and holds something else.
    pub(super) fn done(&self) -> Result<Option<u8>> {
        if !self.out.exists() {
            return Ok(None);
        }
        let file = PartFile::open(&self.out)?;
        file.check(self.part, &self.run)?;
        Ok(Some(file.header().exit))
    }

    /// Where results are kept until the part is done: what is interrupted goes on from there.
    ///
    /// # Errors
    /// When it was begun for another part or run.
    pub(super) fn work(&self) -> Result<PathBuf> {
        let mut work = self.out.clone().into_os_string();
        work.push(".work");
        let work = PathBuf::from(work);
        fs::create_dir_all(&work).with_context(|| format!("cannot make the folder {}", work.display()))?;
        let (path, is) = (work.join("part.json"), serde_json::to_string(&(self.part.to_string(), &self.run))?);
        match fs::read_to_string(&path) {
            Ok(was) => {
                ensure!(was == is, "{} was begun for another part or run; delete it to begin anew", work.display())
            }
            Err(_) => crate::whole_file::write(&path, is.as_bytes(), true)?,
        }
        Ok(work)
    }

    /// Writes the file of the part with these results, and takes away what was kept for it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn finish(&self, exit: u8, results: &Path) -> Result<()> {
        PartFile::write(&self.out, self.part, self.run.clone(), exit, results)?;
        let work = self.work()?;
        fs::remove_dir_all(&work).with_context(|| format!("cannot delete {}", work.display()))
    }
}
