//! Lines of replies: printable ASCII, no longer than managers can take.

use crate::text::printable;

/// Longest line written, in characters: managers count on less than about 250.
const FITTING: usize = 245;

/// Adds a line in printable ASCII.
pub(crate) fn push_line(out: &mut String, line: &str) {
    out.extend(line.chars().map(printable));
    out.push('\n');
}

/// Adds a line of UTF-8 without control characters, for clients that show what people wrote.
pub(crate) fn push_text(out: &mut String, line: &str) {
    out.extend(line.chars().filter(|sign| !sign.is_control()));
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
