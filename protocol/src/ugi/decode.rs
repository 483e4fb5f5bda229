//! UGI lines to commands.

use crate::command::Command;
use crate::error::ParseError;

/// Reads one line; `None` for one that asks nothing.
pub(crate) fn decode(_line: &str) -> Option<Result<Command, ParseError>> {
    None
}
