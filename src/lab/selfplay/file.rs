//! Reading files of self-play games. The bytes are described in `FORMAT.md`.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use super::error::SelfplayError;
use super::play::Conditions;
use super::record::{Layout, SelfplayGame};

const MAGIC: &[u8; 8] = b"FUKUMISP";
pub(super) const BLOCK_MAGIC: &[u8; 4] = b"GAME";
/// The longest text of a header, in bytes.
const HEADER_MAX: usize = 1 << 16;
/// The longest payload of a block, in bytes: what a reader holds at a time.
pub(super) const PAYLOAD_MAX: usize = 1 << 24;
/// The bytes of a block before its payload.
const BLOCK_HEAD: usize = 16;

/// Reads the games of a file, one block at a time, every checksum verified.
pub struct Records {
    path: PathBuf,
    input: BufReader<File>,
    conditions: Conditions,
    /// Where the next block begins: what has been read is whole.
    offset: u64,
    /// The games of the last block, the next one last.
    games: Vec<SelfplayGame>,
    torn: Option<u64>,
    done: bool,
}

/// What was found where a block should begin.
enum Block {
    Payload(Vec<u8>),
    End,
    /// The rest of the file is a block that was being written when the run was interrupted.
    Torn,
}

impl Records {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// When it cannot be read, or is not a file of records.
    pub fn open(path: &Path) -> Result<Records, SelfplayError> {
        let input = File::open(path).map_err(|source| SelfplayError::Io { path: path.to_owned(), source })?;
        Records::read(BufReader::new(input), path)
    }

    /// Reads the header of what follows in a file that is open already.
    ///
    /// # Errors
    /// When it cannot be read, or no records follow.
    pub fn read(mut input: BufReader<File>, path: &Path) -> Result<Records, SelfplayError> {
        let io = |source| SelfplayError::Io { path: path.to_owned(), source };
        let header = read_header(&mut input).map_err(io)?;
        let (conditions, offset) = header.map_err(|what| SelfplayError::NoRecords { path: path.to_owned(), what })?;
        let path = path.to_owned();
        Ok(Records { path, input, conditions, offset, games: Vec::new(), torn: None, done: false })
    }

    /// Under which conditions the games were played.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// Where the torn block at the end of the file begins, once all games have been read; `None` when there is none.
    pub fn torn(&self) -> Option<u64> {
        self.torn
    }

    fn next_game(&mut self) -> Result<Option<SelfplayGame>, SelfplayError> {
        while self.games.is_empty() && !self.done {
            match self.read_block()? {
                Block::Payload(payload) => {
                    self.games = self.read_games(&payload)?;
                    self.offset += (BLOCK_HEAD + payload.len()) as u64;
                }
                Block::End => self.done = true,
                Block::Torn => {
                    self.torn = Some(self.offset);
                    self.done = true;
                }
            }
        }
        Ok(self.games.pop())
    }

    fn read_block(&mut self) -> Result<Block, SelfplayError> {
        let head = self.read_up_to(BLOCK_HEAD)?;
        if head.is_empty() {
            return Ok(Block::End);
        }
        if head.len() < BLOCK_HEAD {
            return Ok(Block::Torn);
        }
        let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        if crc32fast::hash(&head[..12]) != number(12) || !head.starts_with(BLOCK_MAGIC) {
            let blank = head.iter().all(|byte| *byte == 0) && self.rest_is_blank()?;
            return if blank {
                Ok(Block::Torn)
            } else {
                Err(self.damaged("the head of a block is not what was written"))
            };
        }
        let length = number(4) as usize;
        if !(1..=PAYLOAD_MAX).contains(&length) {
            return Err(self.damaged(format!("a block of {length} bytes")));
        }
        let payload = self.read_up_to(length)?;
        if payload.len() < length {
            return Ok(Block::Torn);
        }
        if crc32fast::hash(&payload) != number(8) {
            let last = self.read_up_to(1)?.is_empty();
            return if last {
                Ok(Block::Torn)
            } else {
                Err(self.damaged("the games of a block are not what was written"))
            };
        }
        Ok(Block::Payload(payload))
    }

    fn read_games(&self, payload: &[u8]) -> Result<Vec<SelfplayGame>, SelfplayError> {
        let mut games = Vec::new();
        let mut rest = payload;
        while !rest.is_empty() {
            games.push(SelfplayGame::read(self.conditions.layout(), &mut rest).map_err(|what| self.damaged(what))?);
        }
        games.reverse();
        Ok(games)
    }

    /// So many bytes, or all that are left.
    fn read_up_to(&mut self, count: usize) -> Result<Vec<u8>, SelfplayError> {
        read_up_to(&mut self.input, count).map_err(|source| SelfplayError::Io { path: self.path.clone(), source })
    }

    fn rest_is_blank(&mut self) -> Result<bool, SelfplayError> {
        loop {
            let bytes = self.read_up_to(1 << 16)?;
            if bytes.is_empty() || bytes.iter().any(|byte| *byte != 0) {
                return Ok(bytes.is_empty());
            }
        }
    }

    fn damaged(&self, what: impl Into<String>) -> SelfplayError {
        SelfplayError::Damaged { path: self.path.clone(), offset: self.offset, what: what.into() }
    }
}

impl Iterator for Records {
    type Item = Result<SelfplayGame, SelfplayError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.next_game();
        self.done |= game.is_err();
        game.transpose()
    }
}

/// The version of the format, by what its games hold.
const fn version(layout: Layout) -> u32 {
    match layout {
        Layout::Plain => 1,
        Layout::WithVariations => 2,
    }
}

/// So many bytes, or all that are left.
pub(super) fn read_up_to(input: &mut impl Read, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The conditions and the length of the header, or what the file is instead.
fn read_header(input: &mut impl Read) -> io::Result<Result<(Conditions, u64), String>> {
    let mut bytes = read_up_to(input, MAGIC.len() + 8)?;
    let number = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    if bytes.len() < MAGIC.len() + 8 || !bytes.starts_with(MAGIC) {
        return Ok(Err("not a file of self-play records".to_owned()));
    }
    let (found, length) = (number(&bytes[8..]), number(&bytes[12..]) as usize);
    if !(1..=2).contains(&found) {
        return Ok(Err(format!("records of format {found}; this program knows 1 and 2")));
    }
    if length > HEADER_MAX {
        return Ok(Err(format!("damaged: a header of {length} bytes")));
    }
    bytes.extend(read_up_to(input, length + 4)?);
    let Some((content, sum)) = bytes.split_last_chunk::<4>().filter(|_| bytes.len() == 20 + length) else {
        return Ok(Err("damaged: the header is cut short".to_owned()));
    };
    if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
        return Ok(Err("damaged: the header is not what was written".to_owned()));
    }
    let conditions: Conditions = match serde_json::from_slice(&content[16..]) {
        Ok(conditions) => conditions,
        Err(error) => return Ok(Err(format!("header: {error}"))),
    };
    if found != version(conditions.layout()) {
        return Ok(Err(format!("damaged: records of format {found} with {} variations a move", conditions.variations)));
    }
    Ok(Ok((conditions, bytes.len() as u64)))
}

/// The header of a file of such games.
pub(super) fn header_bytes(conditions: &Conditions) -> Result<Vec<u8>, String> {
    let text = serde_json::to_vec(conditions).map_err(|error| error.to_string())?;
    let mut bytes =
        [&MAGIC[..], &version(conditions.layout()).to_le_bytes(), &(text.len() as u32).to_le_bytes(), &text].concat();
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    Ok(bytes)
}
