//! The iterative-deepening loop that every driver shares: MTD(f), PVS, and searches for one player by cost limits.

use super::control::{Control, Stopped};

/// What a finished iteration asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next<L> {
    /// Another iteration with that limit, when there is time: `share` scales the soft limit, above 1 when the result is
    /// unsettled, below 1 when it hardly can change.
    Deeper {
        /// The next limit.
        limit: L,
        /// The share of the soft limit that this search deserves.
        share: f64,
    },
    /// No iteration could add anything.
    Done,
}

/// Why a loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The driver was done.
    Done,
    /// No time for another iteration; the last one was finished.
    OutOfTime,
    /// Stopped inside an iteration.
    Stopped,
}

/// One driver of the loop.
pub trait Deepening {
    /// What grows from iteration to iteration: a depth, or a cost limit.
    type Limit: Copy;

    /// The first iteration's limit.
    fn first(&self) -> Self::Limit;

    /// Searches to the limit, keeping what it finds.
    ///
    /// # Errors
    /// [`Stopped`] when the search is over; what was found so far stays with the driver.
    fn iterate(&mut self, limit: Self::Limit, ctl: &Control) -> Result<Next<Self::Limit>, Stopped>;
}

/// Iterates until the driver is done, the soft limit is reached, or the search is stopped.
pub fn deepen<D: Deepening>(driver: &mut D, ctl: &Control) -> Ended {
    let mut limit = driver.first();
    loop {
        match driver.iterate(limit, ctl) {
            Err(Stopped) => return Ended::Stopped,
            Ok(Next::Done) => return Ended::Done,
            Ok(Next::Deeper { share, .. }) if !ctl.may_go_on(share) => return Ended::OutOfTime,
            Ok(Next::Deeper { limit: next, .. }) => limit = next,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    struct Counting {
        done_at: u32,
        seen: Vec<u32>,
    }

    impl Deepening for Counting {
        type Limit = u32;

        fn first(&self) -> u32 {
            3
        }

        fn iterate(&mut self, limit: u32, ctl: &Control) -> Result<Next<u32>, Stopped> {
            ctl.poll(1)?;
            self.seen.push(limit);
            Ok(if limit >= self.done_at { Next::Done } else { Next::Deeper { limit: limit + 2, share: 1.0 } })
        }
    }

    #[test]
    fn it_deepens_until_done_out_of_time_or_stopped() {
        let mut driver = Counting { done_at: 7, seen: Vec::new() };
        let ctl = Control::unlimited();
        assert_eq!(deepen(&mut driver, &ctl), Ended::Done);
        assert_eq!(driver.seen, [3, 5, 7]);
        ctl.set_time(Some(Duration::ZERO), None);
        driver.seen.clear();
        assert_eq!(deepen(&mut driver, &ctl), Ended::OutOfTime);
        assert_eq!(driver.seen, [3], "the first iteration is searched whatever the soft limit");
        ctl.stop();
        assert_eq!(deepen(&mut driver, &ctl), Ended::Stopped);
    }
}
