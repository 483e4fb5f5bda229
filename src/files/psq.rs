//! Games of Piskvork (`.psq`): a header, a line `x,y,ms` for each move, counted from 1 at the top left, names and a result code.

use std::fmt::Write as _;

use super::error::{FileError, Location, quote};
use super::format::{Contents, Format, OptionsHeld, Reading};
use super::lists::points;
use super::record::{GameRecord, Tag};
use super::rule::rule_of_text;
use super::source::{FileRules, FoundGame, Games, Source, lines};
use super::tree::{NodeId, Tree};
use crate::games::gomoku::notation::Point;

/// The format.
pub(super) static FORMAT: Format = Format {
    name: "psq",
    extensions: &["psq"],
    about: "a game of Piskvork and of Gomocup",
    games: &["gomoku"],
    many: false,
    holds: Contents { times: true, tag: holds_tag, options: OptionsHeld::named(&["BoardSize"]), ..Contents::MOVES },
    sniff: |bytes| bytes.trim_ascii_start().starts_with(HEAD.as_bytes()),
    read: Some(Reading::Whole(|source| Games::one(read(source)))),
    write: Some(write),
};

const HEAD: &str = "Piskvorky ";

/// How many lines after the moves are looked at.
const TAIL: usize = 4;

/// The board of Gomocup's freestyle league.
const USUAL_SIZE: usize = 20;

/// How an ending begins that Piskvork gives only as a code.
const CODE: &str = "Piskvork code ";

/// The names that Piskvork gives to people.
const PEOPLE: [&str; 2] = ["homo-1", "homo-2"];

fn read(source: &Source<'_>) -> Result<FoundGame, FileError> {
    let text = source.text();
    let mut lines = lines(&text).peekable();
    let bad = |number, why| FileError::Bad { location: Location::Line(number), field: "header", why };
    // Live games are broadcast without the header.
    let (number, size, starter) = match lines.peek().copied() {
        None => return Err(FileError::Empty),
        Some((number, line)) if is_move(line) => (number, source.hint.size.map_or(USUAL_SIZE, |size| size as usize), 0),
        Some((number, line)) => {
            lines.next();
            let (size, starter) = read_header(line).map_err(|why| bad(number, why))?;
            (number, size, starter)
        }
    };
    let mut moves = Moves::default();
    while let Some((number, line)) = lines.next_if(|(_, line)| is_move(line)) {
        moves.add(number, line, 1)?;
    }
    let tail: Vec<&str> = lines.map(|(_, line)| line).take(TAIL).collect();
    let rule = tail.iter().skip(1).filter_map(|line| rule_line(line)).next();
    let told = FileRules { game: Some("gomoku"), rule, size: Some(size) };
    let mut record = GameRecord::new(source.rules(told, Location::Line(number))?);
    record.tree = moves.tree;
    read_tail(&mut record, &tail, starter);
    Ok(FoundGame { location: Location::Line(number), record })
}

/// `Piskvorky 20x20, 4:4, 0`: the size of the board and which of the players began.
fn read_header(line: &str) -> Result<(usize, usize), String> {
    let bad = || format!("'{}' is not of the form Piskvorky 20x20, 0:0, 0", quote(line));
    let fields = line.strip_prefix(HEAD).ok_or_else(bad)?;
    let [size, _levels, starter] = fields.split(',').collect::<Vec<_>>()[..] else { return Err(bad()) };
    let (width, height) = size.trim().split_once('x').ok_or_else(bad)?;
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| bad());
    let (width, height, starter) = (number(width)?, number(height)?, number(starter)?);
    if width != height {
        return Err(format!("a board of {width}x{height}; only square boards are known"));
    }
    if starter > 1 { Err(format!("player {starter} began, expected 0 or 1")) } else { Ok((width, starter)) }
}

/// Two or three whole numbers with commas between.
pub(super) fn is_move(line: &str) -> bool {
    let numbers = line.split(',').map(|field| field.trim().parse::<i64>().is_ok());
    let (count, all) = numbers.fold((0, true), |(count, all), is| (count + 1, all && is));
    all && (2..=3).contains(&count)
}

/// Moves that are pairs of coordinates with a time.
pub(super) struct Moves {
    pub(super) tree: Tree,
    last: NodeId,
}

impl Default for Moves {
    fn default() -> Moves {
        Moves { tree: Tree::new(), last: Tree::ROOT }
    }
}

impl Moves {
    /// More moves than the largest board has points.
    const MOST: usize = 1000;

    /// Reads `x,y` or `x,y,ms`, counted from `origin`.
    pub(super) fn add(&mut self, number: usize, line: &str, origin: u8) -> Result<(), FileError> {
        let location = Location::Line(number);
        let bad =
            |field, text: &str| FileError::Bad { location, field, why: format!("'{}' is out of range", quote(text)) };
        let mut fields = line.split(',').map(str::trim);
        let mut coordinate = |field| {
            let text = fields.next().unwrap_or_default();
            text.parse::<u8>().ok().and_then(|at| at.checked_sub(origin)).ok_or_else(|| bad(field, text))
        };
        let point = Point::new(coordinate("column")?, coordinate("row")?);
        let ms = fields.next().map(|text| text.parse::<u32>().map_err(|_| bad("time", text))).transpose()?;
        if self.tree.len() > Moves::MOST {
            return Err(FileError::Bad { location, field: "move", why: format!("more than {} moves", Moves::MOST) });
        }
        self.last = self.tree.add(self.last, Some(&point.to_string()));
        if let Some(ms) = ms.filter(|&ms| ms > 0) {
            self.tree.notes_mut(self.last).ms = Some(ms);
        }
        Ok(())
    }
}

/// `1,Freestyle`: the winner and the rule, as newer files have at their end.
fn rule_line(line: &str) -> Option<&'static str> {
    let (winner, rule) = line.split_once(',')?;
    winner.trim().parse::<i64>().ok().and_then(|_| rule_of_text(rule.trim()))
}

/// Two names, if there are any, and a result code.
fn read_tail(record: &mut GameRecord, tail: &[&str], starter: usize) {
    let is_number = |line: &str| line.parse::<i64>().is_ok();
    let (names, rest) = match tail {
        [first, second, rest @ ..] if !is_number(first) || rest.first().is_some_and(|line| is_number(line)) => {
            ([*first, *second], rest)
        }
        rest => (["", ""], rest),
    };
    record.set_tag(Tag::Black, names[starter]);
    record.set_tag(Tag::White, names[1 - starter]);
    note_code(record, rest.first().copied());
}

/// Keeps a result code if it says more than that the game has ended.
pub(super) fn note_code(record: &mut GameRecord, line: Option<&str>) {
    if let Some(code) = line.and_then(|line| line.parse::<i64>().ok()).filter(|code| ![0, -1].contains(code)) {
        record.set_tag(Tag::Ending, &format!("{CODE}{code}"));
    }
}

/// Names that cannot be taken for a move or a code, and endings that are codes of Piskvork.
fn holds_tag(_: &GameRecord, tag: Tag, value: &str) -> bool {
    match tag {
        Tag::Black | Tag::White => one_line(value).is_some(),
        Tag::Ending => code(value).is_some(),
        _ => false,
    }
}

/// Piskvork's code for that ending.
fn code(ending: &str) -> Option<&str> {
    ending.strip_prefix(CODE).filter(|code| code.parse::<i64>().is_ok())
}

fn write(record: &GameRecord, out: &mut Vec<u8>) -> Result<(), String> {
    let points = match record.tree.is_empty() && record.start.is_none() {
        true => Vec::new(),
        false => points(record)?,
    };
    let size = record.size();
    let mut text = format!("{HEAD}{size}x{size}, 0:0, 0\r\n");
    let main = record.tree.main_line();
    let times = main.iter().filter(|&&node| record.tree.text(node).is_some()).map(|&node| record.tree.notes(node).ms);
    for (point, ms) in points.iter().zip(times) {
        let _ = write!(text, "{},{},{}\r\n", point.x + 1, point.y + 1, ms.unwrap_or(0)); // writing to a String cannot fail
    }
    let names = [Tag::Black, Tag::White].map(|tag| record.tag(tag));
    if names.iter().any(Option::is_some) {
        for (name, human) in names.into_iter().zip(PEOPLE) {
            text += &(one_line(name.unwrap_or(human)).unwrap_or_else(|| human.to_owned()) + "\r\n");
        }
    }
    let code = record.tag(Tag::Ending).and_then(code);
    let normal = if record.info.contains_key(&Tag::Result) { "0" } else { "-1" };
    text += &format!("{}\r\n", code.unwrap_or(normal));
    out.extend_from_slice(text.as_bytes());
    Ok(())
}

/// A name on one line, unless it could be taken for a move or a code.
fn one_line(name: &str) -> Option<String> {
    let line: String = name.split_whitespace().collect::<Vec<_>>().join(" ");
    (!line.is_empty() && !is_move(&line) && line.parse::<i64>().is_err()).then_some(line)
}
