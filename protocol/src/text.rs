//! Bytes to lines, lines to words, words to numbers, and text that is safe to print.

use std::borrow::Cow;
use std::io::{self, BufRead};

use crate::command::Command;
use crate::error::{Fault, ParseError};

/// Longest line read, in bytes. Nothing a manager sends comes near it.
pub const MAX_LINE: usize = 64 * 1024;

/// Longest text taken for a move, in bytes; it bounds what a block can hold.
pub(crate) const MAX_MOVE: usize = 64;

/// How long a line written may be: managers count on less than about 250.
const FITTING: usize = 245;

/// How much of an offending text an error repeats.
pub(crate) const EXCERPT: usize = 60;

/// Reads one line into `line`, without its line feed; `false` at the end of the input. Of a longer line only
/// `MAX_LINE + 1` bytes are kept, enough for the decoder to see that it is too long, and the rest is dropped.
///
/// # Errors
/// What the reader reports, an interruption excepted.
pub fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut started = false;
    loop {
        let chunk = match reader.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(started);
        }
        started = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let content = end.unwrap_or(chunk.len());
        let room = MAX_LINE.saturating_add(1).saturating_sub(line.len());
        line.extend(chunk.iter().take(content.min(room)));
        let used = end.map_or(content, |at| at.saturating_add(1));
        reader.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

/// The line as text, without a byte order mark and without blanks around it.
pub(crate) fn decode(raw: &[u8]) -> Cow<'_, str> {
    let raw = raw.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(raw);
    String::from_utf8_lossy(raw.trim_ascii())
}

/// The first word and what follows it, without the blanks between.
pub(crate) fn split_word(line: &str) -> (&str, &str) {
    match line.split_once(|c: char| c.is_ascii_whitespace()) {
        Some((word, rest)) => (word, rest.trim_ascii()),
        None => (line, ""),
    }
}

/// The line without blanks around its commas, so that `7, 7` is one word.
pub(crate) fn compact(line: &str) -> String {
    let parts: Vec<&str> = line.split(',').map(str::trim_ascii).collect();
    parts.join(",")
}

/// A beginning of the text in printable ASCII.
pub(crate) fn excerpt(text: &str) -> String {
    let text = text.trim_ascii();
    let mut short: String = text.chars().take(EXCERPT).map(printable).collect();
    if text.chars().nth(EXCERPT).is_some() {
        short.push_str("...");
    }
    short
}

/// The character, or a question mark for one that a terminal or a manager might choke on.
pub(crate) fn printable(c: char) -> char {
    if c == ' ' || c.is_ascii_graphic() { c } else { '?' }
}

/// Adds a line in printable ASCII.
pub(crate) fn push_line(out: &mut String, line: &str) {
    out.extend(line.chars().map(printable));
    out.push('\n');
}

/// Adds the text, each of its lines behind the prefix and those too long broken up.
pub(crate) fn push_wrapped(out: &mut String, prefix: &str, text: &str) {
    let room = FITTING.saturating_sub(prefix.len());
    for line in text.lines() {
        let mut rest = line.trim_ascii_end();
        while !rest.is_empty() {
            let (now, later) = break_line(rest, room);
            push_line(out, &format!("{prefix}{now}"));
            rest = later;
        }
    }
}

/// Adds the first line of the text behind the prefix, cut where it is too long: what answers a command is one line.
pub(crate) fn push_answer(out: &mut String, prefix: &str, text: &str) {
    let line = format!("{prefix}{}", text.lines().next().unwrap_or_default());
    let cut: String = line.trim_ascii_end().chars().take(FITTING).collect();
    push_line(out, &cut);
}

/// Adds a line of the head and as many words as fit.
pub(crate) fn push_fitting(out: &mut String, head: &str, words: &[String]) {
    let mut line = head.to_owned();
    for word in words {
        if line.len().saturating_add(word.len()) >= FITTING {
            break;
        }
        line.push(' ');
        line.push_str(word);
    }
    push_line(out, &line);
}

/// The beginning of a line that is at most `room` characters long, at a blank if there is one, and what is left.
fn break_line(line: &str, room: usize) -> (&str, &str) {
    let Some((limit, _)) = line.char_indices().nth(room) else { return (line, "") };
    let (head, _) = line.split_at(limit);
    let at = head.rfind(' ').filter(|&at| at > 0).unwrap_or(limit);
    let (now, later) = line.split_at(at);
    (now, later.trim_ascii_start())
}

/// A whole number between `min` and `max`; both what is no number and what is too large for 64 bits is named.
pub(crate) fn number(
    command: &'static str,
    what: &'static str,
    word: &str,
    (min, max): (i64, i64),
) -> Result<i64, ParseError> {
    if word.is_empty() {
        return Err(ParseError::new(command, Fault::Missing(what), ""));
    }
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseError::new(command, Fault::NotANumber(what), word));
    }
    match word.parse::<i64>() {
        Ok(value) if (min..=max).contains(&value) => Ok(value),
        _ => Err(ParseError::new(command, Fault::OutOfRange { what, min, max }, word)),
    }
}

/// A number known not to be negative, cut off at the largest that fits.
pub(crate) fn narrow(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The command, if nothing follows that does not belong to it.
pub(crate) fn bare(name: &'static str, rest: &str, command: Command) -> Result<Command, ParseError> {
    if rest.is_empty() { Ok(command) } else { Err(ParseError::new(name, Fault::Extra, rest)) }
}
