//! The table of `YXDBTOTXT`. Its columns are fewer than the fields of a record: best moves, texts on points and sources are not in it.

use anyhow::{Context, Result, bail};

use super::LineReader;
use crate::database::{Bound, Label, Record, Value, yxdb};
use crate::library::sink::{Sink, Spaces};
use crate::library::table::{BOUNDS, NO_LABEL, label};

#[derive(Default)]
pub(super) struct Rows {
    spaces: Spaces,
}

impl LineReader for Rows {
    fn line(&mut self, text: &str, sink: &mut Sink<'_>) -> Result<()> {
        let text = text.trim_end_matches(['\r', '\n']);
        // The header; tables may also have been put together.
        if text == crate::library::table::HEADER {
            return Ok(());
        }
        let columns: Vec<&str> = text.splitn(7, ',').collect();
        let &[_, key, mark, value, depth, bound, comment] = columns.as_slice() else {
            bail!("{} columns, expected 7", columns.len());
        };
        let (rules, position) = rules_and_position(key).context("key: expected rules and a position")?;
        let space = self.spaces.get(rules)?;
        let mut record = Record {
            depth: depth.parse().with_context(|| format!("depth: {depth:.20}"))?,
            bound: bound_named(bound).with_context(|| format!("bound: {bound:.20}"))?,
            comment: unquoted(comment).context("text: expected quotes around it")?,
            label: Label::Open,
            ..Record::default()
        };
        let value: i16 = value.parse().with_context(|| format!("value: {value:.20}"))?;
        if value != 0 || record.depth != 0 || record.bound != Bound::None {
            record.value = Some(yxdb::value_of(value));
        }
        set_label(&mut record, mark)?;
        sink.add(&space, &space.parse(position)?, record)
    }
}

/// The label, unless the value alone shows it.
fn set_label(record: &mut Record, text: &str) -> Result<()> {
    match *text.as_bytes() {
        _ if text == NO_LABEL => {}
        [mark] if mark.is_ascii_graphic() => {
            if mark == b'd' && record.value == Some(Value::Score(0)) {
                record.value = Some(Value::Draw);
            }
            if label(record) != Some(mark) {
                record.label = Label::Mark(mark);
            }
        }
        _ => bail!("label: '{text:.20}', expected one character or {NO_LABEL}"),
    }
    Ok(())
}

/// The name of the game and its options, and what follows them.
fn rules_and_position(key: &str) -> Option<(&str, &str)> {
    let mut end = key.find(' ')?;
    loop {
        let rest = &key[end + 1..];
        let word = rest.split(' ').next().filter(|word| !word.is_empty())?;
        if !word.contains('=') {
            return Some((&key[..end], rest));
        }
        end += 1 + word.len();
        key.as_bytes().get(end)?;
    }
}

fn bound_named(text: &str) -> Option<Bound> {
    BOUNDS.iter().find(|known| known.1 == text).map(|known| known.0)
}

/// A text without its quotes and backslashes.
fn unquoted(text: &str) -> Option<String> {
    let mut signs = text.strip_prefix('"')?.strip_suffix('"')?.chars();
    let mut plain = String::new();
    while let Some(sign) = signs.next() {
        plain.push(match sign {
            '\\' => match signs.next()? {
                'n' => '\n',
                other => other,
            },
            sign => sign,
        });
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_texts_are_taken_apart() {
        let key = "gomoku Rule=renju BoardSize=15 15/15 b";
        assert_eq!(rules_and_position(key), Some(("gomoku Rule=renju BoardSize=15", "15/15 b")));
        for bad in ["", "gomoku", "gomoku ", "gomoku Rule=renju", "gomoku Rule=renju "] {
            assert_eq!(rules_and_position(bad), None, "{bad}");
        }
        assert_eq!(unquoted(r#""a \"b\" \\n\n""#).as_deref(), Some("a \"b\" \\n\n"));
        for bad in ["", "\"", "a", "\"a", r#""a\""#] {
            assert_eq!(unquoted(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_label_that_the_value_shows_is_not_kept_beside_it() {
        let labelled = |value, text| {
            let mut record = Record { value: Some(value), label: Label::Open, ..Record::default() };
            set_label(&mut record, text).map(|()| (record.label, record.value.unwrap()))
        };
        assert_eq!(labelled(Value::Loss(6), "w").unwrap(), (Label::Open, Value::Loss(6)));
        assert_eq!(labelled(Value::Score(0), "d").unwrap(), (Label::Open, Value::Draw));
        assert_eq!(labelled(Value::Score(7), "w").unwrap(), (Label::Mark(b'w'), Value::Score(7)));
        assert_eq!(labelled(Value::Loss(6), NO_LABEL).unwrap(), (Label::Open, Value::Loss(6)));
        assert!(labelled(Value::Draw, "ww").is_err());
    }
}
