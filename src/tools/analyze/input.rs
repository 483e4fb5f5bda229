//! What is to be analysed: a position or a game a line, or the games of a file that is read as a whole.

use std::io::{BufRead, Read};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::engine::options::Options;
use crate::files::line::LineForm;
use crate::files::{self, Checker, FileError, Format, FoundGame, GameRecord, Hint, Location, MOST_BYTES, Tag};
use crate::lab::arena::opening::Opening;

/// No line is longer: a record of the longest game with every score is not.
const LONGEST_LINE: u64 = 1 << 20;
/// So many characters of a text are repeated in its result.
const REPEATED: usize = 4_096;

/// One thing that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// Its number among those of the input, from 1.
    pub(super) number: u64,
    /// The line it stands on, from 1, where there are lines.
    pub(super) line: Option<u64>,
    /// The name the file gives it, or who played.
    pub(super) name: Option<String>,
    /// The text it was read from, shortened when it is very long; of a file that is read as a whole, the game as such a text.
    pub(super) input: String,
    /// Where to begin and the moves from there, or what is wrong with the text.
    pub(super) opening: Result<Opening, String>,
}

/// Everything that an input asks for, in its order. Lines are read only as fast as they are worked on.
pub(super) type Questions<'a> = Box<dyn Iterator<Item = Result<Asked>> + Send + 'a>;

/// Reads an input: line by line where a line is a game, other files as a whole. What is said about it holds for files that do
/// not tell; `options` are the same for lines.
///
/// # Errors
/// When the input cannot be read, or is no file of its format.
pub(super) fn questions<'a>(
    mut source: impl BufRead + Send + 'a,
    hint: Hint,
    options: &'a Options,
) -> Result<Questions<'a>> {
    let start = source.fill_buf().context("cannot read the input")?;
    let Some(format) = whole(start, &hint, options) else {
        let form = hint.format.and_then(Format::line);
        return Ok(Box::new(Lines { source, form, options, line: 0, number: 0 }));
    };
    let mut bytes = Vec::new();
    source.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).context("cannot read the input")?;
    let games = files::parse(&bytes, &Hint { format: Some(format), ..hint }, options.games())?;
    let mut checker = Checker::default();
    Ok(Box::new(games.into_iter().zip(1..).map(move |(found, number)| Ok(game_asked(found, number, &mut checker)))))
}

/// The format of an input that begins so, if it is to be read as a whole: what looks like nothing is lines, or puzzles.
fn whole(start: &[u8], hint: &Hint, options: &Options) -> Option<&'static Format> {
    let is_record = start.starts_with(b"{");
    let known = || if is_record { None } else { Format::detect(start, hint.name.as_deref()) };
    let format = hint.format.or_else(known);
    if hint.format.is_none() && options.game().name == "capture" && format.is_none_or(|format| !is_position(format)) {
        return Format::named("puzzles").ok();
    }
    format.filter(|format| format.line().is_none())
}

fn is_position(format: &Format) -> bool {
    format.line() == Some(LineForm::Position)
}

/// A game of a file, without its variations.
fn game_asked(found: Result<FoundGame, FileError>, number: usize, checker: &mut Checker) -> Asked {
    let line = match found.as_ref().map(|found| found.location) {
        Ok(Location::Line(line)) => Some(line as u64),
        _ => None,
    };
    let told = found.and_then(|found| checker.check(found, number)).map_err(|why| why.to_string());
    let name = told.as_ref().ok().and_then(name);
    let opening = told.and_then(|record| {
        let position = record.start_text().map_err(|why| why.to_string())?;
        Ok(Opening { position: Some(position), moves: record.moves(), number: None })
    });
    let input = opening.as_ref().map(as_line).unwrap_or_default().chars().take(REPEATED).collect();
    Asked { number: number as u64, line, name, input, opening }
}

fn name(record: &GameRecord) -> Option<String> {
    let players = || Some(format!("{} - {}", record.tag(Tag::Black)?, record.tag(Tag::White)?));
    record.tag(Tag::Name).map(str::to_owned).or_else(players)
}

fn as_line(opening: &Opening) -> String {
    let position = opening.position.as_deref().unwrap_or("startpos");
    if opening.moves.is_empty() { position.to_owned() } else { format!("{position} moves {}", opening.moves.join(" ")) }
}

/// Reads one line: a new way of writing one is one more arm here.
fn read_line(text: &str, form: Option<LineForm>, options: &Options) -> Result<Opening, String> {
    if form.is_none() && text.starts_with('{') {
        return read_record(text);
    }
    let text = ["position ", "fen "].into_iter().fold(text, |text, word| text.strip_prefix(word).unwrap_or(text));
    let startpos = text.strip_prefix("startpos").map(str::trim_start).filter(|_| form.is_none());
    let (text, form) = match startpos {
        Some(moves) => (moves.strip_prefix("moves").unwrap_or(moves).trim(), LineForm::Moves),
        None => (text, form.unwrap_or_else(|| LineForm::of(text, options.game().name == "gomoku"))),
    };
    let line = form.parse(text, options)?;
    Ok(Opening { position: line.position, moves: line.moves, number: None })
}

/// A game as `match` and `records --json` write it, or a position with moves; what else it holds does not matter.
#[derive(Deserialize)]
struct Record {
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    opening: serde_json::Value,
    moves: Vec<Moved>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Moved {
    Text(String),
    Told {
        #[serde(rename = "move")]
        text: String,
    },
}

fn read_record(text: &str) -> Result<Opening, String> {
    let bad = |error| format!("no record of a game: {error}");
    let record: Record = serde_json::from_str(text).map_err(bad)?;
    // `records` tells only how many of the moves were the opening.
    let told = record.opening.is_object();
    let mut opening: Opening =
        if told { serde_json::from_value(record.opening).map_err(bad)? } else { Opening::default() };
    opening.position = record.position.or(opening.position);
    let text = |moved| match moved {
        Moved::Text(text) | Moved::Told { text } => text,
    };
    opening.moves.extend(record.moves.into_iter().map(text));
    Ok(opening)
}

/// The lines of a text, each asking for something; blank lines and those that begin with `#` do not.
struct Lines<'a, R> {
    source: R,
    form: Option<LineForm>,
    options: &'a Options,
    line: u64,
    number: u64,
}

impl<R: BufRead> Lines<'_, R> {
    fn next_bytes(&mut self) -> Result<Option<(Vec<u8>, bool)>> {
        let mut bytes = Vec::new();
        let read = self.source.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        if read.context("cannot read the input")? == 0 {
            return Ok(None);
        }
        let whole = bytes.ends_with(b"\n") || (bytes.len() as u64) < LONGEST_LINE;
        if !whole {
            self.source.skip_until(b'\n').context("cannot read the input")?;
        }
        self.line += 1;
        Ok(Some((bytes, whole)))
    }

    fn next_asked(&mut self) -> Result<Option<Asked>> {
        while let Some((bytes, whole)) = self.next_bytes()? {
            let text = String::from_utf8_lossy(&bytes);
            let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text).trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            self.number += 1;
            let opening = if !whole {
                Err(format!("the line is longer than {LONGEST_LINE} bytes"))
            } else if str::from_utf8(&bytes).is_err() {
                Err("the line is not UTF-8".to_owned())
            } else {
                read_line(text, self.form, self.options)
            };
            let input = text.chars().take(REPEATED).collect();
            return Ok(Some(Asked { number: self.number, line: Some(self.line), name: None, input, opening }));
        }
        Ok(None)
    }
}

impl<R: BufRead> Iterator for Lines<'_, R> {
    type Item = Result<Asked>;

    fn next(&mut self) -> Option<Result<Asked>> {
        self.next_asked().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(game: &str, text: impl AsRef<[u8]>) -> Vec<Asked> {
        let options = Options::for_game(game).unwrap();
        questions(text.as_ref(), Hint::default(), &options).unwrap().collect::<Result<_>>().unwrap()
    }

    fn opening(game: &str, text: &str) -> (Option<String>, String) {
        let found = asked(game, text).remove(0).opening.unwrap();
        (found.position, found.moves.join(" "))
    }

    #[test]
    fn every_way_of_writing_names_the_same_moves() {
        for text in [
            "h8 i9",
            "h8i9",
            "startpos moves h8 i9",
            "position startpos moves h8 i9",
            "0,0, 1,-1",
            r#"{"moves":["h8","i9"]}"#,
            r#"{"v":1,"opening":{"moves":["h8"],"number":3},"moves":[{"move":"i9","ms":3.5}],"result":"black"}"#,
            r#"{"v":1,"game":4,"opening":1,"moves":["h8","i9"],"scores":[3]}"#,
        ] {
            assert_eq!(opening("gomoku", text), (None, "h8 i9".to_owned()), "{text}");
        }
        assert_eq!(opening("gomoku", "startpos"), (None, String::new()));
        let five = "5/5/2b2/5/5 w 0";
        for text in [format!("{five} moves a1"), format!("position fen {five} moves a1")] {
            assert_eq!(opening("gomoku", &text), (Some(five.to_owned()), "a1".to_owned()));
        }
        assert_eq!(opening("abalone", "a1b2 i5h5"), (None, "a1b2 i5h5".to_owned()));
        let rows = "22011 222111 0220110 00000000 000000000 00000000 0110220 111222 11022";
        for text in [format!("{rows} moves a1b2"), format!("position abp {rows} moves a1b2")] {
            let (position, moves) = opening("abalone", &text);
            assert!(position.unwrap().ends_with(rows) && moves == "a1b2", "{text}");
        }
    }

    #[test]
    fn lines_that_ask_for_nothing_are_passed_over_and_the_others_numbered() {
        let found = asked("gomoku", "\u{FEFF}# a list\n\nh8\r\n  \nh8 zz\n");
        let numbers: Vec<_> = found.iter().map(|asked| (asked.number, asked.line, asked.input.as_str())).collect();
        assert_eq!(numbers, [(1, Some(3), "h8"), (2, Some(5), "h8 zz")]);
        assert!(found[1].opening.as_ref().unwrap_err().contains("zz"));
    }

    #[test]
    fn a_line_that_is_no_text_or_has_no_end_is_an_error_in_its_place() {
        let long = vec![b'a'; LONGEST_LINE as usize + 5];
        let text = [b"h8\n\xFF\xFE\n".as_slice(), &long, b"\nh8"].concat();
        let found = asked("gomoku", text);
        let errors: Vec<_> = found.iter().map(|asked| asked.opening.as_ref().err().map(String::as_str)).collect();
        let too_long = format!("the line is longer than {LONGEST_LINE} bytes");
        assert_eq!(errors, [None, Some("the line is not UTF-8"), Some(too_long.as_str()), None]);
        assert_eq!(found[2].input.len(), REPEATED);
    }

    #[test]
    fn puzzles_keep_their_names() {
        let found = asked("capture", "A\n8/8/8/K6k b\n7\n8/8/8/7K b\nB\n");
        let names: Vec<_> =
            found.iter().map(|asked| (asked.name.as_deref(), asked.line, asked.opening.is_ok())).collect();
        assert_eq!(names, [(Some("A"), Some(2), true), (None, Some(4), true), (None, None, false)]);
        let (position, moves) = opening("capture", "8/8/8/7K b moves h4g4");
        assert_eq!((position.as_deref(), moves.as_str()), (Some("8/8/8/7K b"), "h4g4"));
    }

    #[test]
    fn files_that_are_no_lines_are_read_as_a_whole() {
        let text = "(;GM[4]SZ[6]RU[Renju]PB[Anna]PW[Ben];B[cc](;W[dd])(;W[ee]))(;GM[4]SZ[6];B[zz])";
        let found = asked("gomoku", text);
        let first = found[0].opening.as_ref().unwrap();
        assert_eq!((found[0].name.as_deref(), first.moves.join(" ").as_str()), (Some("Anna - Ben"), "c4 d3"));
        assert_eq!(found[0].input, "6/6/6/6/6/6 b 4 moves c4 d3");
        assert!(found[1].opening.as_ref().unwrap_err().contains("B[zz]"), "{found:?}");
        let record = format!("{{\"moves\":[\"h8\"]{}}}", " ".repeat(108));
        assert_eq!((record.len(), record.as_bytes()[0]), (124, 123));
        assert_eq!(asked("gomoku", record)[0].input.len(), 124, "its first byte counts the others by chance");
    }
}
