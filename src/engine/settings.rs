//! What a manager has set: options, clocks and limits. They outlive the game; only a new value replaces an old one.

use std::collections::BTreeMap;
use std::time::Duration;

use fukumi_protocol::{AnalysisLine, GoLimits, Setting, Style};

use super::clock::{Budget, Clock};
use super::options::{
    HASH, HASH_DEFAULT, MOVE_OVERHEAD, MOVE_TEXT, Options, PONDER, SEARCH, SHOW_DETAIL, STRENGTH, THREADS,
};
use super::strength::Level;
use super::{MoveStyle, Rejected};
use crate::search::{Algorithm, Limits, Player};

/// The limit of a move while nobody has named one.
const TURN_DEFAULT: Duration = Duration::from_secs(5);

/// `INFO time_left` of a game without a limit.
const UNLIMITED: i64 = 2_147_483_647;

/// `INFO game_type` of a game against a person; the other types are games between engines.
const HUMAN: u32 = 0;

/// The table takes no more than this unasked, however much memory is allowed: filling a larger one costs time.
const HASH_UNASKED: u64 = 256;

/// The smallest table, in MiB.
const HASH_LEAST: u64 = 1;

/// Of the memory allowed, the part that is used.
const MEMORY_PERCENT: u64 = 85;

/// Memory in MiB that the process takes beside the table, and that each thread takes: both measured with some to spare.
const MEMORY_BASE: u64 = 22;
const MEMORY_PER_THREAD: u64 = 4;
/// What an open database takes: the caches of its connections, one that writes and two that read.
const MEMORY_DATABASE: u64 = 10;

/// How many threads can run at a time. A manager that asks for more by `INFO` cannot be told; threads that wait for each other
/// would only cost it moves that come late.
pub fn processors() -> u32 {
    std::thread::available_parallelism().map_or(1, |count| u32::try_from(count.get()).unwrap_or(u32::MAX))
}

/// Everything a manager has set.
#[derive(Clone, Debug)]
pub struct ManagerSettings {
    /// The options, as they were set by name.
    pub options: Options,
    rule: Option<u32>,
    turn: Option<Duration>,
    game: Option<Duration>,
    left: Option<i64>,
    /// What was spent since `left` was told, or since the game began.
    spent: Duration,
    gained: Duration,
    increment: Duration,
    depth: Option<u32>,
    nodes: Option<u64>,
    memory: Option<u64>,
    hash_asked: bool,
    /// Does a person play, or nobody has said who?
    watched: bool,
    folder: Option<String>,
    faults: BTreeMap<&'static str, String>,
}

impl ManagerSettings {
    /// Nothing set but these options.
    pub fn new(options: Options, hash_asked: bool) -> ManagerSettings {
        ManagerSettings {
            options,
            hash_asked,
            watched: true,
            rule: None,
            turn: None,
            game: None,
            left: None,
            spent: Duration::ZERO,
            gained: Duration::ZERO,
            increment: Duration::ZERO,
            depth: None,
            nodes: None,
            memory: None,
            folder: None,
            faults: BTreeMap::new(),
        }
    }

    /// Obeys an `INFO` line. Nothing is answered: what is hopeless is told when it matters, see [`ManagerSettings::fault`].
    pub fn info(&mut self, setting: Setting) {
        if let Some(key) = key(&setting) {
            self.faults.remove(key);
        }
        match setting {
            Setting::TimeoutTurn(ms) => self.turn = Some(Duration::from_millis(ms)),
            Setting::TimeoutMatch(ms) => self.game = (ms > 0).then(|| Duration::from_millis(ms)),
            Setting::TimeLeft(ms) => {
                self.left = Some(ms);
                (self.spent, self.gained) = (Duration::ZERO, Duration::ZERO);
            }
            Setting::TimeIncrement(ms) => self.increment = Duration::from_millis(ms),
            Setting::MaxMemory(bytes) => self.memory = (bytes > 0).then_some(bytes),
            Setting::Rule(code) => self.rule = Some(code),
            Setting::MaxDepth(depth) => self.depth = depth,
            Setting::MaxNodes(nodes) => self.nodes = nodes,
            Setting::HashSizeKib(kib) => {
                self.hash_asked = true;
                self.options.set_nearest(&HASH, kib / 1024);
            }
            Setting::Threads(threads) => self.options.set_nearest(&THREADS, threads.min(processors()).into()),
            Setting::Pondering(on) => self.options.switch(&PONDER, on),
            Setting::ShowDetail(bits) => self.options.set_nearest(&SHOW_DETAIL, bits.into()),
            Setting::Malformed { key, error } => {
                self.faults.insert(key, error.to_string());
            }
            Setting::Strength(strength) => self.options.set_nearest(&STRENGTH, strength.into()),
            // The session sets an option by its name itself: it has something to say then.
            Setting::Other { .. } => {}
            Setting::GameType(kind) => self.watched = kind == HUMAN,
            Setting::Folder(folder) => self.folder = Some(folder),
            // The session opens and closes databases itself.
            Setting::UseDatabase(_) | Setting::DatabaseReadOnly(_) | Setting::Absent { .. } => {}
        }
    }

    /// Sets an option by its name.
    ///
    /// # Errors
    /// When there is no such option or value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Rejected> {
        self.options.set(name, value)?;
        self.hash_asked |= HASH.row.is_named(name);
        if self.options.game().wire.rule.as_ref().is_some_and(|rule| rule.row.is_named(name)) {
            self.rule = None;
        }
        Ok(())
    }

    /// The folder for what outlives the game; `None` while nobody has named one.
    pub fn folder(&self) -> Option<&str> {
        self.folder.as_deref().filter(|folder| !folder.is_empty())
    }

    /// May somebody be watching? The managers of games between engines keep every line in their logs.
    pub fn is_watched(&self) -> bool {
        self.watched
    }

    /// Has it been said how much memory there is?
    pub fn is_memory_known(&self) -> bool {
        self.memory.is_some()
    }

    /// What makes it impossible to move: told at the next command that moves.
    pub fn fault(&self) -> Option<String> {
        self.faults.values().next().cloned()
    }

    /// The options a job is given: with the rule that was asked for, and a table that the memory limit allows.
    ///
    /// # Errors
    /// When there is no such rule, or the memory does not suffice.
    pub fn job_options(&self, yixin: bool) -> Result<Options, Rejected> {
        let mut options = self.options.clone();
        if let (Some(number), Some(rule)) = (self.rule, &options.game().wire.rule) {
            let value = (rule.value)(number, yixin, &options);
            let unsupported = |_| Rejected::Unsupported(format!("rule {number}"));
            options.set(rule.row.name, &value.to_string()).map_err(unsupported)?;
        }
        options.set_nearest(&HASH, self.hash()?);
        Ok(options)
    }

    /// The threads that search: as many as are asked for and the memory limit has room for, beside the smallest table; at least one.
    pub fn threads(&self) -> usize {
        let asked = self.options.get(&THREADS);
        let Some(memory) = self.memory else { return asked };
        let room = self.room(memory).saturating_sub(HASH_LEAST) / MEMORY_PER_THREAD;
        asked.min(usize::try_from(room).unwrap_or(asked)).max(1)
    }

    /// What is to be said when the memory limit has no room for every thread that is asked for.
    pub fn threads_left_out(&self) -> Option<String> {
        let (asked, threads) = (self.options.get(&THREADS), self.threads());
        let memory = self.memory.filter(|_| threads < asked)?;
        Some(format!("max_memory {memory} has room for {threads} of {asked} threads"))
    }

    /// What that memory limit leaves for threads and the table, in MiB.
    fn room(&self, memory: u64) -> u64 {
        let database = if self.options.database().is_some() { MEMORY_DATABASE } else { 0 };
        allowed(memory).saturating_sub(MEMORY_BASE + database)
    }

    fn hash(&self) -> Result<u64, Rejected> {
        let asked = self.options.get(&HASH) as u64;
        let Some(memory) = self.memory else { return Ok(asked) };
        let room = self.room(memory).saturating_sub(MEMORY_PER_THREAD * self.threads() as u64);
        if room < HASH_LEAST {
            return Err(Rejected::Memory(format!("max_memory {memory} leaves no room for a search")));
        }
        Ok(room.min(if self.hash_asked { asked } else { HASH_UNASKED.max(HASH_DEFAULT.into()) }))
    }

    /// The clock of a Gomocup move.
    pub fn clock(&self) -> Clock {
        let told = match self.left {
            Some(UNLIMITED) => None,
            Some(ms) => Some(Duration::from_millis(u64::try_from(ms).unwrap_or(0))),
            None => self.game,
        };
        let left = told.map(|left| left.saturating_add(self.gained).saturating_sub(self.spent));
        let bounded = left.is_some() || self.depth.is_some() || self.nodes.is_some();
        let turn = self.turn.or((!bounded).then_some(TURN_DEFAULT));
        Clock { turn, left, increment: self.increment, moves_to_go: None, overhead: self.overhead() }
    }

    /// The time of a Gomocup move.
    pub fn budget(&self) -> Budget {
        self.clock().budget(&self.options.game().time)
    }

    /// The limits of a Gomocup move.
    pub fn limits(&self) -> Limits {
        let Budget { soft, hard } = self.budget();
        Limits { depth: self.depth, nodes: self.within_strength(self.nodes), soft, hard, mate: None }
    }

    /// The limits of a UGI `go` for the player to move, and the time that runs from `ponderhit` on if it is one to ponder.
    pub fn go_limits(&self, go: &GoLimits, to_move: Player) -> (Limits, Option<Budget>) {
        let (left, increment) = match to_move {
            Player::First => (go.p1_time, go.p1_inc),
            Player::Second => (go.p2_time, go.p2_inc),
        };
        let millis = |ms: i64| Duration::from_millis(u64::try_from(ms).unwrap_or(0));
        let clock = Clock {
            turn: go.move_time.map(Duration::from_millis),
            left: left.map(millis),
            increment: Duration::from_millis(increment.unwrap_or(0)),
            // 0 is what tools send that mean the whole game.
            moves_to_go: go.moves_to_go.filter(|&moves| moves > 0),
            overhead: self.overhead(),
        };
        let budget = if go.infinite { Budget::default() } else { clock.budget(&self.options.game().time) };
        let running = if go.ponder { Budget::default() } else { budget };
        let mate = go.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
        // Analysis without end is for those who want to know the truth.
        let nodes = if go.infinite { go.nodes } else { self.within_strength(go.nodes) };
        let limits = Limits { depth: go.depth, nodes, soft: running.soft, hard: running.hard, mate };
        (limits, go.ponder.then_some(budget))
    }

    /// The level of play; `None` when it is not hindered.
    pub fn level(&self) -> Option<Level> {
        Level::of(self.options.get(&STRENGTH) as u32)
    }

    /// A limit of nodes, and the level's.
    fn within_strength(&self, nodes: Option<u64>) -> Option<u64> {
        [nodes, self.level().map(Level::nodes)].into_iter().flatten().min()
    }

    /// A move of ours took this long.
    pub fn moved(&mut self, took: Duration) {
        self.spent += took;
        self.gained = self.gained.saturating_add(self.increment);
    }

    /// A new game: the clock that we keep ourselves starts anew.
    pub fn new_game(&mut self) {
        (self.spent, self.gained) = (Duration::ZERO, Duration::ZERO);
    }

    /// The driver of the search; `None` for the game's own.
    pub fn algorithm(&self) -> Option<Algorithm> {
        self.options.get(&SEARCH)
    }

    /// How squares are written in text for people.
    pub fn text_style(&self, gui: bool) -> MoveStyle {
        // Yixin-Board sends the row first.
        let usual = if gui { MoveStyle::BottomRowFirst } else { MoveStyle::Bottom };
        self.options.get(&MOVE_TEXT).unwrap_or(usual)
    }

    /// How analysis is printed.
    pub fn style(&self, gui: bool) -> Style {
        let detail = self.options.get(&SHOW_DETAIL) as u8;
        Style { line: AnalysisLine::Human, quiet_unknown: gui, ..Style::default() }.with_detail(detail)
    }

    fn overhead(&self) -> Duration {
        Duration::from_millis(self.options.get(&MOVE_OVERHEAD) as u64)
    }
}

/// Of a memory limit in bytes, what is used, in MiB.
fn allowed(memory: u64) -> u64 {
    (memory >> 20) * MEMORY_PERCENT / 100
}

/// The key whose fault a good value cures.
fn key(setting: &Setting) -> Option<&'static str> {
    Some(match setting {
        Setting::TimeoutTurn(_) => "timeout_turn",
        Setting::TimeoutMatch(_) => "timeout_match",
        Setting::TimeLeft(_) => "time_left",
        Setting::MaxMemory(_) => "max_memory",
        Setting::GameType(_) => "game_type",
        Setting::Rule(_) => "rule",
        Setting::MaxDepth(_) => "max_depth",
        Setting::MaxNodes(_) => "max_node",
        Setting::TimeIncrement(_) => "time_increment",
        Setting::HashSizeKib(_) => "hash_size",
        Setting::Threads(_) => "thread_num",
        Setting::Pondering(_) => "pondering",
        Setting::ShowDetail(_) => "show_detail",
        Setting::Strength(_) => "strength",
        Setting::UseDatabase(_) => "usedatabase",
        Setting::DatabaseReadOnly(_) => "database_readonly",
        Setting::Folder(_) | Setting::Absent { .. } | Setting::Other { .. } | Setting::Malformed { .. } => {
            return None;
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::Value;

    fn settings(infos: &[Setting]) -> ManagerSettings {
        let mut settings = ManagerSettings::new(Options::new(), false);
        infos.iter().for_each(|info| settings.info(info.clone()));
        settings
    }

    fn millis(limit: Option<Duration>) -> Option<u128> {
        limit.map(|limit| limit.as_millis())
    }

    #[test]
    fn a_move_has_a_limit_even_when_nobody_names_one() {
        assert_eq!(settings(&[]).clock().turn, Some(TURN_DEFAULT));
        assert_eq!(settings(&[Setting::MaxDepth(Some(3))]).clock().turn, None);
        assert_eq!(settings(&[Setting::TimeLeft(9_000)]).clock().turn, None);
    }

    #[test]
    fn time_left_is_trusted_over_our_own_count() {
        let mut set = settings(&[Setting::TimeoutMatch(10_000), Setting::TimeIncrement(100)]);
        assert_eq!(millis(set.clock().left), Some(10_000));
        set.moved(Duration::from_millis(3_000));
        assert_eq!(millis(set.clock().left), Some(7_100));
        set.info(Setting::TimeLeft(9_000));
        assert_eq!(millis(set.clock().left), Some(9_000));
        set.info(Setting::TimeLeft(-5));
        assert_eq!([set.budget().soft, set.budget().hard].map(millis), [Some(1); 2]);
        set.info(Setting::TimeLeft(UNLIMITED));
        assert_eq!(set.clock().left, None);
    }

    #[test]
    fn a_new_game_starts_our_own_clock_anew() {
        let mut set = settings(&[Setting::TimeoutMatch(10_000)]);
        set.moved(Duration::from_millis(9_999));
        set.new_game();
        assert_eq!(millis(set.clock().left), Some(10_000));
    }

    #[test]
    fn the_table_leaves_room_under_the_memory_limit() {
        for (mib, hash) in [(350, 256), (100, 59), (4_096, 256), (64, 28)] {
            let set = settings(&[Setting::MaxMemory(mib << 20)]);
            let found = set.job_options(false).unwrap().get(&HASH);
            assert_eq!(found, hash, "{mib} MiB");
            assert!(
                (found as u64 + MEMORY_BASE + MEMORY_PER_THREAD) * 100 <= mib * MEMORY_PERCENT,
                "{mib} MiB: {found}"
            );
        }
        let asked = settings(&[Setting::HashSizeKib(8 << 10), Setting::MaxMemory(350 << 20)]);
        assert_eq!(asked.job_options(false).unwrap().get(&HASH), 8);
        let hopeless = settings(&[Setting::MaxMemory(1 << 20)]);
        assert!(matches!(hopeless.job_options(false), Err(Rejected::Memory(_))));
    }

    #[test]
    fn threads_that_the_memory_limit_has_no_room_for_are_given_up_before_the_move() {
        for (mib, asked, threads) in [(32, 2, 1), (40, 2, 2), (36, 256, 1), (350, 256, 68), (4_096, 256, 256)] {
            let mut set = settings(&[Setting::MaxMemory(mib << 20)]);
            set.set_option("Threads", &asked.to_string()).unwrap();
            assert_eq!(set.threads(), threads, "{mib} MiB");
            assert_eq!(set.threads_left_out().is_some(), threads < asked, "{mib} MiB");
            let hash = set.job_options(false).unwrap().get(&HASH);
            let taken = MEMORY_BASE + MEMORY_PER_THREAD * threads as u64 + hash as u64;
            assert!(taken * 100 <= mib * MEMORY_PERCENT, "{mib} MiB: {taken}");
        }
    }

    #[test]
    fn no_more_threads_than_processors_are_taken_from_info() {
        for (asked, found) in [(0, 1), (1, 1), (u32::MAX, processors().min(256))] {
            assert_eq!(settings(&[Setting::Threads(asked)]).options.get(&THREADS), found as usize);
        }
        let mut set = settings(&[]);
        set.set_option("Threads", "256").unwrap();
        assert_eq!(set.options.get(&THREADS), 256, "an option is set as it is told");
    }

    #[test]
    fn clocks_beyond_all_reason_are_only_large() {
        let most = i64::MAX.unsigned_abs();
        let mut set = settings(&[Setting::TimeLeft(i64::MAX), Setting::TimeIncrement(most)]);
        (0..2_100).for_each(|_| set.moved(Duration::ZERO));
        assert!(set.clock().left.is_some_and(|left| left >= Duration::from_millis(most)));
    }

    #[test]
    fn rule_two_depends_on_who_asks() {
        let rule = |set: &ManagerSettings, yixin| -> Result<i64, Rejected> {
            match set.job_options(yixin)?.value("Rule") {
                Some(Value::Word(_, number)) => Ok(number),
                other => panic!("{other:?}"),
            }
        };
        let mut set = settings(&[Setting::Rule(2)]);
        assert_eq!((rule(&set, false), rule(&set, true)), (Ok(0), Ok(4)));
        set.set_option("rule2", "renju").unwrap();
        assert_eq!((rule(&set, false), rule(&set, true)), (Ok(4), Ok(4)));
        set.set_option("rule2", "continuous").unwrap();
        assert_eq!((rule(&set, false), rule(&set, true)), (Ok(0), Ok(0)));
        set.info(Setting::Rule(7));
        assert!(rule(&set, false).is_err());
        set.info(Setting::Rule(9));
        assert_eq!(rule(&set, false), Ok(9));
    }

    #[test]
    fn a_side_plays_by_its_own_clock() {
        let set = settings(&[]);
        let go = GoLimits { p1_time: Some(60_000), p2_time: Some(1_000), ..GoLimits::default() };
        assert!(set.go_limits(&go, Player::First).0.hard > set.go_limits(&go, Player::Second).0.hard);
        let ponder = GoLimits { ponder: true, ..go };
        let (limits, budget) = set.go_limits(&ponder, Player::First);
        assert!(limits.hard.is_none() && budget.is_some_and(|budget| budget.hard.is_some()));
    }
}
