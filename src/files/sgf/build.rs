//! From the nodes of an SGF file to a record.

use super::super::error::{FileError, Location, quote};
use super::super::record::{GameRecord, Tag};
use super::super::rule::rule_of_text;
use super::super::source::{FileRules, Source};
use super::super::tree::{NodeId, Tree};
use super::scan::Property;
use super::text::{is_pass, point, points, spelt, split_composed, split_time, unescape, unescape_line};
use super::{STONES, TAGS};
use crate::games::gomoku::notation::{Point, Setup, parse_rule, position_text};
use crate::search::Player;

/// Properties that describe the file, or that every file of ours has anyway.
const OF_THE_FILE: [&str; 7] = ["FF", "GM", "SZ", "CA", "AP", "ST", "PL"];

/// The number of Gomoku and Renju among the games of SGF.
const GOMOKU: &str = "4";

/// Other games of SGF that people have files of, by their numbers.
const OTHER_GAMES: &[(&str, &str)] = &[
    ("1", "Go"),
    ("2", "Othello"),
    ("3", "chess"),
    ("5", "Nine Men's Morris"),
    ("6", "backgammon"),
    ("7", "Chinese chess"),
    ("8", "shogi"),
    ("9", "Lines of Action"),
    ("11", "Hex"),
    ("18", "Amazons"),
];

/// A game being read.
pub(super) struct Builder<'s> {
    source: &'s Source<'s>,
    room: usize,
    record: Option<GameRecord>,
    stones: Vec<(Point, Option<Player>)>,
    /// Who makes the first move, once a property or a move has told.
    first: Option<Player>,
    /// The node being read, and the number of moves up to it.
    at: (NodeId, usize),
    /// Where the variations that have not ended yet begin.
    open: Vec<(NodeId, usize)>,
}

impl<'s> Builder<'s> {
    /// A game of at most so many nodes.
    pub(super) fn new(source: &'s Source<'s>, room: usize) -> Builder<'s> {
        let at = (Tree::ROOT, 0);
        Builder { source, room, record: None, stones: Vec::new(), first: None, at, open: Vec::new() }
    }

    /// A variation begins.
    pub(super) fn open(&mut self) {
        self.open.push(self.at);
    }

    /// A variation ends; true when it was the whole game.
    pub(super) fn close(&mut self) -> bool {
        self.at = self.open.pop().unwrap_or(self.at);
        self.open.is_empty()
    }

    /// Reads a node.
    pub(super) fn node(&mut self, location: Location, properties: &[Property<'_>]) -> Result<(), FileError> {
        let Some(mut record) = self.record.take() else {
            let mut record = self.root(location, properties)?;
            let rest = properties.iter().filter(|(name, _)| {
                !OF_THE_FILE.contains(&name.as_str()) && TAGS.iter().all(|(tag, _)| tag != name) && !sets_up(name)
            });
            self.place_node(&mut record, location, rest, true)?;
            self.record = Some(record);
            return Ok(());
        };
        if let Some((name, _)) = properties.iter().find(|(name, _)| sets_up(name)) {
            return Err(bad(
                location,
                "set-up",
                format!("{name} after the first node; stones are played from there on"),
            ));
        }
        if record.tree.weight() >= self.room {
            return Err(FileError::TooMany(location));
        }
        self.place_node(&mut record, location, properties.iter(), false)?;
        self.record = Some(record);
        Ok(())
    }

    /// Reads what the first node says about the game.
    fn root(&mut self, location: Location, properties: &[Property<'_>]) -> Result<GameRecord, FileError> {
        let value = |wanted: &str| {
            properties.iter().find(|(name, _)| name == wanted).and_then(|(_, values)| values.first().copied())
        };
        if let Some(game) = value("GM").map(str::trim).filter(|game| *game != GOMOKU) {
            return Err(bad(location, "GM", another_game(game)));
        }
        let size = value("SZ").map(|text| board_size(text).map_err(|why| bad(location, "SZ", why))).transpose()?;
        let rule = value("RU").and_then(rule_of_text);
        let rules = self.source.rules(FileRules { game: Some("gomoku"), rule, size }, location)?;
        let mut record = GameRecord::new(rules);
        for (name, tag) in TAGS {
            if let Some(text) = value(name) {
                record.set_tag(*tag, &unescape_line(text));
            }
        }
        let named = record.rules.value("Rule").map(|rule| rule.to_string());
        if record.info.get(&Tag::Rule) == named.as_ref() || self.source.hint.rule.is_some() {
            record.info.remove(&Tag::Rule);
        }
        self.first = value("PL").and_then(|text| match text.trim().to_ascii_uppercase().as_bytes().first() {
            Some(b'B' | b'1') => Some(Player::First),
            Some(b'W' | b'2') => Some(Player::Second),
            _ => None,
        });
        self.set_up(location, properties, record.size())?;
        Ok(record)
    }

    fn set_up(&mut self, location: Location, properties: &[Property<'_>], size: usize) -> Result<(), FileError> {
        for (name, values) in properties {
            let owner = STONES.iter().find(|(stones, _)| stones == name);
            for raw in values.iter().filter(|_| sets_up(name)) {
                let off = || {
                    bad(location, "set-up", format!("{name}[{}] is not a point of a {size}x{size} board", quote(raw)))
                };
                for point in points(raw, size).ok_or_else(off)? {
                    self.stones.retain(|(taken, _)| *taken != point);
                    self.stones.extend(owner.map(|(_, owner)| (point, *owner)));
                }
            }
        }
        Ok(())
    }

    /// Adds the move of a node, if it has one, and its annotations.
    fn place_node<'p>(
        &mut self,
        record: &mut GameRecord,
        location: Location,
        properties: impl Iterator<Item = &'p Property<'p>>,
        is_root: bool,
    ) -> Result<(), FileError> {
        let (moves, told): (Vec<_>, Vec<_>) = properties.partition(|(name, _)| name == "B" || name == "W");
        let values: Vec<(&str, &str)> =
            moves.iter().flat_map(|(name, values)| values.iter().map(|value| (name.as_str(), *value))).collect();
        match values[..] {
            [] if is_root => {}
            [] => self.at.0 = record.tree.add(self.at.0, None),
            [(colour, raw)] => self.play(record, location, colour, raw)?,
            _ => return Err(bad(location, "move", "two moves in one node".to_owned())),
        }
        for (name, values) in told {
            self.note(record, name, values);
        }
        Ok(())
    }

    fn play(&mut self, record: &mut GameRecord, location: Location, colour: &str, raw: &str) -> Result<(), FileError> {
        let ply = self.at.1 + 1;
        let wrong = |why: &str| bad(location, "game tree", format!("move {ply}: {colour}[{}]: {why}", quote(raw)));
        let player = if colour == "B" { Player::First } else { Player::Second };
        let first = *self.first.get_or_insert(if ply % 2 == 1 { player } else { player.opponent() });
        if (player == first) != (ply % 2 == 1) {
            return Err(wrong("out of turn"));
        }
        let size = record.size();
        if is_pass(raw, size) {
            return Err(wrong("a pass, which these games do not have"));
        }
        let point = point(raw, size).ok_or_else(|| wrong(&format!("not a point of a {size}x{size} board")))?;
        self.at = (record.tree.add(self.at.0, Some(&spelt(point, size))), ply);
        Ok(())
    }

    /// Keeps an annotation of the position.
    fn note(&self, record: &mut GameRecord, name: &str, values: &[&str]) {
        let (node, size) = (self.at.0, record.size());
        match name {
            "C" => {
                for raw in values {
                    let text = unescape(raw);
                    let first = node != Tree::ROOT && record.tree.notes(node) == &super::super::Notes::default();
                    let (ms, comment) = if first { split_time(&text) } else { (None, text.as_str()) };
                    if ms.is_some() {
                        record.tree.notes_mut(node).ms = ms;
                    }
                    record.tree.add_comment(node, comment);
                }
            }
            "LB" => {
                for raw in values {
                    let label =
                        split_composed(raw).and_then(|(at, text)| Some((point(at, size)?, unescape_line(text))));
                    match label {
                        Some((at, text)) => record.tree.add_label(node, spelt(at, size), text),
                        None => keep(record, node, name, &[raw]),
                    }
                }
            }
            _ => keep(record, node, name, values),
        }
    }

    /// The game, once all of it has been read.
    pub(super) fn finish(self, location: Location) -> Result<GameRecord, FileError> {
        let Some(mut record) = self.record else {
            return Err(bad(location, "game tree", "a game without a node".to_owned()));
        };
        let count = |player| self.stones.iter().filter(|(_, owner)| *owner == Some(player)).count();
        let ahead = count(Player::First) > count(Player::Second);
        let to_move = self.first.unwrap_or(if ahead { Player::Second } else { Player::First });
        if !self.stones.is_empty() || to_move == Player::Second {
            let rule = record.rules.value("Rule").map(|rule| rule.to_string()).unwrap_or_default();
            let rule = parse_rule(&rule).map_err(|error| bad(location, "RU", error.to_string()))?;
            let setup = Setup { size: record.size(), rule, stones: self.stones, to_move };
            record.start = Some(position_text(&setup));
        }
        Ok(record)
    }
}

/// Why a game of that number is refused. Some programs write the number of Go into files of Gomoku, so the way out is told.
fn another_game(number: &str) -> String {
    let named = OTHER_GAMES.iter().find(|(known, _)| *known == number).map(|(_, name)| format!(", {name}"));
    let named = named.unwrap_or_default();
    format!(
        "the game is {}{named}, not {GOMOKU}, Gomoku and Renju; if it is Gomoku all the same, write GM[{GOMOKU}] in the file",
        quote(number)
    )
}

fn keep(record: &mut GameRecord, node: NodeId, name: &str, values: &[&str]) {
    record.tree.keep(node, name, values.iter().map(|&raw| raw.to_owned()).collect());
}

fn sets_up(name: &str) -> bool {
    name == "AE" || STONES.iter().any(|(stones, _)| *stones == name)
}

/// `15`, or `15:15` as long as the board is square.
fn board_size(text: &str) -> Result<usize, String> {
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| format!("'{}' is not a number", quote(text)));
    let (width, height) = (number(width)?, number(height)?);
    if width == height { Ok(width) } else { Err(format!("{width}x{height}; only square boards are known")) }
}

fn bad(location: Location, field: &'static str, why: String) -> FileError {
    FileError::Bad { location, field, why }
}
