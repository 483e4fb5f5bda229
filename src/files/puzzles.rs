//! Capture puzzles: a name, a position and the length of the shortest solution, each on a line of its own.

use super::error::{FileError, Location};
use super::format::{Contents, Format, Reading};
use super::record::{GameRecord, Tag};
use super::source::{FileRules, FoundGame, Games, Source, decode, lines};
use crate::games::capture::{notation, puzzle_file};

/// The format.
pub(super) static FORMAT: Format = Format {
    name: "puzzles",
    extensions: &["txt"],
    about: "capture puzzles: name, position and length on three lines",
    games: &["capture"],
    many: true,
    holds: Contents { tag: holds_tag, ..Contents::MOVES },
    sniff,
    read: Some(Reading::Whole(read)),
    write: Some(write),
};

/// The largest file of puzzles, in bytes: enough for a hundred thousand puzzles.
const MOST_BYTES: usize = 8 << 20;

fn is_board(line: &str) -> bool {
    notation::parse_position(line, true).is_ok()
}

/// A board on one of the first two lines, with nothing but a name before it or a number after it.
fn sniff(bytes: &[u8]) -> bool {
    let text = decode(bytes, None);
    let mut told = lines(&text).map(|(_, line)| line).filter(|line| !line.starts_with('#'));
    match (told.next(), told.next()) {
        (Some(name), Some(board)) if !name.contains('/') => is_board(board),
        (Some(board), Some(length)) => is_board(board) && !length.contains('/'),
        (Some(board), None) => is_board(board),
        _ => false,
    }
}

fn read(source: &Source<'_>) -> Games {
    let mut games = Games::default();
    if source.bytes.len() > MOST_BYTES {
        let why = format!("more than {} MiB of puzzles", MOST_BYTES >> 20);
        return Games::one(Err(FileError::Bad { location: Location::File, field: "puzzles", why }));
    }
    let text = source.text();
    let options = match source.options(FileRules { game: Some("capture"), ..FileRules::default() }) {
        Ok(options) => options,
        Err(why) => {
            return Games::one(Err(FileError::Bad { location: Location::File, field: "rules", why: why.to_string() }));
        }
    };
    for puzzle in puzzle_file::parse(&text) {
        let location = Location::Line(puzzle.line);
        if puzzle.position.is_empty() {
            games.push(Err(FileError::Bad { location, field: "position", why: "missing after the name".to_owned() }));
            continue;
        }
        let mut record = GameRecord::new(games.share(options.clone()));
        record.start = Some(puzzle.position);
        if !puzzle.name.starts_with('#') {
            record.set_tag(Tag::Name, &puzzle.name);
        }
        if let Some(length) = puzzle.length {
            record.set_tag(Tag::Length, &length.to_string());
        }
        if !games.push(Ok(FoundGame { location, record })) {
            break;
        }
    }
    games
}

/// The length, and names that cannot be taken for anything else in the file.
fn holds_tag(_: &GameRecord, tag: Tag, value: &str) -> bool {
    match tag {
        // A number would be the length of the puzzle before.
        Tag::Name => !value.contains(['/', '\n', '\r']) && !value.starts_with('#') && value.parse::<i64>().is_err(),
        Tag::Length => true,
        _ => false,
    }
}

fn write(record: &GameRecord, out: &mut Vec<u8>) -> Result<(), String> {
    if !record.tree.is_empty() {
        return Err("holds positions without moves; the format position holds both".to_owned());
    }
    let position = record.start_text().map_err(|why| why.to_string())?;
    let name = record.tag(Tag::Name).filter(|name| holds_tag(record, Tag::Name, name));
    for line in name.into_iter().chain([position.as_str()]).chain(record.tag(Tag::Length)) {
        out.extend_from_slice(line.as_bytes());
        out.push(b'\n');
    }
    out.push(b'\n');
    Ok(())
}
