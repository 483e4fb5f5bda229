//! The connection to an engine: commands sent, lines received, and every way in which it can fail.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::cpu_wait::CpuWait;
use super::player::{Failure, Fault, FaultKind};
use super::process::{Line, Process, ProcessOutput};
use super::reaper::Reaper;
use super::spec::EngineSpec;
use super::text;

/// The most lines, and bytes, that an engine may write between two commands.
const MOST_LINES: usize = 100_000;
const MOST_BYTES: usize = 8 << 20;

/// How often to check whether the match is stopped.
const STOP_POLL: Duration = Duration::from_millis(50);

/// How long an engine may take to exit when asked to.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// The connection to one process.
#[derive(Debug)]
pub struct Connection {
    process: Process,
    stop: Arc<AtomicBool>,
    lines: usize,
    bytes: usize,
    last: Option<String>,
}

impl Connection {
    /// Starts the engine.
    ///
    /// # Errors
    /// [`FaultKind::NotStarted`] when the system cannot start it.
    pub fn start(spec: &EngineSpec, reaper: &Arc<Reaper>, stop: &Arc<AtomicBool>) -> Result<Connection, Failure> {
        let process = Process::start(spec, reaper).map_err(|error| {
            let command = shell_words::join(&spec.command);
            Fault::new(FaultKind::NotStarted, format!("cannot start {}: {error}", text::quote(&command)))
        })?;
        Ok(Connection { process, stop: Arc::clone(stop), lines: 0, bytes: 0, last: None })
    }

    /// How long the process and our own have waited for a processor so far.
    pub fn waited(&self) -> Option<CpuWait> {
        CpuWait::so_far(self.process.id())
    }

    /// Sends commands, discarding unread lines, and returns when they were written.
    ///
    /// # Errors
    /// When the engine does not read its input.
    pub fn send(&mut self, commands: &str) -> Result<Instant, Failure> {
        loop {
            match self.process.waiting() {
                ProcessOutput::Line(line) => self.count(&line)?,
                ProcessOutput::TooLong => return Err(too_long()),
                ProcessOutput::Nothing => break,
                ProcessOutput::Closed => return Err(self.crash()),
            }
        }
        (self.lines, self.bytes, self.last) = (0, 0, None);
        log::debug!("{} < {}", self.process.id(), commands.trim_end().replace('\n', " / "));
        self.process.write(commands.as_bytes()).map_err(|error| self.unread_input(&error))
    }

    /// The next line; `None` when no line comes in time.
    ///
    /// # Errors
    /// When the engine has ended or writes too much, or the match is stopped.
    pub fn receive(&mut self, until: Instant) -> Result<Option<Line>, Failure> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Failure::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.process.next(left.min(STOP_POLL)) {
                ProcessOutput::Line(line) if line.at > until => return Ok(None),
                ProcessOutput::Line(line) => {
                    self.count(&line)?;
                    return Ok(Some(line));
                }
                ProcessOutput::TooLong => return Err(too_long()),
                ProcessOutput::Nothing if left.is_zero() => return Ok(None),
                ProcessOutput::Nothing => {}
                ProcessOutput::Closed => return Err(self.crash()),
            }
        }
    }

    /// The last line received since the last command.
    pub fn last(&self) -> Option<&str> {
        self.last.as_deref()
    }

    /// Asks the engine to exit, and kills it if it does not.
    pub fn end(mut self, command: &str) {
        if self.process.write(command.as_bytes()).is_ok() {
            self.process.ends_within(EXIT_TIMEOUT);
        }
    }

    fn count(&mut self, line: &Line) -> Result<(), Failure> {
        log::debug!("{} > {}", self.process.id(), line.text);
        self.lines += 1;
        self.bytes += line.text.len();
        self.last = Some(text::quote(&line.text));
        if self.lines <= MOST_LINES && self.bytes <= MOST_BYTES {
            return Ok(());
        }
        let detail = format!("{} lines and {} bytes between two commands", self.lines, self.bytes);
        Err(Fault::new(FaultKind::Flood, detail).into())
    }

    fn crash(&mut self) -> Failure {
        let how = match self.process.exit_status() {
            Some(status) => format!("the process ended: {status}"),
            None => "the output was closed".to_owned(),
        };
        self.fault(FaultKind::Crash, how)
    }

    fn unread_input(&mut self, error: &std::io::Error) -> Failure {
        if self.process.ends_within(EXIT_TIMEOUT) {
            return self.crash();
        }
        self.fault(FaultKind::Deaf, format!("the input cannot be written: {error}"))
    }

    fn fault(&self, kind: FaultKind, mut detail: String) -> Failure {
        if let Some(words) = self.process.last_errors() {
            detail.push_str("; stderr: ");
            detail.push_str(&words);
        }
        Fault::new(kind, detail).into()
    }

    /// The fault when an awaited answer did not come.
    pub fn no_answer(&self, awaited: &str, waited: Duration) -> Failure {
        let waited = waited.as_millis();
        match &self.last {
            None => self.fault(FaultKind::Silence, format!("no line, where {awaited} was due, in {waited} ms")),
            Some(last) => {
                let detail = format!("{awaited} was due and did not come in {waited} ms; the last line was '{last}'");
                self.fault(FaultKind::Hang, detail)
            }
        }
    }
}

fn too_long() -> Failure {
    Fault::new(FaultKind::Flood, "a line without end").into()
}
