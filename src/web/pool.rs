//! The search threads, shared fairly. The session that has used the least time is served next, and the turns of a search grow
//! longer, so that everyone gets an answer soon and long searches still reach depth. A search that is alone uses all the threads.

use std::io;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::Library;
use crate::page::{SearchJob, SearchTask, Searchers, TablePool, search_turn};
use crate::search::{Control, STACK_BYTES};

/// The first turn of a search when others wait: long enough for a useful answer.
const FIRST_TURN: Duration = Duration::from_millis(50);

/// The longest turn when others wait.
const LONGEST_TURN: Duration = Duration::from_millis(1600);

/// The search threads and the jobs that wait for them.
pub(super) struct Pool {
    state: Mutex<PoolState>,
    wake: Condvar,
    tables: TablePool,
    library: Option<Arc<dyn Library>>,
}

struct PoolState {
    waiting: Vec<Arc<SearchJob>>,
    running: Vec<Running>,
    /// Idle threads.
    free: usize,
    /// The time used by the session served last, in microseconds: new sessions start from it, not from 0.
    now: u64,
    /// What is searched while no session wants anything.
    idle_work: Option<Arc<Control>>,
}

/// A turn under way.
struct Running {
    ctl: Arc<Control>,
    threads: usize,
    /// The turn ends after this time in any case.
    limit: Duration,
    /// It ends after this time when others wait.
    turn: Duration,
}

impl Pool {
    /// Starts the threads.
    ///
    /// # Errors
    /// When the system gives none.
    pub(super) fn start(threads: usize, tables: TablePool, library: Option<Arc<dyn Library>>) -> io::Result<Arc<Pool>> {
        let state = PoolState { waiting: Vec::new(), running: Vec::new(), free: threads, now: 0, idle_work: None };
        let pool = Arc::new(Pool { state: Mutex::new(state), wake: Condvar::new(), tables, library });
        for nth in 0..threads {
            let pool = Arc::clone(&pool);
            thread::Builder::new().name(format!("search {nth}")).stack_size(STACK_BYTES).spawn(move || pool.work())?;
        }
        Ok(pool)
    }

    fn work(&self) {
        loop {
            let (job, threads, ctl) = self.next();
            job.begin_turn(Arc::clone(&ctl));
            let began = Instant::now();
            let done = job.is_cancelled() || search_turn(&job, &self.tables, threads, &ctl);
            let spent = began.elapsed() * threads as u32;
            job.used.fetch_add(u64::try_from(spent.as_micros()).unwrap_or(u64::MAX), Relaxed);
            self.finish(&ctl, threads);
            if done || job.is_cancelled() {
                job.task.finish(&job);
            } else {
                self.add(job);
            }
        }
    }

    /// Waits for the next turn: the job, the number of its threads, its control.
    fn next(&self) -> (Arc<SearchJob>, usize, Arc<Control>) {
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
            let threads = if alone && job.task.is_interruptible() { state.free } else { 1 };
            state.free -= threads;
            let running = Running::new(&job.task, threads);
            if !alone {
                running.share();
            }
            let ctl = Arc::clone(&running.ctl);
            state.running.push(running);
            return (job, threads, ctl);
        }
    }

    /// Waits until no session wants a search; false when `ctl` was stopped meanwhile. From then on a session that wants one stops it.
    pub(super) fn begin_idle_work(&self, ctl: &Arc<Control>) -> bool {
        let mut state = lock(&self.state);
        while !ctl.stopped() {
            if state.waiting.is_empty() && state.running.is_empty() {
                state.idle_work = Some(Arc::clone(ctl));
                return true;
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        false
    }

    /// Ends idle work, or the wait for it.
    pub(super) fn stop_idle_work(&self, ctl: &Control) {
        let state = lock(&self.state);
        ctl.stop();
        drop(state);
        self.wake.notify_all();
    }

    fn finish(&self, ctl: &Arc<Control>, threads: usize) {
        let mut state = lock(&self.state);
        state.running.retain(|running| !Arc::ptr_eq(&running.ctl, ctl));
        state.free += threads;
        drop(state);
        self.wake.notify_all();
    }
}

impl Searchers for Pool {
    fn add(&self, job: Arc<SearchJob>) {
        let mut state = lock(&self.state);
        job.used.fetch_max(state.now, Relaxed);
        state.waiting.push(job);
        if state.free == 0 {
            state.running.iter().for_each(Running::share);
        }
        if let Some(ctl) = state.idle_work.take() {
            ctl.stop();
        }
        drop(state);
        // Not one alone: that might be whoever waits for idle times.
        self.wake.notify_all();
    }

    fn forget(&self, session: u64) {
        self.tables.forget(session);
    }

    fn library(&self) -> Option<Arc<dyn Library>> {
        self.library.clone()
    }
}

impl Running {
    fn new(task: &SearchTask, threads: usize) -> Running {
        let (limits, turns) = task.limits();
        let turn = (FIRST_TURN * 2_u32.saturating_pow(turns)).min(LONGEST_TURN);
        let turn = if threads > 1 { FIRST_TURN } else { turn };
        let limit = limits.hard.unwrap_or(Duration::MAX);
        let turn = if task.keeps_its_turn() { limit } else { turn.min(limit) };
        Running { ctl: Arc::new(Control::new(&limits, Instant::now())), threads, limit, turn }
    }

    /// Others wait: the turn is cut short.
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
