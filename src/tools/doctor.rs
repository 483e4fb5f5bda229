//! `doctor`: what the engine sees of the machine, and a short test of every game by known answers.

mod checks;
mod machine;

use std::io::Write;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use anyhow::Result;
use clap::Args;

use self::checks::checks;
use self::machine::Machine;
use crate::engine::registry::Games;
use crate::progress::{End, Progress};
use crate::search::STACK_BYTES;

/// Tells what the engine sees of the machine, and tests every game by known answers. The exit status tells whether all is well.
#[derive(Debug, Args)]
pub struct Doctor {
    /// Only look at the machine.
    #[arg(long)]
    no_tests: bool,
}

impl Doctor {
    /// Looks at the machine and tests these games.
    ///
    /// # Errors
    /// When nobody takes the report, or no thread can be started.
    pub fn run(&self, games: Games, out: &mut impl Write) -> Result<ExitCode> {
        writeln!(out, "fukumi {}", super::version::long(games))?;
        writeln!(out)?;
        for (name, value) in Machine::look().rows() {
            writeln!(out, "{name:<12} {value}")?;
        }
        if self.no_tests {
            return Ok(ExitCode::SUCCESS);
        }
        writeln!(out)?;
        let (mut failed, checks) = (0, checks(games));
        let count = checks.len();
        let progress = Progress::new("tests", End::After(count as u64));
        for check in checks {
            progress.tell(check.name.clone());
            let started = Instant::now();
            // On a thread of its own: a search wants a large stack, and a check that panics has failed.
            let running = thread::Builder::new().stack_size(STACK_BYTES).spawn(check.run)?;
            let found = running.join().unwrap_or_else(|_| Err("it panicked".to_owned()));
            let ms = started.elapsed().as_millis();
            failed += usize::from(found.is_err());
            let line = match found {
                Ok(said) => format!("ok      {:<34} {said} ({ms} ms)", check.name),
                Err(why) => format!("FAILED  {:<34} {why} ({ms} ms)", check.name),
            };
            progress.step();
            progress.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))?;
        }
        drop(progress);
        match failed {
            0 => writeln!(out, "all {} tests passed", count)?,
            _ => writeln!(out, "{failed} of {} tests failed", count)?,
        }
        Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
