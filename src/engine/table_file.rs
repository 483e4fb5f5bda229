//! The transposition table in a file, so that a study goes on where it was left.
//!
//! A file is [`MAGIC`], the version, the length of a text and the text, which says what the table is of, the number of entries, the
//! entries as pairs of words (a position's key, and what is known of it), and the CRC-32 of all that. Numbers are little-endian. Its values
//! are believed as those of a search are.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use super::eval_file::EVAL_FILE;
use super::options::{EVALUATION, Options};
use crate::search::Table;

/// The first bytes. The byte that is no ASCII and the line end betray a file that was sent as text.
const MAGIC: [u8; 8] = *b"\x89FKHASH\n";
/// The version that is read and written.
const VERSION: u32 = 1;
/// The bytes of an entry.
const ENTRY: usize = 16;
/// The length of the checksum at the end.
const CHECKSUM: u64 = 4;

/// Why a file is not used.
#[derive(Debug, thiserror::Error)]
pub(super) enum TableFileError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("it is not a file")]
    NotAFile,
    #[error("this is no file of a transposition table")]
    NotATable,
    #[error("the format is version {0}; this program reads version {VERSION}")]
    Version(u32),
    #[error("the file is damaged or incomplete")]
    Damaged,
    #[error("it is of '{found}', not of '{wanted}'")]
    Foreign { found: String, wanted: String },
}

/// What the values of a table depend on: the game, its rules and the evaluation.
fn description(options: &Options) -> String {
    let rows = options.game().options.iter().copied().chain([&EVALUATION.row]);
    let values: String =
        rows.filter_map(|row| options.value(row.name).map(|value| format!(" {}={value}", row.name))).collect();
    let weights = options.eval_file().map(|file| format!(" {EVAL_FILE}={:08x}", file.checksum()));
    options.game().name.to_owned() + &values + &weights.unwrap_or_default()
}

/// Writes the table beside the file that may be there, then puts it in its place. Returns how many entries there are.
///
/// # Errors
/// When it cannot be written, or what is there is no file, such as a device: then that stays.
pub(super) fn save(path: &Path, table: &Table, options: &Options) -> Result<u64, TableFileError> {
    if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(TableFileError::NotAFile);
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".unfinished");
    let unfinished = Path::new(&name);
    let written = write(unfinished, table, options).and_then(|count| {
        fs::rename(unfinished, path)?;
        Ok(count)
    });
    if written.is_err() {
        let _ = fs::remove_file(unfinished); // it may never have been there
    }
    Ok(written?)
}

fn write(path: &Path, table: &Table, options: &Options) -> io::Result<u64> {
    let mut output = Summed { inner: BufWriter::new(File::create(path)?), sum: crc32fast::Hasher::new() };
    let (description, count) = (description(options), table.entries().count() as u64);
    output.write_all(&MAGIC)?;
    output.write_all(&VERSION.to_le_bytes())?;
    output.write_all(&(description.len() as u32).to_le_bytes())?;
    output.write_all(description.as_bytes())?;
    output.write_all(&count.to_le_bytes())?;
    for (key, data) in table.entries() {
        output.write_all(&key.to_le_bytes())?;
        output.write_all(&data.to_le_bytes())?;
    }
    let Summed { mut inner, sum } = output;
    inner.write_all(&sum.finalize().to_le_bytes())?;
    inner.into_inner()?.sync_all()?;
    Ok(count)
}

/// Adds the entries of a file to the table, as far as there is room. Returns how many the file has.
///
/// # Errors
/// When the file cannot be used. The table is as it was then.
pub(super) fn load(path: &Path, table: &Table, options: &Options) -> Result<u64, TableFileError> {
    // The whole file is looked at before anything of it is believed.
    read(path, options, |_, _| {})?;
    table.use_all();
    read(path, options, |key, data| table.restore(key, data))
}

fn read(path: &Path, options: &Options, mut take: impl FnMut(u64, u64)) -> Result<u64, TableFileError> {
    // To open a pipe would wait until somebody writes to it.
    let about = fs::metadata(path)?;
    if !about.is_file() {
        return Err(TableFileError::NotAFile);
    }
    let length = about.len();
    let file = File::open(path)?;
    let mut input = Summed { inner: BufReader::new(file), sum: crc32fast::Hasher::new() };
    let mut number = [0; 8];
    input.fill(&mut number, TableFileError::NotATable)?;
    if number != MAGIC {
        return Err(TableFileError::NotATable);
    }
    input.fill(&mut number, TableFileError::Damaged)?;
    let [version, text] = [0, 4].map(|at| u32::from_le_bytes(std::array::from_fn(|byte| number[at + byte])));
    if version != VERSION {
        return Err(TableFileError::Version(version));
    }
    if u64::from(text) > length {
        return Err(TableFileError::Damaged);
    }
    let mut found = vec![0; text as usize];
    input.fill(&mut found, TableFileError::Damaged)?;
    input.fill(&mut number, TableFileError::Damaged)?;
    let count = u64::from_le_bytes(number);
    let header = (MAGIC.len() + 4 + 4 + found.len() + 8) as u64;
    if count.checked_mul(ENTRY as u64).and_then(|entries| entries.checked_add(header + CHECKSUM)) != Some(length) {
        return Err(TableFileError::Damaged);
    }
    let (found, wanted) = (String::from_utf8_lossy(&found).into_owned(), description(options));
    if found != wanted {
        return Err(TableFileError::Foreign { found: found.escape_debug().take(200).collect(), wanted });
    }
    let mut entry = [0; ENTRY];
    for _ in 0..count {
        input.fill(&mut entry, TableFileError::Damaged)?;
        let [key, data] = [0, 8].map(|at| u64::from_le_bytes(std::array::from_fn(|byte| entry[at + byte])));
        take(key, data);
    }
    let sum = input.sum.finalize();
    let mut checksum = [0; CHECKSUM as usize];
    input.inner.read_exact(&mut checksum)?;
    if checksum == sum.to_le_bytes() { Ok(count) } else { Err(TableFileError::Damaged) }
}

/// A reader or writer with the checksum of what went through it.
struct Summed<T> {
    inner: T,
    sum: crc32fast::Hasher,
}

impl<T: Write> Summed<T> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.inner.write_all(bytes)
    }
}

impl<T: Read> Summed<T> {
    /// Fills the bytes; `short` when the file ends before.
    fn fill(&mut self, bytes: &mut [u8], short: TableFileError) -> Result<(), TableFileError> {
        self.inner.read_exact(bytes).map_err(|why| match why.kind() {
            io::ErrorKind::UnexpectedEof => short,
            _ => TableFileError::Io(why),
        })?;
        self.sum.update(bytes);
        Ok(())
    }
}

#[cfg(all(test, feature = "database"))] // which has the crate tempfile
mod tests {
    use super::*;
    use crate::search::Score;
    use crate::search::entry::{Bound, Entry};
    use crate::search::tt::Replacement;

    fn full_table(mebibytes: usize) -> Table {
        let table = Table::new(mebibytes).unwrap();
        for at in 1..5_000_u64 {
            let entry = Entry {
                mv: at as u16,
                score: Score::fixed(at as i32 % 900 - 450),
                eval: at.is_multiple_of(3).then_some(Score::fixed(7)),
                depth: (at % 200) as u8,
                bound: [Bound::Upper, Bound::Lower, Bound::Exact][at as usize % 3],
            };
            table.store(at.wrapping_mul(0x9e37_79b9_7f4a_7c15), entry, Replacement::default());
        }
        table
    }

    #[test]
    fn a_table_comes_back_whole_and_a_smaller_one_takes_what_fits() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a table");
        let (table, options) = (full_table(1), Options::new());
        assert_eq!(save(&path, &table, &options).unwrap(), 4_999);
        let back = Table::growing(4).unwrap();
        assert_eq!(load(&path, &back, &options).unwrap(), 4_999);
        for (key, _) in table.entries() {
            assert_eq!(back.probe(key), table.probe(key));
        }
        let small = Table::new(0).unwrap();
        assert_eq!(load(&path, &small, &options).unwrap(), 4_999);
        assert_eq!(small.entries().count(), 4);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn what_is_cut_changed_or_of_something_else_is_named_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let options = Options::new();
        save(&path, &full_table(1), &options).unwrap();
        let whole = fs::read(&path).unwrap();
        let refused = |bytes: &[u8], options: &Options| {
            fs::write(&path, bytes).unwrap();
            let table = Table::new(1).unwrap();
            let why = load(&path, &table, options).unwrap_err();
            assert_eq!(table.entries().count(), 0);
            why.to_string()
        };
        for length in (0..100).chain((100..whole.len()).step_by(997)) {
            let why = refused(&whole[..length], &options);
            assert!(why.contains("damaged") || why.contains("no file of"), "{length}: {why}");
        }
        for at in (0..100).chain((100..whole.len()).step_by(997)) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            refused(&bytes, &options);
        }
        let mut renju = Options::new();
        renju.set("Rule", "renju").unwrap();
        let why = refused(&whole, &renju);
        assert!(why.contains("Rule=freestyle") && why.contains("Rule=renju"), "{why}");
        let table = full_table(1);
        assert!(load(&folder.path().join("nothing"), &table, &options).is_err());
        assert!(matches!(load(folder.path(), &table, &options), Err(TableFileError::NotAFile)));
        assert!(matches!(save(folder.path(), &table, &options), Err(TableFileError::NotAFile)));
        assert!(save(&folder.path().join("no folder/table"), &table, &options).is_err());
    }
}
