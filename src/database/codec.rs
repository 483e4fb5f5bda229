//! The bytes of a record. Fields that are not there take no bytes, and numbers take as few as they need.

use super::error::DatabaseError;
use super::record::{Bound, Label, Record, Value};

/// The first byte: two bits for the bound, three for the kind of value, and one for each of these.
const BEST: u8 = 0x20;
const TEXTS: u8 = 0x40;
const ORIGIN: u8 = 0x80;

/// Writes a record; its source is kept elsewhere, by its number.
pub(super) fn encode(record: &Record, source: u64) -> Vec<u8> {
    let (kind, number) = match record.value {
        None => (0, None),
        Some(Value::Score(score)) => (1, Some(zigzag(score.into()))),
        Some(Value::Win(plies)) => (2, Some(plies.into())),
        Some(Value::Loss(plies)) => (3, Some(plies.into())),
        Some(Value::Draw) => (4, None),
    };
    let has_texts = !record.comment.is_empty() || !record.board_texts.is_empty();
    let has_origin = source != 0 || record.time != 0;
    let flag = |on: bool, bit: u8| if on { bit } else { 0 };
    let mut out = vec![
        record.bound as u8
            | kind << 2
            | flag(!record.best.is_empty(), BEST)
            | flag(has_texts, TEXTS)
            | flag(has_origin, ORIGIN),
    ];
    out.push(match record.label {
        Label::Unset => 0,
        Label::Open => u8::MAX,
        Label::Mark(byte) => byte,
    });
    put(&mut out, zigzag(record.depth.into()));
    number.into_iter().for_each(|number| put(&mut out, number));
    if !record.best.is_empty() {
        put(&mut out, record.best.len() as u64);
        record.best.iter().for_each(|&cell| put(&mut out, cell.into()));
    }
    if has_texts {
        put_text(&mut out, &record.comment);
        put(&mut out, record.board_texts.len() as u64);
        for (cell, text) in &record.board_texts {
            put(&mut out, (*cell).into());
            put_text(&mut out, text);
        }
    }
    if has_origin {
        put(&mut out, source);
        put(&mut out, record.time);
    }
    if record.games > 0 {
        put(&mut out, record.games.into());
    }
    out
}

/// Reads a record without its source, whose number comes beside it.
///
/// # Errors
/// [`DatabaseError::Damaged`].
pub(super) fn decode(bytes: &[u8]) -> Result<(Record, u64), DatabaseError> {
    Cursor(bytes).record().ok_or_else(|| DatabaseError::Damaged("a record that makes no sense".to_owned()))
}

fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// What is left of the bytes.
struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn number<T: TryFrom<u64>>(&mut self) -> Option<T> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return T::try_from(number).ok();
            }
        }
        None
    }

    fn text(&mut self) -> Option<String> {
        let length: usize = self.number()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(text).ok().map(str::to_owned)
    }

    fn record(&mut self) -> Option<(Record, u64)> {
        let flags = self.byte()?;
        let label = match self.byte()? {
            0 => Label::Unset,
            u8::MAX => Label::Open,
            byte => Label::Mark(byte),
        };
        let depth = i16::try_from(unzigzag(self.number()?)).ok()?;
        let value = match flags >> 2 & 7 {
            0 => None,
            1 => Some(Value::Score(i32::try_from(unzigzag(self.number()?)).ok()?)),
            2 => Some(Value::Win(self.number()?)),
            3 => Some(Value::Loss(self.number()?)),
            4 => Some(Value::Draw),
            _ => return None,
        };
        let mut record = Record { value, depth, bound: Bound::of(flags), label, ..Record::default() };
        if flags & BEST != 0 {
            let count: u64 = self.number()?;
            record.best = (0..count).map_while(|_| self.number::<u16>()).collect();
            (record.best.len() as u64 == count).then_some(())?;
        }
        if flags & TEXTS != 0 {
            record.comment = self.text()?;
            let count: u64 = self.number()?;
            record.board_texts = (0..count).map_while(|_| Some((self.number()?, self.text()?))).collect();
            (record.board_texts.len() as u64 == count).then_some(())?;
        }
        let mut source = 0;
        if flags & ORIGIN != 0 {
            source = self.number()?;
            record.time = self.number()?;
        }
        if !self.0.is_empty() {
            record.games = Some(self.number()?).filter(|&games| games > 0)?;
        }
        self.0.is_empty().then_some((record, source))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Record {
        Record {
            value: Some(Value::Score(-12_345)),
            depth: -3,
            bound: Bound::Lower,
            label: Label::Mark(b'w'),
            best: vec![3, 480],
            comment: "é\n".to_owned(),
            board_texts: vec![(7, "A".to_owned()), (300, "●".to_owned())],
            source: String::new(),
            time: 1_700_000_000,
            games: 0,
        }
    }

    #[test]
    fn records_read_back() {
        let values = [None, Some(Value::Draw), Some(Value::Win(0)), Some(Value::Loss(u32::MAX)), full().value];
        for value in values {
            let many = Record { games: u32::MAX, ..full() };
            for record in [Record { value, ..full() }, Record { value, ..Record::default() }, Record { value, ..many }]
            {
                assert_eq!(decode(&encode(&record, 5 * record.time)).unwrap(), (record.clone(), 5 * record.time));
            }
        }
        assert_eq!(encode(&Record::default(), 0).len(), 3);
    }

    #[test]
    fn torn_bytes_are_errors() {
        let bytes = encode(&full(), 9);
        (0..bytes.len()).for_each(|length| assert!(decode(&bytes[..length]).is_err(), "{length}"));
        assert!(decode(&[bytes, vec![0]].concat()).is_err());
        assert!(decode(&[0x20, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]).is_err());
    }
}
