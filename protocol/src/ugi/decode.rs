//! UGI lines to commands. Every command is complete in its line.

use crate::arguments::bare;
use crate::command::{Command, GoLimits, Handshake, Query, Start};
use crate::error::{Fault, ParseError};
use crate::go::{self, Numbers};
use crate::text::split_word;

/// Reads one line; `None` for one that asks nothing.
pub(crate) fn decode(line: &str) -> Option<Result<Command, ParseError>> {
    let (word, rest) = split_word(line);
    Some(match word.to_ascii_lowercase().as_str() {
        // Registration and debugging are permitted to every UCI tool, and there is nothing to register or debug.
        "" | "debug" | "register" => return None,
        // These must never fail, whatever trails behind them.
        "quit" | "exit" => Ok(Command::Quit),
        "stop" => Ok(Command::Stop),
        "isready" => Ok(Command::IsReady),
        "ugi" => bare("ugi", rest, Command::Handshake(Handshake::Ugi)),
        "uci" => bare("uci", rest, Command::Handshake(Handshake::Uci)),
        "uginewgame" => bare("uginewgame", rest, Command::NewGame),
        "ucinewgame" => bare("ucinewgame", rest, Command::NewGame),
        "ponderhit" => bare("ponderhit", rest, Command::PonderHit),
        "d" => bare("d", rest, Command::Show),
        "print" => bare("print", rest, Command::Show),
        "setoption" => set_option(rest),
        "position" => position(rest),
        "go" => go::decode(rest, clocks).map(Command::Go),
        "query" => query(rest),
        _ => Err(ParseError::new("", Fault::UnknownCommand, line)),
    })
}

/// `name N [value V]`: the name may have blanks, and so may the value, which is kept as it is.
pub(crate) fn set_option(rest: &str) -> Result<Command, ParseError> {
    let (keyword, mut rest) = split_word(rest);
    if !keyword.eq_ignore_ascii_case("name") {
        return Err(ParseError::new("setoption", Fault::Expected("name"), keyword));
    }
    let mut name = Vec::new();
    let mut value = None;
    while !rest.is_empty() {
        let (word, after) = split_word(rest);
        if word.eq_ignore_ascii_case("value") {
            value = Some(after.to_owned());
            break;
        }
        name.push(word);
        rest = after;
    }
    if name.is_empty() {
        return Err(ParseError::new("setoption", Fault::Missing("name of an option"), ""));
    }
    Ok(Command::SetOption { name: name.join(" "), value })
}

/// `startpos [moves …]`, `fen F… [moves …]`.
fn position(rest: &str) -> Result<Command, ParseError> {
    let mut words = rest.split_ascii_whitespace();
    let is_moves = |word: &str| word.eq_ignore_ascii_case("moves");
    let start = match words.next() {
        None => return Err(ParseError::new("position", Fault::Missing("startpos or fen"), "")),
        Some(word) if word.eq_ignore_ascii_case("startpos") => match words.next() {
            Some(word) if !is_moves(word) => return Err(ParseError::new("position", Fault::Expected("moves"), word)),
            _ => Start::StartPos,
        },
        Some(word) if word.eq_ignore_ascii_case("fen") => {
            let fields: Vec<&str> = words.by_ref().take_while(|word| !is_moves(word)).collect();
            if fields.is_empty() {
                return Err(ParseError::new("position", Fault::Missing("position text"), ""));
            }
            Start::Fen(fields.join(" "))
        }
        Some(word) => return Err(ParseError::new("position", Fault::Expected("startpos or fen"), word)),
    };
    Ok(Command::Position { start, moves: words.map(str::to_owned).collect() })
}

/// The clocks of `go`, by the names of UGI and by those of tools that know only UCI: there white is player 1. Where both
/// names come, the proper one counts.
fn clocks(limits: &mut GoLimits, word: &str, numbers: &mut Numbers<'_>) -> Result<bool, ParseError> {
    match word {
        "p1time" => limits.p1_time = Some(numbers.clock("p1time")?),
        "p2time" => limits.p2_time = Some(numbers.clock("p2time")?),
        "p1inc" => limits.p1_inc = Some(numbers.amount("p1inc")?),
        "p2inc" => limits.p2_inc = Some(numbers.amount("p2inc")?),
        "wtime" => limits.p1_time = limits.p1_time.or(Some(numbers.clock("wtime")?)),
        "btime" => limits.p2_time = limits.p2_time.or(Some(numbers.clock("btime")?)),
        "winc" => limits.p1_inc = limits.p1_inc.or(Some(numbers.amount("winc")?)),
        "binc" => limits.p2_inc = limits.p2_inc.or(Some(numbers.amount("binc")?)),
        _ => return Ok(false),
    }
    Ok(true)
}

fn query(rest: &str) -> Result<Command, ParseError> {
    let query = match rest.to_ascii_lowercase().as_str() {
        "p1turn" => Query::P1Turn,
        "gameover" => Query::GameOver,
        "result" => Query::Result,
        _ => return Err(ParseError::new("query", Fault::Expected("p1turn, gameover or result"), rest)),
    };
    Ok(Command::Query(query))
}
