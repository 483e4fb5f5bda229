//! Searches in turns between two messages, on the thread of the worker, with helpers where there are any. A turn ends as soon as a message
//! waits, which the host sees in memory that it shares with the page; where it shares none, turns are short instead. The next turn goes on
//! with what the table holds.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use fukumi::engine::Library;
use fukumi::games::GAMES;
use fukumi::page::study::{Grower, Queue, Study, StudyFile, Workforce};
use fukumi::page::{SearchJob, Searchers, TablePool, search_turn};
use fukumi::search::{Control, Limits, Watcher};
use tokio::sync::watch::Receiver;
use web_time::Instant;

/// The transposition table, in MiB for each thread, and at most: a telephone has to have it, too.
const TABLE_EACH: usize = 32;
const TABLE_MOST: usize = 128;

/// After so much silence the nodes and the time that a search has taken are told.
const SILENCE: Duration = Duration::from_millis(200);

/// The worker that the engine runs in.
pub(crate) trait Host: Send + Sync {
    /// Does a message wait, so that the search has to end its turn?
    fn waits(&self) -> bool;
    /// Sends an event to the page: `state` or `news`, in JSON.
    fn tell(&self, event: &str, data: &str);
}

/// The states and the news of a session, as they come.
type Listening = (Receiver<Arc<str>>, Receiver<Arc<str>>);

/// The searches of one page.
pub(crate) struct Runner {
    host: Arc<dyn Host>,
    /// The longest turn, where the host sees no message during it.
    blind_turn: Option<Duration>,
    threads: usize,
    tables: TablePool,
    jobs: Mutex<VecDeque<Arc<SearchJob>>>,
    /// The database, and who works on its branches while there is nothing else to search.
    library: OnceLock<Arc<dyn Library>>,
    grower: Mutex<Option<Grower>>,
    told: Mutex<Told>,
}

/// Whose changes are told, and when the last one was.
struct Told {
    listening: Option<Listening>,
    last: Instant,
}

impl Runner {
    pub(crate) fn new(host: Arc<dyn Host>, blind_turn: Option<Duration>, threads: usize) -> Runner {
        let told = Mutex::new(Told { listening: None, last: Instant::now() });
        let tables = TablePool::new(1, (TABLE_EACH * threads).min(TABLE_MOST));
        let (library, grower) = (OnceLock::new(), Mutex::default());
        Runner { host, blind_turn, threads, tables, jobs: Mutex::default(), library, grower, told }
    }

    /// From now on searches ask and fill this database, and work on its branches.
    pub(crate) fn use_database(&self, file: StudyFile) -> Study {
        let workforce = Workforce { games: GAMES, threads: self.threads, takes_turns: true };
        // No search is under way while a question is answered.
        let queue = Arc::new(Queue::new(&file, workforce, Box::new(|_| {})));
        *lock(&self.grower) = Some(Grower::new(Arc::clone(&queue)));
        let _ = self.library.set(Arc::clone(&file.library)); // a worker opens one
        Study::new(file, queue)
    }

    /// From now on tells these, and what they hold already.
    pub(crate) fn listen(&self, listening: Listening) {
        lock(&self.told).listening = Some(listening);
    }

    /// Tells nothing until somebody listens again.
    pub(crate) fn pause(&self) {
        lock(&self.told).listening = None;
    }

    /// Tells what has changed since it was last told.
    pub(crate) fn tell_changes(&self) {
        let mut told = lock(&self.told);
        let Told { listening: Some((state, news)), last } = &mut *told else { return };
        for (event, heard) in [("state", state), ("news", news)] {
            if heard.has_changed().unwrap_or(false) {
                self.host.tell(event, &heard.borrow_and_update());
                *last = Instant::now();
            }
        }
    }

    /// Searches for a turn; true when there is more to search.
    pub(crate) fn turn(self: &Arc<Runner>) -> bool {
        let Some(job) = lock(&self.jobs).pop_front() else { return self.grow() };
        let (limits, _) = job.task.limits();
        let watcher = self.watcher(&job);
        let ctl = Arc::new(Control::new(&limits, Instant::now()).watched_by(watcher));
        job.begin_turn(Arc::clone(&ctl));
        let done = job.is_cancelled() || search_turn(&job, &self.tables, self.threads, &ctl);
        if done {
            job.task.finish(&job);
        } else {
            lock(&self.jobs).push_back(job);
        }
        self.tell_changes();
        !lock(&self.jobs).is_empty() || lock(&self.grower).is_some()
    }

    /// Works for a turn on the branches of the database; true when there is more to do.
    fn grow(self: &Arc<Runner>) -> bool {
        let mut grower = lock(&self.grower);
        let Some(grower) = &mut *grower else { return false };
        let until = self.blind_turn.map(|turn| Instant::now() + turn);
        let (runner, own) = (Arc::clone(self), thread::current().id());
        let watcher = Watcher::new(move |_| thread::current().id() == own && runner.is_over(until));
        let control = |limits: &Limits| Control::new(limits, Instant::now()).watched_by(watcher.clone());
        let Some(ctl) = grower.next(control) else { return false };
        grower.step(&ctl);
        true
    }

    /// Does a message wait, or is it time to look whether one does?
    fn is_over(&self, until: Option<Instant>) -> bool {
        self.host.waits() || until.is_some_and(|until| Instant::now() >= until)
    }

    /// Watches a turn: tells what the search has found, and calls it back when its turn is over. What cannot go on where it was called
    /// back is left alone unless a message waits. Helpers do not ask: the worker's own thread is the one that speaks with the page.
    fn watcher(self: &Arc<Runner>, job: &Arc<SearchJob>) -> Watcher {
        let (runner, job) = (Arc::clone(self), Arc::downgrade(job));
        let whole = job.upgrade().is_some_and(|job| job.task.keeps_its_turn());
        let until = runner.blind_turn.filter(|_| !whole).map(|turn| Instant::now() + turn);
        let own = thread::current().id();
        Watcher::new(move |ctl| {
            if thread::current().id() != own {
                return false;
            }
            runner.tell_progress(&job, ctl, !whole);
            runner.is_over(until)
        })
    }

    /// Tells what has changed; after a silence at least how far the search has come, where it is one whose effort is told.
    fn tell_progress(&self, job: &Weak<SearchJob>, ctl: &Control, tells_effort: bool) {
        let is_silent = lock(&self.told).last.elapsed() >= SILENCE;
        if let Some(job) = job.upgrade().filter(|_| tells_effort && is_silent) {
            job.tell_effort(ctl);
        }
        self.tell_changes();
    }
}

impl Searchers for Runner {
    fn add(&self, job: Arc<SearchJob>) {
        lock(&self.jobs).push_back(job);
    }

    fn forget(&self, session: u64) {
        self.tables.forget(session);
    }

    fn library(&self) -> Option<Arc<dyn Library>> {
        self.library.get().cloned()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
