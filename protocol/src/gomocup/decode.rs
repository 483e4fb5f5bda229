//! Gomocup lines to commands (rules G1 and on).

use crate::command::Command;
use crate::error::ParseError;

/// What must be remembered between lines.
#[derive(Debug, Default)]
pub(crate) struct Decoder {
    yixin_seen: bool,
}

impl Decoder {
    pub(crate) fn yixin_seen(&self) -> bool {
        self.yixin_seen
    }

    pub(crate) fn in_block(&self) -> bool {
        false
    }

    pub(crate) fn line(&mut self, _raw: &[u8]) -> Option<Result<Command, ParseError>> {
        None
    }

    pub(crate) fn end(&mut self) -> Option<ParseError> {
        None
    }
}
