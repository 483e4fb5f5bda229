//! Lists of openings in the formats that Gomoku managers use, one per line.

use std::fs;
use std::path::Path;

use super::ArenaError;
use super::judge::Judge;
use super::opening::Opening;
use crate::engine::options::Options;
use crate::files::line::{LineForm, OpeningLine};

/// How a list of openings is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpeningFormat {
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

/// The largest list of openings that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// Reads a list and tries every opening of it.
///
/// # Errors
/// When the file cannot be read or is empty, and for the first line that is no opening of this game.
pub fn read(path: &Path, format: OpeningFormat, options: &Options) -> Result<Vec<Opening>, ArenaError> {
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

/// Reads one line, without checking that its moves are legal.
///
/// # Errors
/// What is wrong with the line, when it is none of this format.
pub fn parse(line: &str, format: OpeningFormat, options: &Options) -> Result<Opening, String> {
    let form = match format {
        OpeningFormat::Auto => LineForm::of(line, options.game().name == "gomoku"),
        OpeningFormat::Pos => LineForm::Pos,
        OpeningFormat::Moves => LineForm::Moves,
        OpeningFormat::Offset => LineForm::Offset,
        OpeningFormat::Position => LineForm::Position,
    };
    let OpeningLine { position, moves } = form.parse(line, options)?;
    Ok(Opening { position, moves, number: None })
}
