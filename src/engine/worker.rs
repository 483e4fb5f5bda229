//! The thread that owns the engine and the table, and runs jobs in the order of the wire.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::options::Options;
use super::session::Event;
use super::{Answer, Change, Engine, Rejected, Report, Standing, Task};
use crate::search::{Control, Table};

/// What is wanted once the change is made.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Nothing but to know that it is done.
    Done,
    /// Think, within the control's limits.
    Think(Box<Task>, Arc<Control>),
    /// The points forbidden to the side to move.
    Forbidden(super::MoveStyle),
    /// The position, drawn, and its text.
    Show,
    /// Whose turn it is, and how the game stands.
    Standing,
    /// How full the table is.
    HashUsage,
    /// Forget everything that was learnt: the table, and the histories.
    Forget,
}

/// One command's work: a change of the position and what is wanted then. A change that is rejected cancels the rest.
#[derive(Clone, Debug)]
pub struct Job {
    /// The options at the time of the command.
    pub options: Options,
    /// The change, made first.
    pub change: Option<Change>,
    /// What is wanted after it.
    pub ask: Ask,
}

/// What came of a job.
#[derive(Clone, Debug)]
pub enum Done {
    /// The change is made, or the table is cleared.
    Changed,
    /// What thinking found.
    Found(Answer),
    /// Forbidden points.
    Forbidden(Vec<String>),
    /// The position drawn, and its text.
    Shown(String, String),
    /// The state of the game.
    Standing(Standing),
    /// Permille of the table in use, and its bytes.
    HashUsage(u32, usize),
}

/// What the worker tells the session.
#[derive(Clone, Debug)]
pub enum News {
    /// A search has come one step further.
    Report(Report),
    /// The job is finished: the worker is ready for the next one before anyone can know of it.
    Finished(Result<Done, Rejected>),
}

/// Starts the worker; it ends when the sender of its jobs is dropped.
///
/// # Errors
/// When the system gives no thread.
pub fn spawn(events: Sender<Event>) -> std::io::Result<Sender<Job>> {
    let (jobs, inbox) = channel();
    thread::Builder::new().name("worker".to_owned()).stack_size(STACK).spawn(move || run(&inbox, &events))?;
    Ok(jobs)
}

/// A search recurses once a ply, and a line can be as long as the board has cells.
const STACK: usize = 64 << 20;

fn run(inbox: &Receiver<Job>, events: &Sender<Event>) {
    let mut seat = None;
    for job in inbox {
        let tell = |news| {
            let _ = events.send(Event::Worker(news)); // a session that has gone needs no news
        };
        let result = match Seat::take(&mut seat, &job) {
            Ok(seat) => seat.run(job, &mut |report| tell(News::Report(report))),
            Err(why) => Err(why),
        };
        tell(News::Finished(result));
    }
}

/// A game opened by some options, the changes that led to its position, and the table.
struct Seat {
    engine: Box<dyn Engine>,
    table: Table,
    /// The options as the session last had them.
    asked: Options,
    /// Those the game was opened with: a position's text can name another rule or size.
    opened: Options,
    /// What has been done since the position was last made anew.
    history: Vec<Change>,
}

impl Seat {
    /// The seat fitted to the job's options, made when there is none.
    fn take<'a>(seat: &'a mut Option<Seat>, job: &Job) -> Result<&'a mut Seat, Rejected> {
        if seat.is_none() {
            let table = new_table(job.options.count("Hash"))?;
            let engine = (job.options.game().open)(&job.options)?;
            let (asked, opened) = (job.options.clone(), job.options.clone());
            *seat = Some(Seat { engine, table, asked, opened, history: Vec::new() });
        }
        let seat = seat.as_mut().ok_or_else(|| Rejected::Internal("no game".to_owned()))?;
        seat.fit(job)?;
        Ok(seat)
    }

    fn fit(&mut self, job: &Job) -> Result<(), Rejected> {
        let hash = job.options.count("Hash");
        if hash != self.asked.count("Hash") {
            // The old table goes first: both together may be more than the memory limit allows.
            self.table = new_table(1)?;
            self.asked.copy("Hash", &job.options);
            self.table = new_table(hash)?;
        }
        let fresh = job.change.as_ref().is_some_and(Change::is_fresh);
        if fresh {
            let mut wanted = job.options.clone();
            if let Some(Change::Set { position: Some(text), .. }) = &job.change {
                (wanted.game().read)(text, &mut wanted)?;
            }
            self.open(wanted, &[])?;
        } else if !job.options.same_game(&self.asked) {
            let history = std::mem::take(&mut self.history);
            if let Err(why) = self.open(job.options.clone(), &history) {
                self.history = history;
                return Err(why);
            }
            self.history = history;
        }
        self.asked = job.options.clone();
        Ok(())
    }

    /// Opens the game anew when its rules or its board are other ones, and repeats what had been done in it.
    fn open(&mut self, wanted: Options, history: &[Change]) -> Result<(), Rejected> {
        if wanted.same_game(&self.opened) {
            return Ok(());
        }
        let mut engine = (wanted.game().open)(&wanted)?;
        for change in history {
            engine.apply(change)?;
        }
        self.engine = engine;
        self.opened = wanted;
        self.table.clear();
        Ok(())
    }

    fn run(&mut self, job: Job, report: &mut dyn FnMut(Report)) -> Result<Done, Rejected> {
        if let Some(change) = job.change {
            self.engine.apply(&change)?;
            if change.is_fresh() {
                self.history.clear();
            }
            self.history.push(change);
        }
        match job.ask {
            Ask::Done => Ok(Done::Changed),
            Ask::Think(task, ctl) => self.think(&task, &ctl, report).map(Done::Found),
            Ask::Forbidden(style) => Ok(Done::Forbidden(self.engine.forbidden(style))),
            Ask::Show => Ok(Done::Shown(self.engine.draw(), self.engine.position())),
            Ask::Standing => Ok(Done::Standing(self.engine.standing())),
            Ask::HashUsage => Ok(Done::HashUsage(self.table.hashfull(), self.table.bytes())),
            Ask::Forget => {
                self.table.clear();
                self.engine.new_game();
                Ok(Done::Changed)
            }
        }
    }

    /// Thinks, and plays what was found so far when the search itself fails.
    fn think(&mut self, task: &Task, ctl: &Control, report: &mut dyn FnMut(Report)) -> Result<Answer, Rejected> {
        let mut best = None;
        let (engine, table) = (&mut self.engine, &self.table);
        let thinking = catch_unwind(AssertUnwindSafe(|| {
            engine.think(task, table, ctl, &mut |news| {
                best = news.lines.first().and_then(|line| line.pv.first()).map(|named| named.wire.clone());
                report(news);
            })
        }));
        thinking.unwrap_or_else(|_| {
            log::error!("a search panicked at {}", self.engine.position());
            self.reopen()?;
            let found = best.or_else(|| self.engine.any_move(task.wire)).ok_or(Rejected::GameOver)?;
            Ok(Answer::Moves(vec![found]))
        })
    }

    /// A new engine in the old position: the panic may have left the old one in any state.
    fn reopen(&mut self) -> Result<(), Rejected> {
        let mut engine = (self.opened.game().open)(&self.opened)?;
        for change in &self.history {
            engine.apply(change)?;
        }
        self.engine = engine;
        Ok(())
    }
}

fn new_table(mebibytes: usize) -> Result<Table, Rejected> {
    Table::new(mebibytes).map_err(|_| Rejected::Memory(format!("no room for a table of {mebibytes} MiB")))
}
