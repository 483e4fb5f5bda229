//! A conversation with an engine: commands and lines, and every way in which it can break off.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::contestant::{Failure, Fault, FaultKind};
use super::guard::Guard;
use super::process::{Event, Line, Process};
use super::spec::EngineSpec;
use super::text;
use super::waiting::Waited;

/// So many lines, or bytes, are enough for anything there is to say between two commands.
const MOST_LINES: usize = 100_000;
const MOST_BYTES: usize = 8 << 20;

/// How often it is looked whether the match is stopped.
const LOOK: Duration = Duration::from_millis(50);

/// How long an engine may take to leave when it is asked to.
const FAREWELL: Duration = Duration::from_millis(500);

/// A conversation with one process.
#[derive(Debug)]
pub struct Dialogue {
    process: Process,
    stop: Arc<AtomicBool>,
    lines: usize,
    bytes: usize,
    last: Option<String>,
}

impl Dialogue {
    /// Starts the engine.
    ///
    /// # Errors
    /// [`FaultKind::NotStarted`] when the system cannot.
    pub fn start(spec: &EngineSpec, guard: &Arc<Guard>, stop: &Arc<AtomicBool>) -> Result<Dialogue, Failure> {
        let process = Process::start(spec, guard).map_err(|error| {
            let command = shell_words::join(&spec.command);
            Fault::new(FaultKind::NotStarted, format!("cannot start {}: {error}", text::quote(&command)))
        })?;
        Ok(Dialogue { process, stop: Arc::clone(stop), lines: 0, bytes: 0, last: None })
    }

    /// How long the process and our own have waited for a processor so far.
    pub fn waited(&self) -> Option<Waited> {
        Waited::so_far(self.process.id())
    }

    /// Says something, whatever has been heard before; tells when it was written.
    ///
    /// # Errors
    /// When nobody listens.
    pub fn say(&mut self, commands: &str) -> Result<Instant, Failure> {
        loop {
            match self.process.waiting() {
                Event::Line(line) => self.count(&line)?,
                Event::TooLong => return Err(too_long()),
                Event::Nothing => break,
                Event::Closed => return Err(self.crash()),
            }
        }
        (self.lines, self.bytes, self.last) = (0, 0, None);
        log::debug!("{} < {}", self.process.id(), commands.trim_end().replace('\n', " / "));
        self.process.write(commands.as_bytes()).map_err(|error| self.deaf(&error))
    }

    /// The next line; `None` when none comes in time.
    ///
    /// # Errors
    /// When the engine has ended or says too much, or the match is stopped.
    pub fn hear(&mut self, until: Instant) -> Result<Option<Line>, Failure> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Failure::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.process.next(left.min(LOOK)) {
                Event::Line(line) if line.at > until => return Ok(None),
                Event::Line(line) => {
                    self.count(&line)?;
                    return Ok(Some(line));
                }
                Event::TooLong => return Err(too_long()),
                Event::Nothing if left.is_zero() => return Ok(None),
                Event::Nothing => {}
                Event::Closed => return Err(self.crash()),
            }
        }
    }

    /// The line that was heard last since something was said.
    pub fn last(&self) -> Option<&str> {
        self.last.as_deref()
    }

    /// Asks the engine to leave, and sees that it does.
    pub fn end(mut self, command: &str) {
        if self.process.write(command.as_bytes()).is_ok() {
            self.process.ends_within(FAREWELL);
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
        let how = match self.process.last_breath() {
            Some(status) => format!("the process ended: {status}"),
            None => "the output was closed".to_owned(),
        };
        self.fault(FaultKind::Crash, how)
    }

    fn deaf(&mut self, error: &std::io::Error) -> Failure {
        if self.process.ends_within(FAREWELL) {
            return self.crash();
        }
        self.fault(FaultKind::Deaf, format!("the input cannot be written: {error}"))
    }

    fn fault(&self, kind: FaultKind, mut detail: String) -> Failure {
        if let Some(words) = self.process.last_words() {
            detail.push_str("; stderr: ");
            detail.push_str(&words);
        }
        Fault::new(kind, detail).into()
    }

    /// Nothing came that was waited for: what to call that.
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
