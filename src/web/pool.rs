//! The threads that search, shared fairly: sessions take turns by the time they have used, and a turn grows with those before
//! it, so that everyone has an answer soon and long thoughts still get deep. A search that is alone uses all the threads.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::tables::Tables;
use super::think::{self, Thought};
use crate::search::{Control, STACK_BYTES};

/// The first turn of a search when others wait: long enough for an answer worth having.
const FIRST_TURN: Duration = Duration::from_millis(50);

/// The longest turn when others wait.
const LONGEST_TURN: Duration = Duration::from_millis(1600);

/// What is wanted of the pool: a thought, and whose it is.
pub(super) struct Job {
    /// The session's number.
    pub(super) session: u64,
    /// Time the session has used, in microseconds, counted from where the others are when it comes.
    pub(super) used: Arc<AtomicU64>,
    /// What is thought about, and what is known so far.
    pub(super) thought: Thought,
    cancelled: AtomicBool,
    ctl: Mutex<Option<Arc<Control>>>,
}

impl Job {
    pub(super) fn new(session: u64, used: Arc<AtomicU64>, thought: Thought) -> Arc<Job> {
        Arc::new(Job { session, used, thought, cancelled: AtomicBool::new(false), ctl: Mutex::new(None) })
    }

    /// Nobody wants it any more.
    pub(super) fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
        if let Some(ctl) = &*lock(&self.ctl) {
            ctl.stop();
        }
    }

    /// What is known must do: the answer is wanted now.
    pub(super) fn hurry(&self) {
        self.thought.end_time();
        if let Some(ctl) = &*lock(&self.ctl) {
            ctl.stop();
        }
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }
}

/// The threads and what waits for them.
pub(super) struct Pool {
    state: Mutex<State>,
    wake: Condvar,
    tables: Tables,
}

struct State {
    waiting: Vec<Arc<Job>>,
    running: Vec<Running>,
    /// Threads that do not search.
    free: usize,
    /// The least time used by a session that was given a turn last: where new ones begin.
    now: u64,
}

/// A turn under way.
struct Running {
    ctl: Arc<Control>,
    threads: usize,
    /// The turn ends here anyway.
    limit: Duration,
    /// It ends here when others wait.
    turn: Duration,
}

impl Pool {
    /// Starts the threads.
    ///
    /// # Errors
    /// When the system gives none.
    pub(super) fn start(threads: usize, tables: Tables) -> io::Result<Arc<Pool>> {
        let state = State { waiting: Vec::new(), running: Vec::new(), free: threads, now: 0 };
        let pool = Arc::new(Pool { state: Mutex::new(state), wake: Condvar::new(), tables });
        for nth in 0..threads {
            let pool = Arc::clone(&pool);
            thread::Builder::new().name(format!("search {nth}")).stack_size(STACK_BYTES).spawn(move || pool.work())?;
        }
        Ok(pool)
    }

    /// Takes a job in; it is told of what it finds, and when it is done.
    pub(super) fn add(&self, job: Arc<Job>) {
        let mut state = lock(&self.state);
        job.used.fetch_max(state.now, Relaxed);
        state.waiting.push(job);
        if state.free == 0 {
            state.running.iter().for_each(Running::share);
        }
        drop(state);
        self.wake.notify_one();
    }

    /// A session is over.
    pub(super) fn forget(&self, session: u64) {
        self.tables.forget(session);
    }

    fn work(&self) {
        loop {
            let (job, threads, ctl) = self.next();
            *lock(&job.ctl) = Some(Arc::clone(&ctl));
            let began = Instant::now();
            let done = job.is_cancelled() || think::turn(&job, &self.tables, threads, &ctl);
            let spent = began.elapsed() * threads as u32;
            job.used.fetch_add(u64::try_from(spent.as_micros()).unwrap_or(u64::MAX), Relaxed);
            self.finish(&ctl, threads);
            if done || job.is_cancelled() {
                job.thought.finish(&job);
            } else {
                self.add(job);
            }
        }
    }

    /// Waits for the next turn: the job, its threads, its limits.
    fn next(&self) -> (Arc<Job>, usize, Arc<Control>) {
        let mut state = lock(&self.state);
        loop {
            let next = (0..state.waiting.len()).min_by_key(|&at| state.waiting[at].used.load(Relaxed));
            let Some(at) = next.filter(|_| state.free > 0) else {
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let job = state.waiting.remove(at);
            state.now = state.now.max(job.used.load(Relaxed));
            let alone = state.waiting.is_empty();
            let threads = if alone && job.thought.is_interruptible() { state.free } else { 1 };
            state.free -= threads;
            let running = Running::new(&job.thought, threads);
            if !alone {
                running.share();
            }
            let ctl = Arc::clone(&running.ctl);
            state.running.push(running);
            return (job, threads, ctl);
        }
    }

    fn finish(&self, ctl: &Arc<Control>, threads: usize) {
        let mut state = lock(&self.state);
        state.running.retain(|running| !Arc::ptr_eq(&running.ctl, ctl));
        state.free += threads;
        drop(state);
        self.wake.notify_all();
    }
}

impl Running {
    fn new(thought: &Thought, threads: usize) -> Running {
        let (limits, turns) = thought.limits();
        let turn = (FIRST_TURN * 2_u32.saturating_pow(turns)).min(LONGEST_TURN);
        let turn = if threads > 1 { FIRST_TURN } else { turn };
        let limit = limits.hard.unwrap_or(Duration::MAX);
        let turn = if thought.is_interruptible() { turn.min(limit) } else { limit };
        Running { ctl: Arc::new(Control::new(&limits, Instant::now())), threads, limit, turn }
    }

    /// Others wait: the turn ends in good time.
    fn share(&self) {
        debug_assert!(self.threads > 0 && self.turn <= self.limit);
        if self.turn < self.limit {
            self.ctl.set_time(None, Some(self.turn));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
