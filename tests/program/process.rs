//! The engine as a manager sees it: a process, lines in, lines out.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Longer than any answer takes, on a machine that does other things too.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Where it runs: files without a folder go there.
    folder: tempfile::TempDir,
    log: Vec<String>,
}

impl Engine {
    pub(crate) fn start() -> Engine {
        Engine::with(&["--hash", "4"])
    }

    pub(crate) fn with(arguments: &[&str]) -> Engine {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(env!("CARGO_BIN_EXE_fukumi"))
            .args(arguments)
            .current_dir(folder.path())
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let output = child.stdout.take().expect("a pipe");
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { return };
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Engine { input: child.stdin.take(), child, lines, folder, log: Vec::new() }
    }

    pub(crate) fn send(&mut self, text: &str) {
        self.bytes(format!("{text}\n").as_bytes());
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.log.push(format!("< {:.200}", bytes.escape_ascii().to_string()));
        let input = self.input.as_mut().expect("an open input");
        // An engine that has quit reads no more: what is missing then is told by `line`.
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    /// The folder in which it runs.
    pub(crate) fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Forgets what was said, in tests that say much.
    pub(crate) fn forget(&mut self) {
        self.log.clear();
    }

    /// The next line, within a time; `None` at the end of the output.
    pub(crate) fn line_within(&mut self, time: Duration) -> Option<String> {
        match self.lines.recv_timeout(time) {
            Ok(line) => {
                self.log.push(format!("> {line}"));
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no line within {time:?} after\n{}", self.told()),
        }
    }

    /// The next line that is no report of a search.
    pub(crate) fn reply(&mut self) -> String {
        self.reply_or_end().unwrap_or_else(|| panic!("the output ended after\n{}", self.told()))
    }

    /// The next line that is no report of a search; `None` at the end of the output.
    pub(crate) fn reply_or_end(&mut self) -> Option<String> {
        loop {
            let line = self.line_within(PATIENCE)?;
            if !is_report(&line) {
                return Some(line);
            }
        }
    }

    pub(crate) fn ask(&mut self, text: &str) -> String {
        self.send(text);
        self.reply()
    }

    /// Is nothing but reports said for a while?
    pub(crate) fn is_silent_for(&mut self, time: Duration) -> bool {
        let until = Instant::now() + time;
        while let Ok(line) = self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            self.log.push(format!("> {line}"));
            if !is_report(&line) {
                return false;
            }
        }
        true
    }

    /// Closes the input; the lines that still come, and how long the process took to end.
    pub(crate) fn finish(mut self) -> (Vec<String>, Duration) {
        let started = Instant::now();
        self.input = None;
        let mut rest = Vec::new();
        while let Some(line) = self.line_within(PATIENCE) {
            rest.push(line);
        }
        (rest, self.wait(started))
    }

    /// How long the process took to end by itself.
    pub(crate) fn wait(&mut self, started: Instant) -> Duration {
        while started.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a child") {
                assert!(status.success(), "{status} after\n{}", self.told());
                return started.elapsed();
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("the process does not end after\n{}", self.told());
    }

    /// The most memory the process has held so far, in bytes.
    #[cfg(target_os = "linux")]
    pub(crate) fn peak_memory(&self) -> u64 {
        self.status("VmHWM:")
    }

    /// The memory the process holds now, in bytes.
    #[cfg(target_os = "linux")]
    pub(crate) fn memory(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// A number of kilobytes that the kernel tells of the process, as bytes.
    #[cfg(target_os = "linux")]
    fn status(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("a living child");
        let value = status.lines().find_map(|line| line.strip_prefix(name)).expect("a line of that name");
        value.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
    }

    pub(crate) fn told(&self) -> String {
        self.log.join("\n")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill(); // it may have ended already
        let _ = self.child.wait();
    }
}

/// Is it a line that may come at any time, and asks for nothing?
pub(crate) fn is_report(line: &str) -> bool {
    let told = ["MESSAGE ", "DEBUG ", "INFO ", "info ", "id ", "option "].iter().any(|word| line.starts_with(word));
    told && !line.starts_with("info string error")
}

/// Is it a move of the Gomocup protocol?
pub(crate) fn is_move(text: &str) -> bool {
    let number = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once(',').is_some_and(|(x, y)| number(x) && number(y))
}
