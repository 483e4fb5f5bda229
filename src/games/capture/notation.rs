//! Positions and moves as text, and the board drawn.
//!
//! A position is `2c3n1/4R3/7p/1r4n1 b`: rank 1 first, files a to h, capitals Black's, small letters red, `D` a duck, digits
//! empty squares; the side to move is always `b`.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use super::board::{Capture, Move};
use super::geometry::{FILES, RANKS, SQUARES};
use super::kind::Kind;
use super::layout::Layout;

/// The letter of a duck.
pub(super) const DUCK: char = 'D';

/// How much of a wrong text is repeated in an error.
const SHOWN: usize = 20;

/// What is wrong with a text. Places count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// A character that means nothing there.
    Character {
        /// The character.
        found: char,
        /// Its place.
        place: usize,
        /// What could stand there.
        expected: &'static str,
    },
    /// A rank is longer than the board is wide.
    LongRank {
        /// Which, from 1.
        rank: usize,
        /// The place where it runs over.
        place: usize,
    },
    /// A rank ends too early.
    ShortRank {
        /// Which, from 1.
        rank: usize,
        /// How many squares it has.
        squares: usize,
        /// The place of its end.
        place: usize,
    },
    /// Too many or too few ranks.
    Ranks {
        /// How many there are.
        found: usize,
        /// The place where the board ends.
        place: usize,
    },
    /// The side to move is missing.
    NoSide {
        /// The place where it should be.
        place: usize,
    },
    /// A black cannon where the rules have none.
    BlackCannon {
        /// Its place.
        place: usize,
    },
    /// A text that is no move: not two squares.
    NotAMove(String),
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationError::Character { found, place, expected } => {
                write!(f, "'{}' at character {place}: expected {expected}", found.escape_default())
            }
            NotationError::LongRank { rank, place } => {
                write!(f, "rank {rank} has more than {FILES} squares at character {place}")
            }
            NotationError::ShortRank { rank, squares, place } => {
                write!(f, "rank {rank} has {squares} squares, not {FILES}, at character {place}")
            }
            NotationError::Ranks { found, place } => write!(f, "{found} ranks, not {RANKS}, at character {place}"),
            NotationError::NoSide { place } => {
                write!(f, "the side to move is missing at character {place}: expected b")
            }
            NotationError::BlackCannon { place } => {
                write!(f, "'C' at character {place}: black cannons are switched off")
            }
            NotationError::NotAMove(text) => write!(f, "'{text}' is no move: expected two squares such as e2e1"),
        }
    }
}

impl Error for NotationError {}

/// Reads a position. Black cannons are an extension: with `cannons` false one is refused.
///
/// # Errors
/// [`NotationError`], which names the character that is wrong and its place.
pub fn parse_position(text: &str, cannons: bool) -> Result<Capture, NotationError> {
    let mut reader = Reader::new(cannons);
    let mut places = text.chars().zip(1..).skip_while(|(found, _)| found.is_whitespace()).peekable();
    let mut end = 1;
    while let Some((found, place)) = places.next_if(|(found, _)| !found.is_whitespace()) {
        reader.take(found, place)?;
        end = place + 1;
    }
    reader.finish(end)?;
    let mut rest = places.filter(|(found, _)| !found.is_whitespace());
    let Some((side, place)) = rest.next() else { return Err(NotationError::NoSide { place: end }) };
    if side != 'b' {
        return Err(NotationError::Character {
            found: side,
            place,
            expected: "b, for Black is the only side that moves",
        });
    }
    match rest.next() {
        Some((found, place)) => Err(NotationError::Character { found, place, expected: "the end" }),
        None => Ok(reader.position()),
    }
}

/// A position being read.
struct Reader {
    cannons: bool,
    rank: usize,
    file: usize,
    ducks: u32,
    blacks: Vec<(usize, Kind)>,
    reds: Vec<(usize, Kind)>,
}

impl Reader {
    fn new(cannons: bool) -> Reader {
        Reader { cannons, rank: 0, file: 0, ducks: 0, blacks: Vec::new(), reds: Vec::new() }
    }

    fn take(&mut self, found: char, place: usize) -> Result<(), NotationError> {
        if found == '/' {
            self.close_rank(place)?;
            return if self.rank < RANKS { Ok(()) } else { Err(NotationError::Ranks { found: RANKS + 1, place }) };
        }
        let width = found.to_digit(10).filter(|digit| (1..=FILES as u32).contains(digit)).unwrap_or(1) as usize;
        let piece = Kind::from_letter(found);
        if piece.is_none() && found != DUCK && !('1'..='8').contains(&found) {
            let expected = "a letter of KAERNCP or kaerncp, D, a digit from 1 to 8, or /";
            return Err(NotationError::Character { found, place, expected });
        }
        if self.file + width > FILES {
            return Err(NotationError::LongRank { rank: self.rank + 1, place });
        }
        let square = self.rank * FILES + self.file;
        match piece {
            Some(Kind::Cannon) if found == 'C' && !self.cannons => return Err(NotationError::BlackCannon { place }),
            Some(kind) if found.is_ascii_uppercase() => self.blacks.push((square, kind)),
            Some(kind) => self.reds.push((square, kind)),
            None if found == DUCK => self.ducks |= 1 << square,
            None => {}
        }
        self.file += width;
        Ok(())
    }

    fn close_rank(&mut self, place: usize) -> Result<(), NotationError> {
        if self.file < FILES {
            return Err(NotationError::ShortRank { rank: self.rank + 1, squares: self.file, place });
        }
        (self.rank, self.file) = (self.rank + 1, 0);
        Ok(())
    }

    fn finish(&mut self, place: usize) -> Result<(), NotationError> {
        self.close_rank(place)?;
        if self.rank < RANKS { Err(NotationError::Ranks { found: self.rank, place }) } else { Ok(()) }
    }

    fn position(self) -> Capture {
        let layout = Layout::new(self.ducks, self.reds);
        let alive = layout.reds();
        Capture::new(Arc::new(layout), self.blacks, alive)
    }
}

/// Writes a position; [`parse_position`] gives it back.
pub fn format_position(pos: &Capture) -> String {
    let mut text = String::new();
    for rank in 0..RANKS {
        let mut run = 0;
        for file in 0..FILES {
            match letter(pos, rank * FILES + file) {
                None => run += 1,
                Some(letter) => {
                    push_run(&mut text, &mut run);
                    text.push(letter);
                }
            }
        }
        push_run(&mut text, &mut run);
        text.push(if rank + 1 < RANKS { '/' } else { ' ' });
    }
    text + "b"
}

fn push_run(text: &mut String, run: &mut usize) {
    if *run > 0 {
        text.push_str(&run.to_string());
        *run = 0;
    }
}

/// What stands on a square: capitals Black's, small letters red, `D` a duck.
fn letter(pos: &Capture, square: usize) -> Option<char> {
    let black = pos.black(square).map(Kind::letter);
    let red = pos.red(square).map(|kind| kind.letter().to_ascii_lowercase());
    let duck = (pos.layout().ducks() >> square & 1 == 1).then_some(DUCK);
    black.or(red).or(duck)
}

/// Draws a position with rank 4 on top, as a person sees the board.
pub fn draw(pos: &Capture) -> String {
    let files: String = ('a'..).take(FILES).map(|file| format!(" {file}")).collect();
    let mut text = format!("  {files}\n");
    for rank in (0..RANKS).rev() {
        let row: String =
            (0..FILES).map(|file| format!(" {}", letter(pos, rank * FILES + file).unwrap_or('.'))).collect();
        text.push_str(&format!(" {}{row} {}\n", rank + 1, rank + 1));
    }
    text + "  " + &files + "\n"
}

/// Reads a move: `e2e1` or `E2 E1`. Whether it is legal is another question.
///
/// # Errors
/// [`NotationError::NotAMove`].
pub fn parse_move(text: &str) -> Result<Move, NotationError> {
    let letters: Vec<char> = text.trim().chars().take(SHOWN).collect();
    let squares = match letters[..] {
        [a, b, c, d] => square(a, b).zip(square(c, d)),
        [a, b, ' ', c, d] => square(a, b).zip(square(c, d)),
        _ => None,
    };
    let (from, to) = squares.ok_or_else(|| NotationError::NotAMove(letters.iter().collect()))?;
    Ok(Move { from, to })
}

fn square(file: char, rank: char) -> Option<u8> {
    let file = ('a'..).take(FILES).position(|letter| letter == file.to_ascii_lowercase())?;
    let rank = ('1'..).take(RANKS).position(|digit| digit == rank)?;
    Some((rank * FILES + file) as u8)
}

/// Writes a move: `e2e1`.
pub fn format_move(mv: Move) -> String {
    square_name(mv.from) + &square_name(mv.to)
}

/// Writes a square: a letter and a digit.
pub(super) fn square_name(square: u8) -> String {
    let square = usize::from(square) % SQUARES;
    let file = char::from(b'a' + (square % FILES) as u8);
    format!("{file}{}", square / FILES + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_come_back() {
        for text in ["2c3n1/4R3/7p/1r4n1 b", "8/8/8/8 b", "DDDDDDDD/kaerncpD/KAERNCPD/1D1D1D1D b"] {
            assert_eq!(format_position(&parse_position(text, true).unwrap()), text);
        }
        assert_eq!(format_position(&parse_position(" 11K5/8/8/8  b ", true).unwrap()), "2K5/8/8/8 b");
    }

    #[test]
    fn errors_name_the_character_and_its_place() {
        for (text, error) in [
            ("2c3x1/8/8/8 b", "'x' at character 4: expected a letter"),
            ("d7/8/8/8 b", "'d' at character 1"),
            ("9/8/8/8 b", "'9' at character 1"),
            ("8/8/8/8", "the side to move is missing at character 8"),
            ("8/8/8/8 w", "'w' at character 9"),
            ("8/8/8/8 b b", "'b' at character 11: expected the end"),
            ("8/8/8 b", "3 ranks, not 4, at character 6"),
            ("8/8/8/8/8 b", "5 ranks, not 4, at character 8"),
            ("8/7/8/8 b", "rank 2 has 7 squares, not 8, at character 4"),
            ("8/8K/8/8 b", "rank 2 has more than 8 squares at character 4"),
            ("", "rank 1 has 0 squares, not 8, at character 1"),
            ("8/\u{1}7/8/8 b", "'\\u{1}' at character 3"),
        ] {
            let found = parse_position(text, true).map(|_| ()).unwrap_err().to_string();
            assert!(found.starts_with(error), "{text}: {found}");
        }
        assert_eq!(parse_position("8/2C5/8/8 b", false), Err(NotationError::BlackCannon { place: 4 }));
        assert!(parse_position("8/2c5/8/8 b", false).is_ok());
    }

    #[test]
    fn moves_are_read_in_both_forms() {
        for text in ["e2e1", "E2 E1", " E2e1 "] {
            assert_eq!(parse_move(text), Ok(Move { from: 12, to: 4 }));
        }
        for text in ["", "e2", "e2e5", "i1e1", "e2-e1", "e2  e1", "e2e1e1", "ééééé"] {
            assert!(matches!(parse_move(text), Err(NotationError::NotAMove(_))), "{text}");
        }
        assert_eq!(format_move(Move { from: 0, to: 31 }), "a1h4");
    }

    #[test]
    fn the_board_is_drawn_with_rank_one_below() {
        let drawn = draw(&parse_position("K7/8/8/7D b", true).unwrap());
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "   a b c d e f g h");
        assert_eq!((lines[1], lines[4]), (" 4 . . . . . . . D 4", " 1 K . . . . . . . 1"));
    }
}
