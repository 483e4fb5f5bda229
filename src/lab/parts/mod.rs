//! Parts of a run, so that several machines can share it: which numbers a part has, the file that holds its results, and the set of all
//! parts that is one run. What a run is made of (games, pairs, positions) is numbered, and seed and number decide each of them, so
//! it does not matter who plays which part, when, or how often.
//!
//! A file is a line of JSON, the [`Header`], and the results as bytes, whose length and CRC-32 the header tells. What these bytes are
//! is known to [`crate::lab::selfplay::parts`], [`crate::lab::arena::parts`], [`crate::lab::spsa::parts`], and `analyze`.

mod error;
mod file;
mod set;

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use error::PartError;
pub use file::PartFile;
pub use set::PartSet;

/// One of so many equal parts of a run, written `K/N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    number: u32,
    of: u32,
}

/// The most parts of a run.
pub const MOST_PARTS: u32 = 1_000_000;

impl Part {
    /// All parts of a run that has so many of them.
    pub fn all(of: u32) -> impl Iterator<Item = Part> {
        (1..=of).map(move |number| Part { number, of })
    }

    /// Its number, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many parts there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Part of the same run with another number.
    pub fn with_number(self, number: u32) -> Part {
        Part { number, of: self.of }
    }

    /// Its share of so many things, counted from 0: parts are as equal as can be, and follow each other without a gap.
    pub fn range(self, total: u64) -> Range<u64> {
        let before = |parts: u32| (u128::from(total) * u128::from(parts) / u128::from(self.of)) as u64;
        before(self.number - 1)..before(self.number)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let (number, of) = text.split_once('/').ok_or("expected K/N, such as 3/20")?;
        let read = |text: &str| text.parse::<u32>().map_err(|_| format!("'{text}' is no number of a part"));
        let part = Part { number: read(number)?, of: read(of)? };
        let fits = (1..=MOST_PARTS).contains(&part.of) && (1..=part.of).contains(&part.number);
        if fits { Ok(part) } else { Err(format!("expected K/N, K from 1 to N, N at most {MOST_PARTS}")) }
    }
}

/// What the run is that a part belongs to: the same in all its parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The command.
    pub command: Command,
    /// The program, with its version and signature: another one would play other games.
    pub program: String,
    /// Do the same settings give the same bytes on every machine?
    pub repeatable: bool,
    /// Everything that decides the results.
    pub settings: Value,
}

/// The command whose run has parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Games of the engine against itself.
    Selfplay,
    /// A match.
    Match,
    /// Positions or games that are analysed.
    Analyze,
    /// Trials of the numbers of a search.
    TuneSearch,
}

/// The first line of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Version of this object.
    pub v: u32,
    /// The number of the part, from 1.
    pub part: u32,
    /// How many parts the run has.
    pub of: u32,
    /// The run.
    pub run: Run,
    /// The exit status of the command that did the part.
    pub exit: u8,
    /// The length of the results.
    pub bytes: u64,
    /// Their checksum.
    pub crc32: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_equal_and_leave_no_gap() {
        for (total, of) in [(0, 3), (1, 3), (10, 3), (10, 10), (7, 20), (u64::MAX, 999_999)] {
            let mut next = 0;
            for number in 1..=of.min(40) {
                let range = Part { number, of }.range(total);
                assert_eq!(range.start, next);
                let size = range.end - range.start;
                assert!(size == total / u64::from(of) || size == total / u64::from(of) + 1, "{total} {of}");
                next = range.end;
            }
            assert_eq!(Part { number: of, of }.range(total).end, total);
        }
    }

    #[test]
    fn a_part_is_read_as_it_is_written_and_nothing_else_is() {
        assert_eq!("3/20".parse::<Part>().unwrap().to_string(), "3/20");
        for wrong in ["", "3", "0/4", "5/4", "1/0", "-1/4", "1/1000001", "a/b", "1/2/3", "4294967296/4294967297"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
    }
}
