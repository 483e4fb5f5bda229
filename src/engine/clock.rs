//! Clocks, increments and limits per move, turned into the time one search may take.

use std::time::Duration;

use crate::search::param_struct;

/// No search is given less than this while a game has time: it is enough for a first iteration, and every manager tolerates it.
const AT_ONCE: Duration = Duration::from_millis(8);

/// A move at once takes no more than one of so many parts of the game's time, so that the last half second of a clock lasts for
/// the longest game.
const AT_ONCE_PARTS: u32 = 64;

/// The time of a move for which there is none.
const LEAST: Duration = Duration::from_millis(1);

/// The end of a game's time that is kept for a stall: managers poll slowly, and a busy system lets a process wait. A clock with
/// an increment comes to rest a little above it, however long the game; 100 ms were not enough there (20 of 80 games at
/// 2 s + 20 ms lost beside other work, most of them after a hundred moves).
const RESERVE: Duration = Duration::from_millis(400);

/// Where no time is ever added the reserve itself has to last for the rest of the game, all moves of a long one: this is kept, but no
/// more than half of the clock, and no less than [`LEAST_RESERVE`].
const LONG_RESERVE: Duration = Duration::from_millis(1_000);

/// What is kept of the last few hundred milliseconds: enough for some fifty moves at once and a stall.
const LEAST_RESERVE: Duration = Duration::from_millis(200);

param_struct! {
    /// How the time of a game is shared out among its moves. What a search makes of its share stands among its own numbers.
    pub struct TimeParams;

    moves_expected = 18, 1..=200, "a game is expected to go on for so many more moves of ours; it rarely does, so that time is left for the long ones";
    longest_share = 4, 1..=100, "how many times its fair share of the clock one move may take when its search is undecided";
    least_parts = 3, 1..=100, "no move takes more than one of so many parts of the clock, unless fewer moves than that have to share it";
    // What is not used of such a limit is lost, so even a search that has settled goes on to the end: an iteration that is not
    // finished may still find a better move. Only a proven result or a single move stops it.
    own_limit_percent = 200, 1..=1000, "the soft limit of a move that has a limit of its own, in percent of the hard one";
}

/// Everything known about time when a move is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The limit of this move.
    pub turn: Option<Duration>,
    /// What is left for the whole game.
    pub left: Option<Duration>,
    /// What every move adds to the game's time.
    pub increment: Duration,
    /// After this many moves of ours the time is filled up; `None` when it has to do for the whole game.
    pub moves_to_go: Option<u32>,
    /// What of a move's time is lost between the manager's clock and ours.
    pub overhead: Duration,
}

/// How long one search may take, counted from when its command was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// After this, no new iteration is started; the search scales it by how settled it is, so it may lie beyond `hard`.
    pub soft: Option<Duration>,
    /// After this, the search is over.
    pub hard: Option<Duration>,
}

impl Budget {
    /// Is there any limit?
    pub fn is_bounded(&self) -> bool {
        self.soft.is_some() || self.hard.is_some()
    }

    /// The stricter of two budgets.
    pub fn min(self, other: Budget) -> Budget {
        let least = |a: Option<Duration>, b: Option<Duration>| match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Budget { soft: least(self.soft, other.soft), hard: least(self.hard, other.hard) }
    }

    fn at_least(self, least: Duration) -> Budget {
        let raise = |limit: Duration| limit.max(least);
        Budget { soft: self.soft.map(raise), hard: self.hard.map(raise) }
    }
}

impl Clock {
    /// The time for this move.
    pub fn budget(&self, params: &TimeParams) -> Budget {
        let by_turn = self.turn.map_or_else(Budget::default, |turn| self.turn_budget(turn, params));
        let by_game = self.left.map_or_else(Budget::default, |left| self.game_budget(left, params));
        by_turn.min(by_game).at_least(self.at_once())
    }

    /// The time of a move that has to come at once.
    fn at_once(&self) -> Duration {
        self.left.map_or(AT_ONCE, |left| (left / AT_ONCE_PARTS).clamp(LEAST, AT_ONCE))
    }

    fn turn_budget(&self, turn: Duration, params: &TimeParams) -> Budget {
        // A limit below twice the overhead would be eaten by it: half of the limit is used then.
        let hard = turn.saturating_sub(self.overhead).max((turn / 2).min(self.overhead));
        Budget { soft: Some(hard * params.own_limit_percent.unsigned_abs() / 100), hard: Some(hard) }
    }

    fn game_budget(&self, left: Duration, params: &TimeParams) -> Budget {
        let usable = left.saturating_sub(self.reserve(left) + self.overhead);
        let expected = params.moves_expected.unsigned_abs();
        let moves = self.moves_to_go.map_or(expected, |moves| moves.clamp(1, expected));
        let share = usable / moves + self.increment * 3 / 4;
        let most = usable / moves.min(params.least_parts.unsigned_abs()) + self.increment / 2;
        let hard = (share * params.longest_share.unsigned_abs()).min(most).min(usable);
        Budget { soft: Some(share.min(hard)), hard: Some(hard) }
    }

    fn reserve(&self, left: Duration) -> Duration {
        if !self.increment.is_zero() {
            return RESERVE;
        }
        let most = if self.moves_to_go.is_some() { RESERVE } else { LONG_RESERVE };
        (left / 2).clamp(LEAST_RESERVE, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn clock(turn: Option<u64>, left: Option<u64>, increment: u64) -> Clock {
        Clock { turn: turn.map(ms), left: left.map(ms), increment: ms(increment), moves_to_go: None, overhead: ms(40) }
    }

    /// A move that has to come at once.
    fn at_once(limit: Duration) -> Budget {
        Budget { soft: Some(limit), hard: Some(limit) }
    }

    #[test]
    fn nothing_known_is_no_limit() {
        assert_eq!(clock(None, None, 0).budget(&TimeParams::DEFAULT), Budget::default());
        assert!(!clock(None, None, 5).budget(&TimeParams::DEFAULT).is_bounded());
    }

    #[test]
    fn a_turn_alone_is_nearly_all_used() {
        for (turn, soft, hard) in
            [(1_000, 1_920, 960), (300, 520, 260), (30_000, 59_920, 29_960), (80, 80, 40), (60, 60, 30), (40, 40, 20)]
        {
            let budget = clock(Some(turn), None, 0).budget(&TimeParams::DEFAULT);
            assert_eq!(budget, Budget { soft: Some(ms(soft)), hard: Some(ms(hard)) }, "turn {turn}");
        }
    }

    #[test]
    fn tiny_limits_mean_at_once_and_never_underflow() {
        for turn in [0, 1, 2, 10, 16] {
            assert_eq!(clock(Some(turn), None, 0).budget(&TimeParams::DEFAULT).hard, Some(AT_ONCE), "turn {turn}");
        }
        for (left, micros) in
            [(0, 1_000), (1, 1_000), (64, 1_000), (128, 2_000), (200, 3_125), (240, 3_750), (248, 3_875)]
        {
            let budget = clock(Some(5_000), Some(left), 0).budget(&TimeParams::DEFAULT);
            assert_eq!(budget, at_once(Duration::from_micros(micros)), "left {left}");
        }
        let slow = Clock { overhead: Duration::from_secs(10), ..clock(Some(100), Some(100), 0) };
        assert_eq!(slow.budget(&TimeParams::DEFAULT), at_once(ms(100) / 64));
    }

    #[test]
    fn the_end_of_the_clock_is_never_spent() {
        for left in (250..20_000).step_by(50) {
            for increment in [0, 10, 100, 1_000, 60_000] {
                let budget = clock(None, Some(left), increment).budget(&TimeParams::DEFAULT);
                let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                assert!(soft <= hard, "left {left} increment {increment}: {budget:?}");
                assert!(hard <= ms(left - 240).max(AT_ONCE), "left {left} increment {increment}: {budget:?}");
            }
        }
    }

    #[test]
    fn a_small_increment_keeps_a_clock_above_the_reserve() {
        let (mut left, latency) = (2_000, 4);
        for number in 0..500 {
            left = left
                - clock(None, Some(left), 20).budget(&TimeParams::DEFAULT).hard.unwrap().as_millis() as u64
                - latency
                + 20;
            assert!(left >= 430, "move {number}: {left}");
        }
        let stalled = clock(None, Some(300), 20).budget(&TimeParams::DEFAULT);
        assert_eq!(stalled, at_once(ms(300) / 64), "what a stall has taken is won back");
    }

    #[test]
    fn a_clock_lasts_for_a_long_game() {
        let (mut left, mut moves) = (10_000, 0);
        while let Some(soft) =
            clock(None, Some(left), 0).budget(&TimeParams::DEFAULT).soft.filter(|soft| *soft > AT_ONCE)
        {
            left -= soft.as_millis() as u64;
            moves += 1;
        }
        assert!(moves > 60, "{moves}");
    }

    #[test]
    fn the_longest_game_without_increment_ends_with_time_left_for_a_stall() {
        // All cells of the usual board, half of them ours, and searches that take a third more than their share.
        let (mut left, latency) = (120_000, 2);
        for _ in 0..113 {
            let budget = clock(None, Some(left), 0).budget(&TimeParams::DEFAULT);
            left -= budget.soft.unwrap().as_millis() as u64 * 4 / 3 + latency;
        }
        assert!(left >= 300, "{left}");
    }

    #[test]
    fn a_clock_of_seconds_lasts_for_the_longest_game() {
        for start in [1_000, 2_000, 4_000, 9_000] {
            let (mut left, latency) = (ms(start), Duration::from_micros(1_500));
            for number in 0..113 {
                let now = Clock { left: Some(left), ..clock(None, None, 0) };
                let spent = now.budget(&TimeParams::DEFAULT).soft.unwrap() + latency;
                assert!(spent < left, "{start} ms, move {number}: {left:?}");
                left -= spent;
            }
        }
    }

    #[test]
    fn the_moves_until_the_next_control_share_the_clock() {
        let budget = |moves_to_go| Clock { moves_to_go, ..clock(None, Some(9_440), 0) }.budget(&TimeParams::DEFAULT);
        let limits = |soft, hard| Budget { soft: Some(ms(soft)), hard: Some(ms(hard)) };
        assert_eq!(budget(Some(1)), limits(9_000, 9_000));
        assert_eq!(budget(Some(2)), limits(4_500, 4_500));
        assert_eq!(budget(Some(10)), limits(900, 3_000));
        for far in [18, 40, u32::MAX] {
            assert_eq!(budget(Some(far)), limits(500, 2_000));
        }
        assert_eq!(budget(Some(0)), budget(Some(1)));
    }

    #[test]
    fn an_increment_is_used_in_the_long_run() {
        let mut left = 10_000;
        for _ in 0..200 {
            left = left - clock(None, Some(left), 1_000).budget(&TimeParams::DEFAULT).soft.unwrap().as_millis() as u64
                + 1_000;
        }
        assert!((1_000..8_000).contains(&left), "{left}");
    }

    #[test]
    fn the_stricter_of_turn_and_game_counts() {
        let turn = clock(Some(1_000), None, 0).budget(&TimeParams::DEFAULT);
        assert_eq!(clock(Some(1_000), Some(100_000_000), 0).budget(&TimeParams::DEFAULT), turn);
        let game = clock(None, Some(2_000), 0).budget(&TimeParams::DEFAULT);
        assert_eq!(clock(Some(100_000), Some(2_000), 0).budget(&TimeParams::DEFAULT), game);
    }

    #[test]
    fn huge_values_do_not_overflow() {
        let huge = u64::from(u32::MAX) * 1_000;
        assert!(clock(Some(huge), Some(huge), huge).budget(&TimeParams::DEFAULT).hard.is_some());
    }
}
