//! An engine's process: lines in and out, timed where they pass the pipe. Whatever the engine does, memory is bounded and
//! nothing here waits for ever.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::reaper::{self, Reaper};
use super::spec::EngineSpec;
use super::text;

/// The longest line of an engine, in bytes: the longest line of moves of any game is far shorter.
const LONGEST_LINE: usize = 16 * 1024;

/// Lines waiting to be read; when there are more, the engine has to wait.
const WAITING_LINES: usize = 256;

/// How much of stderr is kept, for the report of a fault.
const ERROR_LINES: usize = 8;
const ERROR_LINE: usize = 200;

/// How long an engine may leave its input unread when the pipe is full.
const FULL_PIPE: Duration = Duration::from_secs(2);

/// How long the end of a process is awaited after the end of its output.
const EXIT_WAIT: Duration = Duration::from_millis(300);

/// The interval between polls.
const PAUSE: Duration = Duration::from_millis(1);

/// What comes from an engine.
#[derive(Debug, PartialEq, Eq)]
pub enum ProcessOutput {
    /// A line that is not empty.
    Line(Line),
    /// A line that is too long; nothing more is read.
    TooLong,
    /// Nothing within the time.
    Nothing,
    /// The end of the output.
    Closed,
}

/// A line, and when its last bytes came out of the pipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line, without blanks around it.
    pub text: String,
    /// When it came.
    pub at: Instant,
}

/// A running engine. Dropping it kills it.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: ChildStdin,
    events: Receiver<ProcessOutput>,
    errors: Arc<Mutex<VecDeque<String>>>,
    errors_read: JoinHandle<()>,
    reaper: Arc<Reaper>,
    reaped: bool,
}

impl Process {
    /// Starts an engine.
    ///
    /// # Errors
    /// What the system says.
    pub fn start(spec: &EngineSpec, reaper: &Arc<Reaper>) -> io::Result<Process> {
        let mut command = Command::new(program(spec)?);
        command.args(&spec.command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &spec.directory {
            command.current_dir(directory);
        }
        reaper.mark(&mut command);
        reaper::own_group(&mut command);
        let mut child = command.spawn()?;
        reaper.register(child.id());
        let missing = || io::Error::other("a pipe is missing");
        let input = child.stdin.take().ok_or_else(missing)?;
        let (output, error_output) =
            (child.stdout.take().ok_or_else(missing)?, child.stderr.take().ok_or_else(missing)?);
        let (send, events) = sync_channel(WAITING_LINES);
        thread::spawn(move || read_lines(output, &send));
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&errors);
        let errors_read = thread::spawn(move || keep_last_lines(error_output, &kept));
        let process = Process { child, input, events, errors, errors_read, reaper: Arc::clone(reaper), reaped: false };
        process.set_nonblocking()?;
        Ok(process)
    }

    /// An engine that reads nothing must not hold up the match.
    fn set_nonblocking(&self) -> io::Result<()> {
        #[cfg(unix)]
        rustix::fs::fcntl_setfl(&self.input, rustix::fs::OFlags::NONBLOCK)?;
        Ok(())
    }

    /// Its process number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes lines, and returns when the last bytes went into the pipe. The clock is read just before: once they are written, the
    /// system often runs the engine first, and the engine would get that time for free.
    ///
    /// # Errors
    /// When the engine has closed its input, or does not read it.
    pub fn write(&mut self, mut bytes: &[u8]) -> io::Result<Instant> {
        let give_up = Instant::now() + FULL_PIPE;
        loop {
            let at = Instant::now();
            match self.input.write(bytes) {
                Ok(written) if written == bytes.len() => return Ok(at),
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && at < give_up => thread::sleep(PAUSE),
                Err(error) => return Err(error),
            }
        }
    }

    /// What comes next, within a time.
    pub fn next(&self, within: Duration) -> ProcessOutput {
        match self.events.recv_timeout(within) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => ProcessOutput::Nothing,
            Err(RecvTimeoutError::Disconnected) => ProcessOutput::Closed,
        }
    }

    /// What has come already.
    pub fn waiting(&self) -> ProcessOutput {
        match self.events.try_recv() {
            Ok(event) => event,
            Err(TryRecvError::Empty) => ProcessOutput::Nothing,
            Err(TryRecvError::Disconnected) => ProcessOutput::Closed,
        }
    }

    /// The exit status, if the process ends soon. Its last lines on stderr have been read by then.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        let status = self.ends_within(EXIT_WAIT).then(|| self.kill()).flatten()?;
        let give_up = Instant::now() + EXIT_WAIT;
        while !self.errors_read.is_finished() && Instant::now() < give_up {
            thread::sleep(PAUSE);
        }
        Some(status)
    }

    /// The last lines of its stderr, joined.
    pub fn last_errors(&self) -> Option<String> {
        let lines = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let lines: Vec<String> = lines.iter().map(|line| text::quote(line)).collect();
        (!lines.is_empty()).then(|| lines.join(" / "))
    }

    /// Does the process end by itself in this time?
    pub fn ends_within(&self, time: Duration) -> bool {
        let give_up = Instant::now() + time;
        while !self.has_ended() {
            if Instant::now() >= give_up {
                return false;
            }
            thread::sleep(PAUSE);
        }
        true
    }

    /// Has it ended? It is not waited for yet, so that its group number cannot be reused.
    fn has_ended(&self) -> bool {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
            pid.is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
        }
        #[cfg(not(unix))]
        false
    }

    /// Kills the whole group, once.
    fn kill(&mut self) -> Option<ExitStatus> {
        if !self.reaped {
            reaper::kill_group(self.child.id());
            let _ = self.child.kill(); // it may have ended already
            self.reaper.unregister(self.child.id());
            self.reaped = true;
        }
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A program given with a path is relative to the directory of the match, not to that of the engine.
fn program(spec: &EngineSpec) -> io::Result<OsString> {
    let program = spec.command.first().map_or("", String::as_str);
    let has_path = program.contains(std::path::is_separator);
    if has_path { Ok(std::path::absolute(program)?.into_os_string()) } else { Ok(program.into()) }
}

fn read_lines(mut output: impl Read, send: &SyncSender<ProcessOutput>) {
    let mut buffer = [0; 8 * 1024];
    let mut line = Vec::new();
    loop {
        let read = match output.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(read) => read,
            Err(_) => 0,
        };
        let at = Instant::now();
        // The last line may lack its end.
        let ended: &[u8] = if read == 0 { b"\n" } else { &buffer[..read] };
        for &byte in ended {
            let event = match byte {
                b'\n' | b'\r' => take_line(&mut line, at),
                _ if line.len() == LONGEST_LINE => Some(ProcessOutput::TooLong),
                _ => {
                    line.push(byte);
                    None
                }
            };
            let over = event == Some(ProcessOutput::TooLong);
            if event.is_some_and(|event| send.send(event).is_err()) || over {
                return;
            }
        }
        if read == 0 {
            return; // and with `send` gone, the other end sees that it is closed
        }
    }
}

fn take_line(line: &mut Vec<u8>, at: Instant) -> Option<ProcessOutput> {
    let text = String::from_utf8_lossy(line.trim_ascii()).into_owned();
    line.clear();
    (!text.is_empty()).then_some(ProcessOutput::Line(Line { text, at }))
}

fn keep_last_lines(mut output: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut buffer = [0; 4 * 1024];
    let mut line = Vec::new();
    loop {
        let read = match output.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(read) => read,
            Err(_) => 0,
        };
        let ended: &[u8] = if read == 0 { b"\n" } else { &buffer[..read] };
        for &byte in ended {
            if byte != b'\n' && line.len() < ERROR_LINE {
                line.push(byte);
            } else if byte == b'\n' && !line.trim_ascii().is_empty() {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if kept.len() == ERROR_LINES {
                    kept.pop_front();
                }
                kept.push_back(String::from_utf8_lossy(line.trim_ascii()).into_owned());
                line.clear();
            }
        }
        if read == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<ProcessOutput> {
        let (send, events) = sync_channel(100);
        read_lines(bytes, &send);
        drop(send);
        events.iter().collect()
    }

    fn texts(bytes: &[u8]) -> Vec<String> {
        let text = |event| match event {
            ProcessOutput::Line(line) => line.text,
            other => format!("{other:?}"),
        };
        lines(bytes).into_iter().map(text).collect()
    }

    #[test]
    fn any_end_of_line_ends_a_line_and_empty_ones_are_skipped() {
        assert_eq!(texts(b"OK\r\n\r\n 7,7 \n8,8\r9,9"), ["OK", "7,7", "8,8", "9,9"]);
        assert_eq!(texts(b""), Vec::<String>::new());
        assert_eq!(texts(b"a\xFFb\n"), ["a\u{FFFD}b"]);
    }

    #[test]
    fn a_line_without_end_is_not_kept() {
        let mut bytes = b"OK\n".to_vec();
        bytes.resize(100_000, b'x');
        assert_eq!(texts(&bytes), ["OK", "TooLong"]);
    }

    #[test]
    fn the_last_lines_of_stderr_are_kept() {
        let kept = Mutex::new(VecDeque::new());
        let bytes: String = (0..100).map(|n| format!("{n} {}\n", "x".repeat(1_000))).collect();
        keep_last_lines(bytes.as_bytes(), &kept);
        let kept = kept.into_inner().unwrap();
        assert_eq!(kept.len(), ERROR_LINES);
        assert!(kept.iter().all(|line| line.len() <= ERROR_LINE));
        assert!(kept[0].starts_with("92 x") && kept[ERROR_LINES - 1].starts_with("99 x"));
    }
}
