//! No engine outlives its match. Each runs in a process group of its own, which is killed as a whole. If the match itself is
//! killed, a small process that keeps a list of the groups, the reaper, sees the end of its input and kills what is left. On
//! Linux it also looks for the mark in the environment of every engine, because the match may have been killed after an engine
//! was started and before it was listed.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// The subcommand of this program that runs [`watch`].
pub const SUBCOMMAND: &str = "guard";

/// The variable that marks the engines of a match.
const MARK: &str = "FUKUMI_MATCH";

/// The line that says that the match has ended normally, and its engines with it.
const DONE: &str = "done\n";

/// The process that kills what a killed match leaves behind.
#[derive(Debug)]
pub struct Reaper {
    process: Option<Mutex<Child>>,
    mark: String,
}

impl Reaper {
    /// Without a process: engines are killed by the match alone.
    pub fn none() -> Reaper {
        Reaper { process: None, mark: mark() }
    }

    /// Starts this program again, as a reaper.
    ///
    /// # Errors
    /// What the system says.
    pub fn start() -> io::Result<Reaper> {
        let mut command = Command::new(std::env::current_exe()?);
        let mark = mark();
        command.arg(SUBCOMMAND).arg(&mark).env_remove(MARK);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        own_group(&mut command);
        Ok(Reaper { process: Some(Mutex::new(command.spawn()?)), mark })
    }

    /// Marks an engine that is about to be started.
    pub fn mark(&self, command: &mut Command) {
        command.env(MARK, &self.mark);
    }

    /// Adds a process group to the list.
    pub fn register(&self, group: u32) {
        self.send('+', group);
    }

    /// Removes it from the list.
    pub fn unregister(&self, group: u32) {
        self.send('-', group);
    }

    fn send(&self, sign: char, group: u32) {
        let Some(process) = &self.process else { return };
        let mut process = process.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(input) = &mut process.stdin
            && let Err(error) = input.write_all(format!("{sign}{group}\n").as_bytes())
        {
            log::warn!("cannot reach the reaper process: {error}");
        }
    }
}

impl Drop for Reaper {
    fn drop(&mut self) {
        if let Some(process) = &self.process {
            let mut process = process.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(mut input) = process.stdin.take() {
                let _ = input.write_all(DONE.as_bytes()); // it may have been killed
            }
            let _ = process.wait(); // it ends with its input
        }
    }
}

/// A text that no other match uses.
#[allow(clippy::disallowed_methods, reason = "a name, not a measurement of time")]
fn mark() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    format!("{}-{}", std::process::id(), since.as_nanos())
}

/// What the reaper does: keeps the list, and at the end of the input kills the groups on it and all processes with the mark.
pub fn watch(input: impl BufRead, mark: &str) {
    let mut groups = BTreeSet::new();
    for line in input.lines().map_while(Result::ok) {
        if line == DONE.trim_end() {
            return;
        }
        if let Some(group) = line.strip_prefix('+').and_then(|group| group.parse().ok()) {
            groups.insert(group);
        } else if let Some(group) = line.strip_prefix('-').and_then(|group| group.parse::<u32>().ok()) {
            groups.remove(&group);
        }
    }
    groups.into_iter().for_each(kill_group);
    #[cfg(target_os = "linux")]
    for _ in 0..LOOKS {
        kill_marked(mark);
        std::thread::sleep(BETWEEN_LOOKS);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = mark;
}

/// An engine that was being started when the match was killed shows its mark only a moment later.
#[cfg(target_os = "linux")]
const LOOKS: u32 = 5;
#[cfg(target_os = "linux")]
const BETWEEN_LOOKS: std::time::Duration = std::time::Duration::from_millis(40);

/// Kills every process that carries the mark, wherever it has gone.
#[cfg(target_os = "linux")]
fn kill_marked(mark: &str) {
    use rustix::process::{Pid, Signal, kill_process};
    let wanted = format!("{MARK}={mark}");
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let id = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
        // Another user's process cannot be read, and is not ours.
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        if let Some(id) = id
            && environment.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes())
        {
            let _ = kill_process(id, Signal::KILL); // it may have ended
        }
    }
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
        // An error means that no process is left in it.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = group;
}
