//! One table of options: what `ugi` lists, what `setoption`, `INFO` and the command line set, and what each may be.

use std::fmt;

use super::Rejected;
use crate::games::GAMES;

/// What values an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Check {
        /// The value before anyone sets it.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value before anyone sets it.
        default: i64,
        /// The smallest value allowed.
        min: i64,
        /// The largest value allowed.
        max: i64,
    },
    /// One of some words; each has its code, the number that means the same on the wire.
    Choice {
        /// The value before anyone sets it.
        default: &'static str,
        /// The words, each with its code.
        words: &'static [(&'static str, i64)],
    },
}

/// One option: everything that is known about it.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// The name, as listed; case does not matter when it is set.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it does.
    pub doc: &'static str,
}

/// The value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a [`Kind::Check`].
    On(bool),
    /// Of a [`Kind::Spin`].
    Number(i64),
    /// Of a [`Kind::Choice`]: the word and its code.
    Word(&'static str, i64),
}

/// As it is set.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::On(on) => write!(f, "{on}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Word(word, _) => write!(f, "{word}"),
        }
    }
}

const fn check(name: &'static str, default: bool, doc: &'static str) -> Row {
    Row { name, kind: Kind::Check { default }, doc }
}

const fn spin(name: &'static str, default: i64, min: i64, max: i64, doc: &'static str) -> Row {
    Row { name, kind: Kind::Spin { default, min, max }, doc }
}

const fn choice(
    name: &'static str,
    default: &'static str,
    words: &'static [(&'static str, i64)],
    doc: &'static str,
) -> Row {
    Row { name, kind: Kind::Choice { default, words }, doc }
}

/// The default of `Hash` in MiB.
pub const HASH_DEFAULT: i64 = 64;

/// The options of the engine itself. Each game adds its own ([`crate::games::Entry::options`]), and `Game` is listed before
/// them all with the names of the registry.
pub const OPTIONS: &[Row] = &[
    spin("Hash", HASH_DEFAULT, 1, 65_536, "size of the transposition table in MiB"),
    spin("Threads", 1, 1, 256, "threads that search together on one table"),
    spin("MultiPV", 1, 1, 64, "how many best lines are searched and shown"),
    choice("Search", "mtdf", &[("mtdf", 0), ("pvs", 1)], "the driver of the search"),
    check("Ponder", false, "think in the opponent's time too"),
    spin("MoveOverhead", 40, 0, 5_000, "milliseconds of every move's time that are kept for the way to the manager"),
    choice(
        "MoveText",
        "auto",
        &[("auto", 0), ("pair", 1), ("top", 2), ("bottom", 3)],
        "squares in messages: x,y from the top left; letter and number from the top; from the bottom",
    ),
    choice(
        "Rule2",
        "auto",
        &[("auto", 0), ("continuous", 1), ("renju", 2)],
        "what INFO rule 2 means: auto takes it as renju for a client that speaks the Yixin dialect",
    ),
    spin("Strength", 100, 0, 100, "how well to play, for people: 0 is a beginner, 100 everything that can be had"),
    spin("ShowDetail", 0, 0, 3, "analysis output: bit 1 MESSAGE REALTIME, bit 2 INFO lines"),
];

/// The values of all the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    values: Vec<(&'static Row, Value)>,
    game: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options::new()
    }
}

impl Options {
    /// Every option at its default.
    pub fn new() -> Options {
        let rows = OPTIONS.iter().chain(GAMES.iter().flat_map(|game| game.options));
        Options { values: rows.map(|row| (row, row.default())).collect(), game: 0 }
    }

    /// The options with `Game` set.
    ///
    /// # Errors
    /// When no game has that name.
    pub fn for_game(name: &str) -> Result<Options, Rejected> {
        let mut options = Options::new();
        options.set("Game", name)?;
        Ok(options)
    }

    /// Sets an option from text.
    ///
    /// # Errors
    /// [`Rejected::UnknownOption`] or [`Rejected::BadValue`]; the option is unchanged then.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), Rejected> {
        if name.eq_ignore_ascii_case("Game") {
            let found = GAMES.iter().position(|game| game.name.eq_ignore_ascii_case(text.trim()));
            self.game = found.ok_or_else(|| bad_value("Game", text, game_names().join(", ")))?;
            return Ok(());
        }
        let slot = self.slot(name).ok_or_else(|| Rejected::UnknownOption(name.to_owned()))?;
        slot.1 = slot.0.parse(text)?;
        Ok(())
    }

    /// Sets a number to the nearest value that is allowed, for a manager that cannot be told that its own was not.
    pub fn set_nearest(&mut self, name: &str, number: u64) {
        if let Some((row, value)) = self.slot(name) {
            let number = i64::try_from(number).unwrap_or(i64::MAX);
            match row.kind {
                Kind::Check { .. } => *value = Value::On(number != 0),
                Kind::Spin { min, max, .. } => *value = Value::Number(number.clamp(min, max)),
                Kind::Choice { .. } => {}
            }
        }
    }

    /// The game that is played.
    pub fn game(&self) -> &'static crate::games::Entry {
        GAMES[self.game]
    }

    /// The number of an option: a spin's value, a word's code, 0 or 1. 0 when there is no such option.
    pub fn number(&self, name: &str) -> i64 {
        match self.value(name) {
            Some(Value::Number(number) | Value::Word(_, number)) => number,
            Some(Value::On(on)) => i64::from(on),
            None => 0,
        }
    }

    /// A spin that counts things, so is never negative.
    pub fn count(&self, name: &str) -> usize {
        usize::try_from(self.number(name)).unwrap_or(0)
    }

    /// Is it switched on, or not 0?
    pub fn on(&self, name: &str) -> bool {
        self.number(name) != 0
    }

    /// The value of an option.
    pub fn value(&self, name: &str) -> Option<Value> {
        self.values.iter().find(|(row, _)| row.name.eq_ignore_ascii_case(name)).map(|&(_, value)| value)
    }

    /// Every row but `Game`.
    pub fn each(&self) -> impl Iterator<Item = &'static Row> + '_ {
        self.values.iter().map(|(row, _)| *row)
    }

    /// Do both open the same game, with the same rules on the same board?
    pub fn same_game(&self, other: &Options) -> bool {
        let rows = self.game().options;
        self.game == other.game && rows.iter().all(|row| self.value(row.name) == other.value(row.name))
    }

    fn slot(&mut self, name: &str) -> Option<&mut (&'static Row, Value)> {
        self.values.iter_mut().find(|(row, _)| row.name.eq_ignore_ascii_case(name))
    }
}

fn game_names() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.name).collect()
}

fn bad_value(name: &str, text: &str, allowed: String) -> Rejected {
    Rejected::BadValue { name: name.to_owned(), text: text.to_owned(), allowed }
}

impl Row {
    fn default(&self) -> Value {
        match self.kind {
            Kind::Check { default } => Value::On(default),
            Kind::Spin { default, .. } => Value::Number(default),
            Kind::Choice { default, words } => {
                let code = words.iter().find(|(word, _)| *word == default).map_or(0, |&(_, code)| code);
                Value::Word(default, code)
            }
        }
    }

    /// Reads a value of this option.
    ///
    /// # Errors
    /// [`Rejected::BadValue`] when it is out of range or no such value.
    pub fn parse(&self, text: &str) -> Result<Value, Rejected> {
        let text = text.trim();
        let value = match self.kind {
            Kind::Check { .. } => parse_check(text).map(Value::On),
            Kind::Spin { min, max, .. } => {
                text.parse().ok().filter(|number| (min..=max).contains(number)).map(Value::Number)
            }
            Kind::Choice { words, .. } => words
                .iter()
                .find(|(word, code)| word.eq_ignore_ascii_case(text) || text.parse() == Ok(*code))
                .map(|&(word, code)| Value::Word(word, code)),
        };
        value.ok_or_else(|| bad_value(self.name, text, self.allowed()))
    }

    fn allowed(&self) -> String {
        match self.kind {
            Kind::Check { .. } => "true or false".to_owned(),
            Kind::Spin { min, max, .. } => format!("{min} to {max}"),
            Kind::Choice { words, .. } => words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", "),
        }
    }
}

fn parse_check(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_a_value_its_row_allows() {
        for (row, value) in &Options::new().values {
            assert_eq!(row.parse(&value.to_string()), Ok(*value), "{}", row.name);
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = Options::new().values.iter().map(|(row, _)| row.name.to_lowercase()).collect();
        names.push("game".to_owned());
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn case_does_not_matter_and_the_range_does() {
        let mut options = Options::new();
        assert_eq!(options.set("hASH", " 16 "), Ok(()));
        assert_eq!(options.number("Hash"), 16);
        for (name, text) in [("hash", "0"), ("hash", "x"), ("hash", ""), ("ponder", "maybe"), ("search", "minimax")] {
            let before = options.clone();
            assert!(matches!(options.set(name, text), Err(Rejected::BadValue { .. })), "{name} {text}");
            assert_eq!(options, before);
        }
        assert!(matches!(options.set("ownbook", "true"), Err(Rejected::UnknownOption(_))));
        assert_eq!(options.set("search", "PVS"), Ok(()));
        assert_eq!(options.value("Search"), Some(Value::Word("pvs", 1)));
    }
}
