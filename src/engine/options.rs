//! One table of options: what `ugi` lists, what `setoption`, `INFO` and the command line set, and what each may be.

use std::fmt;
use std::sync::Arc;

use super::database::{DATABASE, OpenBook, OpenLibrary, OpenedDatabase, PositionDatabase};
use super::eval_file::{EVAL_FILE, EvalFile};
use super::registry::{Entry, Games};
use super::{MoveStyle, Rejected};
use crate::search::Algorithm;

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

impl Value {
    /// The number that means the value on the wire: 1 for on, a word's code.
    fn code(self) -> i64 {
        match self {
            Value::On(on) => i64::from(on),
            Value::Number(number) | Value::Word(_, number) => number,
        }
    }

    /// The word of a choice; empty for any other kind.
    pub fn word(self) -> &'static str {
        if let Value::Word(word, _) = self { word } else { "" }
    }
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

/// An option whose values are of type `T`: what the code asks for, so that no option can be asked for that does not exist.
#[derive(Debug)]
pub struct OptionKey<T> {
    /// What is known about the option.
    pub row: Row,
    read: fn(Value) -> T,
}

impl OptionKey<bool> {
    /// An option that is on or off.
    pub const fn check(name: &'static str, default: bool, doc: &'static str) -> Self {
        OptionKey { row: Row { name, kind: Kind::Check { default }, doc }, read: |value| value.code() != 0 }
    }
}

impl OptionKey<usize> {
    /// A number from `min` to `max`.
    pub const fn spin(name: &'static str, default: u32, min: u32, max: u32, doc: &'static str) -> Self {
        let kind = Kind::Spin { default: default as i64, min: min as i64, max: max as i64 };
        OptionKey { row: Row { name, kind, doc }, read: |value| usize::try_from(value.code()).unwrap_or_default() }
    }
}

impl<T> OptionKey<T> {
    /// One of some words, each with its code; `read` is given the chosen word.
    pub const fn choice(
        name: &'static str,
        default: &'static str,
        words: &'static [(&'static str, i64)],
        read: fn(Value) -> T,
        doc: &'static str,
    ) -> Self {
        OptionKey { row: Row { name, kind: Kind::Choice { default, words }, doc }, read }
    }
}

/// The default of `Hash` in MiB.
pub const HASH_DEFAULT: u32 = 64;

/// The size of the transposition table in MiB.
pub static HASH: OptionKey<usize> =
    OptionKey::spin("Hash", HASH_DEFAULT, 1, 65_536, "size of the transposition table in MiB");

/// Threads that search together.
pub static THREADS: OptionKey<usize> =
    OptionKey::spin("Threads", 1, 1, 256, "threads that search together on one table");

/// How many best lines are searched and shown.
pub static MULTI_PV: OptionKey<usize> =
    OptionKey::spin("MultiPV", 1, 1, 64, "how many best lines are searched and shown");

/// The driver of the search; `None` for the game's own.
pub static SEARCH: OptionKey<Option<Algorithm>> = OptionKey::choice(
    "Search",
    "auto",
    &[("mtdf", 0), ("pvs", 1), ("auto", 2)],
    |value| match value.word() {
        "mtdf" => Some(Algorithm::Mtdf),
        "pvs" => Some(Algorithm::Pvs),
        _ => None,
    },
    "the driver of the search; auto is the one that is stronger in the game",
);

/// Which evaluation is used: of the built-in ones, or of the file of a network ([`Options::eval_file`]).
pub static EVALUATION: OptionKey<Evaluation> = OptionKey::choice(
    "Evaluation",
    "network",
    &[("network", 0), ("classical", 1)],
    |value| if value.word() == "classical" { Evaluation::Classical } else { Evaluation::Network },
    "network: the learned evaluation, in games that have one; classical: weights of patterns alone",
);

/// The kinds of built-in evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// A network where the game has one, else as classical.
    Network,
    /// A sum of weights.
    Classical,
}

/// Is the opponent's time used?
pub static PONDER: OptionKey<bool> = OptionKey::check("Ponder", false, "think in the opponent's time too");

/// Milliseconds kept back from every move's time.
pub static MOVE_OVERHEAD: OptionKey<usize> = OptionKey::spin(
    "MoveOverhead",
    25,
    0,
    5_000,
    "milliseconds of every move's time that are kept for the way to the manager",
);

/// How squares are written for people; `None` leaves it to the client.
pub static MOVE_TEXT: OptionKey<Option<MoveStyle>> = OptionKey::choice(
    "MoveText",
    "auto",
    &[("auto", 0), ("pair", 1), ("top", 2), ("bottom", 3)],
    |value| match value.word() {
        "pair" => Some(MoveStyle::Pair),
        "top" => Some(MoveStyle::Top),
        "bottom" => Some(MoveStyle::Bottom),
        _ => None,
    },
    "squares in messages: x,y from the top left; letter and number from the top; from the bottom",
);

/// The level of play, in percent.
pub static STRENGTH: OptionKey<usize> = OptionKey::spin(
    "Strength",
    100,
    0,
    100,
    "how well to play, for people: 0 is a beginner, 100 everything that can be had",
);

/// Which lines of analysis are printed: bit 0 the marks on a board, bit 1 the `INFO` lines.
pub static SHOW_DETAIL: OptionKey<usize> =
    OptionKey::spin("ShowDetail", 0, 0, 3, "analysis output: bit 1 MESSAGE REALTIME, bit 2 INFO lines");

/// Is the database left as it is?
pub static DATABASE_READ_ONLY: OptionKey<bool> =
    OptionKey::check("DatabaseReadOnly", false, "the database is read, and nothing is written to it");

/// Are moves of the database played without a search?
pub static BOOK: OptionKey<bool> = OptionKey::check(
    "Book",
    false,
    "moves are played from the database or else the built-in book where it knows good ones: one of those that are as good as the best",
);

/// The options of the engine itself. Each game adds its own ([`Entry::options`]), and `Game` is listed before them all with
/// the names of the registry.
static ENGINE_OPTIONS: &[&Row] = &[
    &HASH.row,
    &THREADS.row,
    &MULTI_PV.row,
    &SEARCH.row,
    &EVALUATION.row,
    &PONDER.row,
    &MOVE_OVERHEAD.row,
    &MOVE_TEXT.row,
    &STRENGTH.row,
    &SHOW_DETAIL.row,
    &DATABASE_READ_ONLY.row,
    &BOOK.row,
];

/// The values of all the options, and the games there are to choose from.
#[derive(Clone, Debug)]
pub struct Options {
    values: Vec<(&'static Row, Value)>,
    games: Games,
    game: usize,
    eval_file: Option<Arc<EvalFile>>,
    open_library: Option<OpenLibrary>,
    shipped_book: Option<OpenBook>,
    database: Option<OpenedDatabase>,
}

impl PartialEq for Options {
    fn eq(&self, other: &Options) -> bool {
        self.values == other.values
            && self.game == other.game
            && self.eval_file == other.eval_file
            && self.database == other.database
    }
}

impl Eq for Options {}

impl Options {
    /// Every option at its default, with the first of these games chosen.
    pub fn with_games(games: Games) -> Options {
        let own = games.iter().flat_map(|game| game.wire.options.iter().chain(game.options));
        let rows = ENGINE_OPTIONS.iter().chain(own);
        Options {
            values: rows.map(|row| (*row, row.default())).collect(),
            games,
            game: 0,
            eval_file: None,
            open_library: None,
            shipped_book: None,
            database: None,
        }
    }

    /// Every option at its default, with that one of these games chosen.
    ///
    /// # Errors
    /// When none of them has that name.
    pub fn of_game(games: Games, name: &str) -> Result<Options, Rejected> {
        let mut options = Options::with_games(games);
        options.set("Game", name)?;
        Ok(options)
    }

    /// Sets an option from text.
    ///
    /// # Errors
    /// [`Rejected::UnknownOption`] or [`Rejected::BadValue`]; the option is unchanged then.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), Rejected> {
        if name.eq_ignore_ascii_case("Game") {
            let found = self.games.iter().position(|game| game.name.eq_ignore_ascii_case(text.trim()));
            self.game = found.ok_or_else(|| bad_value("Game", text, self.game_names().join(", ")))?;
            return Ok(());
        }
        if name.eq_ignore_ascii_case(EVAL_FILE) {
            self.eval_file = EvalFile::read(text)?;
            return Ok(());
        }
        if name.eq_ignore_ascii_case(DATABASE) {
            self.database = OpenedDatabase::open(text, self.get(&DATABASE_READ_ONLY), self.open_library)?;
            return Ok(());
        }
        let slot = self.slot(name).ok_or_else(|| Rejected::UnknownOption(name.to_owned()))?;
        let before = std::mem::replace(&mut slot.1, slot.0.parse(text)?);
        if DATABASE_READ_ONLY.row.is_named(name)
            && let Err(why) = self.reopen_database()
        {
            self.slot(name).into_iter().for_each(|slot| slot.1 = before);
            return Err(why);
        }
        Ok(())
    }

    /// Opens the database for what is to be done with it from now on.
    fn reopen_database(&mut self) -> Result<(), Rejected> {
        if let Some(path) = self.database.as_ref().map(|database| database.path().to_owned()) {
            self.database = OpenedDatabase::open(&path, self.get(&DATABASE_READ_ONLY), self.open_library)?;
        }
        Ok(())
    }

    /// Lets the option `Database` open files, by this function.
    #[must_use]
    pub fn with_databases(self, open: OpenLibrary) -> Options {
        Options { open_library: Some(open), ..self }
    }

    /// Lets the option `Book` play from a book that is built in, by this function.
    #[must_use]
    pub fn with_book(self, open: OpenBook) -> Options {
        Options { shipped_book: Some(open), ..self }
    }

    /// The positions of the built-in book under the rules of a game; `None` for none.
    pub fn shipped_book(&self, game: &Options) -> Option<Arc<dyn PositionDatabase>> {
        self.shipped_book.and_then(|open| open(game))
    }

    /// The database that is asked and filled; `None` for none.
    pub fn database(&self) -> Option<&OpenedDatabase> {
        self.database.as_ref()
    }

    /// Sets a number to the nearest value that is allowed, for a manager that cannot be told that its own was not.
    pub fn set_nearest(&mut self, key: &OptionKey<usize>, number: u64) {
        if let (Kind::Spin { min, max, .. }, Some(slot)) = (key.row.kind, self.slot(key.row.name)) {
            slot.1 = Value::Number(i64::try_from(number).unwrap_or(i64::MAX).clamp(min, max));
        }
    }

    /// Switches an option on or off.
    pub fn switch(&mut self, key: &OptionKey<bool>, on: bool) {
        if let Some(slot) = self.slot(key.row.name) {
            slot.1 = Value::On(on);
        }
    }

    /// The game that is played.
    pub fn game(&self) -> &'static Entry {
        self.games[self.game]
    }

    /// The games there are to choose from.
    pub fn games(&self) -> Games {
        self.games
    }

    /// The value of an option: its default if it is one of a game that is not among [`Options::games`].
    pub fn get<T>(&self, key: &OptionKey<T>) -> T {
        (key.read)(self.value(key.row.name).unwrap_or_else(|| key.row.default()))
    }

    /// The value of the option of that name; `None` when there is none.
    pub fn value(&self, name: &str) -> Option<Value> {
        self.values.iter().find(|(row, _)| row.is_named(name)).map(|&(_, value)| value)
    }

    /// Rows and columns of the board; `None` in a game of one board.
    pub fn board_size(&self) -> Option<usize> {
        match self.value(self.game().wire.board_size?.name)? {
            Value::Number(size) => usize::try_from(size).ok(),
            _ => None,
        }
    }

    /// The file of weights that the evaluation uses; `None` for the built-in weights.
    pub fn eval_file(&self) -> Option<&Arc<EvalFile>> {
        self.eval_file.as_ref()
    }

    /// The same options with that file of weights.
    pub fn with_eval_file(&self, eval_file: Option<Arc<EvalFile>>) -> Options {
        Options { eval_file, ..self.clone() }
    }

    /// The same options with the built-in weights.
    pub fn without_eval_file(&self) -> Options {
        self.with_eval_file(None)
    }

    /// The same options with the classical evaluation: the built-in one, or the weights of the file that a network corrects.
    pub fn with_classical_evaluation(&self) -> Options {
        let mut options = self.clone();
        if let Some(slot) = options.slot(EVALUATION.row.name) {
            slot.1 = Value::Word("classical", Evaluation::Classical as i64);
        }
        options
    }

    /// Every row but `Game`, `EvalFile` and `Database`.
    pub fn each(&self) -> impl Iterator<Item = &'static Row> + '_ {
        self.values.iter().map(|(row, _)| *row)
    }

    /// Do both open the same game, with the same rules on the same board, and with the same weights?
    pub fn same_game(&self, other: &Options) -> bool {
        let rows = self.game().options;
        self.game().name == other.game().name
            && self.eval_file == other.eval_file
            && self.get(&EVALUATION) == other.get(&EVALUATION)
            && rows.iter().all(|row| self.value(row.name) == other.value(row.name))
    }

    /// The names of the games.
    pub fn game_names(&self) -> Vec<&'static str> {
        self.games.iter().map(|game| game.name).collect()
    }

    fn slot(&mut self, name: &str) -> Option<&mut (&'static Row, Value)> {
        self.values.iter_mut().find(|(row, _)| row.is_named(name))
    }
}

fn bad_value(name: &str, text: &str, allowed: String) -> Rejected {
    Rejected::BadValue { name: name.to_owned(), text: text.to_owned(), allowed }
}

impl Row {
    /// Is this its name? Case does not matter.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The value before anyone sets it.
    pub fn default(&self) -> Value {
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
        assert_eq!(options.get(&HASH), 16);
        for (name, text) in [("hash", "0"), ("hash", "x"), ("hash", ""), ("ponder", "maybe"), ("search", "minimax")] {
            let before = options.clone();
            assert!(matches!(options.set(name, text), Err(Rejected::BadValue { .. })), "{name} {text}");
            assert_eq!(options, before);
        }
        assert!(matches!(options.set("ownbook", "true"), Err(Rejected::UnknownOption(_))));
        assert_eq!(options.set("search", "PVS"), Ok(()));
        assert_eq!(options.get(&SEARCH), Some(Algorithm::Pvs));
    }
}
