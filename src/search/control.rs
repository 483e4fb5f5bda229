//! Limits of one search, and the handle by which it is watched, shortened and stopped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use web_time::Instant;

/// The search was told to stop; what it was computing is void.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// How long and how far one search may go. The default is without any limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// No iteration beyond this depth.
    pub depth: Option<u32>,
    /// No more than about this many nodes, all threads together.
    pub nodes: Option<u64>,
    /// No new iteration is started after this much time.
    pub soft: Option<Duration>,
    /// The search is over after this much time.
    pub hard: Option<Duration>,
    /// Stop once a win or loss within this many plies is proven.
    pub mate: Option<u32>,
}

const NEVER: u64 = u64::MAX;

/// Who is asked whenever the limits are looked at, about once in a millisecond: true calls the search back, which then ends. It runs
/// on the thread that searches, so where there is one thread it can also tell what is known so far.
#[derive(Clone)]
pub struct Watcher(Arc<dyn Fn(&Control) -> bool + Send + Sync>);

impl Watcher {
    /// One that asks this.
    pub fn new(calls_back: impl Fn(&Control) -> bool + Send + Sync + 'static) -> Watcher {
        Watcher(Arc::new(calls_back))
    }
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}

/// One search's handle, shared by its threads and by whoever may stop it. Made for one search and never reset: a flag that is
/// reset by the next command would un-stop the search before it.
#[derive(Debug)]
pub struct Control {
    started: Instant,
    stop: AtomicBool,
    soft_us: AtomicU64,
    hard_us: AtomicU64,
    settled_us: AtomicU64,
    nodes: AtomicU64,
    node_limit: u64,
    depth_limit: u32,
    mate_limit: u32,
    watcher: Option<Watcher>,
}

impl Control {
    /// A handle whose clock started at `started`: when the command was read, not when the search began.
    pub fn new(limits: &Limits, started: Instant) -> Control {
        let micros =
            |limit: Option<Duration>| limit.map_or(NEVER, |time| time.as_micros().min(u128::from(NEVER - 1)) as u64);
        Control {
            started,
            stop: AtomicBool::new(false),
            soft_us: AtomicU64::new(micros(limits.soft)),
            hard_us: AtomicU64::new(micros(limits.hard)),
            settled_us: AtomicU64::new(NEVER),
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(NEVER),
            depth_limit: limits.depth.unwrap_or(u32::MAX),
            mate_limit: limits.mate.unwrap_or(0),
            watcher: None,
        }
    }

    /// The same handle, watched.
    #[must_use]
    pub fn watched_by(self, watcher: Watcher) -> Control {
        Control { watcher: Some(watcher), ..self }
    }

    /// A handle for a part of this search, which begins now and has limits of its own. Who watches the whole watches the part.
    #[must_use]
    pub fn part(&self, limits: &Limits) -> Control {
        Control { watcher: self.watcher.clone(), ..Control::new(limits, Instant::now()) }
    }

    /// A handle without limits: the search ends when it is done or stopped.
    pub fn unlimited() -> Control {
        Control::new(&Limits::default(), Instant::now())
    }

    /// Stops the search, soon and for good.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Was the search stopped, by whatever cause?
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Does its watcher call the search back? Then what it found is less than its limits allow.
    pub fn is_called_back(&self) -> bool {
        self.watcher.as_ref().is_some_and(|watcher| (watcher.0)(self))
    }

    /// Are the nodes used up? Then it was not time that ended the search, and nobody waits for its answer.
    pub fn is_used_up(&self) -> bool {
        self.nodes() >= self.node_limit
    }

    /// Sets the time limits anew, counted from the start: a limit made smaller during the search, or the clock that starts
    /// running when a ponder move was hit.
    pub fn set_time(&self, soft: Option<Duration>, hard: Option<Duration>) {
        self.soft_us.store(soft.map_or(NEVER, |time| time.as_micros() as u64), Relaxed);
        self.hard_us.store(hard.map_or(NEVER, |time| time.as_micros() as u64), Relaxed);
    }

    /// The result is settled: where a soft limit lets the search decide when it has searched enough, that is at this time, however
    /// far the iteration has come by then.
    pub fn settle_by(&self, time: Duration) {
        self.settled_us.store(time.as_micros() as u64, Relaxed);
    }

    /// The soft and the hard time limit, counted from the start; `None` where there is none.
    pub fn time_limits(&self) -> (Option<Duration>, Option<Duration>) {
        let limit =
            |micros: &AtomicU64| Some(micros.load(Relaxed)).filter(|&us| us != NEVER).map(Duration::from_micros);
        (limit(&self.soft_us), limit(&self.hard_us))
    }

    /// Time since the clock started.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Adds nodes to the count and looks at every limit; called about once every thousand nodes.
    ///
    /// # Errors
    /// [`Stopped`] once the search is to end.
    pub fn poll(&self, new_nodes: u64) -> Result<(), Stopped> {
        let nodes = self.nodes.fetch_add(new_nodes, Relaxed) + new_nodes;
        let end = self.end_us();
        if nodes >= self.node_limit || (end != NEVER && self.elapsed_us() >= end) || self.is_called_back() {
            self.stop();
        }
        self.check()
    }

    /// The flag alone: the cheapest look.
    ///
    /// # Errors
    /// [`Stopped`] once the search is to end.
    #[inline]
    pub fn check(&self) -> Result<(), Stopped> {
        if self.stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// Does the search end at a number, of nodes or plies, and by no clock? Then one thread finds the same each time.
    pub fn is_repeatable(&self) -> bool {
        let timed = self.hard_us.load(Relaxed) != NEVER || self.soft_us.load(Relaxed) != NEVER;
        !timed && (self.node_limit != NEVER || self.depth_limit != u32::MAX || self.mate_limit > 0)
    }

    /// Nodes counted so far by [`Control::poll`], all threads together.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The largest number of nodes to search; `u64::MAX` when there is no limit.
    pub fn node_limit(&self) -> u64 {
        self.node_limit
    }

    /// The last iteration's depth; `u32::MAX` when there is no limit.
    pub fn depth_limit(&self) -> u32 {
        self.depth_limit
    }

    /// A proven result within this many plies ends the search; 0 asks for none.
    pub fn mate_limit(&self) -> u32 {
        self.mate_limit
    }

    /// Is there time to start another iteration? `share` scales the soft limit: above 1 when the best move keeps changing,
    /// below 1 when it does not.
    pub fn may_go_on(&self, share: f64) -> bool {
        let soft = self.soft_us.load(Relaxed);
        !self.stopped() && (soft == NEVER || (self.elapsed_us() as f64) < soft as f64 * share)
    }

    /// When time ends the search.
    fn end_us(&self) -> u64 {
        let settled = if self.soft_us.load(Relaxed) == NEVER { NEVER } else { self.settled_us.load(Relaxed) };
        self.hard_us.load(Relaxed).min(settled)
    }

    fn elapsed_us(&self) -> u64 {
        self.elapsed().as_micros() as u64
    }
}

/// How many nodes a thread searches between two looks at the limits: as many as take about a millisecond, as far as the last
/// ones tell. A node takes a thousand times as long as usual where the system has yet to find memory for what it touches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    nodes: u64,
    looked: Instant,
}

impl Pace {
    /// Never more than this, and never fewer than the least that a clock's cost is nothing to.
    const MOST: u64 = 1024;
    const LEAST: u64 = 4;

    /// Nodes are fewer when these took longer than this.
    const SLOW: Duration = Duration::from_millis(2);

    pub(super) fn new() -> Pace {
        Pace { nodes: Self::LEAST, looked: Instant::now() }
    }

    /// The limits have been looked at: how many nodes it is until the next time.
    pub(super) fn next(&mut self) -> u64 {
        self.nodes = if self.looked.elapsed() > Self::SLOW { self.nodes / 4 } else { self.nodes * 2 };
        self.nodes = self.nodes.clamp(Self::LEAST, Self::MOST);
        self.nodes
    }

    /// The next nodes begin: what was done since the last look is not counted as theirs.
    pub(super) fn start(&mut self) {
        self.looked = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_come_sooner_when_nodes_are_slow() {
        let mut pace = Pace::new();
        let mut next = || {
            pace.start();
            pace.next()
        };
        let quick: Vec<u64> = (0..100).map(|_| next()).collect();
        assert!(quick[0] < Pace::MOST && quick.contains(&Pace::MOST), "{quick:?}");
        std::thread::sleep(2 * Pace::SLOW);
        assert!(pace.next() < Pace::MOST);
    }

    #[test]
    fn a_node_limit_stops_for_good() {
        let ctl = Control::new(&Limits { nodes: Some(10), ..Limits::default() }, Instant::now());
        assert_eq!(ctl.poll(9), Ok(()));
        assert_eq!(ctl.poll(1), Err(Stopped));
        assert_eq!(ctl.check(), Err(Stopped));
    }

    #[test]
    fn numbers_alone_make_a_search_repeatable() {
        let repeatable = |limits| Control::new(&limits, Instant::now()).is_repeatable();
        assert!(repeatable(Limits { nodes: Some(10), ..Limits::default() }));
        assert!(repeatable(Limits { depth: Some(10), ..Limits::default() }));
        assert!(!repeatable(Limits { nodes: Some(10), hard: Some(Duration::ZERO), ..Limits::default() }));
        assert!(!repeatable(Limits::default()));
    }

    #[test]
    fn a_settled_result_ends_only_a_search_that_may_decide_when_to_end() {
        let second = Some(Duration::from_secs(1000));
        for (soft, ends) in [(None, false), (second, true)] {
            let ctl = Control::new(&Limits { soft, hard: second, ..Limits::default() }, Instant::now());
            ctl.settle_by(Duration::ZERO);
            assert_eq!(ctl.poll(1).is_err(), ends, "{soft:?}");
        }
        let ponder = Control::unlimited();
        ponder.settle_by(Duration::ZERO);
        assert_eq!(ponder.poll(1), Ok(()));
        ponder.set_time(second, second);
        assert_eq!(ponder.poll(1), Err(Stopped), "what pondering has proven is played at once");
    }

    #[test]
    fn who_watches_a_search_watches_its_parts_and_ends_both() {
        let called = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&called);
        let whole = Control::unlimited().watched_by(Watcher::new(move |_| seen.load(Relaxed)));
        let part = whole.part(&Limits { nodes: Some(10), ..Limits::default() });
        assert!(whole.poll(1).is_ok() && part.poll(1).is_ok() && !whole.is_called_back());
        called.store(true, Relaxed);
        assert_eq!((whole.poll(1), part.poll(1)), (Err(Stopped), Err(Stopped)));
        assert!(whole.is_called_back());
        assert!(!Control::unlimited().is_called_back());
    }

    #[test]
    fn a_smaller_time_limit_reaches_a_running_search() {
        let ctl = Control::unlimited();
        assert!(ctl.may_go_on(1.0) && ctl.poll(1).is_ok());
        ctl.set_time(Some(Duration::ZERO), Some(Duration::ZERO));
        assert!(!ctl.may_go_on(1.0));
        assert_eq!(ctl.poll(1), Err(Stopped));
    }
}
