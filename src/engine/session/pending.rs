//! What the worker is doing, and what its end means to the session.

use std::sync::Arc;
use std::time::Duration;

use crate::engine::Report;
use crate::engine::clock::Budget;
use crate::engine::report::Throttle;
use crate::engine::worker::JobResult;
use crate::search::Control;

/// The reply of the job that the worker has.
pub(super) struct PendingReply {
    pub(super) kind: ReplyKind,
    pub(super) search: Option<RunningSearch>,
}

/// What the end of a job means to the session, beside what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplyKind {
    /// Nothing.
    Reply,
    /// A game has been started.
    Start,
    /// A move of ours was asked for: its time is gone, and a manager is owed an answer.
    Move,
    /// Nothing, and nothing is said: it was the opponent's time.
    Ponder,
    /// Nothing, and nothing is said: what cannot be prepared is told when a move is asked for.
    Prepare,
}

/// A search under way.
pub(super) struct RunningSearch {
    pub(super) ctl: Arc<Control>,
    /// Has the change that it comes with been made? Until then it may be rejected.
    pub(super) begun: bool,
    /// Will it end by itself?
    pub(super) bounded: bool,
    /// The answer must wait for `stop` or `ponderhit`, even when the search is done.
    pub(super) hold: bool,
    /// What `ponderhit` makes of the clock.
    pub(super) ponder: Option<Budget>,
    /// The answer that waits.
    pub(super) held: Option<JobResult>,
    pub(super) throttle: Throttle,
    pub(super) last: Option<Report>,
}

impl PendingReply {
    /// Will it be done without another line? A search in the opponent's time gives way to any.
    pub(super) fn ends_by_itself(&self) -> bool {
        self.kind == ReplyKind::Ponder || self.search.as_ref().is_none_or(|search| search.bounded && !search.hold)
    }
}

/// A search that nobody waits for any more ends: the session may be over and the process live on.
impl Drop for RunningSearch {
    fn drop(&mut self) {
        self.ctl.stop();
    }
}

impl RunningSearch {
    /// A search within the limits of `ctl`.
    pub(super) fn new(ctl: Arc<Control>, bounded: bool) -> RunningSearch {
        let throttle = Throttle::default();
        RunningSearch { ctl, begun: false, bounded, hold: false, ponder: None, held: None, throttle, last: None }
    }

    /// The opponent played the move that was thought about: the clock runs from now.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(budget) = self.ponder.take() {
            let from_now = |limit: Option<Duration>| limit.map(|limit| limit + self.ctl.elapsed());
            self.ctl.set_time(from_now(budget.soft), from_now(budget.hard));
            self.hold = false;
            self.bounded |= budget.is_bounded();
        }
    }
}
