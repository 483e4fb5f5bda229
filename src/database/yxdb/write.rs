//! Writes a database of Rapfi or Yixin-Board.

use std::io::{self, Write};

use lz4_flex::frame::FrameEncoder;

use super::layout::{BOARD_TEXTS, BREAK, CHARSET, Entry, PASS, colour, expected, number_of};
use crate::database::error::DatabaseError;
use crate::database::record::{Label, Record, Value};

/// Writes a file.
pub struct Writer<W: Write>(Output<W>);

enum Output<W: Write> {
    Raw(W),
    Lz4(Box<FrameEncoder<W>>),
}

impl<W: Write> std::fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a YXDB file being written")
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Raw(output) => output.write(bytes),
            Output::Lz4(output) => output.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Raw(output) => output.flush(),
            Output::Lz4(output) => output.flush(),
        }
    }
}

impl<W: Write> Writer<W> {
    /// Begins a file of so many positions.
    ///
    /// # Errors
    /// When it cannot be written, or these are more than a file can have.
    pub fn new(output: W, positions: u64, packed: bool) -> Result<Writer<W>, DatabaseError> {
        let count = u32::try_from(positions + 1).map_err(|_| DatabaseError::bad("YXDB", "too many positions"))?;
        let mut output = if packed { Output::Lz4(Box::new(FrameEncoder::new(output))) } else { Output::Raw(output) };
        output.write_all(&count.to_le_bytes())?;
        write_sized(&mut output, &[0; 3])?;
        write_sized(&mut output, &[&[0; 5], CHARSET.as_bytes()].concat())?;
        Ok(Writer(output))
    }

    /// Adds a position.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, entry: &Entry) -> Result<(), DatabaseError> {
        let bytes = record_bytes(&entry.record, entry.size);
        let bytes = bytes.get(..u16::MAX.into()).unwrap_or(&bytes);
        write_sized(&mut self.0, &key_bytes(entry))?;
        write_sized(&mut self.0, bytes)
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> Result<W, DatabaseError> {
        match self.0 {
            Output::Raw(mut output) => {
                output.flush()?;
                Ok(output)
            }
            Output::Lz4(output) => {
                let mut output = output.finish().map_err(|why| DatabaseError::Storage(why.to_string()))?;
                output.flush()?;
                Ok(output)
            }
        }
    }
}

pub(super) fn write_sized(output: &mut impl Write, bytes: &[u8]) -> Result<(), DatabaseError> {
    let length =
        u16::try_from(bytes.len()).map_err(|_| DatabaseError::bad("YXDB", "a record of more than 65535 bytes"))?;
    output.write_all(&length.to_le_bytes())?;
    Ok(output.write_all(bytes)?)
}

fn key_bytes(entry: &Entry) -> Vec<u8> {
    let [mut black, mut white] = [0, 1].map(|kind| colour(&entry.stones, kind, entry.size));
    let due = expected(black.len() + white.len());
    if due != entry.stones.to_move {
        if due == 0 { black.push(PASS) } else { white.push(PASS) }
    }
    let points = black.iter().chain(&white).flatten();
    [entry.rule, entry.size, entry.size].iter().chain(points).copied().collect()
}

fn record_bytes(record: &Record, size: u8) -> Vec<u8> {
    let is_null = record.value.is_none() && record.label == Label::Unset;
    if is_null && record.comment.is_empty() && record.board_texts.is_empty() {
        return Vec::new();
    }
    let label = match record.label {
        Label::Mark(byte) => byte,
        Label::Unset | Label::Open if record.value == Some(Value::Draw) => b'd',
        Label::Unset | Label::Open => u8::MAX,
    };
    let depth_bound = record.depth << 2 | i16::from(record.bound as u8);
    let mut bytes = vec![label];
    bytes.extend(number_of(record.value).to_le_bytes());
    bytes.extend(depth_bound.to_le_bytes());
    bytes.extend(written_text(record, size).into_bytes());
    bytes
}

fn written_text(record: &Record, size: u8) -> String {
    let comment = record.comment.replace('\n', &BREAK.to_string());
    if record.board_texts.is_empty() && !comment.starts_with(BOARD_TEXTS) {
        return comment;
    }
    let sign = |at: u16| char::from_digit(at.into(), 36).unwrap_or('0').to_ascii_uppercase();
    let pair = |(cell, text): &(u16, String)| {
        let text: String = text.chars().filter(|sign| !sign.is_whitespace() && *sign != BREAK).collect();
        format!("{}{}{text}", sign(cell % u16::from(size)), sign(cell / u16::from(size)))
    };
    let pairs: Vec<String> = record.board_texts.iter().map(pair).collect();
    let before = if comment.is_empty() { String::new() } else { BREAK.to_string() };
    format!("{BOARD_TEXTS}{}{before}{comment}", pairs.join("\n"))
}
