//! What is known about a position. Its cells are those of the position as it is kept: the least of its symmetric images.

use serde::{Deserialize, Serialize};

use super::error::DatabaseError;
use super::limits::{MOST_BOARD_TEXT, MOST_BOARD_TEXTS, MOST_COMMENT, MOST_SOURCE};

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// Judged by a search, in units of the evaluation.
    Score(i32),
    /// Proven won in at most so many plies.
    Win(u32),
    /// Proven lost in at most so many plies.
    Loss(u32),
    /// Proven drawn.
    Draw,
}

impl Value {
    /// Is it proven, not judged?
    pub fn is_proven(self) -> bool {
        !matches!(self, Value::Score(_))
    }

    /// A number by which values are compared: wins above all scores, the quicker the better, and losses below.
    pub fn rank(self) -> i64 {
        const PROVEN: i64 = 1 << 40;
        match self {
            Value::Score(score) => i64::from(score),
            Value::Win(plies) => PROVEN - i64::from(plies),
            Value::Loss(plies) => i64::from(plies) - PROVEN,
            Value::Draw => 0,
        }
    }

    /// What it is worth to the other side one ply earlier.
    #[must_use]
    pub fn one_ply_before(self) -> Value {
        match self {
            Value::Score(score) => Value::Score(score.saturating_neg()),
            Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
            Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
            Value::Draw => Value::Draw,
        }
    }

    /// What it is worth to the other side one ply later, when the best move has been made.
    #[must_use]
    pub fn one_ply_after(self) -> Value {
        match self {
            Value::Score(score) => Value::Score(score.saturating_neg()),
            Value::Win(plies) => Value::Loss(plies.saturating_sub(1)),
            Value::Loss(plies) => Value::Win(plies.saturating_sub(1)),
            Value::Draw => Value::Draw,
        }
    }
}

/// How a value bounds the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Bound {
    /// Nothing is known.
    #[default]
    None = 0,
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// It is the true value.
    Exact = 3,
}

impl Bound {
    /// The bound of a number; of its last two bits.
    pub fn of(bits: u8) -> Bound {
        [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][usize::from(bits & 3)]
    }
}

/// The mark that people or programs give a position. It is meant for the player who has just moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Label {
    /// The position is known, and nothing more.
    #[default]
    Unset,
    /// Looked at, without a result.
    Open,
    /// A printable ASCII character: `w` won, `l` lost, `d` drawn, `x` blocked, `!` forced, any other a user's own.
    Mark(u8),
}

/// What is known about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What it is worth.
    pub value: Option<Value>,
    /// The depth of the search that says so.
    pub depth: i16,
    /// How the value bounds the true one.
    pub bound: Bound,
    /// A mark.
    pub label: Label,
    /// The best move, by the cells that it names.
    pub best: Vec<u16>,
    /// A comment, lines ended by `\n`.
    pub comment: String,
    /// Texts on cells, one a cell, in the order of the cells.
    pub board_texts: Vec<(u16, String)>,
    /// Where it came from.
    pub source: String,
    /// When it was written, in seconds since 1970; 0 when nobody knows.
    pub time: u64,
    /// In how many imported games it came up.
    pub games: u32,
}

impl Record {
    /// Sets the text on a cell; an empty one takes it away.
    pub fn set_board_text(&mut self, cell: u16, text: &str) {
        let found = self.board_texts.binary_search_by_key(&cell, |&(at, _)| at);
        match (found, text.is_empty()) {
            (Ok(at), true) => drop(self.board_texts.remove(at)),
            (Ok(at), false) => text.clone_into(&mut self.board_texts[at].1),
            (Err(_), true) => {}
            (Err(at), false) => self.board_texts.insert(at, (cell, text.to_owned())),
        }
    }

    /// Takes over what another record knows better: a proven value before a judged one, then an exact one, then the deeper one. Texts
    /// and marks are taken where there are none, or where the other one is to win. Games are added up.
    pub fn merge(&mut self, other: &Record, texts_win: bool) {
        self.games = self.games.saturating_add(other.games);
        let worth = |record: &Record| {
            record.value.map(|value| (value.is_proven(), record.bound == Bound::Exact, record.depth, record.bound))
        };
        if worth(other) > worth(self) {
            (self.value, self.depth, self.bound) = (other.value, other.depth, other.bound);
            self.best.clone_from(&other.best);
            (self.source, self.time) = (other.source.clone(), other.time);
        } else if self.best.is_empty() {
            self.best.clone_from(&other.best);
        }
        if self.label == Label::Unset || (other.label != Label::Unset && (texts_win || self.label == Label::Open)) {
            self.label = other.label;
        }
        if self.comment.is_empty() || (texts_win && !other.comment.is_empty()) {
            self.comment.clone_from(&other.comment);
        }
        for (cell, text) in &other.board_texts {
            if texts_win || !self.board_texts.iter().any(|(at, _)| at == cell) {
                self.set_board_text(*cell, text);
            }
        }
        if self.source.is_empty() && self.value.is_none() {
            (self.source, self.time) = (other.source.clone(), other.time);
        }
    }

    /// Are all texts within their limits?
    ///
    /// # Errors
    /// [`DatabaseError::Bad`], naming the field.
    pub fn check(&self) -> Result<(), DatabaseError> {
        let within = |field, length: usize, most: usize| {
            let too_long = || DatabaseError::bad(field, format!("{length} bytes, at most {most} are kept"));
            if length <= most { Ok(()) } else { Err(too_long()) }
        };
        within("comment", self.comment.len(), MOST_COMMENT)?;
        within("source", self.source.len(), MOST_SOURCE)?;
        self.board_texts.iter().try_for_each(|(_, text)| within("board text", text.len(), MOST_BOARD_TEXT))?;
        if self.board_texts.len() > MOST_BOARD_TEXTS {
            let why = format!("on {} cells, at most {MOST_BOARD_TEXTS} are kept", self.board_texts.len());
            return Err(DatabaseError::bad("board text", why));
        }
        match self.label {
            Label::Mark(byte) if !byte.is_ascii_graphic() => {
                Err(DatabaseError::bad("label", format!("{byte} is no printable character")))
            }
            _ => Ok(()),
        }
    }

    /// The record with every cell replaced by another.
    #[must_use]
    pub(super) fn moved(mut self, image: impl Fn(u16) -> u16) -> Record {
        self.best.iter_mut().for_each(|cell| *cell = image(*cell));
        self.board_texts.iter_mut().for_each(|(cell, _)| *cell = image(*cell));
        self.board_texts.sort_by_key(|&(cell, _)| cell);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_value_wins_and_texts_are_kept() {
        let judged = Record { value: Some(Value::Score(5)), depth: 20, bound: Bound::Exact, ..Record::default() };
        let proven = Record { value: Some(Value::Win(7)), bound: Bound::Lower, ..Record::default() };
        let mut merged = judged.clone();
        merged.comment = "mine".to_owned();
        merged.merge(&Record { comment: "other".to_owned(), ..proven.clone() }, false);
        assert_eq!((merged.value, merged.comment.as_str()), (proven.value, "mine"));
        merged.merge(&Record { comment: "other".to_owned(), ..judged.clone() }, true);
        assert_eq!((merged.value, merged.comment.as_str()), (proven.value, "other"));
        let mut shallow = Record { depth: 3, ..judged.clone() };
        shallow.merge(&Record { games: 2, ..judged.clone() }, false);
        shallow.merge(&Record { games: 3, ..judged.clone() }, true);
        assert_eq!((shallow.depth, shallow.games), (20, 5));
    }

    #[test]
    fn board_texts_are_set_and_taken_away() {
        let mut record = Record::default();
        record.set_board_text(9, "b");
        record.set_board_text(3, "a");
        record.set_board_text(9, "c");
        assert_eq!(record.board_texts, [(3, "a".to_owned()), (9, "c".to_owned())]);
        record.set_board_text(3, "");
        record.set_board_text(4, "");
        assert_eq!(record.board_texts, [(9, "c".to_owned())]);
    }

    #[test]
    fn texts_beyond_the_limits_are_named() {
        let long = Record { comment: "x".repeat(MOST_COMMENT + 1), ..Record::default() };
        assert!(long.check().unwrap_err().to_string().starts_with("comment: 65537 bytes"));
        let odd = Record { label: Label::Mark(7), ..Record::default() };
        assert!(odd.check().is_err());
    }
}
