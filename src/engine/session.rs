//! One match over one event channel: lines and news come in, in order; replies go out. The sole writer of stdout.
//!
//! One job is with the worker at a time. Commands that arrive meanwhile wait their turn, except those that concern a running
//! search: `stop`, `INFO`, `isready`, `ponderhit` and the end act at once.
//!
//! Whoever pipes a whole file of commands gets an answer to each: reading waits while many of them wait. Only behind a search
//! that another line has to end, reading goes on, so that this line is seen, and commands too many are refused.

mod absent;
mod back_pressure;
mod block;
mod database;
mod finish;
mod handshake;
mod obey;
mod opening;
mod pending;
mod soosorv;
pub mod terminal;
mod think;
mod urgent;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use fukumi_protocol::{Command, Decoder, Dialect, ParseError, Reply, read_line};
use web_time::Instant;

use self::absent::Told;
use self::back_pressure::BackPressure;
use self::block::Blocked;
use self::pending::{PendingReply, ReplyKind, RunningSearch};
use self::terminal::Client;
use super::options::Options;
use super::settings::ManagerSettings;
use super::worker::{self, Job, WorkerEvent};
use crate::search::Player;

/// What can happen to a session.
#[derive(Debug)]
enum Event {
    /// A line came, at this time.
    Line(Vec<u8>, Instant),
    /// The input has ended.
    End,
    /// The worker has news.
    Worker(WorkerEvent),
    /// Nothing came for as long as there was nothing to do.
    Alarm,
}

/// After `END`, work that is nearly done may still finish for this long.
const QUIT_PATIENCE: Duration = Duration::from_millis(150);

/// Events that may wait to be looked at; a manager that sends lines faster than they can be read has to wait.
const MOST_EVENTS: usize = 1024;

/// Bytes of the lines that may wait while something else is done, with [`LINE_COST`] for each.
const MOST_WAITING: usize = 4 << 20;

/// What a line is counted for beside its own bytes.
const LINE_COST: usize = 32;

/// Serves a client until it quits, its input ends, or nobody reads the replies any more.
///
/// # Errors
/// When no thread can be started.
pub fn serve(
    mut input: impl BufRead + Send + 'static,
    output: impl Write,
    decoder: Decoder,
    options: Options,
    hash_asked: bool,
    client: Client,
) -> io::Result<()> {
    let (events, inbox) = sync_channel(MOST_EVENTS);
    let told = events.clone();
    // A session that has gone needs no news.
    let jobs = worker::spawn(move |event| drop(told.send(Event::Worker(event))))?;
    let back_pressure = Arc::new(BackPressure::new(MOST_WAITING));
    let settings = ManagerSettings::new(options, hash_asked);
    let session = Session::new(output, decoder, settings, jobs, Arc::clone(&back_pressure), client);
    thread::Builder::new().name("reader".to_owned()).spawn(move || read(&mut input, &events, &back_pressure))?;
    if let Err(why) = session.run(&inbox) {
        log::info!("the output is closed: {why}");
    }
    Ok(())
}

fn read(input: &mut impl BufRead, events: &SyncSender<Event>, back_pressure: &BackPressure) {
    let mut line = Vec::new();
    while let Ok(true) = read_line(input, &mut line) {
        back_pressure.enter(cost(&line));
        if events.send(Event::Line(line.clone(), Instant::now())).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End); // nobody is left to be told
}

/// What a line counts for from when it is read until it is obeyed.
fn cost(line: &[u8]) -> usize {
    line.len() + LINE_COST
}

/// A line that could be read or not, when it came, and what it counts for while it waits.
struct WaitingCommand {
    command: Result<Command, ParseError>,
    at: Instant,
    cost: usize,
}

struct Session<W> {
    output: W,
    decoder: Decoder,
    settings: ManagerSettings,
    jobs: Sender<Job>,
    back_pressure: Arc<BackPressure>,
    waiting: VecDeque<WaitingCommand>,
    /// What those waiting count for together.
    waiting_cost: usize,
    pending: Option<PendingReply>,
    /// Who is to move in the position that the worker has.
    to_move: Player,
    /// A request is timed from here when it came before the last answer was out.
    idle_since: Instant,
    /// Has a game been started?
    started: bool,
    /// Has something been set that the game or the table depends on?
    unprepared: bool,
    /// Did a Yixin-style GUI introduce itself?
    gui: bool,
    /// Who is at the other end?
    client: Client,
    /// Was the last move asked for by a person, who reads moves as people write them?
    talks_to_person: bool,
    /// Root moves that are left out.
    blocked: Blocked,
    told: Told,
    /// The database that was open last.
    last_database: Option<String>,
    /// A move of ours has just been told, and the opponent is search.
    may_ponder: bool,
    ended: bool,
    quit_by: Option<Instant>,
}

impl<W: Write> Session<W> {
    fn new(
        output: W,
        decoder: Decoder,
        settings: ManagerSettings,
        jobs: Sender<Job>,
        back_pressure: Arc<BackPressure>,
        client: Client,
    ) -> Self {
        let mut session = Session {
            output,
            decoder,
            settings,
            jobs,
            back_pressure,
            waiting: VecDeque::new(),
            waiting_cost: 0,
            pending: None,
            to_move: Player::First,
            idle_since: Instant::now(),
            started: false,
            unprepared: false,
            gui: false,
            client,
            talks_to_person: false,
            blocked: Blocked::default(),
            told: Told::default(),
            last_database: None,
            may_ponder: false,
            ended: false,
            quit_by: None,
        };
        session.open_game();
        session
    }

    /// A protocol that knows one game alone plays that game.
    fn open_game(&mut self) {
        let dialect = Some(self.decoder.dialect());
        let game = self.settings.options.games().iter().find(|game| game.wire.dialect == dialect);
        if let Some(Err(why)) = game.map(|game| self.settings.set_option("Game", game.name)) {
            log::error!("{why}");
        }
    }

    fn run(mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        while let Some(event) = self.next(inbox) {
            match event {
                Event::Line(line, at) => self.line(&line, at)?,
                Event::End => self.end()?,
                Event::Worker(event) => self.worker(event)?,
                Event::Alarm => {}
            }
            self.tell_news()?;
            self.go_on()?;
            self.back_pressure.open(!self.ends_by_itself());
            if self.is_over() {
                break;
            }
        }
        self.output.flush()
    }

    fn worker(&mut self, event: WorkerEvent) -> io::Result<()> {
        match event {
            WorkerEvent::Changed => {
                if let Some(search) = self.search() {
                    search.begun = true;
                }
                Ok(())
            }
            WorkerEvent::BuiltInWeights(why) => {
                self.say(&Reply::Message(format!("the built-in weights are used: {why}")))
            }
            WorkerEvent::Report(report) => {
                self.report(report);
                Ok(())
            }
            WorkerEvent::Finished { result, to_move } => {
                self.to_move = to_move.unwrap_or(self.to_move);
                self.finished(result)
            }
        }
    }

    fn next(&self, inbox: &Receiver<Event>) -> Option<Event> {
        let Some(patience) = self.patience() else { return inbox.recv().ok() };
        match inbox.recv_timeout(patience) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => Some(Event::Alarm),
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    /// How long nothing has to be done unless something happens; `None` for ever.
    fn patience(&self) -> Option<Duration> {
        let until_quit = self.quit_by.map(|by| by.saturating_duration_since(Instant::now()));
        let pending = self.pending.as_ref().filter(|pending| pending.kind != ReplyKind::Ponder);
        let until_news = pending.and_then(|pending| pending.search.as_ref()?.quiet_for());
        until_quit.into_iter().chain(until_news).min()
    }

    fn line(&mut self, line: &[u8], at: Instant) -> io::Result<()> {
        log::debug!("< {}", String::from_utf8_lossy(line).trim_end());
        if let Some(typed) = self.typed_by_person(line) {
            return self.obey_person(typed, at, cost(line));
        }
        let before = self.decoder.dialect();
        let request = self.decoder.line(line);
        if self.decoder.dialect() != before {
            self.open_game();
        }
        let Some(request) = request else {
            self.back_pressure.leave(cost(line));
            return Ok(());
        };
        self.talks_to_person = false;
        if request == Ok(Command::Quit) && self.quit_by.is_none() {
            self.quit_by = Some(Instant::now() + QUIT_PATIENCE);
        }
        match request {
            Ok(command) if self.is_urgent(&command) => {
                self.back_pressure.leave(cost(line));
                self.obey_now(command)
            }
            request => self.wait(request, at, cost(line)),
        }
    }

    /// A request waits its turn, unless those before it are too many already and may wait for a line to come.
    fn wait(&mut self, command: Result<Command, ParseError>, at: Instant, cost: usize) -> io::Result<()> {
        let too_many = self.waiting_cost + cost > MOST_WAITING && !self.ends_by_itself();
        if too_many && command != Ok(Command::Quit) {
            self.back_pressure.leave(cost);
            return self.say(&Reply::Error("too many commands are waiting: this one is left out".to_owned()));
        }
        self.waiting_cost += cost;
        self.waiting.push_back(WaitingCommand { command, at, cost });
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        self.ended = true;
        if let Some(error) = self.decoder.end() {
            self.wait(Err(error), Instant::now(), 0)?;
        }
        self.end_unbounded()
    }

    /// Obeys the waiting commands as far as possible now.
    fn go_on(&mut self) -> io::Result<()> {
        loop {
            let urgent = self
                .waiting
                .front()
                .is_some_and(|request| request.command.as_ref().is_ok_and(|command| self.is_urgent(command)));
            if self.pending.is_some() && !urgent {
                if !self.waiting.is_empty() {
                    self.stop_pondering();
                }
                return Ok(());
            }
            let Some(WaitingCommand { command, at, cost }) = self.waiting.pop_front() else { break };
            self.waiting_cost -= cost;
            self.back_pressure.leave(cost);
            match command {
                Ok(command) if urgent => self.obey_now(command)?,
                Ok(Command::Quit) => {
                    self.quit_by = Some(Instant::now());
                    return Ok(());
                }
                Ok(command) => self.obey(command, at.max(self.idle_since))?,
                Err(error) => self.say(&Reply::from(error))?,
            }
        }
        self.prepare();
        self.ponder()
    }

    /// Will what is being done be done without another line?
    fn ends_by_itself(&self) -> bool {
        self.pending.as_ref().is_none_or(PendingReply::ends_by_itself)
    }

    fn is_over(&self) -> bool {
        let quit = self.quit_by.is_some_and(|by| by <= Instant::now());
        let idle =
            self.waiting.is_empty() && self.pending.as_ref().is_none_or(|pending| pending.kind == ReplyKind::Ponder);
        quit || (self.ended && idle)
    }

    fn search(&mut self) -> Option<&mut RunningSearch> {
        self.pending.as_mut()?.search.as_mut()
    }

    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        if let Some(text) = self.told_to_person(reply) {
            return self.write(&text);
        }
        let style = self.settings.style(self.gui);
        // A person reads a drawing as it is.
        let is_drawn = self.client == Client::Person && matches!(reply, Reply::Drawing(_));
        let dialect = if is_drawn { Dialect::Ugi } else { self.decoder.dialect() };
        self.write(&reply.encode(dialect, &style))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        for line in text.split_inclusive('\n') {
            log::debug!("> {}", line.trim_end());
            self.output.write_all(line.as_bytes())?;
            self.output.flush()?;
        }
        Ok(())
    }

    fn speaks_ugi(&self) -> bool {
        self.decoder.dialect() != Dialect::Gomocup
    }
}

/// The reader must not be kept waiting by a session that is over.
impl<W> Drop for Session<W> {
    fn drop(&mut self) {
        self.back_pressure.open(true);
    }
}
