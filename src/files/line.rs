//! Games and openings written on one line: one parser for each form.

use rustc_hash::FxHashSet;

use super::error::quote;
use crate::engine::options::Options;
use crate::games::gomoku::BOARD_SIZE;
use crate::games::gomoku::notation::{Origin, Point, moves_text, parse_moves, point_text};

/// How a line is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineForm {
    /// `h8i9`, rows counted from the top: the openings of c-gomoku-cli and GomocupJudge. Such a line looks like [`LineForm::Moves`], so
    /// it is read as this form only where the form is named.
    Pos,
    /// `h8 i9` or `h8i9`: moves as people write them, rows counted from the bottom.
    Moves,
    /// `0,0, 1,1`: columns and rows counted from the centre of the board, as Gomocup and Piskvork have them.
    Offset,
    /// The text of a position; its moves, if any, follow the word `moves`.
    Position,
}

/// A game or an opening read from a line. Its moves have not been checked by the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningLine {
    /// The start position; `None` for the game's own.
    pub position: Option<String>,
    /// The moves from there, as people write them.
    pub moves: Vec<String>,
}

impl LineForm {
    /// The form of a line that nobody has named: slashes or rows of Abalone make a position, commas make offsets, and all else is moves,
    /// whose rows count from the bottom.
    pub fn of(line: &str, gomoku: bool) -> LineForm {
        match line {
            _ if line.contains('/') => LineForm::Position,
            _ if !gomoku && (line.starts_with("abp ") || is_abalone_rows(line)) => LineForm::Position,
            _ if gomoku && line.contains(',') => LineForm::Offset,
            _ => LineForm::Moves,
        }
    }

    /// Reads a line of this form.
    ///
    /// # Errors
    /// What is wrong with it, as text.
    pub fn parse(self, line: &str, options: &Options) -> Result<OpeningLine, String> {
        let size = options.get(&BOARD_SIZE);
        let gomoku = options.game().name == "gomoku";
        let moves = |moves| Ok(OpeningLine { position: None, moves });
        match self {
            LineForm::Pos | LineForm::Offset if !gomoku => Err(format!("{} has no such openings", options.game().name)),
            LineForm::Offset => moves(offsets(line, size)?),
            LineForm::Position => Ok(position(line)),
            LineForm::Moves if !gomoku => moves(numbered(line)),
            LineForm::Moves => moves(stones(line, size, Origin::Bottom)?),
            LineForm::Pos => moves(stones(line, size, Origin::Top)?),
        }
    }
}

/// Does a line begin with the nine rows of an Abalone board?
pub(super) fn is_abalone_rows(line: &str) -> bool {
    let mut rows = line.split_whitespace().map(str::len);
    [5, 6, 7, 8, 9, 8, 7, 6, 5].into_iter().all(|length| rows.next() == Some(length))
}

fn stones(line: &str, size: usize, origin: Origin) -> Result<Vec<String>, String> {
    let points = parse_moves(line, size, origin).map_err(|error| error.to_string())?;
    Ok(points.iter().map(|&point| point_text(point, size, Origin::Bottom)).collect())
}

/// The moves of a line without the numbers that people write before them: `1. a1b2`, `1.a1b2`.
fn numbered(line: &str) -> Vec<String> {
    let unnumbered = |word: &str| match word.split_once('.') {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest.to_owned(),
        _ => word.to_owned(),
    };
    line.split_whitespace().map(unnumbered).filter(|word| !word.is_empty()).collect()
}

fn offsets(line: &str, size: usize) -> Result<Vec<String>, String> {
    let numbers: Vec<&str> = line.split(',').map(str::trim).collect();
    if !numbers.len().is_multiple_of(2) {
        return Err(format!("{} numbers, expected pairs", numbers.len()));
    }
    let coordinate = |text: &str| {
        let offset: i64 = text.parse().map_err(|_| format!("'{}' is not a number", quote(text)))?;
        let at = offset.saturating_add(size as i64 / 2);
        let off_board = || format!("offset {offset} is off the {size}x{size} board");
        u8::try_from(at).ok().filter(|&at| usize::from(at) < size).ok_or_else(off_board)
    };
    let mut seen = FxHashSet::default();
    let mut moves = Vec::new();
    for (number, pair) in (1..).zip(numbers.chunks(2)) {
        let in_list = |why: String| format!("move {number}: {why}");
        let point = Point::new(coordinate(pair[0]).map_err(in_list)?, coordinate(pair[1]).map_err(in_list)?);
        if !seen.insert(point) {
            return Err(in_list(format!("{},{} has been played already", pair[0], pair[1])));
        }
        moves.push(moves_text(&[point], size, Origin::Bottom));
    }
    Ok(moves)
}

fn position(line: &str) -> OpeningLine {
    let line = line.strip_suffix(" moves").unwrap_or(line);
    let (position, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    OpeningLine { position: Some(position.trim().to_owned()).filter(|text| text != "startpos"), moves }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gomoku(size: &str) -> Options {
        let mut options = Options::for_game("gomoku").unwrap();
        options.set("BoardSize", size).unwrap();
        options
    }

    fn moves(line: &str, form: LineForm, size: &str) -> Result<String, String> {
        form.parse(line, &gomoku(size)).map(|line| line.moves.join(" "))
    }

    #[test]
    fn every_way_of_writing_names_the_same_stones() {
        for (line, form) in [
            ("h8i10", LineForm::Moves),
            ("h8 I10", LineForm::Moves),
            ("h8i6", LineForm::Pos),
            ("h8i10", LineForm::of("h8i10", true)),
            ("0,0, 1,-2", LineForm::Offset),
            ("0 ,0,\t1, -2", LineForm::of("0 ,0,\t1, -2", true)),
        ] {
            assert_eq!(moves(line, form, "15").unwrap(), "h8 i10", "{line}");
        }
        assert_eq!(moves("0,0,-10,9", LineForm::Offset, "20").unwrap(), "k10 a1");
    }

    #[test]
    fn a_position_may_be_followed_by_moves() {
        let form = LineForm::of("5/5/2b2/5/5 w 0", true);
        let line = form.parse("5/5/2b2/5/5 w 0 moves a1 b1", &gomoku("5")).unwrap();
        assert_eq!(line.position.as_deref(), Some("5/5/2b2/5/5 w 0"));
        assert_eq!(line.moves, ["a1", "b1"]);
        assert_eq!(form.parse("startpos moves a1", &gomoku("5")).unwrap().position, None);
    }

    #[test]
    fn moves_of_other_games_may_be_numbered() {
        let options = Options::for_game("abalone").unwrap();
        let line = LineForm::Moves.parse("1. a1b2 i5h5 2.a2b3", &options).unwrap();
        assert_eq!(line.moves, ["a1b2", "i5h5", "a2b3"]);
    }

    #[test]
    fn what_is_wrong_with_a_line_is_told() {
        for (line, part) in [
            ("h8 h8", "move 2: h8 has been played already"),
            ("h8z99", "move 2: z99 is off the 15x15 board"),
            ("h16", "move 1: h16 is off the 15x15 board"),
            ("h", "expected x,y or a letter and a number"),
            ("0,0,1", "3 numbers, expected pairs"),
            ("0,0,x,1", "'x' is not a number"),
            ("0,0,8,1", "move 2: offset 8 is off the 15x15 board"),
            ("0,0,-8,1", "offset -8 is off"),
            ("0,0,99999999999999999999,1", "is not a number"),
            ("0,0,9223372036854775807,1", "is off"),
            ("0,0, 0,0", "move 2: 0,0 has been played already"),
        ] {
            let error = moves(line, LineForm::of(line, true), "15").unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
