//! The limits of `go`. The dialects differ only in how they name the clocks.

use std::str::SplitAsciiWhitespace;

use crate::arguments::{self, narrow};
use crate::command::GoLimits;
use crate::error::{Fault, ParseError};

const NON_NEGATIVE: (i64, i64) = (0, i64::MAX);
const ANY: (i64, i64) = (i64::MIN, i64::MAX);
const NARROW: (i64, i64) = (0, u32::MAX as i64);

/// Takes a clock by its name in one dialect, with its numbers; `false` where the word names none.
pub(crate) type Clocks = fn(&mut GoLimits, &str, &mut Numbers<'_>) -> Result<bool, ParseError>;

/// The words behind a limit, read as numbers.
pub(crate) struct Numbers<'line>(SplitAsciiWhitespace<'line>);

impl Numbers<'_> {
    /// Milliseconds of a clock, which may be overdrawn.
    pub(crate) fn clock(&mut self, what: &'static str) -> Result<i64, ParseError> {
        self.take(what, ANY)
    }

    /// A number that cannot be negative.
    pub(crate) fn amount(&mut self, what: &'static str) -> Result<u64, ParseError> {
        Ok(self.take(what, NON_NEGATIVE)?.unsigned_abs())
    }

    /// A number that fits in 32 bits.
    fn count(&mut self, what: &'static str) -> Result<u32, ParseError> {
        Ok(narrow(self.take(what, NARROW)?))
    }

    fn take(&mut self, what: &'static str, range: (i64, i64)) -> Result<i64, ParseError> {
        arguments::number("go", what, self.0.next().unwrap_or_default(), range)
    }
}

/// Reads what follows `go`. A word that is no limit is an error: a mistyped limit must not start a search without one.
pub(crate) fn decode(rest: &str, clocks: Clocks) -> Result<GoLimits, ParseError> {
    let mut limits = GoLimits::default();
    let mut words = Numbers(rest.split_ascii_whitespace());
    let mut in_moves = false;
    while let Some(word) = words.0.next() {
        let name = word.to_ascii_lowercase();
        if name == "searchmoves" {
            in_moves = true;
        } else if limit(&mut limits, &name, &mut words)? || clocks(&mut limits, &name, &mut words)? {
            in_moves = false;
        } else if in_moves {
            limits.search_moves.push(word.to_owned());
        } else {
            return Err(ParseError::new("go", Fault::Expected("a limit"), word));
        }
    }
    Ok(limits)
}

/// Takes a limit that every dialect calls so; `false` where the word is none.
fn limit(limits: &mut GoLimits, word: &str, numbers: &mut Numbers<'_>) -> Result<bool, ParseError> {
    match word {
        "movetime" => limits.move_time = Some(numbers.amount("movetime")?),
        "depth" => limits.depth = Some(numbers.count("depth")?),
        "nodes" => limits.nodes = Some(numbers.amount("nodes")?),
        "mate" => limits.mate = Some(numbers.count("mate")?),
        "movestogo" => limits.moves_to_go = Some(numbers.count("movestogo")?),
        "infinite" => limits.infinite = true,
        "ponder" => limits.ponder = true,
        _ => return Ok(false),
    }
    Ok(true)
}
