//! `completions`: a script by which a shell completes the command line, made from its definition.

use std::io::Write;

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;

/// Writes a script by which a shell completes the command line. For bash: fukumi completions bash >
/// ~/.local/share/bash-completion/completions/fukumi
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Writes the script.
    ///
    /// # Errors
    /// When nobody takes it.
    pub fn run(&self, mut command: Command, out: &mut impl Write) -> Result<()> {
        let name = command.get_name().to_owned();
        // The generator panics where it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, name, &mut script);
        out.write_all(&script)?;
        Ok(())
    }
}
