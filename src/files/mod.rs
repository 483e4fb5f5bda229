//! Files of games: one registry of formats, with one reader and one writer of each.
//!
//! [`read`] detects the format, reads the games into [`GameRecord`]s and checks them by the engine's rules; [`write()`] writes them. No
//! file is larger than [`MOST_BYTES`], and no more than [`MOST_NODES`] games and moves are kept, so that a hostile file takes less
//! than a gigabyte.

mod check;
mod error;
mod format;
mod limits;
pub mod line;
mod lists;
pub mod movetext;
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

pub use check::Checker;
pub use error::{FileError, Location};
pub use format::Format;
pub use limits::{MOST_BYTES, MOST_NODES};
pub use record::{GameRecord, Tag};
pub use source::{FoundGame, Games, Hint};
pub use tree::{NodeId, Notes, Place, Tree};

use format::Reading;
use source::Source;

/// The registry. A file has the first format that it looks like, so the most distinctive formats come first.
pub static FORMATS: &[&Format] = &[
    &sgf::FORMAT,
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

/// How many bytes are looked at to detect a format. Formats detected by their length have shorter files.
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

    /// The format that files of this name are written in.
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

/// The games of a file, not checked by the rules yet, with errors in place of those that cannot be read.
///
/// # Errors
/// When the file is too large, its format is unknown or cannot be read, or nothing is found in it.
pub fn parse(bytes: &[u8], hint: &Hint) -> Result<Vec<Result<FoundGame, FileError>>, FileError> {
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
    let source = Source { bytes, hint };
    let games = match read {
        Reading::Lines(form) => lists::read(&source, form),
        Reading::Whole(read) => read(&source),
    };
    let games = games.into_vec();
    if games.is_empty() { Err(FileError::Empty) } else { Ok(games) }
}

/// The games of a file, every move checked by the rules.
///
/// # Errors
/// For the first thing that is wrong: with the format, a field, a start position or a move.
pub fn read(bytes: &[u8], hint: &Hint) -> Result<Vec<GameRecord>, FileError> {
    let mut checker = Checker::default();
    let games = parse(bytes, hint)?.into_iter().enumerate();
    games.map(|(index, found)| checker.check(found?, index + 1)).collect()
}

/// A file that has been written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// What the format could not hold, for a person.
    pub left_out: Vec<String>,
}

/// Writes games as one file.
///
/// # Errors
/// When the format cannot be written, holds one game only, or cannot hold one of these.
pub fn write(games: &[GameRecord], format: &'static Format) -> Result<Written, FileError> {
    let write = format.write.ok_or(FileError::OneWay { format: format.name, what: "written" })?;
    let mut written = Written::default();
    for (game, record) in (1..).zip(games) {
        let cannot = |why: String| FileError::CannotHold { game, format: format.name, why };
        if game > 1 && !format.many {
            return Err(cannot("holds one game a file".to_owned()));
        }
        if !format.games.is_empty() && !format.games.contains(&record.game()) {
            return Err(cannot(format!("does not hold {}", record.game())));
        }
        write(record, &mut written.bytes).map_err(cannot)?;
        let lost = what_is_lost(record, format);
        written.left_out.extend(lost.into_iter().map(|what| format!("game {game}: {what}")));
    }
    Ok(written)
}

/// What the format cannot hold.
fn what_is_lost(record: &GameRecord, format: &Format) -> Option<String> {
    let mut lost = Vec::new();
    let main = record.tree.main_line();
    let beside = record.tree.len() - 1 - main.len();
    if !format.variations && beside > 0 {
        lost.push(format!("{beside} moves of variations"));
    }
    let told = |notes: &Notes| !notes.comment.is_empty() || !notes.labels.is_empty();
    let comments = || std::iter::once(Tree::ROOT).chain(main).filter(|&node| told(record.tree.notes(node))).count();
    if !format.comments && comments() > 0 {
        lost.push("comments".to_owned());
    }
    (!lost.is_empty()).then(|| format!("{} left out: {} holds none", lost.join(" and "), format.name))
}
