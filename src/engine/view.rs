//! A position as a board shows it: where the cells lie, what stands on them, and which cells each move touches. Whoever draws
//! a [`View`] and lets its moves be chosen needs no rules of the game.

use serde::{Deserialize, Serialize};

use super::{MoveStyle, Notation, Rejected};
use crate::search::{MoveStack, Outcome, Player, Position};

/// What a cell looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A point where lines cross.
    Points,
    /// A hollow of a hexagonal board.
    Hexes,
    /// A square.
    Squares,
}

/// A cell, and where its middle lies: the unit is the distance of two neighbours, `x` goes right and `y` down.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardCell {
    /// Its name, as moves have it.
    pub name: String,
    /// Distance from the left.
    pub x: f32,
    /// Distance from the top.
    pub y: f32,
}

/// A kind of piece, as the position's text has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sign {
    /// Its letter in the text.
    pub sign: char,
    /// What it is called.
    pub name: String,
    /// 0 for the first player's, 1 for the second's, `None` for nobody's.
    pub owner: Option<usize>,
}

/// What does not change during a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// The look of its cells.
    pub shape: Shape,
    /// The cells, in the order of the position's text.
    pub rows: Vec<Vec<BoardCell>>,
    /// Letters and numbers beside the board.
    pub labels: Vec<BoardCell>,
    /// Cells with a mark of their own.
    pub stars: Vec<String>,
    /// What can stand on a cell.
    pub signs: Vec<Sign>,
}

/// Something on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The cell's name.
    pub at: String,
    /// The piece's letter: one of [`Board::signs`].
    pub sign: char,
}

/// A move by the cells it touches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The move as people write it.
    pub text: String,
    /// The cells that the mover's pieces leave; none when a piece comes from outside.
    pub from: Vec<String>,
    /// The cells that they come to, in the same order.
    pub to: Vec<String>,
}

/// Why a cell is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FoulKind {
    /// More than five in a row.
    Overline,
    /// Two fours.
    Fours,
    /// Two threes.
    Threes,
}

/// A cell that is forbidden to the first player, whoever is to move, with the lines that make it so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ForbiddenCell {
    /// The cell.
    pub at: String,
    /// What it would make.
    pub kind: FoulKind,
    /// The stones of each such line, the forbidden one among them.
    pub lines: Vec<Vec<String>>,
}

/// Everything there is to see of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The board.
    pub board: Board,
    /// What stands on it.
    pub pieces: Vec<Piece>,
    /// The moves that can be chosen: legal, and not forbidden. None when the game is over.
    pub moves: Vec<Step>,
    /// Cells that are forbidden to the side to move.
    pub forbidden: Vec<String>,
    /// Cells that are forbidden to the first player, whoever is to move, and why.
    pub fouls: Vec<ForbiddenCell>,
    /// The last move.
    pub last: Option<Step>,
    /// Pieces lost by each player, where that is counted.
    pub lost: Option<[u8; 2]>,
    /// The cells that won the game, where there are such.
    pub winning: Vec<String>,
}

/// What a row of stones threatens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RowKind {
    /// One more stone makes a five.
    Four,
    /// One more stone makes an open four.
    Three,
}

/// A row of stones that threatens to win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoneRow {
    /// 0 for the first player's, 1 for the second's.
    pub player: usize,
    /// What it threatens.
    pub kind: RowKind,
    /// Its stones, from end to end.
    pub stones: Vec<String>,
    /// The points that complete it.
    pub points: Vec<String>,
}

/// What a game owes the board that shows it, beside its text.
pub trait BoardView<G: Position>: Notation<G> {
    /// The board.
    fn board(&self, pos: &G) -> Board;
    /// The cells that a move of this position touches.
    fn step(&self, pos: &G, mv: G::Move) -> Step;
    /// What follows the rows in the text of a position that is set up from these pieces.
    fn tail(&self, pieces: &[Piece], to_move: Player) -> String;

    /// Pieces lost by each player; `None` in a game that does not count them.
    fn lost(&self, _pos: &G) -> Option<[u8; 2]> {
        None
    }
    /// The cells that made this outcome.
    fn winning(&self, _pos: &G, _outcome: Outcome) -> Vec<String> {
        Vec::new()
    }
    /// The rows of stones by which either side threatens to win, where there are such.
    fn rows(&self, _pos: &G) -> Vec<StoneRow> {
        Vec::new()
    }
    /// The cells that are forbidden to the first player, and why.
    fn fouls(&self, _pos: &G) -> Vec<ForbiddenCell> {
        Vec::new()
    }
    /// The position with the other side to move, for a look at what it threatens; `None` where that cannot be.
    fn passed(&self, _pos: &G) -> Option<G> {
        None
    }
}

/// Shows a position. `last` is the move that led to it, with the position before.
pub(super) fn show<G: Position, N: BoardView<G>>(
    notation: &N,
    pos: &G,
    last: Option<(&G, G::Move)>,
    outcome: Option<Outcome>,
) -> View {
    let board = notation.board(pos);
    let pieces = read_rows(&notation.format_position(pos), &board);
    let forbidden = notation.forbidden(pos);
    let mut moves = MoveStack::new();
    if outcome.is_none() {
        pos.generate(&mut moves);
    }
    let moves = moves.moves(0).filter(|mv| !forbidden.contains(mv)).map(|mv| notation.step(pos, mv)).collect();
    let name = |mv: &G::Move| notation.format_move(pos, *mv, MoveStyle::Bottom);
    View {
        pieces,
        moves,
        forbidden: forbidden.iter().map(name).collect(),
        fouls: if outcome.is_none() { notation.fouls(pos) } else { Vec::new() },
        last: last.map(|(before, mv)| notation.step(before, mv)),
        lost: notation.lost(pos),
        winning: outcome.map_or_else(Vec::new, |outcome| notation.winning(pos, outcome)),
        board,
    }
}

/// The steps of a line of moves from a position; it ends where a move cannot be played.
pub(super) fn steps<G: Position, N: BoardView<G>>(notation: &N, pos: &G, moves: &[String]) -> Vec<Step> {
    let mut pos = pos.clone();
    let mut steps = Vec::with_capacity(moves.len());
    for text in moves {
        let Ok(mv) = notation.parse_move(&pos, text) else { break };
        steps.push(notation.step(&pos, mv));
        pos.make(mv);
    }
    steps
}

/// The text of a position with these pieces, checked by being read.
pub(super) fn arrange<G: Position, N: BoardView<G>>(
    notation: &N,
    pos: &G,
    pieces: &[Piece],
    to_move: Player,
) -> Result<String, Rejected> {
    let rows = write_rows(pieces, &notation.board(pos))?;
    let text = format!("{rows} {}", notation.tail(pieces, to_move));
    Ok(notation.format_position(&notation.parse_position(&text)?))
}

/// What stands on the cells, by the rows that begin a position's text: letters, and numbers of empty cells.
fn read_rows(text: &str, board: &Board) -> Vec<Piece> {
    let rows = text.split_whitespace().next().unwrap_or_default();
    let mut pieces = Vec::new();
    for (row, places) in rows.split('/').zip(&board.rows) {
        let (mut at, mut run) = (0, 0);
        for sign in row.chars() {
            if let Some(digit) = sign.to_digit(10) {
                run = run * 10 + digit as usize;
                continue;
            }
            at += std::mem::take(&mut run);
            if let Some(place) = places.get(at) {
                pieces.push(Piece { at: place.name.clone(), sign });
            }
            at += 1;
        }
    }
    pieces
}

fn write_rows(pieces: &[Piece], board: &Board) -> Result<String, Rejected> {
    let places = || board.rows.iter().flatten();
    for (nth, piece) in pieces.iter().enumerate() {
        let wrong = |why: &str| Rejected::BadPosition(format!("a piece on '{}': {why}", quote(&piece.at)));
        if !places().any(|place| place.name == piece.at) {
            return Err(wrong("there is no such cell"));
        }
        if !board.signs.iter().any(|sign| sign.sign == piece.sign) {
            return Err(wrong("there is no such piece"));
        }
        if pieces[..nth].iter().any(|other| other.at == piece.at) {
            return Err(wrong("the cell is occupied"));
        }
    }
    let rows = board.rows.iter().map(|row| write_row(row, pieces));
    Ok(rows.collect::<Vec<_>>().join("/"))
}

fn write_row(row: &[BoardCell], pieces: &[Piece]) -> String {
    let mut text = String::new();
    let mut run = 0;
    for place in row {
        let Some(piece) = pieces.iter().find(|piece| piece.at == place.name) else {
            run += 1;
            continue;
        };
        if run > 0 {
            text += &std::mem::take(&mut run).to_string();
        }
        text.push(piece.sign);
    }
    if run > 0 { text + &run.to_string() } else { text }
}

/// At most this much of a stranger's text is repeated in an error.
const QUOTED: usize = 20;

fn quote(text: &str) -> String {
    text.chars().take(QUOTED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::Options;
    use crate::engine::{Change, Engine};

    fn open(game: &str) -> Box<dyn Engine> {
        let options = Options::for_game(game).unwrap();
        (options.game().open)(&options).unwrap()
    }

    #[test]
    fn pieces_of_a_view_make_the_position_again() {
        for game in Options::new().games() {
            let mut engine = open(game.name);
            for _ in 0..6 {
                let moves = engine.legal_moves(MoveStyle::Bottom);
                engine.apply(&Change::Play(moves[moves.len() / 3].clone())).unwrap();
            }
            let view = engine.view();
            assert!(!view.pieces.is_empty(), "{}", game.name);
            let board = |text: &str| text.split(' ').next().map(str::to_owned);
            let text = engine.arrange(&view.pieces, engine.standing().to_move).unwrap();
            assert_eq!(board(&text), board(&engine.position()), "{}", game.name);
        }
    }

    #[test]
    fn moves_touch_cells_of_the_board_and_lead_where_they_say() {
        for game in Options::new().games() {
            let mut engine = open(game.name);
            for turn in 0..8 {
                let view = engine.view();
                let cells: Vec<&str> = view.board.rows.iter().flatten().map(|place| place.name.as_str()).collect();
                for step in &view.moves {
                    assert!(step.from.is_empty() || step.from.len() == step.to.len(), "{step:?}");
                    assert!(step.from.iter().chain(&step.to).all(|cell| cells.contains(&cell.as_str())), "{step:?}");
                }
                let step = view.moves[(turn * 7) % view.moves.len()].clone();
                let steps = engine.steps(&[step.text.clone(), "nonsense".to_owned()]);
                assert_eq!(steps, std::slice::from_ref(&step));
                engine.apply(&Change::Play(step.text.clone())).unwrap();
                let after = engine.view();
                assert_eq!(after.last.as_ref(), Some(&step), "{}", game.name);
                assert!(step.to.iter().all(|to| after.pieces.iter().any(|piece| piece.at == *to)), "{step:?}");
            }
        }
    }

    #[test]
    fn pieces_that_make_no_position_are_named() {
        let piece = |at: &str, sign| Piece { at: at.to_owned(), sign };
        for (game, pieces, why) in [
            ("gomoku", vec![piece("z9", 'b')], "'z9': there is no such cell"),
            ("gomoku", vec![piece("h8", 'k')], "'h8': there is no such piece"),
            ("abalone", vec![piece("e5", 'b'), piece("e5", 'w')], "'e5': the cell is occupied"),
        ] {
            let error = open(game).arrange(&pieces, Player::First).unwrap_err();
            assert!(error.to_string().contains(why), "{error}");
        }
        let crowd = |sign| open("abalone").view().board.rows.concat().iter().map(|at| piece(&at.name, sign)).collect();
        let pieces: Vec<Piece> = crowd('b');
        assert!(open("abalone").arrange(&pieces, Player::First).is_err());
    }

    #[test]
    fn threats_are_those_of_both_sides() {
        let mut engine = open("gomoku");
        let moves = "h8 a1 i8 c1 j8 e1".split(' ').map(str::to_owned).collect();
        engine.apply(&Change::Set { position: None, moves }).unwrap();
        let threats = engine.threats(10_000, &crate::search::Control::unlimited());
        assert_eq!(threats.len(), 1);
        assert_eq!((threats[0].player, threats[0].line.len()), (Player::First, 3));
        engine.apply(&Change::Play("o1".to_owned())).unwrap();
        let threats = engine.threats(10_000, &crate::search::Control::unlimited());
        assert_eq!((threats.len(), threats[0].player), (1, Player::First));
    }
}
