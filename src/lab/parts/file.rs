//! The file of one part: written as a whole, checked as a whole before anything of it is used.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{Header, Part, PartError, Run};
use crate::lab::difference::first_difference;

/// The version of the format.
const VERSION: u32 = 1;
/// No header is longer: the settings of a match hold its openings.
const LONGEST_HEADER: u64 = 1 << 28;

/// The file of a part, whose results are what was written.
#[derive(Clone, Debug)]
pub struct PartFile {
    path: PathBuf,
    header: Header,
    /// Where the results begin.
    start: u64,
}

impl PartFile {
    /// Opens a file and checks it.
    ///
    /// # Errors
    /// When it cannot be read, or is not the whole file of a part.
    pub fn open(path: &Path) -> Result<PartFile, PartError> {
        let io = || PartError::io(path);
        let damaged = |what: String| PartError::damaged(path, what);
        let mut input = BufReader::new(File::open(path).map_err(io())?);
        let mut line = Vec::new();
        input.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line).map_err(io())?;
        let header: Header =
            serde_json::from_slice(&line).map_err(|error| damaged(format!("no part of a run: {error}")))?;
        if header.v != VERSION {
            return Err(damaged(format!("a part of format {}; this program knows {VERSION}", header.v)));
        }
        format!("{}/{}", header.part, header.of).parse::<Part>().map_err(damaged)?;
        let (bytes, crc32) = checksum(&mut input).map_err(io())?;
        if (bytes, crc32) != (header.bytes, header.crc32) {
            let what = format!(
                "damaged: {bytes} bytes with checksum {crc32:08x} where {} with {:08x} were written",
                header.bytes, header.crc32
            );
            return Err(damaged(what));
        }
        Ok(PartFile { path: path.to_owned(), start: line.len() as u64, header })
    }

    /// Writes the results of a part, all of them or nothing; what is there already stays.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn write(path: &Path, part: Part, run: Run, exit: u8, results: &Path) -> Result<(), PartError> {
        let mut input = File::open(results).map_err(PartError::io(results))?;
        let (bytes, crc32) = checksum(&mut BufReader::new(&mut input)).map_err(PartError::io(results))?;
        let header = Header { v: VERSION, part: part.number(), of: part.of(), run, exit, bytes, crc32 };
        let header = serde_json::to_string(&header).map_err(|error| PartError::damaged(path, error.to_string()))?;
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let mut write = || {
            let mut file = tempfile::Builder::new().prefix(".part-").tempfile_in(folder)?;
            input.seek(SeekFrom::Start(0))?;
            writeln!(file, "{header}")?;
            std::io::copy(&mut input, &mut file)?;
            file.as_file().sync_all()?;
            file.persist_noclobber(path).map_err(|error| error.error)
        };
        write().map(drop).map_err(PartError::io(path))
    }

    /// Is this the part of the run that is to be done?
    ///
    /// # Errors
    /// When it is another one.
    pub fn check(&self, part: Part, run: &Run) -> Result<(), PartError> {
        self.check_run(run, Path::new("what is to be done"))?;
        let held = self.part();
        if held == part { Ok(()) } else { Err(PartError::OtherPart { path: self.path.clone(), held }) }
    }

    /// Does it belong to that run, which `other` belongs to?
    ///
    /// # Errors
    /// Names what differs.
    pub(super) fn check_run(&self, run: &Run, other: &Path) -> Result<(), PartError> {
        let json = |run: &Run| serde_json::to_value(run).unwrap_or_default();
        match first_difference(&json(&self.header.run), &json(run)) {
            None => Ok(()),
            Some([setting, theirs, ours]) => {
                let setting = setting.strip_prefix("settings.").map(str::to_owned).unwrap_or(setting);
                let difference = Box::new([setting, theirs, ours]);
                Err(PartError::OtherRun { path: self.path.clone(), other: other.to_owned(), difference })
            }
        }
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Which part it is.
    pub fn part(&self) -> Part {
        Part { number: self.header.part, of: self.header.of }
    }

    /// What it says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Its results, to be read from their beginning.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn results(&self) -> Result<BufReader<File>, PartError> {
        let mut input = File::open(&self.path).map_err(PartError::io(&self.path))?;
        input.seek(SeekFrom::Start(self.start)).map_err(PartError::io(&self.path))?;
        Ok(BufReader::new(input))
    }

    /// Its results, a line each.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn lines(&self) -> Result<Vec<String>, PartError> {
        self.results()?.lines().collect::<Result<_, _>>().map_err(PartError::io(&self.path))
    }
}

/// How many bytes there are, and their checksum.
fn checksum(input: &mut impl BufRead) -> std::io::Result<(u64, u32)> {
    let (mut count, mut hasher) = (0, crc32fast::Hasher::new());
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok((count, hasher.finalize()));
        }
        hasher.update(bytes);
        let read = bytes.len();
        count += read as u64;
        input.consume(read);
    }
}
