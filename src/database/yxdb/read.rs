//! Reads a database of Rapfi or Yixin-Board.

use std::io::{self, BufReader, Chain, Cursor, Read};

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use lz4_flex::frame::FrameDecoder;

use super::layout::{BOARD_TEXTS, BREAK, CHARSET, Entry, LZ4, MATE, MOST_PLIES, PASS, RULES};
use crate::database::error::DatabaseError;
use crate::database::record::{Bound, Label, Record, Value};
use crate::database::space::Stones;

/// Reads a file, position by position.
pub struct Reader<R: Read> {
    input: Input<R>,
    count: u32,
    read: u32,
    is_utf8: bool,
    encoding: Option<&'static Encoding>,
    failed: bool,
}

/// The bytes of a key and of its record.
type Raw = (Vec<u8>, Vec<u8>);
type Whole<R> = BufReader<Chain<Cursor<Vec<u8>>, R>>;

enum Input<R: Read> {
    Raw(Whole<R>),
    Lz4(Box<BufReader<FrameDecoder<Whole<R>>>>),
}

impl<R: Read> Read for Input<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::Raw(input) => input.read(into),
            Input::Lz4(input) => input.read(into),
        }
    }
}

impl<R: Read> std::fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "record {} of {}", self.read, self.count)
    }
}

impl<R: Read> Reader<R> {
    /// Opens a file; its texts are in that encoding if it does not say that they are UTF-8.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn new(mut input: R, encoding: Option<&'static Encoding>) -> Result<Reader<R>, DatabaseError> {
        let mut start = Vec::new();
        input.by_ref().take(4).read_to_end(&mut start)?;
        let is_packed = start == LZ4;
        let whole = BufReader::new(Cursor::new(start).chain(input));
        let mut input =
            if is_packed { Input::Lz4(Box::new(BufReader::new(FrameDecoder::new(whole)))) } else { Input::Raw(whole) };
        let count = u32::from_le_bytes(array(&mut input).map_err(|why| broken(0, &why.to_string()))?);
        Ok(Reader { input, count, read: 0, is_utf8: false, encoding, failed: false })
    }

    /// How many records the file says it has.
    pub fn announced(&self) -> u32 {
        self.count
    }

    /// Reads over the next records.
    ///
    /// # Errors
    /// When the file ends before.
    pub fn pass_over(&mut self, records: u64) -> Result<(), DatabaseError> {
        for _ in 0..records {
            let Some((key, bytes)) = self.raw().transpose()? else { return Ok(()) };
            self.note_charset(&key, &bytes);
        }
        Ok(())
    }

    /// How many records have been read, those without a position among them.
    pub fn read_so_far(&self) -> u64 {
        self.read.into()
    }

    /// The key and the bytes of the next record.
    fn raw(&mut self) -> Option<Result<Raw, DatabaseError>> {
        if self.read == self.count || self.failed {
            return None;
        }
        self.read += 1;
        let found = self.key_and_bytes();
        self.failed = found.is_err();
        Some(found.map_err(|why| broken(self.read, &why.to_string())))
    }

    fn key_and_bytes(&mut self) -> io::Result<Raw> {
        let key = sized(&mut self.input)?;
        // Rapfi passes over a record without a key before it reads on.
        let bytes = if key.is_empty() { Vec::new() } else { sized(&mut self.input)? };
        Ok((key, bytes))
    }

    fn note_charset(&mut self, key: &[u8], bytes: &[u8]) -> bool {
        let is_meta = key.len() >= 3 && key[1..3] == [0, 0];
        self.is_utf8 |= is_meta && bytes.get(5..).is_some_and(|text| text.starts_with(CHARSET.as_bytes()));
        is_meta || key.is_empty()
    }

    fn entry(&self, key: &[u8], bytes: &[u8]) -> Result<Entry, String> {
        let &[rule, width, height, ref stones @ ..] = key else {
            return Err("a key of less than three bytes".to_owned());
        };
        if usize::from(rule) >= RULES.len() {
            return Err(format!("rule {rule}, there are 0 to 2"));
        }
        if width != height || !(5..=22).contains(&width) {
            return Err(format!("a board of {width}x{height}, played here are 5x5 to 22x22"));
        }
        let stones = read_stones(stones, width)?;
        Ok(Entry { rule, size: width, stones, record: self.record(bytes, width)? })
    }

    fn record(&self, bytes: &[u8], size: u8) -> Result<Record, String> {
        let number = |at: usize| bytes.get(at..at + 2).map_or(0, |pair| i16::from_le_bytes([pair[0], pair[1]]));
        let (value, depth_bound) = (number(1), number(3));
        let mut record = Record { label: label(bytes.first().copied().unwrap_or(0))?, ..Record::default() };
        if value != 0 || depth_bound != 0 {
            record.value = Some(value_of(value));
            (record.depth, record.bound) = (depth_bound >> 2, Bound::of(depth_bound as u8));
        }
        read_text(&self.decode(bytes.get(5..).unwrap_or_default()), size, &mut record)?;
        record.check().map_err(|why| why.to_string())?;
        Ok(record)
    }

    fn decode(&self, text: &[u8]) -> String {
        let guess = || if Encoding::utf8_valid_up_to(text) == text.len() { UTF_8 } else { WINDOWS_1252 };
        let encoding = if self.is_utf8 { UTF_8 } else { self.encoding.unwrap_or_else(guess) };
        encoding.decode(text).0.into_owned()
    }
}

/// An error in place of a position that cannot be read; after one of a torn file comes nothing.
impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Entry, DatabaseError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.raw()? {
                Err(error) => return Some(Err(error)),
                Ok((key, bytes)) if self.note_charset(&key, &bytes) => {}
                Ok((key, bytes)) => {
                    return Some(self.entry(&key, &bytes).map_err(|why| broken(self.read, &why)));
                }
            }
        }
    }
}

fn broken(record: u32, why: &str) -> DatabaseError {
    DatabaseError::bad("YXDB", format!("record {record}: {why}"))
}

fn array<const N: usize>(input: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Bytes behind their number.
fn sized(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let length = u16::from_le_bytes(array(input)?);
    let mut bytes = vec![0; length.into()];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn read_stones(bytes: &[u8], size: u8) -> Result<Stones, String> {
    let count = bytes.len() / 2;
    if count > usize::from(size) * usize::from(size) {
        return Err(format!("{count} stones on a board of {size}x{size}"));
    }
    let blacks = count.div_ceil(2);
    let mut stones = Stones { to_move: u8::from(blacks != count / 2), ..Stones::default() };
    for (nth, pair) in bytes.chunks_exact(2).enumerate() {
        if pair == PASS {
            continue;
        }
        if pair[0] >= size || pair[1] >= size {
            return Err(format!("a stone at {},{} on a board of {size}x{size}", pair[0] as i8, pair[1] as i8));
        }
        stones.pieces.push((u16::from(pair[1]) * u16::from(size) + u16::from(pair[0]), u8::from(nth >= blacks)));
    }
    stones.pieces.sort_unstable();
    match stones.pieces.windows(2).any(|two| two[0].0 == two[1].0) {
        true => Err("two stones on one point".to_owned()),
        false => Ok(stones),
    }
}

fn label(byte: u8) -> Result<Label, String> {
    match byte {
        0 => Ok(Label::Unset),
        u8::MAX => Ok(Label::Open),
        byte if byte.is_ascii_graphic() => Ok(Label::Mark(byte)),
        byte => Err(format!("label {}, which is no printable character", byte as i8)),
    }
}

/// The value that a number of the files stands for.
pub fn value_of(value: i16) -> Value {
    match value {
        value if value > MATE - MOST_PLIES && value <= MATE => Value::Win((MATE - value).unsigned_abs().into()),
        value if (-MATE..MOST_PLIES - MATE).contains(&value) => Value::Loss((MATE + value).unsigned_abs().into()),
        value => Value::Score(value.into()),
    }
}

fn read_text(text: &str, size: u8, record: &mut Record) -> Result<(), String> {
    let (board, comment) = match text.strip_prefix(BOARD_TEXTS) {
        None => ("", text),
        Some(rest) => rest.split_once(BREAK).unwrap_or((rest, "")),
    };
    record.comment = comment.trim_end_matches('\0').replace(BREAK, "\n");
    for pair in board.split('\n') {
        let mut signs = pair.chars();
        let (Some(x), Some(y)) = (signs.next(), signs.next()) else { continue };
        let coordinate = |sign: char| sign.to_digit(36).filter(|&at| at < size.into()).map(|at| at as u16);
        let (Some(x), Some(y)) = (coordinate(x), coordinate(y)) else {
            return Err(format!("a text at '{x}{y}', which is no point"));
        };
        record.set_board_text(y * u16::from(size) + x, signs.as_str());
    }
    Ok(())
}
