//! Blocks closed by `DONE`: read whole before they are judged, so that a bad row strands none of the others.

use super::database;
use super::free_text::{FreeText, Text};
use crate::arguments;
use crate::command::{Command, Owner, Soosorv, Stone};
use crate::error::{Fault, ParseError};
use crate::text::{MAX_MOVE, MAX_STONES, compact};

/// What a block is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `BOARD`, `YXBOARD`.
    Board { think: bool },
    /// `SWAP2BOARD`.
    Swap2,
    /// `YXBLOCK`.
    Block,
    /// `YXBLOCKUNDO`.
    BlockUndo,
    /// `YXBLOCKPATH`.
    BlockPath,
    /// `YXBLOCKPATHUNDO`.
    BlockPathUndo,
    /// `YXSOOSORVSTEP2` to `6`.
    Soosorv { step: u8, name: &'static str },
    /// Of the database commands.
    Database(database::Kind),
}

/// An open block.
#[derive(Debug)]
pub(super) struct Block {
    kind: Kind,
    rows: Vec<String>,
    text: Text,
    /// The first thing found wrong while reading.
    fault: Option<ParseError>,
}

impl Kind {
    /// The block that this command word, in lower case, opens.
    pub(super) fn of(word: &str) -> Option<Kind> {
        Some(match word {
            "board" => Kind::Board { think: true },
            "yxboard" => Kind::Board { think: false },
            "swap2board" => Kind::Swap2,
            "yxblock" => Kind::Block,
            "yxblockundo" => Kind::BlockUndo,
            "yxblockpath" => Kind::BlockPath,
            "yxblockpathundo" => Kind::BlockPathUndo,
            "yxsoosorvstep2" => Kind::Soosorv { step: 2, name: "YXSOOSORVSTEP2" },
            "yxsoosorvstep3" => Kind::Soosorv { step: 3, name: "YXSOOSORVSTEP3" },
            "yxsoosorvstep4" => Kind::Soosorv { step: 4, name: "YXSOOSORVSTEP4" },
            "yxsoosorvstep5" => Kind::Soosorv { step: 5, name: "YXSOOSORVSTEP5" },
            "yxsoosorvstep6" => Kind::Soosorv { step: 6, name: "YXSOOSORVSTEP6" },
            _ => return database::Kind::of(word).map(Kind::Database),
        })
    }

    /// The documented spelling of the opening word.
    fn name(self) -> &'static str {
        match self {
            Kind::Board { think: true } => "BOARD",
            Kind::Board { think: false } => "YXBOARD",
            Kind::Swap2 => "SWAP2BOARD",
            Kind::Block => "YXBLOCK",
            Kind::BlockUndo => "YXBLOCKUNDO",
            Kind::BlockPath => "YXBLOCKPATH",
            Kind::BlockPathUndo => "YXBLOCKPATHUNDO",
            Kind::Soosorv { name, .. } => name,
            Kind::Database(kind) => kind.name(),
        }
    }

    fn free_text(self) -> FreeText {
        match self {
            Kind::Database(database::Kind::EditComment) => FreeText::Quoted,
            Kind::Database(database::Kind::EditPoint) => FreeText::Line,
            _ => FreeText::None,
        }
    }
}

impl Block {
    pub(super) fn new(kind: Kind) -> Self {
        Self { kind, rows: Vec::new(), text: Text::new(kind.free_text()), fault: None }
    }

    /// Is the next line text, whatever it looks like?
    pub(super) fn is_in_text(&self) -> bool {
        self.text.is_open()
    }

    /// Takes the rows of a line and tells whether `DONE` was among them.
    pub(super) fn take(&mut self, line: &str) -> bool {
        let mut point = None;
        let rest = self.text.take(line, &mut point);
        if self.text.is_too_long() {
            self.blame(Fault::Expected("a text of at most 65536 bytes"), "");
        }
        if let Some(point) = point {
            self.push(&compact(&point));
        }
        let rows = compact(rest);
        let mut words = rows.split_ascii_whitespace();
        while let Some(word) = words.next() {
            if word.eq_ignore_ascii_case("done") {
                if let Some(extra) = words.next() {
                    self.blame(Fault::Extra, extra);
                }
                return true;
            }
            self.push(word);
        }
        false
    }

    /// The block with a row too long to read.
    pub(super) fn with_long_line(mut self, raw: &[u8]) -> Self {
        let error = ParseError { command: self.kind.name(), ..ParseError::line_too_long(raw) };
        self.fault.get_or_insert(error);
        self
    }

    /// The command that the closed block amounts to.
    pub(super) fn close(self) -> Result<Command, ParseError> {
        let name = self.kind.name();
        match (self.kind, self.fault) {
            (_, Some(error)) => Err(error),
            (Kind::Board { think }, None) => board(name, &self.rows, think),
            (Kind::Swap2, None) => swap2(name, self.rows),
            (Kind::Block, None) => Ok(Command::Block(self.rows)),
            (Kind::BlockUndo, None) => Ok(Command::BlockUndo(self.rows)),
            (Kind::BlockPath, None) => Ok(Command::BlockPath(self.rows)),
            (Kind::BlockPathUndo, None) => Ok(Command::BlockPathUndo(self.rows)),
            (Kind::Database(_), None) if self.text.is_missing() => {
                Err(ParseError::new(name, Fault::Missing("text"), ""))
            }
            (Kind::Database(kind), None) => kind.request(self.rows, self.text.into_text()),
            (Kind::Soosorv { step, .. }, None) => soosorv(name, step, self.rows).map(Command::Soosorv),
        }
    }

    /// The error of an input that ended before `DONE`.
    pub(super) fn unclosed(self) -> ParseError {
        ParseError::new(self.kind.name(), Fault::Unclosed, "")
    }

    /// Keeps a row, within bounds on their number and length.
    fn push(&mut self, row: &str) {
        if row.len() > MAX_MOVE {
            self.blame(Fault::Expected(self.row_shape()), row);
        } else if self.rows.len() >= MAX_STONES {
            self.blame(Fault::BlockTooLong, "");
        } else {
            self.rows.push(row.to_owned());
        }
    }

    fn blame(&mut self, fault: Fault, text: &str) {
        let name = self.kind.name();
        self.fault.get_or_insert_with(|| ParseError::new(name, fault, text));
    }

    fn row_shape(&self) -> &'static str {
        if matches!(self.kind, Kind::Board { .. }) { STONE_SHAPE } else { "a move" }
    }
}

/// How many fifths there may be.
const FIFTHS: (i64, i64) = (1, 8);

const STONE_SHAPE: &str = "a move and an owner 1, 2 or 3";

fn board(name: &'static str, rows: &[String], think: bool) -> Result<Command, ParseError> {
    let stones = rows.iter().map(|row| stone(name, row)).collect::<Result<_, _>>()?;
    Ok(Command::Board { stones, think })
}

fn swap2(name: &'static str, moves: Vec<String>) -> Result<Command, ParseError> {
    if matches!(moves.len(), 0 | 3 | 5) {
        return Ok(Command::Swap2(moves));
    }
    Err(ParseError::new(name, Fault::Expected("0, 3 or 5 moves"), &moves.join(" ")))
}

/// The moves of a step, before them the number of fifths where there is one.
fn soosorv(name: &'static str, step: u8, mut rows: Vec<String>) -> Result<Soosorv, ParseError> {
    let fifths = if matches!(step, 4 | 5) {
        let number = if rows.is_empty() { String::new() } else { rows.remove(0) };
        u8::try_from(arguments::number(name, "number of fifths", &number, FIFTHS)?).unwrap_or(1)
    } else {
        0
    };
    let (wanted, is_right): (_, fn(usize) -> bool) = match step {
        2 | 3 => ("3 moves", |count| count == 3),
        4 | 5 => ("4 moves", |count| count == 4),
        _ => ("4 moves and 1 to 8 fifths", |count| (5..=12).contains(&count)),
    };
    if !is_right(rows.len()) {
        return Err(ParseError::new(name, Fault::Expected(wanted), &rows.join(" ")));
    }
    Ok(match step {
        2 => Soosorv::SwapAtThree(rows),
        3 => Soosorv::Fourth(rows),
        4 => Soosorv::SwapAtFour { stones: rows, fifths },
        5 => Soosorv::Offer { stones: rows, fifths },
        _ => {
            let fifths = rows.split_off(4);
            Soosorv::Pick { stones: rows, fifths }
        }
    })
}

/// A row `move,owner`; the move may have commas of its own.
fn stone(name: &'static str, row: &str) -> Result<Stone, ParseError> {
    let (mv, owner) = row.rsplit_once(',').unwrap_or((row, ""));
    let owner = match owner {
        "1" => Owner::Engine,
        "2" => Owner::Opponent,
        "3" => Owner::Dead,
        _ => return Err(ParseError::new(name, Fault::Expected(STONE_SHAPE), row)),
    };
    if mv.is_empty() {
        return Err(ParseError::new(name, Fault::Expected(STONE_SHAPE), row));
    }
    Ok(Stone { mv: mv.to_owned(), owner })
}
