//! `man`: manual pages, made from the definition of the command line.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_mangen::Man;

/// Writes the manual page of the program or of one of its tools: fukumi man | man -l -
#[derive(Debug, Args)]
pub struct Manual {
    /// The tool; the whole program when not given.
    tool: Option<String>,
    /// Write the pages of the program and of all tools into this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with = "tool")]
    out: Option<PathBuf>,
}

impl Manual {
    /// Writes the page, or the pages.
    ///
    /// # Errors
    /// When there is no such tool, or a page cannot be written.
    pub fn run(&self, mut command: Command, out: &mut impl Write) -> Result<()> {
        command = command.disable_help_subcommand(true);
        if let Some(folder) = &self.out {
            let cannot = || format!("cannot write into {}", folder.display());
            fs::create_dir_all(folder).with_context(cannot)?;
            return clap_mangen::generate_to(command, folder).with_context(cannot);
        }
        command.build();
        let page = match &self.tool {
            None => command,
            Some(name) => {
                command.find_subcommand(name).cloned().with_context(|| format!("there is no tool '{name}'"))?
            }
        };
        let mut text = Vec::new();
        Man::new(page).render(&mut text)?;
        out.write_all(&text)?;
        Ok(())
    }
}
