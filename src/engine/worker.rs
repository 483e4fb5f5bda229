//! The thread that owns the engine and the table, and runs jobs in the order of the wire.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use fukumi_protocol::{Reply, TableFile};

use super::open_game::OpenGame;
use super::opening::{Advisor, Decision, OpeningDialog, Point};
use super::options::{HASH, HASH_DEFAULT, Options};
use super::table_file;
use super::{Change, MoveStyle, PackedMove, Rejected, Report, Task, Verdict};
use crate::search::{Control, Means, Player, STACK_BYTES, Table};

/// What a job does once its change is made. It gives the reply, if any is due, and may report on the way.
pub type Work = Box<dyn FnOnce(&mut WorkerState, &mut dyn FnMut(Report)) -> JobResult + Send>;

/// What is said when a job is done: nothing, or a reply.
pub type JobResult = Result<Option<Reply>, Rejected>;

/// One command's work: a change of the position and what is wanted then. A change that is rejected cancels the rest.
pub struct Job {
    /// The options at the time of the command.
    pub options: Options,
    /// The change, made first.
    pub change: Option<Change>,
    /// What is done after it.
    pub work: Work,
}

/// The work of a job that only changes the position, with what is said when it is done.
pub fn then_say(reply: Option<Reply>) -> Work {
    Box::new(move |state, _| {
        state.prepare_table();
        Ok(reply)
    })
}

/// The board as the dialog of an opening sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnBoard {
    /// Rows and columns.
    pub size: usize,
    /// The stones that were laid in turns.
    pub stones: Vec<Point>,
}

fn no_openings() -> Rejected {
    Rejected::Unsupported("swap opening of this game".to_owned())
}

/// What the worker tells the session.
#[derive(Clone, Debug)]
pub enum WorkerEvent {
    /// The change is made: what the job wants now begins.
    Changed,
    /// The game could not be opened with the weights that were asked for, for this reason: it has the built-in ones.
    BuiltInWeights(Rejected),
    /// A search has come one step further.
    Report(Report),
    /// The job is finished: the worker is ready for the next one before anyone can know of it.
    Finished {
        /// What is said.
        result: JobResult,
        /// Who is to move now; `None` before a game is open.
        to_move: Option<Player>,
    },
}

/// Starts the worker; it ends when the sender of its jobs is dropped.
///
/// # Errors
/// When the system gives no thread.
pub fn spawn(tell: impl Fn(WorkerEvent) + Send + 'static) -> std::io::Result<Sender<Job>> {
    let (jobs, inbox) = channel();
    thread::Builder::new().name("worker".to_owned()).stack_size(STACK_BYTES).spawn(move || run(&inbox, &tell))?;
    Ok(jobs)
}

fn run(inbox: &Receiver<Job>, tell: &dyn Fn(WorkerEvent)) {
    let mut state = WorkerState::default();
    while let Some(job) = state.next_job(inbox) {
        let result = catch_unwind(AssertUnwindSafe(|| state.run(job, tell)));
        let result = result.unwrap_or_else(|_| Err(Rejected::Internal("the command failed".to_owned())));
        let to_move = state.game.as_ref().map(|game| game.engine.standing().to_move);
        tell(WorkerEvent::Finished { result, to_move });
        if let Some(game) = &mut state.game {
            game.keep_findings();
        }
    }
}

/// The game that the worker has open, and the table it searches with.
pub struct WorkerState {
    game: Option<OpenGame>,
    /// Made with the position, so that no move's clock pays for it, and anew for another game.
    table: Option<(usize, Table)>,
    /// The size in MiB that the table is to have.
    hash: usize,
    /// Does the table grow while nothing else is asked for?
    growing: bool,
}

impl Default for WorkerState {
    fn default() -> Self {
        WorkerState { game: None, table: None, hash: HASH_DEFAULT as usize, growing: false }
    }
}

impl WorkerState {
    /// The next job; until it comes the table grows.
    fn next_job(&mut self, inbox: &Receiver<Job>) -> Option<Job> {
        while let (true, Some((_, table))) = (self.growing, &self.table) {
            match inbox.try_recv() {
                Ok(job) => return Some(job),
                Err(TryRecvError::Empty) => self.growing = table.grow(),
                Err(TryRecvError::Disconnected) => return None,
            }
        }
        inbox.recv().ok()
    }

    fn run(&mut self, job: Job, tell: &dyn Fn(WorkerEvent)) -> JobResult {
        self.change(job.options, job.change, tell)?;
        tell(WorkerEvent::Changed);
        (job.work)(self, &mut |report| tell(WorkerEvent::Report(report)))
    }

    /// The game that is open.
    ///
    /// # Errors
    /// [`Rejected::Internal`] when none is: the work of a job never sees that.
    pub(super) fn game(&mut self) -> Result<&mut OpenGame, Rejected> {
        self.game.as_mut().ok_or_else(|| Rejected::Internal("no game".to_owned()))
    }

    /// Permille of the table in use, and its bytes.
    pub fn hash_usage(&self) -> (u32, usize) {
        let usage = self.table.as_ref().map(|(_, table)| (table.hashfull(), table.bytes()));
        usage.unwrap_or((0, self.hash << 20))
    }

    /// Writes the table to a file, or adds what a file has to it. Returns how many entries the file has.
    ///
    /// # Errors
    /// [`Rejected::TableFile`], and [`Rejected::Memory`] when there is none for the table.
    pub(super) fn keep_table(&mut self, work: TableFile, path: &Path) -> Result<u64, Rejected> {
        self.fit_table()?;
        let (Some(game), Some((_, table))) = (&self.game, &self.table) else {
            return Err(Rejected::Internal("no game".to_owned()));
        };
        let done = match work {
            TableFile::Save => table_file::save(path, table, &game.opened),
            TableFile::Load => table_file::load(path, table, &game.opened),
        };
        done.map_err(|why| Rejected::TableFile(format!("{}: {why}", path.display())))
    }

    /// Forgets everything that was learnt: the table, and the histories.
    ///
    /// # Errors
    /// [`Rejected::Internal`] when no game is open: the work of a job never sees that.
    pub fn forget(&mut self) -> Result<(), Rejected> {
        self.game()?.engine.new_game();
        self.table = None;
        self.prepare_table();
        Ok(())
    }

    /// Makes the table as the next search needs it. If it is to grow, it does so as long as there is nothing else to do.
    pub fn prepare(&mut self, grow: bool) {
        self.prepare_table();
        self.growing = grow;
    }

    /// Makes the change, in a game opened anew when the options or the position need one, and tells when the game has other weights
    /// than were asked for. Nothing is different when it is rejected.
    ///
    /// # Errors
    /// [`Rejected`].
    pub(crate) fn change(
        &mut self,
        options: Options,
        change: Option<Change>,
        tell: &dyn Fn(WorkerEvent),
    ) -> Result<(), Rejected> {
        self.hash = options.get(&HASH);
        let wanted = self.wanted(&options, change.as_ref())?;
        let fits = self.game.as_ref().is_some_and(|game| game.opened.same_game(&wanted));
        if !fits {
            let old = self.game.as_ref().map_or(&[][..], |game| &game.history);
            let mut game = OpenGame::open(wanted, &options)?;
            if !change.as_ref().is_some_and(Change::is_fresh) {
                old.iter().cloned().try_for_each(|change| game.apply(change))?;
            }
            if let Some(change) = change.clone() {
                game.apply(change)?;
            }
            if let Some(why) = game.unfit_weights.take() {
                tell(WorkerEvent::BuiltInWeights(why));
            }
            self.game = Some(game);
            self.table = None;
        }
        let game = self.game()?;
        if let Some(change) = change.filter(|_| fits) {
            game.apply(change)?;
        }
        game.take_options(options);
        Ok(())
    }

    /// The options the position needs: the session's, unless its text says otherwise.
    fn wanted(&self, options: &Options, change: Option<&Change>) -> Result<Options, Rejected> {
        let mut wanted = options.clone();
        let fresh = change.filter(|change| change.is_fresh());
        let origin = match (&self.game, fresh) {
            (Some(game), None) if options.same_game(&game.asked) => return Ok(game.opened.clone()),
            (Some(game), None) => game.history.first(),
            (_, change) => change,
        };
        if let Some(Change::Set { position: Some(text), .. }) = origin {
            (options.game().read)(text, &mut wanted)?;
        }
        Ok(wanted)
    }

    /// Thinks about the position, and plays what was chosen if asked to: a manager takes the engine's word as its move. What
    /// was chosen is given to `reply` in the position before.
    ///
    /// # Errors
    /// As [`Engine::think`](super::Engine::think), and [`Rejected::Memory`] when there is none for the table.
    pub fn think(
        &mut self,
        task: &Task,
        ctl: &Control,
        play: bool,
        report: &mut dyn FnMut(Report),
        reply: impl FnOnce(Vec<String>) -> Reply,
    ) -> JobResult {
        let moves = self.search(task, ctl, report)?;
        let game = self.game()?;
        let text = game.engine.write_moves(&moves, task.wire);
        if play {
            game.play(&moves)?;
        }
        Ok(Some(reply(text)))
    }

    /// Thinks about the position and changes nothing.
    ///
    /// # Errors
    /// As [`Engine::think`](super::Engine::think), and [`Rejected::Memory`] when there is none for the table.
    pub(crate) fn search(
        &mut self,
        task: &Task,
        ctl: &Control,
        report: &mut dyn FnMut(Report),
    ) -> Result<Vec<PackedMove>, Rejected> {
        self.fit_table()?;
        let (Some(game), Some((_, table))) = (&mut self.game, &self.table) else {
            return Err(Rejected::Internal("no game".to_owned()));
        };
        if ctl.is_repeatable() {
            table.use_all();
        }
        game.think(task, table, ctl, report)
    }

    /// Has the game one player only?
    ///
    /// # Errors
    /// [`Rejected::Internal`] when no game is open.
    pub(crate) fn is_puzzle(&mut self) -> Result<bool, Rejected> {
        Ok(self.game()?.engine.training_game().is_none())
    }

    /// Looks for a win of the side to move that is forced by these means.
    ///
    /// # Errors
    /// As [`Engine::prove`](super::Engine::prove).
    pub(crate) fn prove(&mut self, means: Means, nodes: u64, ctl: &Control) -> Result<Verdict, Rejected> {
        self.game()?.engine.prove(means, nodes, MoveStyle::Bottom, ctl)
    }

    /// The moves that were chosen, as people write them.
    ///
    /// # Errors
    /// [`Rejected::Internal`] when no game is open.
    pub(crate) fn write(&mut self, moves: &[PackedMove]) -> Result<Vec<String>, Rejected> {
        Ok(self.game()?.engine.write_moves(moves, MoveStyle::Bottom))
    }

    /// Decides what is done next in the dialog of an opening, which must have come to the position that is there.
    ///
    /// # Errors
    /// As [`Advisor::decide`], and [`Rejected::Memory`] when there is none for the table.
    pub fn decide(&mut self, dialog: &OpeningDialog, task: &Task, ctl: &Control) -> Result<Decision, Rejected> {
        self.fit_table()?;
        let (Some(game), Some((_, table))) = (&mut self.game, &self.table) else {
            return Err(Rejected::Internal("no game".to_owned()));
        };
        if ctl.is_repeatable() {
            table.use_all();
        }
        let mut study = game.engine.study(task, table, ctl).ok_or_else(no_openings)?;
        Advisor::decide(dialog, &mut *study, None)
    }

    /// The board as the dialog of an opening sees it.
    ///
    /// # Errors
    /// [`Rejected::Unsupported`] in a game without such openings.
    pub fn on_board(&mut self) -> Result<OnBoard, Rejected> {
        let game = self.game()?;
        let size = game.opened.board_size().ok_or_else(no_openings)?;
        let read = |text: &String| text.parse().map_err(|_| no_openings());
        let stones = game.engine.line(MoveStyle::Pair).iter().map(read).collect::<Result<_, _>>()?;
        Ok(OnBoard { size, stones })
    }

    /// Makes the table ahead of the search that needs it. Whether there is memory for it is told when a move is asked for: a
    /// limit that is named meanwhile may make it smaller.
    fn prepare_table(&mut self) {
        if let Err(why) = self.fit_table() {
            log::info!("no table yet: {why}");
        }
    }

    fn fit_table(&mut self) -> Result<(), Rejected> {
        let hash = self.hash;
        if self.table.as_ref().is_none_or(|(size, _)| *size != hash) {
            // The old table goes first: both together may be more than the memory limit allows.
            self.table = None;
            self.growing = false;
            let table = Table::growing(hash).map_err(|error| Rejected::Memory(error.to_string()))?;
            self.table = Some((hash, table));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_made_with_the_game_and_follows_the_option() {
        let mut state = WorkerState::default();
        for hash in [1, 2] {
            let mut options = Options::new();
            options.set_nearest(&HASH, hash);
            state.run(Job { options, change: Some(Change::Clear), work: then_say(None) }, &|_| {}).unwrap();
            assert_eq!(state.table.as_ref().map(|(_, table)| table.bytes() as u64), Some(hash << 20));
        }
    }

    #[test]
    fn a_rejected_position_of_another_rule_leaves_the_old_one() {
        let mut state = WorkerState::default();
        let options = Options::new();
        let mut run = |change, work| state.run(Job { options: options.clone(), change, work }, &|_| {});
        let set = |text: &str, moves: &[&str]| {
            let moves = moves.iter().map(|text| (*text).to_owned()).collect();
            Some(Change::Set { position: Some(text.to_owned()), moves })
        };
        run(set("5/5/5/5/5 b 1", &["c3"]), then_say(None)).unwrap();
        assert!(run(set("6/6/6/6/6/6 b 4", &["c3", "c3"]), then_say(None)).is_err());
        let position: Work = Box::new(|state, _| Ok(Some(Reply::Message(state.game()?.engine.position()))));
        assert_eq!(run(None, position), Ok(Some(Reply::Message("5/5/2b2/5/5 w 1".to_owned()))));
    }
}
