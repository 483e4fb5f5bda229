//! `man`: manual pages, made from the definition of the command line.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::examples;

/// Writes the manual page of the program or of one of its commands: fukumi man | man -l -
#[derive(Debug, Args)]
pub struct Manual {
    /// The command; the whole program when not given.
    tool: Option<String>,
    /// Write the pages of the program and of all commands into this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with = "tool")]
    out: Option<PathBuf>,
}

impl Manual {
    /// Writes the page, or the pages.
    ///
    /// # Errors
    /// When there is no such command, or a page cannot be written.
    pub fn run(&self, mut command: Command, out: &mut impl Write) -> Result<()> {
        command = command.disable_help_subcommand(true);
        command.build();
        if let Some(folder) = &self.out {
            let cannot = || format!("cannot write into {}", folder.display());
            return fs::create_dir_all(folder).and_then(|()| write_pages(&command, folder)).with_context(cannot);
        }
        let text = match &self.tool {
            None => page(&command, "")?,
            Some(name) => {
                let found = command.find_subcommand(name);
                page(found.with_context(|| format!("there is no command '{name}'"))?, name)?
            }
        };
        out.write_all(&text)?;
        Ok(())
    }
}

fn write_pages(command: &Command, folder: &Path) -> io::Result<()> {
    let mut pages = vec![(command, "")];
    let visible = command.get_subcommands().filter(|command| !command.is_hide_set());
    for subcommand in visible {
        pages.push((subcommand, subcommand.get_name()));
        // The pages of `generate capture` and its like, which have no examples of their own.
        pages.extend(subcommand.get_subcommands().map(|inner| (inner, "-")));
    }
    pages.into_iter().try_for_each(|(command, name)| {
        fs::write(folder.join(Man::new(command.clone()).get_filename()), page(command, name)?)
    })
}

/// The page of a command, with the examples of that name. It is put together here because the library fills the lines of what
/// follows the options into one paragraph.
fn page(command: &Command, name: &str) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone());
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.get_subcommands().any(|command| !command.is_hide_set()) {
        man.render_subcommands_section(&mut text)?;
    }
    let help = command.get_after_long_help().or_else(|| command.get_after_help()).map(ToString::to_string);
    let notes = help.as_deref().unwrap_or_default().split("Examples:\n").next().unwrap_or_default();
    as_it_stands(&mut text, "NOTES", notes)?;
    as_it_stands(&mut text, "EXAMPLES", &examples::of(name).unwrap_or_default())?;
    if command.get_version().is_some() {
        man.render_version_section(&mut text)?;
    }
    Ok(text)
}

/// A section whose lines are kept; none without any.
fn as_it_stands(page: &mut Vec<u8>, title: &str, lines: &str) -> io::Result<()> {
    if lines.trim().is_empty() {
        return Ok(());
    }
    let mut roff = Roff::default();
    roff.control("SH", [title]).control("nf", []);
    for line in lines.trim_end().lines() {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
    roff.to_writer(page)
}
