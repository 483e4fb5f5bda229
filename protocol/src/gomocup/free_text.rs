//! Text before the rows of a block.

/// The longest text that is kept, in bytes.
const MOST: usize = 1 << 16;

/// What a block may have before its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FreeText {
    /// Nothing.
    None,
    /// A point, and text up to the end of the line.
    Line,
    /// A text between quotes, of several lines if need be, in which a backslash stands before a quote; or a word.
    Quoted,
}

/// The text of an open block, as far as it has come.
#[derive(Debug)]
pub(super) struct Text {
    kind: FreeText,
    text: String,
    state: State,
}

#[derive(Debug, PartialEq, Eq)]
enum State {
    /// The text has not begun.
    Before,
    /// A quote has been opened that is not closed yet.
    InQuotes,
    /// The text is whole.
    Whole,
}

impl Text {
    pub(super) fn new(kind: FreeText) -> Text {
        let state = if kind == FreeText::None { State::Whole } else { State::Before };
        Text { kind, text: String::new(), state }
    }

    /// Is there a quote that must be closed?
    pub(super) fn is_open(&self) -> bool {
        self.state == State::InQuotes
    }

    pub(super) fn is_too_long(&self) -> bool {
        self.text.len() > MOST
    }

    /// Has no text come where one must?
    pub(super) fn is_missing(&self) -> bool {
        self.kind == FreeText::Quoted && self.state != State::Whole
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Takes its part of a line and gives what is left; `point` is what stands before a text to the end of the line.
    pub(super) fn take<'a>(&mut self, line: &'a str, point: &mut Option<String>) -> &'a str {
        if self.state == State::Whole {
            return line;
        }
        let start = line.trim_start();
        if self.state == State::Before && (start.is_empty() || start.eq_ignore_ascii_case("done")) {
            return start;
        }
        match (self.kind, &self.state) {
            (FreeText::Line, _) => {
                let (first, rest) = start.split_once([' ', '\t']).unwrap_or((start, ""));
                *point = Some(first.to_owned());
                self.push(rest);
                self.state = State::Whole;
                ""
            }
            (_, State::InQuotes) => self.quoted(line),
            _ => match start.strip_prefix('"') {
                Some(rest) => {
                    self.state = State::InQuotes;
                    self.quoted(rest)
                }
                None => {
                    let (word, rest) = start.split_once([' ', '\t']).unwrap_or((start, ""));
                    self.push(word);
                    self.state = State::Whole;
                    rest
                }
            },
        }
    }

    /// Takes text up to the closing quote; without one, the line feed belongs to the text too.
    fn quoted<'a>(&mut self, line: &'a str) -> &'a str {
        let mut signs = line.char_indices();
        while let Some((at, sign)) = signs.next() {
            match sign {
                '"' => {
                    self.state = State::Whole;
                    return line.get(at.saturating_add(1)..).unwrap_or_default();
                }
                '\\' => match signs.next() {
                    Some((_, escaped)) => self.push_sign(escaped),
                    None => self.push_sign('\\'),
                },
                sign => self.push_sign(sign),
            }
        }
        self.push_sign('\n');
        ""
    }

    fn push(&mut self, text: &str) {
        text.chars().for_each(|sign| self.push_sign(sign));
    }

    /// One sign beyond the limit is kept, so that it is seen.
    fn push_sign(&mut self, sign: char) {
        if !self.is_too_long() {
            self.text.push(sign);
        }
    }
}
