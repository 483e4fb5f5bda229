//! Values of SGF properties: text with its escapes, points and times.

use crate::games::gomoku::notation::{Origin, Point, point_text};

/// A text with its escapes resolved, all kinds of line breaks turned into `\n` and other white space into blanks.
pub(super) fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut signs = raw.chars().peekable();
    while let Some(sign) = signs.next() {
        let escaped = sign == '\\';
        let Some(sign) = (if escaped { signs.next() } else { Some(sign) }) else { break };
        let breaks = matches!(sign, '\n' | '\r');
        if breaks {
            let pair = if sign == '\n' { '\r' } else { '\n' };
            signs.next_if_eq(&pair);
        }
        match sign {
            _ if breaks && escaped => {}
            _ if breaks => text.push('\n'),
            _ if sign.is_whitespace() => text.push(' '),
            _ => text.push(sign),
        }
    }
    text
}

/// A text on one line.
pub(super) fn unescape_line(raw: &str) -> String {
    unescape(raw).replace('\n', " ")
}

/// Writes a text; in a composed value colons are escaped as well.
pub(super) fn escape(text: &str, composed: bool) -> String {
    let special = |sign| matches!(sign, ']' | '\\') || composed && sign == ':';
    text.chars().flat_map(|sign| [special(sign).then_some('\\'), Some(sign)]).flatten().collect()
}

/// The two parts of a composed value.
pub(super) fn split_composed(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let colon = raw.bytes().position(|byte| {
        let splits = byte == b':' && !escaped;
        escaped = byte == b'\\' && !escaped;
        splits
    })?;
    Some((&raw[..colon], &raw[colon + 1..]))
}

/// A point: column and row from the top left, small letters first, then capitals.
pub(super) fn point(raw: &str, size: usize) -> Option<Point> {
    let location = |byte: u8| match byte {
        b'a'..=b'z' => Some(byte - b'a'),
        b'A'..=b'Z' => Some(byte - b'A' + 26),
        _ => None,
    };
    let &[x, y] = raw.trim().as_bytes() else { return None };
    Some(Point::new(location(x)?, location(y)?)).filter(|point| point.is_on(size))
}

/// A point or a rectangle of them, `aa:cc`.
pub(super) fn points(raw: &str, size: usize) -> Option<Vec<Point>> {
    let Some((first, last)) = raw.split_once(':') else { return Some(vec![point(raw, size)?]) };
    let (first, last) = (point(first, size)?, point(last, size)?);
    let rows = first.y..=last.y;
    Some(rows.flat_map(|y| (first.x..=last.x).map(move |x| Point::new(x, y))).collect())
}

/// Writes a point.
pub(super) fn letters(point: Point) -> String {
    [point.x, point.y].iter().map(|&at| char::from(b'a' + at)).collect()
}

/// Is it a pass? On boards up to 19 points wide the point `tt` is one, too.
pub(super) fn is_pass(raw: &str, size: usize) -> bool {
    let raw = raw.trim();
    raw.is_empty() || raw == "tt" && size <= 19
}

/// A point as people write it.
pub(super) fn spelt(point: Point, size: usize) -> String {
    point_text(point, size, Origin::Bottom)
}

/// The time at the beginning of a comment, `31ms`, and the rest.
pub(super) fn split_time(comment: &str) -> (Option<u32>, &str) {
    let digits = comment.bytes().take_while(u8::is_ascii_digit).count();
    let told = || {
        let rest = comment[digits..].strip_prefix("ms")?;
        let rest = if rest.is_empty() { rest } else { rest.strip_prefix(' ')? };
        Some((comment[..digits].parse().ok()?, rest))
    };
    told().map_or((None, comment), |(ms, rest)| (Some(ms), rest))
}

/// A comment with the time before it.
pub(super) fn join_time(ms: Option<u32>, comment: &str) -> String {
    match ms {
        Some(ms) if comment.is_empty() => format!("{ms}ms"),
        Some(ms) => format!("{ms}ms {comment}"),
        None => comment.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for (raw, text) in [
            ("a\\]b\\\\c\\:d", "a]b\\c:d"),
            ("soft\\\r\nbreak", "softbreak"),
            ("hard\n\rbreak\r\nand\ttab", "hard\nbreak\nand tab"),
            ("ends with\\", "ends with"),
        ] {
            assert_eq!(unescape(raw), text, "{raw}");
            assert_eq!(unescape(&escape(text, true)), text, "{raw}");
        }
        assert_eq!(unescape_line("two\nlines"), "two lines");
        assert_eq!(split_composed("a\\:b:c"), Some(("a\\:b", "c")));
    }

    #[test]
    fn points_count_from_the_top_left() {
        assert_eq!(point("hh", 15), Some(Point::new(7, 7)));
        assert_eq!(spelt(point("ao", 15).unwrap(), 15), "a1");
        for raw in ["h", "hhh", "h1", "pa", "Aa", "", "\u{e9}"] {
            assert_eq!(point(raw, 15), None, "{raw}");
        }
        assert_eq!(points("aa:bc", 15).unwrap().len(), 6);
        assert_eq!([is_pass("", 20), is_pass("tt", 15), is_pass("tt", 20)], [true, true, false]);
    }

    #[test]
    fn times_stand_before_comments() {
        for (comment, split) in [
            ("31ms", (Some(31), "")),
            ("31ms eval 5", (Some(31), "eval 5")),
            ("31msec", (None, "31msec")),
            ("ms", (None, "ms")),
            ("99999999999ms", (None, "99999999999ms")),
        ] {
            assert_eq!(split_time(comment), split);
            assert_eq!(join_time(split.0, split.1), comment);
        }
    }
}
