//! What the worker is doing, and what its end means to the session.

use std::sync::Arc;
use std::time::Duration;

use crate::engine::Report;
use crate::engine::clock::Budget;
use crate::engine::report::{News, Throttle};
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
    /// How long the search took, once it is done.
    pub(super) took: Option<Duration>,
    pub(super) throttle: Throttle,
    /// Has any report been told?
    pub(super) reported: bool,
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
        RunningSearch {
            ctl,
            begun: false,
            bounded,
            hold: false,
            ponder: None,
            held: None,
            took: None,
            throttle: Throttle::default(),
            reported: false,
            last: None,
        }
    }

    /// What is to be told now. Nothing before it has begun: it may be rejected.
    pub(super) fn news(&mut self) -> Option<News> {
        if self.begun { self.throttle.due(self.ctl.elapsed()) } else { None }
    }

    /// How long it is until there will be something to tell.
    pub(super) fn quiet_for(&self) -> Option<Duration> {
        self.begun.then(|| self.throttle.next().saturating_sub(self.ctl.elapsed()))
    }

    /// How long it has been searching, or did.
    pub(super) fn elapsed(&self) -> Duration {
        self.took.unwrap_or_else(|| self.ctl.elapsed())
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
