//! Games saved by Yixin-Board (`.sav`): height, width and number of moves, then the row and the column of each, from 0 at the top left.

use super::error::{FileError, Location, quote};
use super::format::{Contents, Format, Reading};
use super::record::GameRecord;
use super::source::{FileRules, FoundGame, Games, Source, decode};
use super::tree::Tree;
use crate::games::gomoku::notation::Point;
use crate::games::gomoku::{MAX_SIZE, MIN_SIZE};

/// The format.
pub(super) static FORMAT: Format = Format {
    name: "sav",
    extensions: &["sav"],
    about: "a game saved by Yixin-Board",
    games: &["gomoku"],
    many: false,
    holds: Contents::MOVES,
    sniff,
    read: Some(Reading::Whole(|source| Games::one(read(source)))),
    write: None,
};

/// More bytes than a file of the largest board has.
const MOST_BYTES: usize = 1 << 14;

fn sniff(bytes: &[u8]) -> bool {
    if bytes.len() > MOST_BYTES {
        return false;
    }
    let text = decode(bytes, None);
    let numbers: Result<Vec<usize>, _> = text.split_whitespace().map(str::parse).collect();
    let sized = |numbers: &Vec<usize>| match numbers[..] {
        [height, width, count, ref rest @ ..] => {
            height == width && rest.len().is_multiple_of(2) && rest.len() / 2 == count
        }
        _ => false,
    };
    numbers.is_ok_and(|numbers| sized(&numbers))
}

/// The numbers of a text with their lines.
struct Numbers<'a> {
    words: Box<dyn Iterator<Item = (usize, &'a str)> + 'a>,
    line: usize,
}

impl<'a> Numbers<'a> {
    fn new(text: &'a str) -> Numbers<'a> {
        let words =
            (1..).zip(text.split('\n')).flat_map(|(line, row)| row.split_whitespace().map(move |word| (line, word)));
        Numbers { words: Box::new(words), line: 1 }
    }

    /// The next number, at least `least` and at most `most`.
    fn next(&mut self, field: &'static str, least: usize, most: usize) -> Result<usize, FileError> {
        let bad = |line, why| FileError::Bad { location: Location::Line(line), field, why };
        let (line, word) =
            self.words.next().ok_or_else(|| bad(self.line, "missing at the end of the file".to_owned()))?;
        self.line = line;
        let number = word.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| bad(line, format!("'{}' is not a number from {least} to {most}", quote(word))))
    }
}

fn read(source: &Source<'_>) -> Result<FoundGame, FileError> {
    let text = source.text();
    let mut numbers = Numbers::new(&text);
    let height = numbers.next("height", MIN_SIZE, MAX_SIZE)?;
    let width = numbers.next("width", height, height)?;
    let count = numbers.next("number of moves", 0, height * width)?;
    let told = FileRules { game: Some("gomoku"), rule: None, size: Some(width) };
    let mut record = GameRecord::new(source.rules(told, Location::Line(1))?);
    let mut last = Tree::ROOT;
    for _ in 0..count {
        let y = numbers.next("row", 0, height - 1)?;
        let x = numbers.next("column", 0, width - 1)?;
        last = record.tree.add(last, Some(&Point::new(x as u8, y as u8).to_string()));
    }
    match numbers.words.next() {
        Some((line, word)) => {
            let why = format!("'{}' after the last of {count} moves", quote(word));
            Err(FileError::Bad { location: Location::Line(line), field: "end of the file", why })
        }
        None => Ok(FoundGame { location: Location::Line(1), record }),
    }
}
