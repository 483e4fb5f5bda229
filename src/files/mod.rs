//! Files of games: one registry of formats, each with at most one reader and one writer.
//!
//! [`read`] detects the format, reads the games into [`GameRecord`]s and checks their moves by the engine's rules; [`write()`] writes
//! them. Files larger than [`MOST_BYTES`] are refused, and of no file are more than [`MOST_NODES`] games and moves kept, so that a
//! hostile file takes less than a gigabyte of memory.

mod check;
mod error;
mod format;
mod limits;
pub mod line;
mod lists;
mod losses;
pub mod movetext;
mod own;
mod pos;
mod psq;
mod puzzles;
mod rec;
mod record;
mod renlib;
mod rif;
mod rule;
mod sav;
mod sgf;
mod source;
mod tree;
mod writer;

pub use check::Checker;
pub use error::{FileError, Location};
pub use format::{Contents, Format};
pub use limits::{MOST_BYTES, MOST_NODES};
pub use own::own_text;
pub use record::{GameRecord, TAGS, Tag};
pub use source::{FoundGame, Games, Hint};
pub use tree::{NodeId, Notes, Place, Tree};
pub use writer::{FileWriter, Written, write};

use format::Reading;
use source::Source;

use crate::engine::registry;

/// The registry. A file is read in the first format that it looks like, so the most distinctive formats come first. So does, among
/// those that share an extension, the one that a file of that name is written in.
pub static FORMATS: &[&Format] = &[
    &sgf::FORMAT,
    &own::FORMAT,
    &psq::FORMAT,
    &renlib::FORMAT,
    &rif::FORMAT,
    &rec::FORMAT,
    &sav::FORMAT,
    &lists::ABP,
    &puzzles::FORMAT,
    &lists::POSITION,
    &lists::APF,
    &lists::OFFSET,
    &lists::POS,
    &lists::MOVES,
    &lists::YIXIN,
    &pos::FORMAT,
];

/// How many bytes of a file are used to detect its format. Formats that are detected by the length of the file have shorter ones.
const SNIFFED: usize = 1 << 16;

impl Format {
    /// The format of that name.
    ///
    /// # Errors
    /// [`FileError::NoSuchFormat`].
    pub fn named(name: &str) -> Result<&'static Format, FileError> {
        let found = FORMATS.iter().find(|format| format.name.eq_ignore_ascii_case(name));
        found.copied().ok_or_else(|| FileError::NoSuchFormat(error::quote(name)))
    }

    /// The format in which a file of this name is written.
    pub fn of_name(name: &str) -> Option<&'static Format> {
        Format::by_extension(name).find(|format| format.writes())
    }

    /// The format of a file: one that fits both its name and its content, else one that fits the content, else one that fits the
    /// name.
    pub fn detect(bytes: &[u8], name: Option<&str>) -> Option<&'static Format> {
        let start = &bytes[..bytes.len().min(SNIFFED)];
        let by_name = || name.into_iter().flat_map(Format::by_extension);
        let looks = |format: &&'static Format| (format.sniff)(start);
        by_name().find(looks).or_else(|| FORMATS.iter().copied().find(looks)).or_else(|| by_name().next())
    }

    fn by_extension(name: &str) -> impl Iterator<Item = &'static Format> {
        let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
        FORMATS
            .iter()
            .copied()
            .filter(move |format| extension.as_deref().is_some_and(|extension| format.extensions.contains(&extension)))
    }
}

/// The first bytes of gzip files.
const GZIP: &[u8] = b"\x1F\x8B";

/// The games of a file, all of them among `games`, their moves not yet checked by the rules, with errors in place of the games that
/// cannot be read.
///
/// # Errors
/// When the file is too large, its format is unknown or cannot be read, or nothing is found in it.
pub fn parse(
    bytes: &[u8],
    hint: &Hint,
    games: registry::Games,
) -> Result<Vec<Result<FoundGame, FileError>>, FileError> {
    if bytes.len() > MOST_BYTES {
        return Err(FileError::TooLarge);
    }
    let format = hint.format.or_else(|| Format::detect(bytes, hint.name.as_deref()));
    let unknown = if bytes.starts_with(GZIP) { FileError::Compressed } else { FileError::UnknownFormat };
    let format = format.ok_or(unknown)?;
    let read = format.read.ok_or(FileError::OneWay { format: format.name, what: "read" })?;
    if bytes.starts_with(GZIP) && format.name != pos::FORMAT.name {
        return Err(FileError::Compressed);
    }
    let source = Source { bytes, hint, games };
    let found = match read {
        Reading::Lines(form) => lists::read(&source, form),
        Reading::Whole(read) => read(&source),
    };
    let found = found.into_vec();
    if found.is_empty() { Err(FileError::Empty) } else { Ok(found) }
}

/// The games of a file, every move of them checked by the rules.
///
/// # Errors
/// For the first fault found: in the format, a field, a start position or a move.
pub fn read(bytes: &[u8], hint: &Hint, games: registry::Games) -> Result<Vec<GameRecord>, FileError> {
    let mut checker = Checker::default();
    let found = parse(bytes, hint, games)?.into_iter().enumerate();
    found.map(|(index, found)| checker.check(found?, index + 1)).collect()
}
