//! The file that holds the weights of an evaluation, whatever the game (docs/src/weights.md).
//!
//! Reading is strict: a file is whole, of a known version and holds exactly what its header promises, or it is refused with the
//! reason. Nothing is allocated that the file is too short to fill.

use std::fmt;
use std::io::Read;

use flate2::bufread::GzDecoder;

/// The first bytes. The byte that is no ASCII and the line end betray a file that was sent as text.
const MAGIC: [u8; 8] = *b"\x89FUKUMI\n";
/// The version that is read and written.
const VERSION: u32 = 1;
/// The tags of integers of 16, 32 and 8 bits.
const TYPE_I16: u8 = 1;
const TYPE_I32: u8 = 2;
const TYPE_I8: u8 = 3;
/// The first bytes of a file that gzip has compressed (RFC 1952).
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// A compressed file that grows beyond this many bytes is not read on: no evaluation is as large.
pub const LARGEST: u64 = 1 << 30;
/// The length of the checksum at the end.
const CHECKSUM: usize = 4;

/// The weights of one evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsFile {
    /// The game, as the registry names it.
    pub game: String,
    /// The rule set they were trained for; empty in a game that has one only.
    pub rule: String,
    /// What they are the weights of, such as `linear`.
    pub kind: String,
    /// Where they come from, for people.
    pub note: String,
    /// The weights.
    pub tensors: Vec<Tensor>,
}

/// Weights in the shape of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// What they are the weights of.
    pub name: String,
    /// So many steps of a value make one unit of the evaluation.
    pub steps: u32,
    /// The length of each dimension, the last one varying fastest.
    pub shape: Vec<u32>,
    /// The values: as many as the product of the lengths.
    pub values: Values,
}

/// Integers of one of the types that a file can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// 8 bits each.
    I8(Vec<i8>),
    /// 16 bits each.
    I16(Vec<i16>),
    /// 32 bits each.
    I32(Vec<i32>),
}

impl Values {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Values::I8(values) => values.len(),
            Values::I16(values) => values.len(),
            Values::I32(values) => values.len(),
        }
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn tag(&self) -> u8 {
        match self {
            Values::I8(_) => TYPE_I8,
            Values::I16(_) => TYPE_I16,
            Values::I32(_) => TYPE_I32,
        }
    }

    fn put(&self, out: &mut Vec<u8>) {
        match self {
            Values::I8(values) => out.extend(bytemuck::cast_slice::<i8, u8>(values)),
            Values::I16(values) => values.iter().for_each(|value| out.extend(value.to_le_bytes())),
            Values::I32(values) => values.iter().for_each(|value| out.extend(value.to_le_bytes())),
        }
    }

    /// Integers of one byte; `None` when they are of another type.
    pub fn i8(&self) -> Option<&[i8]> {
        if let Values::I8(values) = self { Some(values) } else { None }
    }

    /// Short integers; `None` when they are of another type.
    pub fn i16(&self) -> Option<&[i16]> {
        if let Values::I16(values) = self { Some(values) } else { None }
    }

    /// Long integers; `None` when they are of another type.
    pub fn i32(&self) -> Option<&[i32]> {
        if let Values::I32(values) = self { Some(values) } else { None }
    }
}

/// Why a file is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// It does not begin as such a file does.
    #[error("this is no file of weights")]
    NotWeights,
    /// It is of another version.
    #[error("the format is version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// The checksum is wrong.
    #[error("the file is damaged or incomplete: its checksum is wrong")]
    Checksum,
    /// It is compressed, but not as gzip writes.
    #[error("the file is damaged or incomplete: it cannot be unpacked")]
    Packed,
    /// The checksum is right, but what it covers makes no sense.
    #[error("the file is malformed: {0}")]
    Malformed(&'static str),
    /// It is for something else.
    #[error("the file is for {what} '{found}', not '{wanted}'")]
    Foreign {
        /// The field of the header that differs.
        what: &'static str,
        /// What stands there.
        found: String,
        /// What is needed.
        wanted: String,
    },
    /// A tensor is missing, or has another name, scale or shape than the evaluation needs.
    #[error("expected the weights {expected}, found {found}")]
    Shape {
        /// The tensor that is needed.
        expected: String,
        /// What stands in its place.
        found: String,
    },
}

impl WeightsFile {
    /// The bytes of the file.
    ///
    /// # Panics
    /// When a text or a list is longer than its length field can say, or a tensor has not as many values as its shape.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend(VERSION.to_le_bytes());
        for text in [&self.game, &self.rule, &self.kind, &self.note] {
            put_text(&mut out, text);
        }
        put_count(&mut out, self.tensors.len());
        for tensor in &self.tensors {
            assert_eq!(Some(tensor.values.len()), volume(&tensor.shape), "the shape of {}", tensor.name);
            put_text(&mut out, &tensor.name);
            out.push(tensor.values.tag());
            out.extend(tensor.steps.to_le_bytes());
            put_count(&mut out, tensor.shape.len());
            tensor.shape.iter().for_each(|length| out.extend(length.to_le_bytes()));
        }
        self.tensors.iter().for_each(|tensor| tensor.values.put(&mut out));
        let checksum = crc32fast::hash(&out);
        out.extend(checksum.to_le_bytes());
        out
    }

    /// Reads the bytes of a file, which may be compressed by gzip.
    ///
    /// # Errors
    /// When they are not exactly those of such a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<WeightsFile, WeightsError> {
        if bytes.starts_with(&GZIP) {
            return WeightsFile::from_plain(&unpacked(bytes)?);
        }
        WeightsFile::from_plain(bytes)
    }

    fn from_plain(bytes: &[u8]) -> Result<WeightsFile, WeightsError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(WeightsError::NotWeights)?;
        let (version, _) = rest.split_first_chunk().ok_or(WeightsError::Checksum)?;
        match u32::from_le_bytes(*version) {
            VERSION => {}
            other => return Err(WeightsError::Version(other)),
        }
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(WeightsError::Checksum)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(WeightsError::Checksum);
        }
        let body = content.get(MAGIC.len() + size_of_val(&VERSION)..).ok_or(WeightsError::Checksum)?;
        Reader(body).file()
    }

    /// Is it the file of that game, rule and kind of evaluation?
    ///
    /// # Errors
    /// [`WeightsError::Foreign`] when it is not.
    pub fn check(&self, game: &str, rule: &str, kind: &str) -> Result<(), WeightsError> {
        let fields = [("game", &self.game, game), ("rule", &self.rule, rule), ("evaluation", &self.kind, kind)];
        match fields.into_iter().find(|(_, found, wanted)| found != wanted) {
            None => Ok(()),
            Some((what, found, wanted)) => {
                Err(WeightsError::Foreign { what, found: found.clone(), wanted: wanted.to_owned() })
            }
        }
    }

    /// The files of two evaluations, one of which is built on the other: the first `count` tensors are those of the kind `base`.
    pub fn split(mut self, count: usize, base: &str) -> (WeightsFile, WeightsFile) {
        let rest = self.tensors.split_off(count.min(self.tensors.len()));
        let own = WeightsFile { tensors: rest, ..self.clone() };
        (WeightsFile { kind: base.to_owned(), ..self }, own)
    }

    /// The same file with its first tensors, those of another evaluation that it builds upon, replaced by the ones of that file, whose note
    /// comes before its own.
    pub fn with_base(mut self, base: WeightsFile) -> WeightsFile {
        let count = base.tensors.len().min(self.tensors.len());
        self.tensors.splice(..count, base.tensors);
        WeightsFile { note: note_after(&base.note, &self.note), ..self }
    }

    /// The values of the tensors, if they are exactly those with these names, steps and shapes, in this order.
    ///
    /// # Errors
    /// [`WeightsError::Shape`] when they are not.
    pub fn tensors<const N: usize>(&self, wanted: [(&str, u32, &[usize]); N]) -> Result<[&Values; N], WeightsError> {
        let shape_error = |at: usize| WeightsError::Shape {
            expected: wanted.get(at).map_or("to end".to_owned(), |&(name, steps, shape)| describe(name, steps, shape)),
            found: self.tensors.get(at).map_or("nothing".to_owned(), |tensor| tensor.to_string()),
        };
        const NONE: &Values = &Values::I16(Vec::new());
        let mut values = [NONE; N];
        for (at, (name, steps, shape)) in wanted.into_iter().enumerate() {
            let found = self.tensors.get(at).ok_or_else(|| shape_error(at))?;
            let same_shape = found.shape.iter().map(|&length| length as usize).eq(shape.iter().copied());
            if found.name != name || found.steps != steps || !same_shape {
                return Err(shape_error(at));
            }
            values[at] = &found.values;
        }
        if self.tensors.len() > N { Err(shape_error(N)) } else { Ok(values) }
    }

    /// As [`WeightsFile::tensors`], all of them short integers.
    ///
    /// # Errors
    /// [`WeightsError::Shape`], or [`WeightsError::Malformed`] when they are of another type.
    pub fn values<const N: usize>(&self, wanted: [(&str, u32, &[usize]); N]) -> Result<[&[i16]; N], WeightsError> {
        let mut values: [&[i16]; N] = [&[]; N];
        for (short, found) in values.iter_mut().zip(self.tensors(wanted)?) {
            *short = found.i16().ok_or(WRONG_TYPE)?;
        }
        Ok(values)
    }
}

/// The note of weights that were made out of others: what made them, and below it where those come from, as far as a note has room.
pub fn note_after(note: &str, earlier: &str) -> String {
    let mut all = [note, earlier].join("\n\n");
    let room = (0..=all.len().min(u16::MAX.into())).rev().find(|&end| all.is_char_boundary(end));
    all.truncate(room.unwrap_or(0));
    all
}

/// What gzip has compressed, all of it.
fn unpacked(bytes: &[u8]) -> Result<Vec<u8>, WeightsError> {
    let mut plain = Vec::new();
    let mut packed = GzDecoder::new(bytes);
    packed.by_ref().take(LARGEST).read_to_end(&mut plain).map_err(|_| WeightsError::Packed)?;
    let is_whole = packed.read(&mut [0]).is_ok_and(|more| more == 0) && packed.into_inner().is_empty();
    if is_whole { Ok(plain) } else { Err(WeightsError::Packed) }
}

impl fmt::Display for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&describe(&self.name, self.steps, &self.shape))
    }
}

fn describe(name: &str, steps: u32, shape: &[impl fmt::Debug]) -> String {
    format!("{name} {shape:?} in steps of 1/{steps}")
}

/// The number of values of a shape; `None` when it is beyond counting.
fn volume(shape: &[u32]) -> Option<usize> {
    shape.iter().try_fold(1_usize, |product, &length| product.checked_mul(length as usize))
}

#[expect(clippy::expect_used, reason = "the contract of to_bytes")]
fn put_count(out: &mut Vec<u8>, count: usize) {
    out.extend(u16::try_from(count).expect("a count of 16 bits").to_le_bytes());
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_count(out, text.len());
    out.extend(text.as_bytes());
}

/// What is left to be read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn file(mut self) -> Result<WeightsFile, WeightsError> {
        let (game, rule, kind, note) = (self.text()?, self.text()?, self.text()?, self.text()?);
        let mut tensors = Vec::new();
        for _ in 0..self.count()? {
            tensors.push(self.tensor_header()?);
        }
        for tensor in &mut tensors {
            self.values(tensor)?;
        }
        if self.0.is_empty() {
            Ok(WeightsFile { game, rule, kind, note, tensors })
        } else {
            Err(WeightsError::Malformed("something follows the last weight"))
        }
    }

    fn tensor_header(&mut self) -> Result<Tensor, WeightsError> {
        let name = self.text()?;
        let values = match self.array()? {
            [TYPE_I8] => Values::I8(Vec::new()),
            [TYPE_I16] => Values::I16(Vec::new()),
            [TYPE_I32] => Values::I32(Vec::new()),
            _ => return Err(WeightsError::Malformed("values of an unknown type")),
        };
        let steps = u32::from_le_bytes(self.array()?);
        let mut shape = Vec::new();
        for _ in 0..self.count()? {
            shape.push(u32::from_le_bytes(self.array()?));
        }
        Ok(Tensor { name, steps, shape, values })
    }

    fn values(&mut self, tensor: &mut Tensor) -> Result<(), WeightsError> {
        let bytes = |size: usize| volume(&tensor.shape).and_then(|count| count.checked_mul(size)).unwrap_or(usize::MAX);
        match &mut tensor.values {
            Values::I8(values) => *values = bytemuck::cast_slice(self.take(bytes(size_of::<i8>()))?).to_vec(),
            Values::I16(values) => {
                let (numbers, _) = self.take(bytes(size_of::<i16>()))?.as_chunks();
                *values = numbers.iter().map(|&number| i16::from_le_bytes(number)).collect();
            }
            Values::I32(values) => {
                let (numbers, _) = self.take(bytes(size_of::<i32>()))?.as_chunks();
                *values = numbers.iter().map(|&number| i32::from_le_bytes(number)).collect();
            }
        }
        Ok(())
    }

    fn text(&mut self) -> Result<String, WeightsError> {
        let length = self.count()?;
        let bytes = self.take(length)?.to_vec();
        String::from_utf8(bytes).map_err(|_| WeightsError::Malformed("a text that is not UTF-8"))
    }

    fn count(&mut self) -> Result<usize, WeightsError> {
        Ok(usize::from(u16::from_le_bytes(self.array()?)))
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], WeightsError> {
        let (array, rest) = self.0.split_first_chunk().ok_or(TOO_SHORT)?;
        self.0 = rest;
        Ok(*array)
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], WeightsError> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(TOO_SHORT)?;
        self.0 = rest;
        Ok(taken)
    }
}

const WRONG_TYPE: WeightsError = WeightsError::Malformed("values of another type than the evaluation takes");
const TOO_SHORT: WeightsError = WeightsError::Malformed("it is shorter than its header says");

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> WeightsFile {
        let tensor = |name: &str, shape: &[u32], values: &[i16]| Tensor {
            name: name.to_owned(),
            steps: 8,
            shape: shape.to_vec(),
            values: Values::I16(values.to_vec()),
        };
        WeightsFile {
            game: "gomoku".to_owned(),
            rule: "renju".to_owned(),
            kind: "linear".to_owned(),
            note: "by hand\nfor a test".to_owned(),
            tensors: vec![
                tensor("one", &[2, 3], &[1, -2, 3, -4, i16::MAX, i16::MIN]),
                tensor("two", &[1], &[7]),
                Tensor { name: "three".to_owned(), steps: 1, shape: vec![2], values: Values::I32(vec![i32::MIN, 5]) },
                Tensor { name: "four".to_owned(), steps: 9, shape: vec![3], values: Values::I8(vec![i8::MIN, -1, 9]) },
            ],
        }
    }

    /// The bytes with a right checksum instead of the last four.
    fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
        bytes.truncate(bytes.len() - CHECKSUM);
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(WeightsFile::from_bytes(&file().to_bytes()), Ok(file()));
    }

    #[test]
    fn a_compressed_file_is_read_whole_or_not_at_all() {
        use std::io::Write;

        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(&file().to_bytes()).unwrap();
        let bytes = packed.finish().unwrap();
        assert_eq!(WeightsFile::from_bytes(&bytes), Ok(file()));
        for length in 0..bytes.len() {
            assert!(WeightsFile::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        for at in 2..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 0x20;
            // The time of writing and the system are not checked by anything.
            let read = WeightsFile::from_bytes(&other);
            assert!(read.is_err() || (4..10).contains(&at) && read == Ok(file()), "{at}: {read:?}");
        }
        assert_eq!(WeightsFile::from_bytes(&[&bytes[..], &[0]].concat()), Err(WeightsError::Packed));
    }

    #[test]
    fn a_note_keeps_what_came_before_it_as_far_as_there_is_room() {
        assert_eq!(note_after("fit", "trained"), "fit\n\ntrained");
        let long = note_after("fits", &"é".repeat(40_000));
        assert_eq!((long.len(), long.ends_with('é')), (usize::from(u16::MAX) - 1, true));
        let file = WeightsFile { note: long, ..file() };
        assert_eq!(WeightsFile::from_bytes(&file.to_bytes()), Ok(file));
    }

    #[test]
    fn a_file_cut_short_anywhere_is_refused() {
        let bytes = file().to_bytes();
        for length in 0..bytes.len() {
            assert!(WeightsFile::from_bytes(&bytes[..length]).is_err(), "{length}");
            if length > MAGIC.len() + 8 {
                assert!(WeightsFile::from_bytes(&signed(bytes[..length].to_vec())).is_err(), "{length}, signed");
            }
        }
        let longer = signed([bytes.as_slice(), &[0]].concat());
        assert!(matches!(WeightsFile::from_bytes(&longer), Err(WeightsError::Malformed(_))));
    }

    #[test]
    fn a_flipped_byte_is_refused_and_no_signed_one_does_harm() {
        let bytes = file().to_bytes();
        for at in 0..bytes.len() {
            for flip in 1..=255_u8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                assert!(WeightsFile::from_bytes(&damaged).is_err(), "{at} {flip}");
                // With a right checksum it may be another file, but must not panic or read beyond the end.
                if let Ok(other) = WeightsFile::from_bytes(&signed(damaged)) {
                    let mut values = Vec::new();
                    other.tensors.iter().for_each(|tensor| tensor.values.put(&mut values));
                    assert!(values.len() <= bytes.len());
                }
            }
        }
    }

    #[test]
    fn the_error_names_what_is_wrong() {
        assert_eq!(WeightsFile::from_bytes(b"weights = 3"), Err(WeightsError::NotWeights));
        let mut newer = file().to_bytes();
        newer[MAGIC.len()] = 9;
        assert_eq!(WeightsFile::from_bytes(&newer), Err(WeightsError::Version(9)));
        let foreign = file().check("gomoku", "freestyle", "linear").unwrap_err();
        assert_eq!(foreign.to_string(), "the file is for rule 'renju', not 'freestyle'");
        assert_eq!(file().check("gomoku", "renju", "linear"), Ok(()));
        let shape = file().values([("one", 8, &[2, 3]), ("two", 8, &[2])]).unwrap_err();
        assert_eq!(shape.to_string(), "expected the weights two [2] in steps of 1/8, found two [1] in steps of 1/8");
        let mut short = file();
        short.tensors.truncate(2);
        assert_eq!(short.values([("one", 8, &[2, 3]), ("two", 8, &[1])]).map(|values| values[1]), Ok(&[7][..]));
        let all: [(&str, u32, &[usize]); 4] =
            [("one", 8, &[2, 3]), ("two", 8, &[1]), ("three", 1, &[2]), ("four", 9, &[3])];
        let long = file().tensors(all).map(|[.., three, four]| (three.clone(), four.clone()));
        assert_eq!(long, Ok((Values::I32(vec![i32::MIN, 5]), Values::I8(vec![i8::MIN, -1, 9]))));
        assert_eq!(file().values(all), Err(WRONG_TYPE));
        assert!(file().values([("one", 8, &[2, 3])]).is_err());
    }
}
