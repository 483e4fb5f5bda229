//! Lists of openings in the forms that Gomoku managers use, one opening a line.

use std::fs;
use std::path::Path;

use super::ArenaError;
use super::judge::Judge;
use super::opening::Opening;
use crate::engine::options::Options;
use crate::files::line::{LineForm, OpeningLine};

/// The largest list of openings that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// Reads a list and tries every opening of it. Without a form, each line has the one it looks like ([`LineForm::of`]).
///
/// # Errors
/// When the file cannot be read or is empty, and for the first line that is no opening of this game.
pub fn read(path: &Path, form: Option<LineForm>, options: &Options) -> Result<Vec<Opening>, ArenaError> {
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
        let mut opening = parse(line, form, options).map_err(&bad)?;
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
/// What is wrong with the line.
pub fn parse(line: &str, form: Option<LineForm>, options: &Options) -> Result<Opening, String> {
    let form = form.unwrap_or_else(|| LineForm::of(line, options.game().name == "gomoku"));
    let OpeningLine { position, moves } = form.parse(line, options)?;
    Ok(Opening { position, moves, number: None })
}
