//! Lines in, commands out: picks the dialect at the first line and keeps what must be remembered between lines.

use crate::command::Command;
use crate::dialect::Dialect;
use crate::error::ParseError;
use crate::text::{self, MAX_LINE};
use crate::{aep, gomocup, ugi};

/// The reading side of one session.
#[derive(Debug, Default)]
pub struct Decoder {
    /// `None` until the first line that is not blank.
    dialect: Option<Dialect>,
    gomocup: gomocup::Decoder,
}

impl Decoder {
    /// A decoder that lets the first line choose the dialect.
    #[must_use]
    pub fn auto() -> Self {
        Self::default()
    }

    /// A decoder for this dialect, whatever the first line is.
    #[must_use]
    pub fn new(dialect: Dialect) -> Self {
        Self { dialect: Some(dialect), ..Self::default() }
    }

    /// The dialect spoken; Gomocup until the first line has come.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or_default()
    }

    /// Whether a command or INFO key came that only clients of the Yixin family send: then `rule 2` is Renju.
    #[must_use]
    pub fn yixin_seen(&self) -> bool {
        self.gomocup.yixin_seen()
    }

    /// Whether the next line begins a command, and is no row of a block and no path.
    #[must_use]
    pub fn expects_command(&self) -> bool {
        self.gomocup.expects_command()
    }

    /// Takes one line, with or without its line end. `None`: nothing to do, either for now or at all.
    pub fn line(&mut self, raw: &[u8]) -> Option<Result<Command, ParseError>> {
        let dialect = match self.dialect {
            Some(known) => known,
            None => *self.dialect.insert(Dialect::detect(raw)?),
        };
        match dialect {
            Dialect::Gomocup => self.gomocup.line(raw),
            _ if raw.len() > MAX_LINE => Some(Err(ParseError::line_too_long(raw))),
            Dialect::Ugi => ugi::decode(&text::decode(raw)),
            Dialect::Aep => aep::decode(&text::decode(raw)),
        }
    }

    /// Takes the end of the input: an open block is an error.
    pub fn end(&mut self) -> Option<ParseError> {
        self.gomocup.end()
    }
}
