//! Time controls, and the clock of one player in one game.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{ArenaError, text};

/// A million nodes a second.
const NODES_A_MS: u64 = 1_000;

/// What the time for a whole game is divided by.
const MOVES_A_GAME: u64 = 30;

/// What limits the searches of an engine. Times are in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// The time for the whole game.
    pub clock: Option<ClockRule>,
    /// The time for one move.
    pub turn_ms: Option<u64>,
    /// Nodes for one move; not enforced, the engine is trusted.
    pub nodes: Option<u64>,
    /// The search depth; not enforced, the engine is trusted.
    pub depth: Option<u32>,
}

/// The time for a game, or for each so many moves of it. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockRule {
    /// What the clock begins with.
    pub base_ms: u64,
    /// What it gains with every move made.
    pub increment_ms: u64,
    /// After so many moves it gains `base_ms` again; `None` when that has to do for the whole game.
    pub moves: Option<u32>,
}

impl ClockRule {
    /// Reads `10`, `10+0.1` or `40/60+0.5`: moves, time and increment.
    ///
    /// # Errors
    /// When it is no such text, or leaves no time at all.
    pub fn parse(setting: &str, text: &str) -> Result<ClockRule, ArenaError> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(text::number::<u32>(setting, moves)?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base_ms = millis(text::duration(setting, base)?);
        let increment_ms = millis(text::duration(setting, increment)?);
        if base_ms == 0 || moves == Some(0) {
            return Err(ArenaError::setting(setting, text, "leaves no time to move"));
        }
        Ok(ClockRule { base_ms, increment_ms, moves })
    }
}

impl TimeControl {
    /// Sets one limit from text, or takes it away by `none`; `false` when there is no limit of that name.
    ///
    /// # Errors
    /// When the value makes no sense.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, ArenaError> {
        let given = (value != "none").then_some(value);
        match key {
            "tc" => self.clock = given.map(|value| ClockRule::parse(key, value)).transpose()?,
            "move-time" => self.turn_ms = given.map(|value| turn(key, value)).transpose()?,
            "nodes" => self.nodes = given.map(|value| positive(key, value)).transpose()?,
            "depth" => self.depth = given.map(|value| positive(key, value)).transpose()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Does time limit it?
    pub fn is_timed(&self) -> bool {
        self.clock.is_some() || self.turn_ms.is_some()
    }

    /// About how many nodes a fast engine searches for a move; `None` where only depth limits it.
    pub fn nodes_a_move(&self) -> Option<u64> {
        let by_time = |time_ms: u64| time_ms.saturating_mul(NODES_A_MS);
        let clock = self.clock.map(|rule| {
            let moves = rule.moves.map_or(MOVES_A_GAME, u64::from);
            by_time(rule.base_ms / moves + rule.increment_ms)
        });
        [clock, self.turn_ms.map(by_time), self.nodes].into_iter().flatten().min()
    }

    /// Is there any limit?
    pub fn is_bounded(&self) -> bool {
        *self != TimeControl::default()
    }
}

fn turn(setting: &str, value: &str) -> Result<u64, ArenaError> {
    let time = millis(text::duration(setting, value)?);
    if time > 0 { Ok(time) } else { Err(ArenaError::setting(setting, value, "leaves no time to move")) }
}

fn positive<T: std::str::FromStr + Default + PartialEq>(setting: &str, value: &str) -> Result<T, ArenaError> {
    let number = text::number(setting, value)?;
    if number != T::default() { Ok(number) } else { Err(ArenaError::setting(setting, value, "expected at least 1")) }
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64 // at most 23 days, see text::duration
}

/// A player's clock in one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    rule: Option<ClockRule>,
    turn: Option<Duration>,
    left: Option<Duration>,
    moves: u32,
}

impl Clock {
    /// The clock at the beginning of a game.
    pub fn new(limits: &TimeControl) -> Clock {
        let left = limits.clock.map(|rule| Duration::from_millis(rule.base_ms));
        Clock { rule: limits.clock, turn: limits.turn_ms.map(Duration::from_millis), left, moves: 0 }
    }

    /// What is left of the game's time; `None` when that is not limited.
    pub fn left(&self) -> Option<Duration> {
        self.left
    }

    /// The time for one move, whatever is left.
    pub fn turn(&self) -> Option<Duration> {
        self.turn
    }

    /// The rule of the game's time.
    pub fn rule(&self) -> Option<ClockRule> {
        self.rule
    }

    /// How many moves are left until the clock is filled up.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.rule?.moves.map(|moves| moves - self.moves % moves)
    }

    /// How long the next move may take.
    pub fn limit(&self) -> Option<Duration> {
        self.left.into_iter().chain(self.turn).min()
    }

    /// How much longer a move took than it might have.
    pub fn overshoot(&self, used: Duration) -> Duration {
        self.limit().map_or(Duration::ZERO, |limit| used.saturating_sub(limit))
    }

    /// Takes the time of a move from the clock, then adds what the move earns.
    pub fn spend(&mut self, used: Duration) {
        self.moves += 1;
        let (Some(left), Some(rule)) = (self.left, self.rule) else { return };
        let filled = rule.moves.is_some_and(|moves| self.moves.is_multiple_of(moves));
        let earned = rule.increment_ms + if filled { rule.base_ms } else { 0 };
        self.left = Some(left.saturating_sub(used) + Duration::from_millis(earned));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn limits(pairs: &[(&str, &str)]) -> TimeControl {
        let mut limits = TimeControl::default();
        for (key, value) in pairs {
            assert!(limits.set(key, value).unwrap(), "{key}");
        }
        limits
    }

    #[test]
    fn time_controls_are_read() {
        let rule = |base_ms, increment_ms, moves| ClockRule { base_ms, increment_ms, moves };
        for (text, expected) in [
            ("10", rule(10_000, 0, None)),
            ("10+0.1", rule(10_000, 100, None)),
            ("500ms+10ms", rule(500, 10, None)),
            ("40/60+0.5", rule(60_000, 500, Some(40))),
        ] {
            assert_eq!(ClockRule::parse("--tc", text).unwrap(), expected, "{text}");
        }
        for text in ["", "+1", "0", "0+1", "10+", "0/10", "x/10", "10/1/1", "-5", "10+-1"] {
            let error = ClockRule::parse("--tc", text).unwrap_err().to_string();
            assert!(error.starts_with("--tc"), "{text}: {error}");
        }
    }

    #[test]
    fn nodes_of_a_move_follow_from_the_tightest_limit() {
        for (pairs, nodes) in [
            (&[][..], None),
            (&[("depth", "9")], None),
            (&[("move-time", "0.5")], Some(500_000)),
            (&[("move-time", "20s"), ("nodes", "60")], Some(60)),
            (&[("tc", "30+0.1")], Some(1_100_000)),
            (&[("tc", "40/60")], Some(1_500_000)),
            (&[("tc", "30"), ("move-time", "2")], Some(1_000_000)),
        ] {
            assert_eq!(limits(pairs).nodes_a_move(), nodes, "{pairs:?}");
        }
    }

    #[test]
    fn none_takes_a_limit_away_and_nothing_is_none() {
        let mut limits = limits(&[("tc", "10"), ("nodes", "2000")]);
        limits.set("tc", "none").unwrap();
        assert_eq!(limits, TimeControl { nodes: Some(2_000), ..TimeControl::default() });
        assert!(!limits.set("time", "1").unwrap());
        for (key, value) in [("nodes", "0"), ("depth", "0"), ("move-time", "0"), ("nodes", "-1"), ("depth", "x")] {
            assert!(limits.set(key, value).is_err(), "{key}={value}");
        }
    }

    #[test]
    fn a_move_costs_its_time_and_earns_the_increment() {
        let mut clock = Clock::new(&limits(&[("tc", "1+0.1")]));
        assert_eq!(clock.limit(), Some(ms(1_000)));
        clock.spend(ms(400));
        assert_eq!(clock.left(), Some(ms(700)));
        clock.spend(ms(750));
        assert_eq!(clock.left(), Some(ms(100)), "a clock does not run below nothing");
        assert_eq!(clock.overshoot(ms(130)), ms(30));
        assert_eq!(clock.overshoot(ms(90)), ms(0));
    }

    #[test]
    fn so_many_moves_fill_the_clock_up() {
        let mut clock = Clock::new(&limits(&[("tc", "3/1+0.1")]));
        let told: Vec<_> = (0..4)
            .map(|_| {
                let now = (clock.left().unwrap(), clock.moves_to_go().unwrap());
                clock.spend(ms(300));
                now
            })
            .collect();
        assert_eq!(told, [(ms(1_000), 3), (ms(800), 2), (ms(600), 1), (ms(1_400), 3)]);
    }

    #[test]
    fn the_stricter_of_clock_and_turn_counts() {
        let mut clock = Clock::new(&limits(&[("tc", "1"), ("move-time", "0.3")]));
        assert_eq!(clock.limit(), Some(ms(300)));
        clock.spend(ms(800));
        assert_eq!(clock.limit(), Some(ms(200)));
        let free = Clock::new(&limits(&[("nodes", "5")]));
        assert_eq!((free.limit(), free.overshoot(ms(5_000)), free.moves_to_go()), (None, ms(0), None));
    }
}
