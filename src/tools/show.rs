//! `show`: draws a position and writes its text.

use std::io::Write;

use anyhow::Result;
use clap::Args;

use super::position::PositionArgs;

/// Draws a position.
#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    position: PositionArgs,
}

impl Show {
    /// Draws it.
    ///
    /// # Errors
    /// When there is no such position.
    pub fn run(&self, out: &mut impl Write) -> Result<()> {
        let engine = self.position.open()?;
        writeln!(out, "{}", engine.draw().trim_end())?;
        writeln!(out, "{}", engine.position())?;
        Ok(())
    }
}
