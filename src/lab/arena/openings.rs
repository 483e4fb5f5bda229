//! Lists of openings, as the managers of this field write them, a line each.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::ArenaError;
use super::judge::Judge;
use crate::engine::options::Options;
use crate::games::gomoku::notation::{Origin, Point, moves_text, parse_moves, point_text};

/// What a game begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The position; `None` for the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves from there, as people write them.
    pub moves: Vec<String>,
    /// The line of the file it was read from, or the number it was drawn with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
}

/// How a list of openings is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Whatever each line looks like: positions have slashes, offsets commas, and all others are pos.
    #[default]
    Auto,
    /// `h8i9`: stones in turns, rows counted from the top, as c-gomoku-cli and GomocupJudge have it.
    Pos,
    /// Moves of the game as people write them, `h8 i9`: rows counted from the bottom.
    Moves,
    /// `0,0, 1,1`: columns and rows from the middle of the board; Gomocup and Piskvork.
    Offset,
    /// The text of a position, and moves from it after the word `moves` if there are any.
    Position,
}

/// Files longer than this are no lists of openings.
const LARGEST: u64 = 64 << 20;

/// Reads a list and tries every opening of it.
///
/// # Errors
/// When the file cannot be read or is empty, and for the first line that is no opening of this game.
pub fn read(path: &Path, format: Format, options: &Options) -> Result<Vec<Opening>, ArenaError> {
    let size = fs::metadata(path).map_err(ArenaError::file(path))?.len();
    if size > LARGEST {
        return Err(ArenaError::Damaged {
            path: path.to_owned(),
            why: format!("{size} bytes are no list of openings"),
        });
    }
    let bytes = fs::read(path).map_err(ArenaError::file(path))?;
    let mut judge = Judge::new(options.clone())?;
    let mut openings = Vec::new();
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let bad = |why: String| ArenaError::Opening { file: path.to_owned(), line: index + 1, why };
        let line = str::from_utf8(line).map_err(|_| bad("is no text".to_owned()))?.trim();
        let line = line.strip_prefix('\u{FEFF}').unwrap_or(line);
        if line.is_empty() {
            continue;
        }
        let mut opening = parse(line, format, options).map_err(&bad)?;
        judge.begin(&opening).map_err(|why| bad(why.to_string()))?;
        opening.number = Some(index as u64 + 1);
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err(ArenaError::Damaged { path: path.to_owned(), why: "holds no openings".to_owned() });
    }
    Ok(openings)
}

/// Reads one line; whether its moves can be played is not looked at.
///
/// # Errors
/// What is wrong with the line, when it is none of this format.
pub fn parse(line: &str, format: Format, options: &Options) -> Result<Opening, String> {
    let size = options.count("BoardSize");
    let gomoku = options.game().name == "gomoku";
    let moves = |moves| Ok(Opening { moves, ..Opening::default() });
    match resolve(line, format, gomoku) {
        Format::Pos | Format::Offset if !gomoku => Err(format!("{} has no such openings", options.game().name)),
        Format::Offset => moves(offsets(line, size)?),
        Format::Position => Ok(position(line)),
        Format::Moves if !gomoku => moves(line.split_whitespace().map(str::to_owned).collect()),
        Format::Moves => moves(stones(line, size, Origin::Bottom)?),
        Format::Auto | Format::Pos => moves(stones(line, size, Origin::Top)?),
    }
}

fn resolve(line: &str, format: Format, gomoku: bool) -> Format {
    match format {
        Format::Auto if line.contains('/') => Format::Position,
        Format::Auto if !gomoku => Format::Moves,
        Format::Auto if line.contains(',') => Format::Offset,
        Format::Auto => Format::Pos,
        format => format,
    }
}

fn stones(line: &str, size: usize, origin: Origin) -> Result<Vec<String>, String> {
    let points = parse_moves(line, size, origin).map_err(|error| error.to_string())?;
    Ok(points.iter().map(|&point| point_text(point, size, Origin::Bottom)).collect())
}

fn offsets(line: &str, size: usize) -> Result<Vec<String>, String> {
    let numbers: Vec<&str> = line.split(',').map(str::trim).collect();
    if !numbers.len().is_multiple_of(2) {
        return Err(format!("{} numbers, expected pairs", numbers.len()));
    }
    let coordinate = |text: &str| {
        let offset: i64 = text.parse().map_err(|_| format!("'{}' is no number", super::text::quote(text)))?;
        let at = offset.saturating_add(size as i64 / 2);
        let off_board = || format!("offset {offset} lies outside the {size}x{size} board");
        u8::try_from(at).ok().filter(|&at| usize::from(at) < size).ok_or_else(off_board)
    };
    let mut seen = HashSet::new();
    let mut moves = Vec::new();
    for pair in numbers.chunks(2) {
        let point = Point::new(coordinate(pair[0])?, coordinate(pair[1])?);
        if !seen.insert(point) {
            return Err(format!("{},{} is played twice", pair[0], pair[1]));
        }
        moves.push(moves_text(&[point], size, Origin::Bottom));
    }
    Ok(moves)
}

fn position(line: &str) -> Opening {
    let (position, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    Opening { position: Some(position.trim().to_owned()), moves, number: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gomoku(size: &str) -> Options {
        let mut options = Options::for_game("gomoku").unwrap();
        options.set("BoardSize", size).unwrap();
        options
    }

    fn moves(line: &str, format: Format, size: &str) -> Result<String, String> {
        parse(line, format, &gomoku(size)).map(|opening| opening.moves.join(" "))
    }

    #[test]
    fn every_way_of_writing_names_the_same_stones() {
        for (line, format) in [
            ("h8i10", Format::Moves),
            ("h8 I10", Format::Moves),
            ("h8i6", Format::Pos),
            ("h8i6", Format::Auto),
            ("0,0, 1,-2", Format::Offset),
            ("0 ,0,\t1, -2", Format::Auto),
        ] {
            assert_eq!(moves(line, format, "15").unwrap(), "h8 i10", "{line}");
        }
        assert_eq!(moves("0,0,-10,9", Format::Auto, "20").unwrap(), "k10 a1");
    }

    #[test]
    fn a_position_may_be_followed_by_moves() {
        let opening = parse("5/5/2b2/5/5 w 0 moves a1 b1", Format::Auto, &gomoku("5")).unwrap();
        assert_eq!(opening.position.as_deref(), Some("5/5/2b2/5/5 w 0"));
        assert_eq!(opening.moves, ["a1", "b1"]);
    }

    #[test]
    fn what_is_wrong_with_a_line_is_told() {
        for (line, part) in [
            ("h8 h8", "'h8' is played twice"),
            ("h16", "outside the 15x15 board"),
            ("h", "expected x,y or a letter and a number"),
            ("0,0,1", "3 numbers, expected pairs"),
            ("0,0,x,1", "'x' is no number"),
            ("0,0,8,1", "offset 8 lies outside"),
            ("0,0,-8,1", "offset -8 lies outside"),
            ("0,0,99999999999999999999,1", "is no number"),
            ("0,0,9223372036854775807,1", "lies outside"),
            ("0,0, 0,0", "0,0 is played twice"),
        ] {
            let error = moves(line, Format::Auto, "15").unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
