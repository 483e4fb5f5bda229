//! What the worker is doing, and what is said when it is done.

use std::sync::Arc;
use std::time::{Duration, Instant};

use fukumi_protocol::GoLimits;

use crate::engine::clock::Budget;
use crate::engine::report::Throttle;
use crate::engine::worker::Done;
use crate::engine::{Rejected, Report};
use crate::search::Control;

/// The job that the worker has, and what is said when it is done.
pub(super) struct Busy {
    pub(super) then: Then,
    pub(super) thinking: Option<Thinking>,
}

/// A search under way.
pub(super) struct Thinking {
    pub(super) ctl: Arc<Control>,
    /// Will it end by itself?
    pub(super) bounded: bool,
    /// The answer must wait for `stop` or `ponderhit`, even when the search is done.
    pub(super) hold: bool,
    /// What `ponderhit` makes of the clock.
    pub(super) ponder: Option<Budget>,
    pub(super) held: Option<Result<Done, Rejected>>,
    pub(super) throttle: Throttle,
    pub(super) last: Option<Report>,
}

/// What is said when a job is done.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Then {
    Nothing,
    Ok,
    /// Nothing, whatever comes of it: what cannot be prepared is told when a move is asked for.
    Prepared,
    /// `OK`, and a game has been started.
    Start,
    /// This move is repeated as our own.
    Echo(String),
    /// A move, or moves, or a swap.
    Move,
    /// The stones that open a swap2 game.
    SwapStones,
    /// The choice at this swap, told step by step.
    SwapChoice(u8),
    /// Nothing: it was the opponent's time.
    Ponder,
    Forbidden,
    Shown,
    Query(fukumi_protocol::Query),
    HashUsage,
    /// The player to move is known now, so a search can be given its clock.
    Go(Box<GoLimits>, Instant),
}

impl Busy {
    /// Will it be done without another line? A search in the opponent's time gives way to any.
    pub(super) fn ends_by_itself(&self) -> bool {
        self.then == Then::Ponder || self.thinking.as_ref().is_none_or(|thinking| thinking.bounded && !thinking.hold)
    }
}

/// A search that nobody waits for any more ends: the session may be over and the process live on.
impl Drop for Thinking {
    fn drop(&mut self) {
        self.ctl.stop();
    }
}

impl Thinking {
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
