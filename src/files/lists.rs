//! Lists: files with a game, an opening or a position on each line.

use super::error::{FileError, Location};
use super::format::{Contents, Format, OptionsHeld, Reading};
use super::line::{LineForm, is_abalone_rows};
use super::record::GameRecord;
use super::source::{FileRules, FoundGame, Games, Source, decode, lines};
use super::tree::Tree;
use crate::engine::options::Options;
use crate::engine::registry;
use crate::engine::{Change, MoveStyle, Rejected};
use crate::games::abalone::notation::{self as abalone, RowForm};
use crate::games::capture;
use crate::games::gomoku::notation::{Origin, Point, parse_point, point_text};

const LIST: Format = Format {
    name: "",
    extensions: &["txt"],
    about: "",
    games: &["gomoku"],
    many: true,
    holds: Contents::MOVES,
    sniff: |_| false,
    read: None,
    write: None,
};

/// Moves without blanks, rows counted from the top. Never detected: by their looks these are [`YIXIN`].
pub(super) static POS: Format = Format {
    name: "pos",
    about: "openings of c-gomoku-cli: h8i9, rows counted from the TOP; read only if named",
    read: Some(Reading::Lines(LineForm::Pos)),
    write: Some(|record, out| write_stones(record, out, Origin::Top)),
    ..LIST
};

/// Moves as people write them.
pub(super) static MOVES: Format = Format {
    name: "moves",
    about: "moves with blanks between, rows counted from the bottom; any game",
    games: &[],
    sniff: |bytes| looks_like(bytes, is_stones),
    read: Some(Reading::Lines(LineForm::Moves)),
    write: Some(write_moves),
    ..LIST
};

/// As [`MOVES`], without blanks.
pub(super) static YIXIN: Format = Format {
    name: "yixin",
    about: "moves such as h8i9, rows counted from the bottom (Yixin-Board, gomocalc)",
    read: Some(Reading::Lines(LineForm::Moves)),
    write: Some(|record, out| write_stones(record, out, Origin::Bottom)),
    ..LIST
};

/// Columns and rows counted from the centre.
pub(super) static OFFSET: Format = Format {
    name: "offset",
    about: "openings such as 0,0, 1,1: columns and rows from the centre (Gomocup, Piskvork)",
    sniff: |bytes| looks_like(bytes, is_offsets),
    read: Some(Reading::Lines(LineForm::Offset)),
    write: Some(write_offsets),
    ..LIST
};

/// Texts of positions, with moves.
pub(super) static POSITION: Format = Format {
    name: "position",
    about: "position texts, each with its moves after the word moves; any game",
    games: &[],
    sniff: |bytes| looks_like(bytes, |line| line.contains('/') || line.starts_with("startpos")),
    read: Some(Reading::Lines(LineForm::Position)),
    write: Some(write_position),
    holds: Contents { options: OptionsHeld::named(&["Rule", "BoardSize", "Start"]), ..Contents::MOVES },
    ..LIST
};

/// Rows of an Abalone board and nothing else.
pub(super) static APF: Format = Format {
    name: "apf",
    extensions: &["apf"],
    about: "Abalone positions: nine rows of 1 (black), 2 (white) and dots",
    games: &["abalone"],
    sniff: |bytes| looks_like(bytes, is_abalone_rows),
    read: Some(Reading::Lines(LineForm::Position)),
    write: Some(|record, out| write_rows(record, out, RowForm::Apf)),
    holds: ROWS,
    ..LIST
};

/// Positions and moves as the abalone engine protocol has them.
pub(super) static ABP: Format = Format {
    name: "abp",
    about: "Abalone positions and moves as the abalone engine protocol has them",
    games: &["abalone"],
    sniff: |bytes| looks_like(bytes, |line| line.starts_with("position abp ") || line.starts_with("abp ")),
    read: Some(Reading::Lines(LineForm::Position)),
    write: Some(|record, out| write_rows(record, out, RowForm::Abp)),
    holds: ROWS,
    ..LIST
};

/// Rows of Abalone tell the start, whatever option has chosen it.
const ROWS: Contents = Contents { options: OptionsHeld::named(&["Start"]), ..Contents::MOVES };

/// The longest line that is read, in bytes: more than a hundred thousand moves.
const LONGEST: usize = 1 << 20;

/// Does the first line that is not a comment pass the test?
fn looks_like(bytes: &[u8], test: impl Fn(&str) -> bool) -> bool {
    let text = decode(bytes, None);
    lines(&text).map(|(_, line)| line).find(|line| !line.starts_with('#')).is_some_and(test)
}

/// Letters each followed by a number.
fn is_stones(line: &str) -> bool {
    let letters = line.bytes().filter(u8::is_ascii_alphabetic).count();
    let groups = line.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let plain = line.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace());
    plain && line.starts_with(|c: char| c.is_ascii_alphabetic()) && groups.count() == letters
}

fn is_offsets(line: &str) -> bool {
    let digits = line.bytes().any(|byte| byte.is_ascii_digit());
    digits && line.contains(',') && line.bytes().all(|byte| b"0123456789-, \t".contains(&byte))
}

/// Reads a game from each line; those that begin with `#` are comments.
pub(super) fn read(source: &Source<'_>, form: LineForm) -> Games {
    let mut games = Games::default();
    let text = source.text();
    for (number, line) in lines(&text).filter(|(_, line)| !line.starts_with('#')) {
        let location = Location::Line(number);
        let record = read_line(source, form, line, &mut games);
        let found = record.map(|record| FoundGame { location, record });
        if !games.push(found.map_err(|why| FileError::Bad { location, field: "game", why })) {
            break;
        }
    }
    games
}

fn read_line(source: &Source<'_>, form: LineForm, line: &str, games: &mut Games) -> Result<GameRecord, String> {
    if line.len() > LONGEST {
        return Err(format!("a line of more than {} KiB", LONGEST >> 10));
    }
    let line = line.strip_prefix("position ").unwrap_or(line);
    let game =
        if form == LineForm::Position && source.hint.game.is_none() { guess_game(line, source.games) } else { None };
    let mut options = source.options(FileRules { game, ..FileRules::default() }).map_err(|why| why.to_string())?;
    let parsed = form.parse(line, &options)?;
    if let Some(position) = &parsed.position {
        (options.game().read)(position, &mut options).map_err(|why| why.to_string())?;
    }
    let mut record = GameRecord::new(games.share(options));
    record.start = parsed.position;
    record.tree = Tree::from_moves(&parsed.moves);
    Ok(record)
}

/// The game that this position belongs to.
fn guess_game(line: &str, games: registry::Games) -> Option<&'static str> {
    let position = line.split(" moves").next().unwrap_or(line);
    let is_of = |name: &str| match name {
        "capture" => capture::notation::parse_position(position, true).is_ok(),
        _ => {
            Options::of_game(games, name).is_ok_and(|mut options| (options.game().read)(position, &mut options).is_ok())
        }
    };
    games.iter().map(|entry| entry.name).find(|name| is_of(name))
}

/// The points of a game that begins on an empty board.
pub(super) fn points(record: &GameRecord) -> Result<Vec<Point>, String> {
    from_the_start(record)?;
    let size = record.size();
    let point = |text: String| parse_point(&text, size, Origin::Bottom).map_err(|error| error.to_string());
    record.moves().into_iter().map(point).collect()
}

/// Refuses a game with a start position of its own, or without moves.
fn from_the_start(record: &GameRecord) -> Result<(), String> {
    match record.start {
        Some(_) => Err("holds no game that begins with a position of its own; the format position does".to_owned()),
        None if record.tree.is_empty() => Err("holds no game without moves".to_owned()),
        None => Ok(()),
    }
}

fn write_stones(record: &GameRecord, out: &mut Vec<u8>, origin: Origin) -> Result<(), String> {
    let size = record.size();
    let text: String = points(record)?.into_iter().map(|point| point_text(point, size, origin)).collect();
    out.extend_from_slice((text + "\n").as_bytes());
    Ok(())
}

fn write_moves(record: &GameRecord, out: &mut Vec<u8>) -> Result<(), String> {
    from_the_start(record)?;
    out.extend_from_slice((record.moves().join(" ") + "\n").as_bytes());
    Ok(())
}

fn write_offsets(record: &GameRecord, out: &mut Vec<u8>) -> Result<(), String> {
    let middle = record.size() as i32 / 2;
    let offset = |point: Point| format!("{},{}", i32::from(point.x) - middle, i32::from(point.y) - middle);
    let texts: Vec<String> = points(record)?.into_iter().map(offset).collect();
    out.extend_from_slice((texts.join(", ") + "\n").as_bytes());
    Ok(())
}

fn write_position(record: &GameRecord, out: &mut Vec<u8>) -> Result<(), String> {
    let mut line = record.start_text().map_err(|why| why.to_string())?;
    let moves = record.moves();
    if !moves.is_empty() {
        line = line + " moves " + &moves.join(" ");
    }
    out.extend_from_slice((line + "\n").as_bytes());
    Ok(())
}

/// The rows, then what they do not show, and in the form of the protocol the moves.
fn write_rows(record: &GameRecord, out: &mut Vec<u8>, form: RowForm) -> Result<(), String> {
    let text = record.start_text().map_err(|why| why.to_string())?;
    let setup = abalone::parse_position(&text).map_err(|error| error.to_string())?;
    let mut line = abalone::rows_text(&setup, form);
    if abalone::parse_position(&line) != Ok(setup) {
        line += text.split_once(' ').map_or("", |(rows, _)| &text[rows.len()..]);
    }
    let moves = landings(record).map_err(|why| why.to_string())?;
    match form {
        RowForm::Apf if !moves.is_empty() => {
            return Err("holds positions without moves; the formats abp and position hold both".to_owned());
        }
        RowForm::Apf => {}
        RowForm::Abp if moves.is_empty() => line = format!("position abp {line}"),
        RowForm::Abp => line = format!("position abp {line} moves {}", moves.join(" ")),
    }
    out.extend_from_slice((line + "\n").as_bytes());
    Ok(())
}

/// The moves in the notation of the Abalone engine protocol.
fn landings(record: &GameRecord) -> Result<Vec<String>, Rejected> {
    let mut engine = (record.rules.game().open)(&record.rules)?;
    engine.apply(&Change::Set { position: record.start.clone(), moves: Vec::new() })?;
    let mut spelt = Vec::new();
    for text in record.moves() {
        spelt.push(engine.reformat(&text, MoveStyle::Pair)?);
        engine.apply(&Change::Play(text))?;
    }
    Ok(spelt)
}
