//! Positions of RenLib and Yixin-Board (`.pos`, binary): the number of moves, then a byte for each, row times 15 plus column.

use super::error::{FileError, Location};
use super::format::{Contents, Format, Reading};
use super::record::GameRecord;
use super::source::{FileRules, FoundGame, Games, Source};
use super::tree::Tree;
use crate::games::gomoku::notation::Point;

/// The format.
pub(super) static FORMAT: Format = Format {
    name: "pos-binary",
    extensions: &["pos"],
    about: "a position of RenLib and Yixin-Board, 15x15",
    games: &["gomoku"],
    many: false,
    holds: Contents::MOVES,
    sniff,
    read: Some(Reading::Whole(|source| Games::one(read(source)))),
    write: None,
};

/// Text is excluded: its first character could happen to count its length.
fn sniff(bytes: &[u8]) -> bool {
    let is_text = bytes.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
    let whole = split(bytes).is_some_and(|(points, rest)| rest.is_empty() && points.iter().all(|&at| at < POINTS));
    whole && !is_text
}

const SIZE: u8 = 15;
const POINTS: u8 = SIZE * SIZE;

/// The moves, and the rest after them.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&count, rest) = bytes.split_first()?;
    if count == 0 { None } else { rest.split_at_checked(usize::from(count)) }
}

fn read(source: &Source<'_>) -> Result<FoundGame, FileError> {
    let bad = |byte, field, why: String| FileError::Bad { location: Location::Byte(byte), field, why };
    let bytes = source.bytes;
    let count = bytes.first().copied().unwrap_or_default();
    let moves = split(bytes).ok_or_else(|| {
        bad(0, "number of moves", format!("{count}, but {} bytes follow", bytes.len().saturating_sub(1)))
    })?;
    let told = FileRules { game: Some("gomoku"), rule: Some("renju"), size: Some(SIZE.into()) };
    let mut record = GameRecord::new(source.rules(told, Location::File)?);
    let mut last = Tree::ROOT;
    for (index, &at) in moves.0.iter().enumerate() {
        if at >= POINTS {
            return Err(bad(index + 1, "move", format!("{at} is no point, expected 0 to {}", POINTS - 1)));
        }
        last = record.tree.add(last, Some(&Point::new(at % SIZE, at / SIZE).to_string()));
    }
    if !moves.1.is_empty() {
        return Err(bad(
            usize::from(count) + 1,
            "end of the file",
            format!("{} bytes after the last move", moves.1.len()),
        ));
    }
    Ok(FoundGame { location: Location::Byte(0), record })
}
