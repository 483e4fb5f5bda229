//! Bytes to lines, lines to words, and text that is safe to print.

use std::borrow::Cow;
use std::io::{self, BufRead};

/// Longest line read, in bytes. Nothing a manager sends comes near it.
pub const MAX_LINE: usize = 64 * 1024;

/// Most rows a block may have: several times the largest board, and a bound on memory.
pub const MAX_STONES: usize = 4096;

/// Longest text taken for a move, in bytes; it bounds what a block can hold.
pub(crate) const MAX_MOVE: usize = 64;

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
