//! A database as text: a line of JSON for each position, in an order that does not depend on how the database came about, so that two
//! texts can be compared line by line.

use serde::{Deserialize, Serialize};

use super::error::DatabaseError;
use super::record::{Bound, Label, Record, Value};
use super::space::Space;

/// The version of the text form.
pub const VERSION: u32 = 1;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
pub struct Header {
    /// What the text is.
    pub format: String,
    /// The version of the text form.
    pub v: u32,
}

impl Header {
    /// What [`Header::format`] says.
    pub const FORMAT: &'static str = "fukumi database";

    /// The header of a new text.
    pub fn new() -> Header {
        Header { format: Header::FORMAT.to_owned(), v: VERSION }
    }
}

impl Default for Header {
    fn default() -> Header {
        Header::new()
    }
}

/// A position.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The rules.
    pub rules: String,
    /// The position: the image that is kept.
    pub position: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    #[serde(default, skip_serializing_if = "is_default")]
    depth: i16,
    #[serde(default, skip_serializing_if = "is_default")]
    bound: Bound,
    /// A character; empty for [`Label::Open`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    best: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    texts: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    source: String,
    #[serde(default, skip_serializing_if = "is_default")]
    time: u64,
    #[serde(default, skip_serializing_if = "is_default")]
    games: u32,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Line {
    /// The line of a position, whose record has the cells of that position.
    pub fn new(space: &Space, position: String, record: Record) -> Line {
        let label = match record.label {
            Label::Unset => None,
            Label::Open => Some(String::new()),
            Label::Mark(byte) => Some(char::from(byte).to_string()),
        };
        let text = |(cell, text): (u16, String)| Some((space.name(cell)?.to_owned(), text));
        Line {
            rules: space.rules().to_owned(),
            position,
            value: record.value,
            depth: record.depth,
            bound: record.bound,
            label,
            best: space.move_text(&record.best),
            comment: record.comment,
            texts: record.board_texts.into_iter().filter_map(text).collect(),
            source: record.source,
            time: record.time,
            games: record.games,
        }
    }

    /// The record, with the cells of the line's position.
    ///
    /// # Errors
    /// When a field makes no sense.
    pub fn record(self, space: &Space) -> Result<Record, DatabaseError> {
        let label = match self.label.as_deref().map(str::as_bytes) {
            None => Label::Unset,
            Some([]) => Label::Open,
            Some(&[byte]) => Label::Mark(byte),
            Some(_) => return Err(DatabaseError::bad("label", "expected one character")),
        };
        let mut record = Record {
            value: self.value,
            depth: self.depth,
            bound: self.bound,
            label,
            best: space.cells_of(&self.best),
            comment: self.comment,
            board_texts: Vec::new(),
            source: self.source,
            time: self.time,
            games: self.games,
        };
        if space.move_text(&record.best) != self.best {
            return Err(DatabaseError::bad("best", format!("'{:.20}' is no move", self.best.escape_debug())));
        }
        for (name, text) in self.texts {
            let cell = space.cell(&name);
            let cell =
                cell.ok_or_else(|| DatabaseError::bad("texts", format!("'{:.20}' is no cell", name.escape_debug())))?;
            record.set_board_text(cell, &text);
        }
        record.check()?;
        Ok(record)
    }
}
