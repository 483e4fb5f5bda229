//! How long a search may go on.

use std::time::Duration;

use crate::engine::clock::{Budget, Clock, TimeParams};
use crate::search::Limits;

/// How long a search may go on; the strictest limit ends it. The default is without any: such a search ends when it is done,
/// which may be never, or when it is stopped.
///
/// ```
/// use std::time::Duration;
/// use fukumi::Limit;
///
/// let second = Limit::time(Duration::from_secs(1));
/// let shallow = Limit { depth: Some(6), ..second };
/// assert_eq!(shallow.nodes, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// The time of this search.
    pub time: Option<Duration>,
    /// The time that is left for the whole game, of which the engine takes a share.
    pub clock: Option<Duration>,
    /// What every move adds to the clock.
    pub increment: Duration,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// The search ends when a win or loss within this many plies is proven.
    pub mate: Option<u32>,
}

impl Limit {
    /// No more than this time.
    pub fn time(time: Duration) -> Limit {
        Limit { time: Some(time), ..Limit::default() }
    }

    /// No more than this many plies.
    pub fn depth(depth: u32) -> Limit {
        Limit { depth: Some(depth), ..Limit::default() }
    }

    /// No more than about this many positions. With one thread, equal searches then find equal things.
    pub fn nodes(nodes: u64) -> Limit {
        Limit { nodes: Some(nodes), ..Limit::default() }
    }

    pub(super) fn limits(&self, params: &TimeParams) -> Limits {
        let Limit { time, clock, increment, depth, nodes, mate } = *self;
        let clock = Clock { turn: time, left: clock, increment, moves_to_go: None, overhead: Duration::ZERO };
        let Budget { soft, hard } = clock.budget(params);
        Limits { depth, nodes, soft, hard, mate }
    }
}
