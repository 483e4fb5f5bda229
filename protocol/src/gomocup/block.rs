//! Blocks closed by `DONE`: read whole before they are judged, so that a bad row strands none of the others.

use crate::command::{Command, Owner, Stone};
use crate::error::{Fault, ParseError};
use crate::text::{MAX_MOVE, MAX_STONES};

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
    /// A block for something this engine does not have, obeyed by silence.
    Ignored,
    /// A block whose sender waits for an answer that this engine cannot give.
    Refused(&'static str),
}

/// An open block.
#[derive(Debug)]
pub(super) struct Block {
    kind: Kind,
    rows: Vec<String>,
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
            "yxblockpath"
            | "yxblockpathundo"
            | "yxquerydatabaseall"
            | "yxquerydatabaseone"
            | "yxquerydatabasetext"
            | "yxquerydatabaseallt"
            | "yxedittvddatabase"
            | "yxedittextdatabase"
            | "yxeditlabeldatabase"
            | "yxdeletedatabaseone"
            | "yxdeletedatabaseall"
            | "yxsetbestmovedatabase"
            | "yxclearbestmovedatabase" => Kind::Ignored,
            "yxsoosorvstep2" => Kind::Refused("YXSOOSORVSTEP2"),
            "yxsoosorvstep3" => Kind::Refused("YXSOOSORVSTEP3"),
            "yxsoosorvstep4" => Kind::Refused("YXSOOSORVSTEP4"),
            "yxsoosorvstep5" => Kind::Refused("YXSOOSORVSTEP5"),
            "yxsoosorvstep6" => Kind::Refused("YXSOOSORVSTEP6"),
            _ => return None,
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
            Kind::Ignored => "",
            Kind::Refused(name) => name,
        }
    }

    fn keeps_rows(self) -> bool {
        !matches!(self, Kind::Ignored | Kind::Refused(_))
    }
}

impl Block {
    pub(super) fn new(kind: Kind) -> Self {
        Self { kind, rows: Vec::new(), fault: None }
    }

    /// Takes the rows of a line and tells whether `DONE` was among them.
    pub(super) fn take(&mut self, line: &str) -> bool {
        let mut words = line.split_ascii_whitespace();
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
    pub(super) fn close(self) -> Option<Result<Command, ParseError>> {
        let name = self.kind.name();
        Some(match (self.kind, self.fault) {
            (Kind::Ignored, _) => return None,
            (Kind::Refused(_), _) => Err(ParseError::new(name, Fault::Unsupported, "")),
            (_, Some(error)) => Err(error),
            (Kind::Board { think }, None) => board(name, &self.rows, think),
            (Kind::Swap2, None) => swap2(name, self.rows),
            (Kind::Block, None) => Ok(Command::Block(self.rows)),
            (Kind::BlockUndo, None) => Ok(Command::BlockUndo(self.rows)),
        })
    }

    /// The error of an input that ended before `DONE`.
    pub(super) fn unclosed(self) -> Option<ParseError> {
        (self.kind != Kind::Ignored).then(|| ParseError::new(self.kind.name(), Fault::Unclosed, ""))
    }

    /// Keeps a row, within bounds on their number and length.
    fn push(&mut self, row: &str) {
        if !self.kind.keeps_rows() {
            return;
        }
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
