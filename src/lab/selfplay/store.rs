//! Appending to files of self-play games, block by block. The bytes are described in `FORMAT.md`.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::error::SelfplayError;
use super::file::{BLOCK_MAGIC, PAYLOAD_MAX, Records, header_bytes, read_up_to};
use super::play::Conditions;
use super::record::SelfplayGame;

/// Games in a block: few are lost by an interruption, and the block costs little beside them.
const BLOCK_GAMES: usize = 16;

/// Appends games to a file, in blocks. What was added since the last block is written when the store is flushed or dropped.
pub struct Store {
    path: PathBuf,
    output: File,
    conditions: Conditions,
    numbers: BTreeSet<u32>,
    positions: u64,
    torn: Option<u64>,
    payload: Vec<u8>,
    waiting: usize,
}

impl Store {
    /// Opens a file for more games under these conditions, or makes a new one. A torn block at its end is cut off.
    ///
    /// # Errors
    /// When the file cannot be read or written, is damaged, or holds games of other conditions.
    pub fn open(path: &Path, conditions: Conditions) -> Result<Store, SelfplayError> {
        let io = |source| SelfplayError::Io { path: path.to_owned(), source };
        let mut output = File::options().read(true).append(true).create(true).open(path).map_err(io)?;
        let header =
            header_bytes(&conditions).map_err(|what| SelfplayError::NoRecords { path: path.to_owned(), what })?;
        let held = read_up_to(&mut output, header.len()).map_err(io)?;
        let (mut numbers, mut positions, mut torn) = (BTreeSet::new(), 0, None);
        if held.len() < header.len() && header.starts_with(&held) {
            // New, or interrupted before its header was whole.
            output.set_len(0).map_err(io)?;
            output.write_all(&header).map_err(io)?;
        } else {
            let mut records = Records::open(path)?;
            if let Some((field, theirs, ours)) = conditions.difference(records.conditions()) {
                return Err(SelfplayError::OtherConditions { path: path.to_owned(), field, theirs, ours });
            }
            for game in &mut records {
                let game = game?;
                positions += game.positions();
                numbers.insert(game.number);
            }
            torn = records.torn();
        }
        if let Some(offset) = torn {
            output.set_len(offset).map_err(io)?;
        }
        let path = path.to_owned();
        Ok(Store { path, output, conditions, numbers, positions, torn, payload: Vec::new(), waiting: 0 })
    }

    /// The conditions of the games.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// The numbers of the games held.
    pub fn numbers(&self) -> &BTreeSet<u32> {
        &self.numbers
    }

    /// How many games are held.
    pub fn games(&self) -> u64 {
        self.numbers.len() as u64
    }

    /// How many positions with a score are held.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Where a torn block was cut off.
    pub fn torn(&self) -> Option<u64> {
        self.torn
    }

    /// Keeps a game.
    ///
    /// # Errors
    /// When a block cannot be written.
    pub fn add(&mut self, game: &SelfplayGame) -> Result<(), SelfplayError> {
        game.write(self.conditions.layout(), &mut self.payload);
        self.numbers.insert(game.number);
        self.positions += game.positions();
        self.waiting += 1;
        if self.waiting >= BLOCK_GAMES || self.payload.len() >= PAYLOAD_MAX / 2 { self.flush() } else { Ok(()) }
    }

    /// Writes what is waiting as a block, at once.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn flush(&mut self) -> Result<(), SelfplayError> {
        if self.payload.is_empty() {
            return Ok(());
        }
        let length = (self.payload.len() as u32).to_le_bytes();
        let mut block = [&BLOCK_MAGIC[..], &length, &crc32fast::hash(&self.payload).to_le_bytes()].concat();
        block.extend(crc32fast::hash(&block).to_le_bytes());
        block.append(&mut self.payload);
        self.waiting = 0;
        let written = self.output.write_all(&block).and_then(|()| self.output.flush());
        written.map_err(|source| SelfplayError::Io { path: self.path.clone(), source })
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if let Err(error) = self.flush() {
            log::error!("games are lost: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::super::record::{Ending, GameResult};
    use super::*;
    use crate::engine::options::Options;
    use crate::search::Score;

    fn conditions() -> Conditions {
        Conditions::new(&Options::new(), 100, 7)
    }

    /// A file, and the temporary folder around it, which is deleted at the end.
    struct Place(PathBuf, #[expect(dead_code, reason = "deletes the folder when dropped")] TempDir);

    impl Place {
        fn new() -> Place {
            let folder = tempfile::tempdir().unwrap();
            Place(folder.path().join("games.fsp"), folder)
        }

        fn games(&self) -> Result<(Vec<u32>, Option<u64>), SelfplayError> {
            let mut records = Records::open(&self.0)?;
            let numbers = (&mut records).map(|game| game.map(|game| game.number)).collect::<Result<_, _>>()?;
            Ok((numbers, records.torn()))
        }

        fn fill(&self, numbers: std::ops::Range<u32>) -> Vec<u8> {
            let mut store = Store::open(&self.0, conditions()).unwrap();
            numbers.for_each(|number| store.add(&game(number)).unwrap());
            drop(store);
            std::fs::read(&self.0).unwrap()
        }
    }

    fn game(number: u32) -> SelfplayGame {
        SelfplayGame {
            number,
            result: GameResult::First,
            ending: Ending::Rules,
            opening: 1,
            moves: vec![7, 8, number as u16],
            scores: vec![Score::fixed(5), Score::fixed(-number.cast_signed())],
            variations: Vec::new(),
        }
    }

    #[test]
    fn games_come_back_in_their_order_from_several_runs() {
        let place = Place::new();
        place.fill(0..BLOCK_GAMES as u32 + 3);
        place.fill(40..42);
        let expected: Vec<u32> = (0..BLOCK_GAMES as u32 + 3).chain(40..42).collect();
        assert_eq!(place.games().unwrap(), (expected, None));
        let store = Store::open(&place.0, conditions()).unwrap();
        assert_eq!((store.games(), store.positions()), (21, 42));
    }

    #[test]
    fn a_block_cut_anywhere_is_left_out_and_then_cut_off() {
        let place = Place::new();
        let whole = place.fill(0..2).len();
        let bytes = place.fill(2..4);
        for length in whole + 1..bytes.len() {
            std::fs::write(&place.0, &bytes[..length]).unwrap();
            assert_eq!(place.games().unwrap(), (vec![0, 1], Some(whole as u64)), "{length} bytes");
        }
        let blank = [&bytes[..whole], &[0; 100]].concat();
        let spoilt = [&bytes[..bytes.len() - 1], &[!bytes[bytes.len() - 1]]].concat();
        for torn in [blank, spoilt, bytes[..whole + 20].to_vec()] {
            std::fs::write(&place.0, torn).unwrap();
            assert_eq!(place.games().unwrap(), (vec![0, 1], Some(whole as u64)));
        }
        place.fill(5..6);
        assert_eq!(place.games().unwrap(), (vec![0, 1, 5], None));
    }

    #[test]
    fn a_header_cut_anywhere_is_written_again_and_read_by_nobody() {
        let place = Place::new();
        let header = place.fill(0..0);
        for length in 0..header.len() {
            std::fs::write(&place.0, &header[..length]).unwrap();
            assert!(matches!(place.games(), Err(SelfplayError::NoRecords { .. })), "{length} bytes");
            assert_eq!(place.fill(0..0), header);
        }
    }

    #[test]
    fn a_changed_byte_before_the_last_block_is_refused_with_its_place() {
        let place = Place::new();
        let header = place.fill(0..0).len();
        let first = place.fill(0..2).len();
        let bytes = place.fill(2..4);
        for at in 0..first {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x20;
            std::fs::write(&place.0, damaged).unwrap();
            match place.games() {
                Err(SelfplayError::NoRecords { .. }) => assert!(at < header, "byte {at}"),
                Err(SelfplayError::Damaged { offset, .. }) => assert!(at >= header && offset == header as u64),
                other => panic!("byte {at}: {other:?}"),
            }
            assert!(Store::open(&place.0, conditions()).is_err(), "byte {at}");
        }
    }

    #[test]
    fn games_of_other_conditions_are_not_mixed() {
        let place = Place::new();
        let bytes = place.fill(0..1);
        let mut renju = Options::new();
        renju.set("Rule", "renju").unwrap();
        let others = [
            (Conditions::new(&renju, 100, 7), "Rule"),
            (Conditions::new(&Options::new(), 101, 7), "nodes"),
            (Conditions::new(&Options::new(), 100, 8), "seed"),
        ];
        for (other, name) in others {
            match Store::open(&place.0, other) {
                Err(SelfplayError::OtherConditions { field, .. }) => assert_eq!(field, name),
                other => panic!("{name}: {:?}", other.map(|store| store.games())),
            }
        }
        assert_eq!(std::fs::read(&place.0).unwrap(), bytes);
    }

    #[test]
    fn strangers_files_are_refused_and_left_alone() {
        let place = Place::new();
        for text in ["a text that is longer than a header's fixed part", "x", "FUKUMISP\u{2}\0\0\0\0\0\0\0\0\0\0\0"] {
            std::fs::write(&place.0, text).unwrap();
            assert!(matches!(place.games(), Err(SelfplayError::NoRecords { .. })), "{text}");
            assert!(Store::open(&place.0, conditions()).is_err(), "{text}");
            assert_eq!(std::fs::read_to_string(&place.0).unwrap(), text);
        }
    }
}
