//! The thread that owns the engine and the table, and runs jobs in the order of the wire.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel};
use std::thread;

use super::options::{HASH, Options};
use super::session::Event;
use super::{Answer, Change, Engine, MoveStyle, Rejected, Report, Standing, Task};
use crate::search::{Control, STACK_BYTES, Table};

/// What is wanted once the change is made.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Nothing but to know that it is done.
    Done,
    /// The game and the table as the next search needs them.
    Prepare {
        /// Does the table grow as well, as long as there is nothing else to do?
        grow: bool,
    },
    /// Think, within the control's limits.
    Think {
        /// What to think about.
        task: Box<Task>,
        /// The limits.
        ctl: Arc<Control>,
        /// Are the moves found played as well? A manager takes the engine's word as its move.
        play: bool,
    },
    /// The points forbidden to the side to move.
    Forbidden(MoveStyle),
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
pub enum WorkerEvent {
    /// A search has come one step further.
    Report(Report),
    /// The job is finished: the worker is ready for the next one before anyone can know of it.
    Finished(Result<Done, Rejected>),
}

/// Starts the worker; it ends when the sender of its jobs is dropped.
///
/// # Errors
/// When the system gives no thread.
pub fn spawn(events: SyncSender<Event>) -> std::io::Result<Sender<Job>> {
    let (jobs, inbox) = channel();
    thread::Builder::new().name("worker".to_owned()).stack_size(STACK_BYTES).spawn(move || run(&inbox, &events))?;
    Ok(jobs)
}

fn run(inbox: &Receiver<Job>, events: &SyncSender<Event>) {
    // A session that has gone needs no news.
    let tell = |news| drop(events.send(Event::Worker(news)));
    let mut bench = WorkerState::default();
    while let Some(job) = bench.next_job(inbox) {
        let result = catch_unwind(AssertUnwindSafe(|| bench.run(job, &mut |report| tell(WorkerEvent::Report(report)))));
        let result = result.unwrap_or_else(|_| Err(Rejected::Internal("the command failed".to_owned())));
        tell(WorkerEvent::Finished(result));
    }
}

/// What the worker works with.
#[derive(Default)]
struct WorkerState {
    game: Option<OpenGame>,
    /// Made with the position, so that no move's clock pays for it, and anew for another game.
    table: Option<(usize, Table)>,
    /// Does the table grow while nothing else is asked for?
    growing: bool,
}

/// A game opened with some options, and the changes that led to its position.
struct OpenGame {
    engine: Box<dyn Engine>,
    /// The options as the session last had them.
    asked: Options,
    /// Those the game was opened with: a position's text can name another rule or size.
    opened: Options,
    /// What has been done since the position was last made anew.
    history: Vec<Change>,
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

    fn run(&mut self, job: Job, report: &mut dyn FnMut(Report)) -> Result<Done, Rejected> {
        let hash = job.options.get(&HASH);
        let game = self.change(job.options, job.change)?;
        match job.ask {
            Ask::Done => {
                self.prepare_table(hash);
                Ok(Done::Changed)
            }
            Ask::Prepare { grow } => {
                self.prepare_table(hash);
                self.growing = grow;
                Ok(Done::Changed)
            }
            Ask::Think { task, ctl, play } => self.think(&task, &ctl, play, hash, report).map(Done::Found),
            Ask::Forbidden(style) => Ok(Done::Forbidden(game.engine.forbidden(style))),
            Ask::Show => Ok(Done::Shown(game.engine.draw(), game.engine.position())),
            Ask::Standing => Ok(Done::Standing(game.engine.standing())),
            Ask::HashUsage => {
                let usage = self.table.as_ref().map(|(_, table)| (table.hashfull(), table.bytes()));
                let (permille, bytes) = usage.unwrap_or((0, hash << 20));
                Ok(Done::HashUsage(permille, bytes))
            }
            Ask::Forget => {
                game.engine.new_game();
                self.table = None;
                self.prepare_table(hash);
                Ok(Done::Changed)
            }
        }
    }

    /// Makes the change, in a game opened anew when the options or the position need one. Nothing is different when it is
    /// rejected.
    fn change(&mut self, options: Options, change: Option<Change>) -> Result<&mut OpenGame, Rejected> {
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
            self.game = Some(game);
            self.table = None;
        }
        let game = self.game.as_mut().ok_or_else(|| Rejected::Internal("no game".to_owned()))?;
        if let Some(change) = change.filter(|_| fits) {
            game.apply(change)?;
        }
        game.asked = options;
        Ok(game)
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

    fn think(
        &mut self,
        task: &Task,
        ctl: &Control,
        play: bool,
        hash: usize,
        report: &mut dyn FnMut(Report),
    ) -> Result<Answer, Rejected> {
        self.fit_table(hash)?;
        let (Some(game), Some((_, table))) = (&mut self.game, &self.table) else {
            return Err(Rejected::Internal("no game".to_owned()));
        };
        if ctl.is_repeatable() {
            table.use_all();
        }
        let answer = game.think(task, table, ctl, report)?;
        if let (true, Answer::Moves(moves)) = (play, &answer) {
            moves.iter().try_for_each(|text| game.apply(Change::Play(text.clone())))?;
        }
        Ok(answer)
    }

    /// Makes the table ahead of the search that needs it. Whether there is memory for it is told when a move is asked for: a
    /// limit that is named meanwhile may make it smaller.
    fn prepare_table(&mut self, hash: usize) {
        if let Err(why) = self.fit_table(hash) {
            log::info!("no table yet: {why}");
        }
    }

    fn fit_table(&mut self, hash: usize) -> Result<(), Rejected> {
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

impl OpenGame {
    fn open(wanted: Options, asked: &Options) -> Result<OpenGame, Rejected> {
        let engine = (wanted.game().open)(&wanted)?;
        Ok(OpenGame { engine, asked: asked.clone(), opened: wanted, history: Vec::new() })
    }

    fn apply(&mut self, change: Change) -> Result<(), Rejected> {
        self.engine.apply(&change)?;
        if change.is_fresh() {
            self.history.clear();
        }
        self.history.push(change);
        Ok(())
    }

    /// Thinks, and plays what was found so far when the search itself fails.
    fn think(
        &mut self,
        task: &Task,
        table: &Table,
        ctl: &Control,
        report: &mut dyn FnMut(Report),
    ) -> Result<Answer, Rejected> {
        let mut best = None;
        let thinking = catch_unwind(AssertUnwindSafe(|| {
            self.engine.think(task, table, ctl, &mut |news| {
                best = news.lines.first().and_then(|line| line.pv.first()).map(|named| named.wire.clone());
                report(news);
            })
        }));
        thinking.unwrap_or_else(|_| {
            self.reopen()?;
            log::error!("the search failed at {}", self.engine.position());
            let any = || {
                let moves = self.engine.legal_moves(task.wire);
                moves.get(moves.len() / 2).cloned()
            };
            let found = best.or_else(any).ok_or(Rejected::GameOver)?;
            Ok(Answer::Moves(vec![found]))
        })
    }

    /// A new engine in the old position: a panic may have left the old one in any state.
    fn reopen(&mut self) -> Result<(), Rejected> {
        let mut engine = (self.opened.game().open)(&self.opened)?;
        self.history.iter().try_for_each(|change| engine.apply(change))?;
        self.engine = engine;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Leaves, Piece, Step, View};
    use crate::search::Player;

    /// An engine whose search fails after its first report.
    struct Failing;

    impl Engine for Failing {
        fn apply(&mut self, _: &Change) -> Result<(), Rejected> {
            Ok(())
        }
        fn think(&mut self, _: &Task, _: &Table, _: &Control, _: &mut dyn FnMut(Report)) -> Result<Answer, Rejected> {
            panic!("a fault in the search")
        }
        fn legal_moves(&self, _: MoveStyle) -> Vec<String> {
            Vec::new()
        }
        fn reformat(&self, text: &str, _: MoveStyle) -> Result<String, Rejected> {
            Ok(text.to_owned())
        }
        fn standing(&self) -> Standing {
            Standing { to_move: Player::First, outcome: None }
        }
        fn position(&self) -> String {
            String::new()
        }
        fn draw(&self) -> String {
            String::new()
        }
        fn forbidden(&self, _: MoveStyle) -> Vec<String> {
            Vec::new()
        }
        fn view(&self) -> View {
            unreachable!("nobody looks")
        }
        fn steps(&self, _: &[String]) -> Vec<Step> {
            Vec::new()
        }
        fn arrange(&self, _: &[Piece], _: Player) -> Result<String, Rejected> {
            Ok(String::new())
        }
        fn perft(&self, _: u32) -> Leaves {
            Leaves::default()
        }
        fn new_game(&mut self) {}
    }

    #[test]
    fn a_search_that_fails_is_answered_by_a_legal_move_and_the_game_goes_on() {
        let options = Options::new();
        let mut game = OpenGame::open(options.clone(), &options).unwrap();
        game.apply(Change::Clear).unwrap();
        game.apply(Change::Play("h8".to_owned())).unwrap();
        game.engine = Box::new(Failing);
        let table = Table::new(1).unwrap();
        let answer = game.think(&Task::default(), &table, &Control::unlimited(), &mut |_| {}).unwrap();
        let Answer::Moves(moves) = answer else { panic!("no move") };
        game.apply(Change::Play(moves[0].clone())).unwrap();
        assert_eq!(game.engine.standing().to_move, Player::First);
    }

    #[test]
    fn the_table_is_made_with_the_game_and_follows_the_option() {
        let mut bench = WorkerState::default();
        for hash in [1, 2] {
            let mut options = Options::new();
            options.set_nearest(&HASH, hash);
            bench.run(Job { options, change: Some(Change::Clear), ask: Ask::Done }, &mut |_| {}).unwrap();
            assert_eq!(bench.table.as_ref().map(|(_, table)| table.bytes() as u64), Some(hash << 20));
        }
    }

    #[test]
    fn a_rejected_position_of_another_rule_leaves_the_old_one() {
        let mut bench = WorkerState::default();
        let options = Options::new();
        let mut run = |change, ask| bench.run(Job { options: options.clone(), change, ask }, &mut |_| {});
        let set = |text: &str, moves: &[&str]| {
            let moves = moves.iter().map(|text| (*text).to_owned()).collect();
            Some(Change::Set { position: Some(text.to_owned()), moves })
        };
        run(set("5/5/5/5/5 b 1", &["c3"]), Ask::Done).unwrap();
        assert!(run(set("6/6/6/6/6/6 b 4", &["c3", "c3"]), Ask::Done).is_err());
        let Ok(Done::Shown(_, text)) = run(None, Ask::Show) else { panic!("no position") };
        assert_eq!(text, "5/5/2b2/5/5 w 1");
    }
}
