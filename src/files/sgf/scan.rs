//! The tokens of an SGF file: parentheses, and nodes with their properties.

use super::super::error::{FileError, Location, quote};

/// A property: its name, and its values as they stand between the brackets.
pub(super) type Property<'a> = (String, Vec<&'a str>);

/// A token.
pub(super) enum Token<'a> {
    /// `(`; a node follows.
    Open,
    /// `)`.
    Close,
    /// `;` and the properties behind it.
    Node(Vec<Property<'a>>),
}

/// The most values that a node may have: many more than points on a board.
const MOST_VALUES: usize = 1 << 14;

/// A position in a text.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Scanner<'a> {
    /// The beginning of a text.
    pub(super) fn new(text: &'a str) -> Scanner<'a> {
        Scanner { text, at: 0, line: 1 }
    }

    /// The line being read.
    pub(super) fn location(&self) -> Location {
        Location::Line(self.line)
    }

    /// Skips everything up to the parenthesis that begins the next game, and the parenthesis.
    pub(super) fn next_game(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let begins = |at: &usize| rest[at + 1..].trim_start().starts_with(';');
        let found = rest.match_indices('(').map(|(at, _)| at).find(begins);
        self.skip(found.map_or(rest.len(), |found| found + 1));
        found.is_some()
    }

    /// The next token; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, FileError> {
        self.skip_blanks();
        let Some(sign) = self.text[self.at..].chars().next() else { return Ok(None) };
        self.skip(sign.len_utf8());
        match sign {
            ')' => Ok(Some(Token::Close)),
            ';' => self.properties().map(|properties| Some(Token::Node(properties))),
            '(' => {
                self.skip_blanks();
                if self.text[self.at..].starts_with(';') { Ok(Some(Token::Open)) } else { Err(self.odd()) }
            }
            _ => {
                self.at -= sign.len_utf8();
                Err(self.odd())
            }
        }
    }

    fn properties(&mut self) -> Result<Vec<Property<'a>>, FileError> {
        let mut properties = Vec::new();
        let mut count = 0;
        loop {
            self.skip_blanks();
            let rest = &self.text[self.at..];
            let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
            if length == 0 {
                return Ok(properties);
            }
            // In older versions of the format names may contain small letters, which mean nothing.
            let name: String = rest[..length].chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
            self.skip(length);
            let values = self.values(&rest[..length], MOST_VALUES - count)?;
            count += values.len();
            properties.push((name, values));
        }
    }

    fn values(&mut self, name: &str, most: usize) -> Result<Vec<&'a str>, FileError> {
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            if !self.text[self.at..].starts_with('[') {
                break;
            }
            let location = self.location();
            self.skip(1);
            let rest = &self.text[self.at..];
            let Some(length) = value_length(rest) else {
                let why = format!("the value of {} is not closed by ]", quote(name));
                return Err(FileError::Bad { location, field: "property", why });
            };
            if values.len() == most {
                let why = format!("a node with more than {MOST_VALUES} values");
                return Err(FileError::Bad { location, field: "property", why });
            }
            values.push(&rest[..length]);
            self.skip(length + 1);
        }
        if values.is_empty() {
            let why = format!("{} has no value in brackets", quote(name));
            return Err(FileError::Bad { location: self.location(), field: "property", why });
        }
        Ok(values)
    }

    fn odd(&self) -> FileError {
        let why = match self.text[self.at..].chars().next() {
            Some(sign) => format!("unexpected '{}'", sign.escape_debug()),
            None => "the file ends before the last parenthesis".to_owned(),
        };
        FileError::Bad { location: self.location(), field: "game tree", why }
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.skip(rest.len() - rest.trim_start().len());
    }

    fn skip(&mut self, bytes: usize) {
        self.line += self.text.as_bytes()[self.at..self.at + bytes].iter().filter(|&&byte| byte == b'\n').count();
        self.at += bytes;
    }
}

/// The length of a value up to the bracket that closes it.
fn value_length(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let closes = byte == b']' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })
}
