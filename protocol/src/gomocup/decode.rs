//! Gomocup lines to commands: the command table and what must be remembered between lines.

use super::block::{Block, Kind};
use super::{absent, database, info};
use crate::arguments::{self, bare, narrow};
use crate::command::{Command, Soosorv, TableFile};
use crate::database::DatabaseFile;
use crate::error::{Fault, ParseError};
use crate::text::{self, MAX_LINE, compact, split_word};

/// Largest board side that is a number at all; what is playable is for the engine to say.
const SIDE: (i64, i64) = (1, 9_999);
/// How many variations can be asked for.
const VARIATIONS: (i64, i64) = (1, 9_999);

/// The reading side of a Gomocup session.
#[derive(Debug, Default)]
pub(crate) struct Decoder {
    pending: Pending,
    yixin_seen: bool,
}

/// What the next line belongs to.
#[derive(Debug, Default)]
enum Pending {
    /// It is a command.
    #[default]
    Nothing,
    /// It is a row of this block.
    Block(Block),
    /// It is the path of this command's file.
    Path(WithPath),
}

/// A command with a path.
#[derive(Debug, Clone, Copy)]
enum WithPath {
    Database(DatabaseFile),
    Table(TableFile),
}

impl WithPath {
    fn of(word: &str) -> Option<WithPath> {
        match word {
            "yxhashdump" => Some(WithPath::Table(TableFile::Save)),
            "yxhashload" => Some(WithPath::Table(TableFile::Load)),
            _ => database::with_path(word).map(WithPath::Database),
        }
    }

    fn command(self, path: &str) -> Command {
        let path = path.to_owned();
        match self {
            WithPath::Database(work) => Command::DatabaseFile { work, path },
            WithPath::Table(work) => Command::TableFile { work, path },
        }
    }
}

type Decoded = Option<Result<Command, ParseError>>;

impl Decoder {
    pub(crate) fn yixin_seen(&self) -> bool {
        self.yixin_seen
    }

    pub(crate) fn expects_command(&self) -> bool {
        matches!(self.pending, Pending::Nothing)
    }

    /// Takes one line, be it a command, a row or a path.
    pub(crate) fn line(&mut self, raw: &[u8]) -> Decoded {
        match std::mem::take(&mut self.pending) {
            Pending::Nothing if raw.len() > MAX_LINE => Some(Err(ParseError::line_too_long(raw))),
            Pending::Nothing => self.command(&text::decode(raw)),
            Pending::Block(block) if raw.len() > MAX_LINE => {
                self.pending = Pending::Block(block.with_long_line(raw));
                None
            }
            // No row looks like it, and a manager that gave up in the middle of a block wants its engine gone.
            Pending::Block(block) if !block.is_in_text() && text::decode(raw).eq_ignore_ascii_case("end") => {
                Some(Ok(Command::Quit))
            }
            Pending::Block(block) => self.rows(block, &text::decode(raw)),
            Pending::Path(_) if raw.len() > MAX_LINE => Some(Err(ParseError::line_too_long(raw))),
            Pending::Path(command) => match text::decode(raw) {
                path if path.is_empty() => {
                    self.pending = Pending::Path(command);
                    None
                }
                path => Some(Ok(command.command(&path))),
            },
        }
    }

    /// Takes the end of the input.
    pub(crate) fn end(&mut self) -> Option<ParseError> {
        match std::mem::take(&mut self.pending) {
            Pending::Block(block) => Some(block.unclosed()),
            Pending::Nothing | Pending::Path(_) => None,
        }
    }

    fn command(&mut self, line: &str) -> Decoded {
        let (word, rest) = split_word(line);
        let word = word.to_ascii_lowercase();
        if word.is_empty() {
            return None;
        }
        if word == "info" {
            let (setting, from_yixin) = info::decode(rest);
            self.yixin_seen |= from_yixin;
            return setting.map(|setting| Ok(Command::Info(setting)));
        }
        self.yixin_seen |= word.starts_with("yx");
        if let Some(kind) = Kind::of(&word) {
            return self.rows(Block::new(kind), rest);
        }
        if let Some(command) = absent::line(&word) {
            return Some(Ok(Command::Absent(command)));
        }
        if let Some(command) = WithPath::of(&word) {
            if rest.is_empty() {
                self.pending = Pending::Path(command);
                return None;
            }
            return Some(Ok(command.command(rest)));
        }
        Some(simple(&word, rest).unwrap_or_else(|| Err(ParseError::new("", Fault::UnknownCommand, line))))
    }

    /// Takes the rows of a line, `DONE` perhaps among them.
    fn rows(&mut self, mut block: Block, line: &str) -> Decoded {
        if block.take(line) {
            return Some(block.close());
        }
        self.pending = Pending::Block(block);
        None
    }
}

/// A command that is complete in its line; `None` for one that is unknown.
fn simple(word: &str, rest: &str) -> Option<Result<Command, ParseError>> {
    Some(match word {
        "start" => start("START", rest, true),
        "rectstart" => start("RECTSTART", rest, false),
        "restart" => bare("RESTART", rest, Command::Restart),
        "begin" => bare("BEGIN", rest, Command::Begin),
        "about" => bare("ABOUT", rest, Command::About),
        "turn" => one_move("TURN", rest).map(Command::Turn),
        "play" => one_move("PLAY", rest).map(Command::Play),
        "takeback" => one_move("TAKEBACK", rest).map(Command::TakeBack),
        // These must never fail, whatever trails behind them.
        "end" | "quit" | "exit" => Ok(Command::Quit),
        "stop" | "yxstop" => Ok(Command::Stop),
        "yxshowinfo" => bare("YXSHOWINFO", rest, Command::ShowInfo),
        "yxshowforbid" => bare("YXSHOWFORBID", rest, Command::ShowForbid),
        "yxhashclear" => bare("YXHASHCLEAR", rest, Command::HashClear),
        "yxshowhashusage" => bare("YXSHOWHASHUSAGE", rest, Command::HashUsage),
        "yxnbest" => nbest(rest),
        // Some clients name the file here too.
        "yxsavedatabase" => Ok(Command::DatabaseSave),
        "yxdbcheck" => bare("YXDBCHECK", rest, Command::DatabaseCheck),
        "yxdbfix" => bare("YXDBFIX", rest, Command::DatabaseFix),
        "yxsearchdefend" => bare("YXSEARCHDEFEND", rest, Command::SearchDefend),
        "yxbalanceone" => balance("YXBALANCEONE", 1, rest),
        "yxbalancetwo" => balance("YXBALANCETWO", 2, rest),
        "yxblockreset" => bare("YXBLOCKRESET", rest, Command::BlockReset),
        "yxblockpathreset" => bare("YXBLOCKPATHRESET", rest, Command::BlockPathReset),
        "yxswap2step1" => bare("YXSWAP2STEP1", rest, Command::Swap2Step(1)),
        "yxswap2step2" => bare("YXSWAP2STEP2", rest, Command::Swap2Step(2)),
        "yxswap2step3" => bare("YXSWAP2STEP3", rest, Command::Swap2Step(3)),
        "yxsoosorvstep1" => bare("YXSOOSORVSTEP1", rest, Command::Soosorv(Soosorv::Open)),
        _ => return None,
    })
}

/// `START 15`, `START 15 15`, `START 15,15`; `RECTSTART` needs both sides.
fn start(name: &'static str, rest: &str, square: bool) -> Result<Command, ParseError> {
    let sides: Vec<&str> = rest.split([',', ' ', '\t']).filter(|side| !side.is_empty()).collect();
    let side = |what, word: &str| {
        let side = arguments::number(name, what, word, SIDE)?;
        Ok(narrow(side))
    };
    match *sides.as_slice() {
        [] => Err(ParseError::new(name, Fault::Missing("size"), "")),
        [size] if square => side("size", size).map(|side| Command::Start { width: side, height: side }),
        [_] => Err(ParseError::new(name, Fault::Missing("height"), rest)),
        [width, height] => Ok(Command::Start { width: side("width", width)?, height: side("height", height)? }),
        [_, _, extra, ..] => Err(ParseError::new(name, Fault::Extra, extra)),
    }
}

/// The one move of the line, without blanks around its commas.
fn one_move(name: &'static str, rest: &str) -> Result<String, ParseError> {
    let rest = compact(rest);
    match split_word(&rest) {
        ("", _) => Err(ParseError::new(name, Fault::Missing("move"), "")),
        (mv, "") if mv.len() <= text::MAX_MOVE => Ok(mv.to_owned()),
        (mv, "") => Err(ParseError::new(name, Fault::Expected("a move"), mv)),
        (_, extra) => Err(ParseError::new(name, Fault::Extra, extra)),
    }
}

fn nbest(rest: &str) -> Result<Command, ParseError> {
    let count = arguments::number("YXNBEST", "number of moves", rest, VARIATIONS)?;
    Ok(Command::NBest(narrow(count)))
}

fn balance(name: &'static str, moves: u8, rest: &str) -> Result<Command, ParseError> {
    let value = arguments::number(name, "value", rest, (i32::MIN.into(), i32::MAX.into()))?;
    Ok(Command::Balance { moves, value: i32::try_from(value).unwrap_or(0) })
}
