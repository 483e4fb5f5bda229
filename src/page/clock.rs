//! The clock of a game: what each side has left, and whose time runs.

use std::time::Duration;

use web_time::Instant;

use serde::{Deserialize, Serialize};

use crate::engine::Rejected;
use crate::engine::clock::{Budget, Clock, TimeParams};
use crate::search::Player;

/// The longest time for a game and for a move's increment, in seconds.
const LONGEST_GAME: u32 = 36_000;
const LONGEST_INCREMENT: u32 = 600;

/// A clock as a client asks for it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSpec {
    /// Seconds of each side for the game.
    seconds: u32,
    /// Seconds that every move adds.
    increment: u32,
}

/// A clock.
#[derive(Clone, Debug)]
pub(super) struct GameClock {
    left: [Duration; 2],
    increment: Duration,
    /// Whose time runs, and since when; nobody's before the first move, and while the players look around.
    running: Option<(Player, Instant)>,
    fallen: Option<Player>,
}

/// A clock as the page shows it.
#[derive(Debug, Serialize)]
pub(super) struct ClockState {
    /// Milliseconds left.
    left: [u64; 2],
    /// Milliseconds that every move adds.
    increment: u64,
    /// 0 or 1 while that side's time runs.
    running: Option<usize>,
    /// The side whose time is up.
    fallen: Option<usize>,
}

impl GameClock {
    /// A clock that does not run yet.
    ///
    /// # Errors
    /// [`Rejected::BadValue`] when the times make no sense.
    pub(super) fn new(spec: ClockSpec) -> Result<GameClock, Rejected> {
        if !(1..=LONGEST_GAME).contains(&spec.seconds) || spec.increment > LONGEST_INCREMENT {
            return Err(Rejected::BadValue {
                name: "clock".to_owned(),
                text: format!("{} s + {} s", spec.seconds, spec.increment),
                allowed: format!("1 to {LONGEST_GAME} seconds, and at most {LONGEST_INCREMENT} a move"),
            });
        }
        let increment = Duration::from_secs(spec.increment.into());
        Ok(GameClock { left: [Duration::from_secs(spec.seconds.into()); 2], increment, running: None, fallen: None })
    }

    /// What a side has left.
    fn left(&self, side: Player, now: Instant) -> Duration {
        let spent = self.running.filter(|(running, _)| *running == side).map(|(_, since)| now.duration_since(since));
        self.left[side.index()].saturating_sub(spent.unwrap_or_default())
    }

    /// The side whose time is up: from then on it stays so.
    pub(super) fn fallen(&mut self, now: Instant) -> Option<Player> {
        if let Some((side, _)) = self.running.filter(|&(side, _)| self.left(side, now).is_zero()) {
            self.stop(now);
            self.fallen = Some(side);
        }
        self.fallen
    }

    /// The side whose time was up when somebody last looked.
    pub(super) fn known_fallen(&self) -> Option<Player> {
        self.fallen
    }

    /// A side has moved; the time of the other runs, if the game goes on. The first move of a game costs nothing.
    pub(super) fn moved(&mut self, side: Player, goes_on: bool, now: Instant) {
        if self.running.is_some_and(|(running, _)| running == side) {
            self.left[side.index()] = self.left(side, now) + self.increment;
        }
        self.running = goes_on.then_some((side.opponent(), now));
    }

    /// Nobody's time runs until the next move.
    pub(super) fn stop(&mut self, now: Instant) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side, now);
        }
        self.running = None;
    }

    /// The time that a move of this side may take.
    pub(super) fn budget(&self, side: Player, now: Instant, params: &TimeParams) -> Budget {
        Clock { left: Some(self.left(side, now)), increment: self.increment, ..Clock::default() }.budget(params)
    }

    pub(super) fn state(&self, now: Instant) -> ClockState {
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        ClockState {
            left: Player::ALL.map(|side| ms(self.left(side, now))),
            increment: ms(self.increment),
            running: self.running.map(|(side, _)| side.index()),
            fallen: self.fallen.map(Player::index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Player = Player::First;
    const WHITE: Player = Player::Second;

    #[test]
    fn each_side_pays_for_its_own_moves() {
        let mut clock = GameClock::new(ClockSpec { seconds: 10, increment: 2 }).unwrap();
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(clock.fallen(at(100)), None, "it does not run yet");
        clock.moved(BLACK, true, at(100));
        clock.moved(WHITE, true, at(104));
        assert_eq!(clock.state(at(107)).left, [7_000, 8_000]);
        clock.stop(at(107));
        assert_eq!(clock.state(at(200)).left, [7_000, 8_000]);
        clock.moved(BLACK, true, at(200));
        assert_eq!(clock.state(at(201)).left, [7_000, 7_000], "a move made while nothing runs costs and earns nothing");
        assert_eq!(
            (clock.fallen(at(207)), clock.fallen(at(209)), clock.fallen(at(210))),
            (None, Some(WHITE), Some(WHITE))
        );
        assert_eq!(clock.state(at(300)).left, [7_000, 0]);
    }

    #[test]
    fn times_that_make_no_sense_are_refused() {
        for (seconds, increment) in [(0, 0), (36_001, 0), (60, 601)] {
            assert!(GameClock::new(ClockSpec { seconds, increment }).is_err());
        }
    }
}
