//! What can be wrong with a line, told so that its sender can mend it.

use std::fmt;

use crate::text::{self, EXCERPT};

/// A line or block that is no command. It names the offending text, shortened and in printable ASCII.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The command, in its documented spelling; empty where there is none.
    pub command: &'static str,
    /// What is wrong.
    pub fault: Fault,
    /// The offending text, safe to print; may be empty.
    pub text: String,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// No such command.
    UnknownCommand,
    /// This argument is missing.
    Missing(&'static str),
    /// Text that is not the number called so.
    NotANumber(&'static str),
    /// A number out of its range.
    OutOfRange {
        /// What the number is.
        what: &'static str,
        /// Smallest allowed.
        min: i64,
        /// Largest allowed.
        max: i64,
    },
    /// Text beyond the last argument.
    Extra,
    /// A word that is none of these.
    Expected(&'static str),
    /// More than [`MAX_LINE`](crate::MAX_LINE) bytes in a line.
    LineTooLong,
    /// More than [`MAX_STONES`](crate::MAX_STONES) rows in a block.
    BlockTooLong,
    /// The input ended in an open block.
    Unclosed,
    /// A known command that this engine does not obey.
    Unsupported,
}

impl ParseError {
    /// An error of this command about this text, of which a printable excerpt is kept.
    pub(crate) fn new(command: &'static str, fault: Fault, offending: &str) -> Self {
        Self { command, fault, text: text::excerpt(offending) }
    }

    /// The error of a line too long to look at; its beginning is named.
    pub(crate) fn line_too_long(raw: &[u8]) -> Self {
        let beginning: Vec<u8> = raw.iter().copied().take(EXCERPT).collect();
        Self::new("", Fault::LineTooLong, &String::from_utf8_lossy(&beginning))
    }

    /// Whether the command itself is unknown, which a Yixin-style GUI must not be told.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.fault == Fault::UnknownCommand
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.command.is_empty() {
            write!(f, "{}: ", self.command)?;
        }
        match &self.fault {
            Fault::UnknownCommand => write!(f, "unknown command")?,
            Fault::Missing(what) => write!(f, "missing {what}")?,
            Fault::NotANumber(what) => write!(f, "{what} is not a number")?,
            Fault::OutOfRange { what, min, max } => write!(f, "{what} is not in {min}..{max}")?,
            Fault::Extra => write!(f, "unexpected text")?,
            Fault::Expected(what) => write!(f, "expected {what}")?,
            Fault::LineTooLong => write!(f, "line longer than {} bytes", text::MAX_LINE)?,
            Fault::BlockTooLong => write!(f, "more than {} rows", text::MAX_STONES)?,
            Fault::Unclosed => write!(f, "input ended before DONE")?,
            Fault::Unsupported => write!(f, "not supported")?,
        }
        if self.text.is_empty() { Ok(()) } else { write!(f, ": '{}'", self.text) }
    }
}

impl std::error::Error for ParseError {}
