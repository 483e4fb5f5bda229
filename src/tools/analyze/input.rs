//! What is to be analysed: a position or a game a line, or the puzzles of a file.

use std::io::{BufRead, Read};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde::Deserialize;

use crate::engine::options::Options;
use crate::games::capture::puzzle_file::{self, Listed};
use crate::lab::arena::openings::{Format, Opening, parse};

/// No line is longer: a record of the longest game with every score is not.
const LONGEST_LINE: u64 = 1 << 20;
/// No file of puzzles is larger.
const LARGEST_FILE: u64 = 64 << 20;
/// So many characters of a line are repeated in its result.
const REPEATED: usize = 4_096;

/// How lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Way {
    /// Whatever each line looks like: a position, offsets, a record in JSON, or else moves.
    Auto,
    /// A position, and moves from it after the word `moves` if there are any.
    Position,
    /// Moves as people write them, the rows counted from the bottom.
    Moves,
    /// Gomoku: `h8i9`, the rows counted from the top, as c-gomoku-cli has it.
    Pos,
    /// Gomoku: `0,0, 1,1`, columns and rows from the middle of the board.
    Offset,
}

/// One thing that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// Its number among those of the input, from 1.
    pub(super) number: u64,
    /// The line it stands on, from 1; none for a puzzle of a file.
    pub(super) line: Option<u64>,
    /// The name the file gives it.
    pub(super) name: Option<String>,
    /// The text it was read from, shortened when it is very long.
    pub(super) input: String,
    /// Where to begin and the moves from there, or what is wrong with the text.
    pub(super) opening: Result<Opening, String>,
}

/// Everything that an input asks for, in its order. It is read only as fast as it is worked on.
pub(super) type Questions<'a> = Box<dyn Iterator<Item = Result<Asked>> + Send + 'a>;

/// Reads an input: puzzle files as a whole, anything else line by line. A new format of whole files is plugged in here, one of
/// lines in [`read_line`].
///
/// # Errors
/// When a puzzle file cannot be read or is too large.
pub(super) fn questions<'a>(
    mut source: impl BufRead + Send + 'a,
    way: Way,
    options: &'a Options,
) -> Result<Questions<'a>> {
    if options.game().name != "capture" {
        return Ok(Box::new(Lines { source, way, options, line: 0, number: 0 }));
    }
    let mut bytes = Vec::new();
    source.by_ref().take(LARGEST_FILE + 1).read_to_end(&mut bytes).context("cannot read the puzzles")?;
    if bytes.len() as u64 > LARGEST_FILE {
        bail!("the input is larger than {} MiB", LARGEST_FILE >> 20);
    }
    let listed = puzzle_file::parse(&String::from_utf8_lossy(&bytes));
    Ok(Box::new(listed.into_iter().zip(1..).map(|(puzzle, number)| Ok(puzzle_asked(puzzle, number)))))
}

fn puzzle_asked(puzzle: Listed, number: u64) -> Asked {
    let (position, moves) = puzzle.position.split_once(" moves ").unwrap_or((&puzzle.position, ""));
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    let opening = Opening { position: Some(position.trim().to_owned()), moves, number: None };
    let opening = if position.is_empty() { Err("no position follows the name".to_owned()) } else { Ok(opening) };
    Asked { number, line: None, name: Some(puzzle.name), input: puzzle.position, opening }
}

/// Reads one line: a new format is one more arm here.
fn read_line(text: &str, way: Way, options: &Options) -> Result<Opening, String> {
    let gomoku = options.game().name == "gomoku";
    match way {
        Way::Auto if text.starts_with('{') => read_record(text),
        Way::Auto => {
            let text =
                ["position ", "fen "].into_iter().fold(text, |text, word| text.strip_prefix(word).unwrap_or(text));
            if let Some(moves) = text.strip_prefix("startpos") {
                let moves = moves.trim_start();
                return read_line(moves.strip_prefix("moves").unwrap_or(moves).trim(), Way::Moves, options);
            }
            let rows = text.starts_with("abp ") || !text.starts_with(|first: char| first.is_ascii_alphabetic());
            let looks = match text {
                _ if text.contains('/') || (rows && !gomoku) => Way::Position,
                _ if gomoku && text.contains(',') => Way::Offset,
                _ => Way::Moves,
            };
            read_line(text, looks, options)
        }
        Way::Position => parse(text, Format::Position, options),
        Way::Moves => parse(text, Format::Moves, options),
        Way::Pos => parse(text, Format::Pos, options),
        Way::Offset => parse(text, Format::Offset, options),
    }
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
    way: Way,
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
                read_line(text, self.way, self.options)
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
        questions(text.as_ref(), Way::Auto, &options).unwrap().collect::<Result<_>>().unwrap()
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
        let found = asked("capture", "A\n8/8/8/K6k b\n7\n8/8/8/7K b moves h4g4\nB\n");
        let names: Vec<_> = found.iter().map(|asked| (asked.name.as_deref(), asked.opening.is_ok())).collect();
        assert_eq!(names, [(Some("A"), true), (Some("#2"), true), (Some("B"), false)]);
        assert_eq!(found[1].opening.as_ref().unwrap().moves, ["h4g4"]);
    }
}
