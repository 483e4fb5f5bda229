//! The positions under one set of rules, and their keys: the least of all symmetric images, in a byte a stone. A key holds the whole
//! position, so that two positions never share one.

use rustc_hash::FxHashMap;

use super::error::DatabaseError;
use super::record::Record;
use super::rules::{identity, rules_text};
use super::symmetry::symmetries;
use crate::engine::options::Options;

/// A position: who is to move, the numbers that belong to it, and what stands on which cell, in the order of the cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stones {
    /// 0 for the first player, 1 for the second.
    pub to_move: u8,
    /// Such as the marbles lost in Abalone.
    pub numbers: Vec<u8>,
    /// Cells, and the kinds of what stands there.
    pub pieces: Vec<(u16, u8)>,
}

/// The key of a position, the same for all its symmetric images.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub Box<[u8]>);

/// The key of a position, and how its cells are mapped to those of the image that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The key.
    pub key: Key,
    symmetry: usize,
}

/// The positions under one set of rules.
#[derive(Debug)]
pub struct Space {
    rules: String,
    numbers: usize,
    lays: bool,
    names: Vec<String>,
    cells: FxHashMap<String, u16>,
    /// The cells of each row of a position's text.
    rows: Vec<usize>,
    signs: Vec<char>,
    symmetries: Vec<Vec<u16>>,
    inverses: Vec<Vec<u16>>,
}

/// In a key, so many empty cells.
const LONG_GAP: u8 = u8::MAX;

impl Space {
    /// The positions of a game under these options.
    ///
    /// # Errors
    /// When no positions of that game are kept.
    pub fn new(options: &Options) -> Result<Space, DatabaseError> {
        let identity = identity(options)?;
        let rules = rules_text(options, &identity);
        let engine = (options.game().open)(options).map_err(|why| DatabaseError::Position(why.to_string()))?;
        let board = engine.view().board;
        let places: Vec<_> = board.rows.iter().flatten().collect();
        let symmetries = symmetries(&places.iter().map(|place| (place.x, place.y)).collect::<Vec<_>>());
        let names: Vec<String> = places.iter().map(|place| place.name.clone()).collect();
        Ok(Space {
            rules,
            numbers: identity.numbers,
            lays: identity.lays,
            cells: (0..).zip(&names).map(|(cell, name)| (name.clone(), cell)).collect(),
            names,
            rows: board.rows.iter().map(Vec::len).collect(),
            signs: board.signs.iter().map(|sign| sign.sign).collect(),
            inverses: symmetries.iter().map(|images| inverse(images)).collect(),
            symmetries,
        })
    }

    /// The rules as text: the game and the options that matter.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// The name of a cell.
    pub fn name(&self, cell: u16) -> Option<&str> {
        self.names.get(usize::from(cell)).map(String::as_str)
    }

    /// The cell of a name.
    pub fn cell(&self, name: &str) -> Option<u16> {
        self.cells.get(name).copied()
    }

    /// The letter of a kind of piece.
    pub fn sign(&self, kind: u8) -> Option<char> {
        self.signs.get(usize::from(kind)).copied()
    }

    /// Does every move lay one piece, and change nothing else?
    pub(super) fn lays(&self) -> bool {
        self.lays
    }

    /// Every symmetry of the board: the images of all cells.
    pub(super) fn symmetries(&self) -> &[Vec<u16>] {
        &self.symmetries
    }

    /// The number of cells.
    pub fn size(&self) -> usize {
        self.names.len()
    }

    /// The kind of a piece, by its letter in position texts.
    pub fn kind(&self, sign: char) -> Option<u8> {
        self.signs.iter().position(|&known| known == sign).and_then(|kind| u8::try_from(kind).ok())
    }

    /// The position of a text, as engines write it and as [`Space::text`] does.
    ///
    /// # Errors
    /// [`DatabaseError::Position`].
    pub fn parse(&self, text: &str) -> Result<Stones, DatabaseError> {
        let bad = |why: &str| DatabaseError::Position(why.to_owned());
        let mut words = text.split_whitespace();
        let rows: Vec<&str> = words.next().ok_or_else(|| bad("empty"))?.split('/').collect();
        if rows.len() != self.rows.len() {
            return Err(bad(&format!("{} rows, the board has {}", rows.len(), self.rows.len())));
        }
        let mut stones = Stones::default();
        let mut first = 0;
        for (row, &length) in rows.iter().zip(&self.rows) {
            self.parse_row(row, first, length, &mut stones.pieces).ok_or_else(|| bad("a row that does not fit"))?;
            first += length;
        }
        stones.to_move = match words.next() {
            Some("b") => 0,
            Some("w") => 1,
            _ => return Err(bad("expected b or w to move")),
        };
        stones.numbers = words.take(self.numbers).map_while(|word| word.parse::<u8>().ok()).collect();
        if stones.numbers.len() == self.numbers { Ok(stones) } else { Err(bad("a number is missing")) }
    }

    fn parse_row(&self, row: &str, first: usize, length: usize, pieces: &mut Vec<(u16, u8)>) -> Option<()> {
        let (mut at, mut run) = (0_usize, 0_usize);
        for sign in row.chars() {
            if let Some(digit) = sign.to_digit(10) {
                run = run.checked_mul(10)?.checked_add(digit as usize)?;
                continue;
            }
            at = at.checked_add(std::mem::take(&mut run))?;
            (at < length).then_some(())?;
            pieces.push((u16::try_from(first + at).ok()?, self.kind(sign)?));
            at += 1;
        }
        (at.checked_add(run)? == length).then_some(())
    }

    /// A position as text: rows, side to move, and the numbers that belong to it.
    pub fn text(&self, stones: &Stones) -> String {
        let mut pieces = stones.pieces.iter().peekable();
        let mut first = 0;
        let mut rows = Vec::with_capacity(self.rows.len());
        for &length in &self.rows {
            let (mut row, mut run) = (String::new(), 0);
            for cell in first..first + length {
                let Some(&(_, kind)) = pieces.next_if(|piece| usize::from(piece.0) == cell) else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    row += &std::mem::take(&mut run).to_string();
                }
                row.push(self.signs[usize::from(kind)]);
            }
            rows.push(if run > 0 { row + &run.to_string() } else { row });
            first += length;
        }
        let numbers: String = stones.numbers.iter().map(|number| format!(" {number}")).collect();
        format!("{} {}{numbers}", rows.join("/"), if stones.to_move == 0 { 'b' } else { 'w' })
    }

    /// The key of a position.
    pub fn place(&self, stones: &Stones) -> Placed {
        let mut least = stones.pieces.clone();
        let mut symmetry = 0;
        let mut image = Vec::with_capacity(least.len());
        for (number, images) in self.symmetries.iter().enumerate().skip(1) {
            image.clear();
            image.extend(stones.pieces.iter().map(|&(cell, kind)| (images[usize::from(cell)], kind)));
            image.sort_unstable();
            if image < least {
                std::mem::swap(&mut image, &mut least);
                symmetry = number;
            }
        }
        Placed { key: self.encode(stones, &least), symmetry }
    }

    fn longest_gap(&self) -> u16 {
        u16::from(u8::MAX) / self.signs.len().max(1) as u16
    }

    fn encode(&self, stones: &Stones, pieces: &[(u16, u8)]) -> Key {
        let (kinds, longest) = (self.signs.len() as u16, self.longest_gap());
        let mut bytes = Vec::with_capacity(pieces.len() + self.numbers + 4);
        bytes.push(stones.to_move);
        bytes.extend(&stones.numbers);
        let mut next = 0;
        for &(cell, kind) in pieces {
            let mut gap = cell - next;
            while gap >= longest {
                bytes.push(LONG_GAP);
                gap -= longest;
            }
            bytes.push((gap * kinds + u16::from(kind)) as u8);
            next = cell + 1;
        }
        Key(bytes.into())
    }

    /// The position of a key.
    ///
    /// # Errors
    /// [`DatabaseError::Damaged`] when it is no key of these rules.
    pub fn stones(&self, key: &[u8]) -> Result<Stones, DatabaseError> {
        let damaged = || DatabaseError::Damaged("a key that is no position".to_owned());
        let (&to_move, rest) = key.split_first().ok_or_else(damaged)?;
        let (numbers, bytes) = rest.split_at_checked(self.numbers).ok_or_else(damaged)?;
        let (kinds, longest) = (self.signs.len() as u16, self.longest_gap());
        let mut next = 0_u16;
        let mut pieces = Vec::with_capacity(bytes.len());
        for &byte in bytes {
            if byte == LONG_GAP {
                next = next.saturating_add(longest);
                continue;
            }
            let cell = next.saturating_add(u16::from(byte) / kinds);
            if usize::from(cell) >= self.size() {
                return Err(damaged());
            }
            pieces.push((cell, (u16::from(byte) % kinds) as u8));
            next = cell + 1;
        }
        if to_move > 1 { Err(damaged()) } else { Ok(Stones { to_move, numbers: numbers.to_vec(), pieces }) }
    }

    /// A record of a position, as it is kept.
    #[must_use]
    pub fn to_kept(&self, placed: &Placed, record: Record) -> Record {
        self.mapped(&self.symmetries[placed.symmetry], record)
    }

    /// A record as it is kept, for the position that was placed.
    #[must_use]
    pub fn from_kept(&self, placed: &Placed, record: Record) -> Record {
        self.mapped(&self.inverses[placed.symmetry], record)
    }

    fn mapped(&self, images: &[u16], record: Record) -> Record {
        record.moved(|cell| images.get(usize::from(cell)).copied().unwrap_or(cell))
    }

    /// The cells that a move names, one after another.
    pub fn cells_of(&self, text: &str) -> Vec<u16> {
        let starts = text.char_indices().filter(|(_, sign)| sign.is_ascii_alphabetic()).map(|(at, _)| at);
        let ends = starts.clone().skip(1).chain([text.len()]);
        starts.zip(ends).filter_map(|(start, end)| self.cell(text[start..end].trim())).collect()
    }

    /// The text of a move that names these cells.
    pub fn move_text(&self, cells: &[u16]) -> String {
        cells.iter().filter_map(|&cell| self.name(cell)).collect()
    }
}

fn inverse(images: &[u16]) -> Vec<u16> {
    let mut inverse = vec![0; images.len()];
    (0..).zip(images).for_each(|(cell, &image)| inverse[usize::from(image)] = cell);
    inverse
}

#[cfg(test)]
mod tests {
    use super::super::rules::options_of;
    use super::*;
    use crate::engine::{Change, MoveStyle};

    fn space(game: &str) -> Space {
        Space::new(&Options::for_game(game).unwrap()).unwrap()
    }

    fn gomoku(text: &str) -> Stones {
        space("gomoku").parse(text).unwrap()
    }

    #[test]
    fn a_key_is_that_of_all_images_and_gives_the_position_back() {
        for (game, count) in [("gomoku", 8), ("abalone", 12)] {
            let options = Options::for_game(game).unwrap();
            let mut engine = (options.game().open)(&options).unwrap();
            let space = Space::new(&options).unwrap();
            assert_eq!(space.symmetries.len(), count);
            for turn in 0..30 {
                let stones = space.parse(&engine.position()).unwrap();
                let placed = space.place(&stones);
                for images in &space.symmetries {
                    let mut image = stones.clone();
                    image.pieces.iter_mut().for_each(|piece| piece.0 = images[usize::from(piece.0)]);
                    image.pieces.sort_unstable();
                    assert_eq!(space.place(&image).key, placed.key);
                    assert_eq!(space.parse(&space.text(&image)).unwrap(), image);
                }
                let kept = space.stones(&placed.key.0).unwrap();
                assert_eq!(space.place(&kept), Placed { key: placed.key, symmetry: 0 });
                let moves = engine.legal_moves(MoveStyle::Bottom);
                if moves.is_empty() {
                    break; // the game is over
                }
                let next = moves[turn * 7 % moves.len()].clone();
                assert_eq!(space.move_text(&space.cells_of(&next)), next);
                engine.apply(&Change::Play(next)).unwrap();
            }
        }
    }

    #[test]
    fn other_positions_have_other_keys() {
        let space = space("gomoku");
        let keys: Vec<Key> = [
            "15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 w",
            "15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 b",
            "15/15/15/15/15/15/15/7w7/15/15/15/15/15/15/15 w",
            "15/15/15/15/15/15/15/6b8/15/15/15/15/15/15/15 w",
            "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b",
        ]
        .iter()
        .map(|text| space.place(&space.parse(text).unwrap()).key)
        .collect();
        for (nth, key) in keys.iter().enumerate() {
            assert!(!keys[..nth].contains(key));
        }
    }

    #[test]
    fn cells_of_a_record_turn_with_the_position() {
        let space = space("gomoku");
        let at = |name| space.cell(name).unwrap();
        let corner = |text| space.place(&gomoku(text));
        let top_left = corner("b14/15/15/15/15/15/15/15/15/15/15/15/15/15/15 w");
        let bottom_right = corner("15/15/15/15/15/15/15/15/15/15/15/15/15/15/14b w");
        assert_eq!(top_left.key, bottom_right.key);
        let record =
            Record { best: vec![at("b14")], board_texts: vec![(at("a15"), "x".to_owned())], ..Record::default() };
        let kept = space.to_kept(&top_left, record.clone());
        assert_eq!(space.from_kept(&top_left, kept.clone()), record);
        let turned = space.from_kept(&bottom_right, kept);
        assert_eq!(space.move_text(&turned.best), "n2");
        assert_eq!(turned.board_texts, [(at("o1"), "x".to_owned())]);
    }

    #[test]
    fn texts_that_are_no_positions_are_refused() {
        let space = space("gomoku");
        let board = "15/15/15/15/15/15/15/15/15/15/15/15/15/15";
        for text in [
            "",
            "15 b",
            &format!("{board}/16 b"),
            &format!("{board}/15 x"),
            &format!("{board}/q14 b"),
            &format!("{board}/15"),
        ] {
            assert!(space.parse(text).is_err(), "{text}");
        }
        assert!(
            space.stones(&[]).is_err() && space.stones(&[2]).is_err() && space.stones(&[0, 255, 255, 255, 255]).is_ok()
        );
        assert!(space.stones(&[0, 255, 255, 255, 0]).is_err());
        assert!(Space::new(&Options::for_game("capture").unwrap()).is_err());
    }

    #[test]
    fn rules_read_back() {
        let mut options = Options::for_game("gomoku").unwrap();
        options.set("Rule", "renju").unwrap();
        let space = Space::new(&options).unwrap();
        assert_eq!(space.rules(), "gomoku Rule=renju BoardSize=15");
        assert!(options_of(options.games(), space.rules()).unwrap().same_game(&options));
        assert!(options_of(options.games(), "gomoku Rule").is_err() && options_of(options.games(), "go").is_err());
    }
}
