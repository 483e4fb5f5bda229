//! SGF (`.sgf`), version 4 of the format: games of Gomoku and Renju with their variations, comments and labels.
//!
//! Properties that a record has no field for are kept and written again, except those about the file itself.

mod build;
mod scan;
mod text;
mod write;

use encoding_rs::Encoding;

use super::error::FileError;
use super::format::{Contents, Format, OptionsHeld, Reading};
use super::record::{GameRecord, Tag};
use super::source::{FoundGame, Games, Source};
use build::Builder;
use scan::{Scanner, Token};

/// The format.
pub(super) static FORMAT: Format = Format {
    name: "sgf",
    extensions: &["sgf"],
    about: "games with variations and comments, FF[4] GM[4]",
    games: &["gomoku"],
    many: true,
    holds: Contents {
        variations: true,
        comments: true,
        labels: true,
        times: true,
        property: |_| true,
        tag: write::holds_tag,
        options: OptionsHeld::All,
    },
    sniff,
    read: Some(Reading::Whole(read)),
    write: Some(write::write),
};

/// The properties of the root that a record keeps as tags, in the order in which they are written.
const TAGS: &[(&str, Tag)] = &[
    ("PB", Tag::Black),
    ("PW", Tag::White),
    ("GN", Tag::Name),
    ("EV", Tag::Event),
    ("RO", Tag::Round),
    ("DT", Tag::Date),
    ("PC", Tag::Site),
    ("ON", Tag::Opening),
    ("RU", Tag::Rule),
    ("RE", Tag::Result),
    ("GC", Tag::Ending),
];

/// The properties that set up stones, each with its colour. `DC` is our own: a dead cell, on which nobody can play.
const STONES: &[(&str, Option<crate::search::Player>)] =
    &[("AB", Some(crate::search::Player::First)), ("AW", Some(crate::search::Player::Second)), ("DC", None)];

/// A parenthesis and a semicolon, perhaps after further parentheses.
fn sniff(bytes: &[u8]) -> bool {
    let mut rest = bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
    while let Some(inner) = rest.strip_prefix(b"(") {
        rest = inner.trim_ascii_start();
        if rest.starts_with(b";") {
            return true;
        }
    }
    false
}

fn read(source: &Source<'_>) -> Games {
    let encoding = source.hint.encoding.or_else(|| declared(source.bytes));
    let text = source.text_in(encoding);
    let mut scanner = Scanner::new(&text);
    let mut games = Games::default();
    while scanner.next_game() {
        let location = scanner.location();
        match read_game(&mut scanner, source, games.room()) {
            Ok(record) => {
                if !games.push(Ok(FoundGame { location, record })) {
                    break;
                }
            }
            // There is no telling where the next game begins.
            Err(error) => {
                games.push(Err(error));
                break;
            }
        }
    }
    games
}

/// The encoding that a file names, unless it is valid UTF-8, whatever it says.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    if Encoding::utf8_valid_up_to(bytes) == bytes.len() {
        return None;
    }
    let at = bytes.windows(3).position(|window| window == b"CA[")?;
    let label = bytes[at + 3..].split(|&byte| byte == b']').next()?;
    Encoding::for_label(label)
}

/// Reads a game tree whose first parenthesis has just been read.
fn read_game(scanner: &mut Scanner<'_>, source: &Source<'_>, room: usize) -> Result<GameRecord, FileError> {
    let mut builder = Builder::new(source, room);
    builder.open();
    loop {
        let location = scanner.location();
        match scanner.next()? {
            Some(Token::Open) => builder.open(),
            Some(Token::Close) => {
                if builder.close() {
                    return builder.finish(location);
                }
            }
            Some(Token::Node(properties)) => builder.node(location, &properties)?,
            None => {
                let why = "the file ends before the last parenthesis".to_owned();
                return Err(FileError::Bad { location, field: "game tree", why });
            }
        }
    }
}
