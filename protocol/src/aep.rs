//! The abalone engine protocol: its handshake is recognised and refused, so that its user learns why nothing happens.

use crate::command::Command;
use crate::error::{Fault, ParseError};

/// Reads one line: `quit` leaves, anything else is refused.
pub(crate) fn decode(line: &str) -> Option<Result<Command, ParseError>> {
    if line.is_empty() {
        return None;
    }
    if line.eq_ignore_ascii_case("quit") || line.eq_ignore_ascii_case("exit") {
        return Some(Ok(Command::Quit));
    }
    Some(Err(ParseError::new("aep", Fault::Unsupported, line)))
}
