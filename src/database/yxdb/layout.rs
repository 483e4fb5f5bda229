//! What both the reader and the writer know of the file.

use crate::database::record::{Record, Value};
use crate::database::space::{Space, Stones};

/// The first bytes of an LZ4 frame.
pub(super) const LZ4: [u8; 4] = 0x184D_2204_u32.to_le_bytes();
/// The text of the first record in files whose texts are UTF-8.
pub(super) const CHARSET: &str = "charset=\"UTF-8\"";
/// The value of a win on the board; a win in so many plies is that much less.
pub(super) const MATE: i16 = 30_000;
/// Values beyond this are wins.
pub(super) const MOST_PLIES: i16 = 500;
/// Before the texts on cells.
pub(super) const BOARD_TEXTS: &str = "@BTXT@";
/// Between these texts and the comment; in a comment, a line feed.
pub(super) const BREAK: char = '\u{8}';
/// The coordinates of a pass.
pub(super) const PASS: [u8; 2] = [u8::MAX; 2];
/// The rules by their numbers in the file.
pub const RULES: [&str; 3] = ["freestyle", "standard", "renju"];

/// A position of the file, as the file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The rule: an index of [`RULES`].
    pub rule: u8,
    /// Rows and columns of the board.
    pub size: u8,
    /// The position: the kinds of pieces are 0 for black stones and 1 for white ones, the cells count by rows from the top left.
    pub stones: Stones,
    /// What is known about it, its cells those of `stones`.
    pub record: Record,
}

/// A value as the files have it.
pub fn number_of(value: Option<Value>) -> i16 {
    let mate = |plies: u32| MATE - i16::try_from(plies).unwrap_or(i16::MAX).min(MOST_PLIES - 1);
    match value {
        None | Some(Value::Draw) => 0,
        Some(Value::Score(score)) => score.clamp((MOST_PLIES - MATE).into(), (MATE - MOST_PLIES).into()) as i16,
        Some(Value::Win(plies)) => mate(plies),
        Some(Value::Loss(plies)) => -mate(plies),
    }
}

/// The stones of each colour as bytes, in the order of columns, then rows.
pub(super) fn colour(stones: &Stones, kind: u8, size: u8) -> Vec<[u8; 2]> {
    let of_kind = stones.pieces.iter().filter(|piece| piece.1 == kind);
    let place = |cell: u16| [(cell % u16::from(size)) as u8, (cell / u16::from(size)) as u8];
    let mut points: Vec<[u8; 2]> = of_kind.map(|piece| place(piece.0)).collect();
    points.sort_unstable();
    points
}

/// The number of the player whose turn the number of stones tells.
pub(super) fn expected(stones: usize) -> u8 {
    (stones % 2) as u8
}

/// Can a file hold the position? There may be one pass more than the stones tell, and no stone that is nobody's.
pub fn holds(stones: &Stones) -> bool {
    let count = |kind| stones.pieces.iter().filter(|piece| piece.1 == kind).count();
    let (black, white) = (count(0), count(1));
    let (pass_black, pass_white) = match (expected(black + white), stones.to_move) {
        (due, to_move) if due == to_move => (0, 0),
        (0, _) => (1, 0),
        _ => (0, 1),
    };
    let all = black + white + pass_black + pass_white;
    black + white == stones.pieces.len() && black + pass_black == all.div_ceil(2)
}

/// The image of a position whose key is the least to these files, with its record.
pub fn least(space: &Space, size: u8, stones: &Stones, record: &Record) -> (Stones, Record) {
    let image = |images: &Vec<u16>| {
        let mut image = stones.clone();
        image.pieces.iter_mut().for_each(|piece| piece.0 = images[usize::from(piece.0)]);
        image.pieces.sort_unstable();
        image
    };
    let key = |stones: &Stones| (colour(stones, 0, size), colour(stones, 1, size));
    let candidates = space.symmetries().iter().map(|images| (image(images), images));
    match candidates.min_by_key(|(image, _)| key(image)) {
        Some((image, images)) => {
            (image, record.clone().moved(|cell| images.get(usize::from(cell)).copied().unwrap_or(cell)))
        }
        None => (stones.clone(), record.clone()),
    }
}

/// Do these bytes look like such a file?
pub fn is_likely(start: &[u8]) -> bool {
    let meta: &[u8] = &[3, 0, 0, 0, 0];
    start.starts_with(&LZ4) || start.get(4..9) == Some(meta)
}
