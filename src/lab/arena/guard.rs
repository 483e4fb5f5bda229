//! No engine outlives its match. Each runs in a process group of its own, which is killed as a whole; and should the match
//! itself be killed, a small process that holds a list of the groups sees the end of its input and kills what is left.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// The subcommand of this program that runs [`watch`].
pub const SUBCOMMAND: &str = "guard";

/// The process that kills what a killed match leaves behind.
#[derive(Debug)]
pub struct Guard {
    process: Option<Mutex<Child>>,
}

impl Guard {
    /// No such process: engines are killed by the match alone.
    pub fn none() -> Guard {
        Guard { process: None }
    }

    /// Starts this program again, as a guard.
    ///
    /// # Errors
    /// What the system says.
    pub fn start() -> io::Result<Guard> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(SUBCOMMAND).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        own_group(&mut command);
        Ok(Guard { process: Some(Mutex::new(command.spawn()?)) })
    }

    /// Puts a process group on the list.
    pub fn hold(&self, group: u32) {
        self.tell('+', group);
    }

    /// Takes it off.
    pub fn release(&self, group: u32) {
        self.tell('-', group);
    }

    fn tell(&self, sign: char, group: u32) {
        let Some(process) = &self.process else { return };
        let mut process = process.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(input) = &mut process.stdin
            && let Err(error) = input.write_all(format!("{sign}{group}\n").as_bytes())
        {
            log::warn!("the guard does not listen: {error}");
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(process) = &self.process {
            let mut process = process.lock().unwrap_or_else(PoisonError::into_inner);
            drop(process.stdin.take());
            let _ = process.wait(); // it ends with its input
        }
    }
}

/// What the guard does: keeps the list, and at the end of the input kills the groups on it.
pub fn watch(input: impl BufRead) {
    let mut groups = BTreeSet::new();
    for line in input.lines().map_while(Result::ok) {
        if let Some(group) = line.strip_prefix('+').and_then(|group| group.parse().ok()) {
            groups.insert(group);
        } else if let Some(group) = line.strip_prefix('-').and_then(|group| group.parse::<u32>().ok()) {
            groups.remove(&group);
        }
    }
    groups.into_iter().for_each(kill_group);
}

/// Starts the command in a process group of its own, which Ctrl-C on the terminal does not reach.
pub fn own_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Kills every process of a group; nothing where the system has no groups.
pub fn kill_group(group: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(group).ok().and_then(rustix::process::Pid::from_raw) {
        // An error means that nobody is left in it.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = group;
}
