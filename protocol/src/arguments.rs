//! The arguments of a command: its numbers, and nothing that does not belong to it.

use crate::command::Command;
use crate::error::{Fault, ParseError};

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
