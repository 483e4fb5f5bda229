//! An independent judge of solutions: it reads the same texts as everything else here, but shares no code with it, and decides
//! square by square on a board of letters. No solution is printed that it has not replayed.

use std::error::Error;
use std::fmt;

/// Why a list of moves is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// The move, from 1; 0 when it is not about a move.
    pub number: usize,
    /// What is wrong.
    pub why: String,
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.number, self.why)
    }
}

impl Error for Objection {}

/// Four ranks of eight letters; a dot is an empty square.
type Board = [[char; 8]; 4];

/// The ranks, the strongest first.
const ORDER: &str = "KAERNCP";

/// Plays the moves (`e2e1`) from the position, and agrees if each is legal and none but the last takes the last red piece.
///
/// # Errors
/// [`Objection`] to the first thing that is wrong.
pub fn replay<S: AsRef<str>>(position: &str, moves: &[S]) -> Result<(), Objection> {
    let mut board = read(position).ok_or_else(|| object(0, "the position cannot be read"))?;
    for (at, text) in moves.iter().enumerate() {
        if !has_reds(&board) {
            return Err(object(at + 1, "the puzzle is solved already"));
        }
        let (from, to) = squares(text.as_ref()).ok_or_else(|| object(at + 1, "not two squares"))?;
        check(&board, from, to).map_err(|why| object(at + 1, why))?;
        board[to.0][to.1] = board[from.0][from.1];
        board[from.0][from.1] = '.';
    }
    if has_reds(&board) { Err(object(moves.len(), "red pieces are left")) } else { Ok(()) }
}

fn object(number: usize, why: &str) -> Objection {
    Objection { number, why: why.to_owned() }
}

fn read(position: &str) -> Option<Board> {
    let mut board = [['.'; 8]; 4];
    let ranks: Vec<&str> = position.split_whitespace().next()?.split('/').collect();
    if ranks.len() != board.len() {
        return None;
    }
    for (rank, text) in board.iter_mut().zip(ranks) {
        let mut cells = text.chars().flat_map(|letter| match letter.to_digit(10) {
            Some(count) => vec!['.'; count as usize],
            None => vec![letter],
        });
        for cell in rank.iter_mut() {
            *cell = cells.next()?;
        }
    }
    Some(board)
}

/// Rank and file of both squares, from 0.
fn squares(text: &str) -> Option<((usize, usize), (usize, usize))> {
    let [a, b, c, d] = text.as_bytes() else { return None };
    let place = |file: u8, rank: u8| {
        let found = (usize::from(rank.checked_sub(b'1')?), usize::from(file.checked_sub(b'a')?));
        (found.0 < 4 && found.1 < 8).then_some(found)
    };
    Some((place(*a, *b)?, place(*c, *d)?))
}

fn has_reds(board: &Board) -> bool {
    board.iter().flatten().any(char::is_ascii_lowercase)
}

fn check(board: &Board, from: (usize, usize), to: (usize, usize)) -> Result<(), &'static str> {
    let (piece, target) = (board[from.0][from.1], board[to.0][to.1]);
    if !piece.is_ascii_uppercase() || piece == 'D' {
        return Err("no black piece stands there");
    }
    if target.is_ascii_uppercase() {
        return Err("a black piece or a duck is in the way");
    }
    let distance = from.0.abs_diff(to.0) + from.1.abs_diff(to.1);
    if (from.0 != to.0 && from.1 != to.1) || distance == 0 {
        return Err("not along a rank or a file");
    }
    let met = between(board, from, to).filter(|cell| *cell != '.').count();
    match (piece, target) {
        ('C', '.') | ('R', _) if met > 0 => Err("something stands between"),
        ('C', taken) if taken != '.' && met != 1 => Err("a cannon takes behind exactly one piece"),
        ('C' | 'R', _) if piece == 'C' || target == '.' => Ok(()),
        _ if piece != 'R' && distance > 1 => Err("more than one step"),
        (_, '.') => Ok(()),
        _ if beats(piece, target) => Ok(()),
        _ => Err("that piece may not take this one"),
    }
}

fn between(board: &Board, from: (usize, usize), to: (usize, usize)) -> impl Iterator<Item = char> {
    let (ranks, files) = (from.0.min(to.0)..=from.0.max(to.0), from.1.min(to.1)..=from.1.max(to.1));
    let all = ranks.flat_map(move |rank| files.clone().map(move |file| (rank, file)));
    all.filter(move |place| *place != from && *place != to).map(|(rank, file)| board[rank][file])
}

fn beats(black: char, red: char) -> bool {
    let strength = |letter: char| ORDER.find(letter.to_ascii_uppercase());
    match (black, red) {
        ('K', 'p') => false,
        ('P', 'k') => true,
        _ => strength(black) <= strength(red),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_accepted_and_everything_else_is_not() {
        assert_eq!(replay("R2D3r/8/8/8 b", &["a1a2", "a2h2", "h2h1"]), Ok(()));
        for (position, moves, number) in [
            ("R2D3r/8/8/8 b", &["a1h1"][..], 1),
            ("R2D3r/8/8/8 b", &["a1a2", "a2h2"], 2),
            ("Rr5r/8/8/8 b", &["a1h1"], 1),
            ("Rr6/8/8/8 b", &["a1b1", "b1c1"], 2),
            ("Kp6/8/8/8 b", &["a1b1"], 1),
            ("Pc6/8/8/8 b", &["a1b1"], 1),
            ("K1k5/8/8/8 b", &["a1c1"], 1),
            ("KAk5/8/8/8 b", &["a1b1"], 1),
            ("K7/1k6/8/8 b", &["a1b2"], 1),
            ("K7/8/8/7k b", &["b1b2"], 1),
            ("Ck6/8/8/8 b", &["a1b1"], 1),
            ("K7/8/8/7k b", &["a5a6"], 1),
            ("nonsense", &[], 0),
        ] {
            assert_eq!(replay(position, moves).map_err(|why| why.number), Err(number), "{position} {moves:?}");
        }
        assert_eq!(replay("C1D1p3/8/8/8 b", &["a1e1"]), Ok(()));
        assert_eq!(replay("Pk6/8/8/8 b", &["a1b1"]), Ok(()));
    }
}
