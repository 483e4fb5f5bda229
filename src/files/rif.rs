//! Databases of RenjuNet (`.rif`, XML): tables of players, tournaments, rules and openings, and games that refer to them.
//!
//! Files in circulation have stray bytes and unknown elements: whatever is not understood is skipped, and games may lack fields.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};
use rustc_hash::FxHashMap;

use super::error::{FileError, Location};
use super::format::{Contents, Format, Reading};
use super::record::{GameRecord, Tag};
use super::rule::rule_of_text;
use super::source::{FileRules, FoundGame, Games, Source};
use super::tree::Tree;

/// The format.
pub(super) static FORMAT: Format = Format {
    name: "rif",
    extensions: &["rif", "xml"],
    about: "a database of RenjuNet, 15x15",
    games: &["gomoku"],
    many: true,
    holds: Contents::MOVES,
    sniff: |bytes| {
        let start = bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
        let named = start.windows(9).any(|window| window == b"<database");
        (start.starts_with(b"<?xml") || start.starts_with(b"<database")) && named
    },
    read: Some(Reading::Whole(read)),
    write: None,
};

const SIZE: usize = 15;

/// The attributes of interest, of all elements.
const KNOWN: [&str; 14] = [
    "id",
    "name",
    "surname",
    "start",
    "year",
    "tournament",
    "round",
    "rule",
    "black",
    "white",
    "bresult",
    "opening",
    "alt",
    "swap",
];

/// The most rows of tables that are kept; RenjuNet has about ten thousand.
const MOST_ROWS: usize = 1 << 19;

/// The most moves of a game: as many as the board has points.
const MOST_MOVES: usize = SIZE * SIZE;

/// The attributes of an element.
struct Attributes(Vec<(&'static str, String)>);

impl Attributes {
    /// The known ones that can be read.
    fn of(element: &BytesStart<'_>) -> Attributes {
        let mut known = Vec::new();
        for attribute in element.attributes().with_checks(false).filter_map(Result::ok) {
            let name = KNOWN.into_iter().find(|name| *name == attribute.key.as_ref());
            if let Some(name) = name.filter(|name| known.iter().all(|(other, _)| other != name)) {
                let plain = unescape(&attribute.value).map_or_else(|_| attribute.value.to_string(), Cow::into_owned);
                known.push((name, plain));
            }
        }
        Attributes(known)
    }

    /// The value of an attribute; empty when it is missing.
    fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value.as_str())
    }
}

/// What games refer to: rows of tables by their ids.
#[derive(Default)]
struct Tables {
    rows: FxHashMap<(&'static str, String), Attributes>,
}

/// The elements that are rows of tables.
const ROWS: [&str; 4] = ["player", "tournament", "rule", "opening"];

impl Tables {
    fn get(&self, table: &'static str, id: &str, field: &str) -> &str {
        self.rows.get(&(table, id.to_owned())).map_or("", |row| row.get(field))
    }

    fn player(&self, id: &str) -> String {
        format!("{} {}", self.get("player", id, "name"), self.get("player", id, "surname"))
    }
}

/// A game whose elements are being read.
struct Open {
    location: Location,
    attributes: Attributes,
    moves: String,
    info: String,
}

/// The element whose text is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Moves,
    Info,
    Other,
}

fn read(source: &Source<'_>) -> Games {
    let text = source.text();
    let mut reader = Reader::from_str(&text);
    let config = reader.config_mut();
    (config.check_end_names, config.allow_unmatched_ends, config.allow_dangling_amp) = (false, true, true);
    let mut lines = Lines { text: &text, at: 0, line: 1 };
    let mut games = Games::default();
    let mut tables = Tables::default();
    let mut open: Option<Open> = None;
    let mut field = Field::Other;
    loop {
        let location = lines.location(reader.buffer_position());
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(error) => {
                let location = lines.location(reader.error_position());
                games.push(Err(FileError::Bad { location, field: "XML", why: error.to_string() }));
                break;
            }
        };
        match event {
            Event::Start(element) => {
                field = begin(&element, location, &mut tables, &mut open);
            }
            Event::Empty(element) => {
                begin(&element, location, &mut tables, &mut open);
                if element.name().as_ref() == "game" && !close(&mut open, source, &tables, &mut games) {
                    break;
                }
            }
            Event::End(element) => {
                field = Field::Other;
                if element.name().as_ref() == "game" && !close(&mut open, source, &tables, &mut games) {
                    break;
                }
            }
            Event::Text(text) => add_text(&mut open, field, &text.into_inner()),
            Event::CData(text) => add_text(&mut open, field, &text.into_inner()),
            Event::GeneralRef(entity) => {
                let plain = unescape(&format!("&{};", entity.into_inner())).map(Cow::into_owned);
                add_text(&mut open, field, &plain.unwrap_or_default());
            }
            Event::Eof => break,
            _ => {}
        }
    }
    if let Some(game) = open {
        games.push(Err(FileError::Bad { location: game.location, field: "game", why: "is not closed".to_owned() }));
    }
    games
}

/// Begins an element: keeps the row of a table, and tells which field of a game follows.
fn begin(element: &BytesStart<'_>, location: Location, tables: &mut Tables, open: &mut Option<Open>) -> Field {
    let name = element.name();
    let name = name.as_ref();
    match name {
        "game" => {
            let attributes = Attributes::of(element);
            *open = Some(Open { location, attributes, moves: String::new(), info: String::new() });
        }
        "move" => return Field::Moves,
        "info" => return Field::Info,
        _ => {
            if let Some(table) = ROWS.into_iter().find(|table| *table == name) {
                let row = Attributes::of(element);
                if tables.rows.len() < MOST_ROWS {
                    tables.rows.insert((table, row.get("id").to_owned()), row);
                }
            }
        }
    }
    Field::Other
}

fn add_text(open: &mut Option<Open>, field: Field, text: &str) {
    match (open, field) {
        (Some(game), Field::Moves) => game.moves += text,
        (Some(game), Field::Info) => game.info += text,
        _ => {}
    }
}

/// Ends a game; false when there is room for no more.
fn close(open: &mut Option<Open>, source: &Source<'_>, tables: &Tables, games: &mut Games) -> bool {
    let Some(game) = open.take() else { return true };
    let location = game.location;
    let found = record(&game, source, tables, games).map(|record| FoundGame { location, record });
    games.push(found)
}

fn record(game: &Open, source: &Source<'_>, tables: &Tables, games: &mut Games) -> Result<GameRecord, FileError> {
    let attribute = |name: &str| game.attributes.get(name);
    let rule_name = tables.get("rule", attribute("rule"), "name");
    let by_name = rule_of_text(rule_name);
    // The Renju federation plays plain Gomoku with exactly five.
    let rule = by_name.unwrap_or(if rule_name.to_lowercase().contains("gomoku") { "standard" } else { "renju" });
    let told = FileRules { game: Some("gomoku"), rule: Some(rule), size: Some(SIZE) };
    let options = source.options(told);
    let options =
        options.map_err(|why| FileError::Bad { location: game.location, field: "rules", why: why.to_string() })?;
    let mut record = GameRecord::new(games.share(options));
    let tournament = attribute("tournament");
    let about = |field| tables.get("tournament", tournament, field);
    record.set_tag(Tag::Black, &tables.player(attribute("black")));
    record.set_tag(Tag::White, &tables.player(attribute("white")));
    record.set_tag(Tag::Event, about("name"));
    record.set_tag(Tag::Round, attribute("round"));
    record.set_tag(Tag::Date, if about("start").is_empty() { about("year") } else { about("start") });
    record.set_tag(Tag::Opening, tables.get("opening", attribute("opening"), "name"));
    if source.hint.rule.is_none() {
        record.set_tag(Tag::Rule, rule_name);
    }
    record.set_tag(
        Tag::Result,
        match attribute("bresult") {
            "1" => "B+",
            "0" => "W+",
            "0.5" => "0",
            _ => "",
        },
    );
    if game.moves.split_whitespace().nth(MOST_MOVES).is_some() {
        let why = format!("more than {MOST_MOVES} moves");
        return Err(FileError::Bad { location: game.location, field: "move", why });
    }
    record.tree = Tree::from_moves(game.moves.split_whitespace());
    record.tree.add_comment(Tree::ROOT, game.info.trim());
    for (name, what) in [("alt", "alternatives for the fifth move"), ("swap", "swaps")] {
        if !attribute(name).is_empty() {
            record.tree.add_comment(Tree::ROOT, &format!("{what}: {}", attribute(name)));
        }
    }
    Ok(record)
}

/// Counts the lines of a text on the way through it.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn location(&mut self, at: u64) -> Location {
        let at = usize::try_from(at).unwrap_or(self.text.len()).clamp(self.at, self.text.len());
        self.line += self.text.as_bytes()[self.at..at].iter().filter(|&&byte| byte == b'\n').count();
        self.at = at;
        Location::Line(self.line)
    }
}
