//! Files that are taken over into the database, and files that are written from it.

use std::io::Write;
use std::path::Path;

use fukumi_protocol::DatabaseFile;
use serde::Deserialize;

use super::Study;
use crate::engine::Rejected;
use crate::page::PlaySession;

/// The longest file that is taken over, in bytes; `fukumi db import` takes larger ones.
pub const LONGEST_STUDY_FILE: usize = 16 << 20;

/// The first bytes of a database of fukumi: such a file is merged, any other is read as games or as a database of Rapfi.
const DATABASE: &[u8] = b"SQLite format 3\0";

/// What can be written: by the end of its name.
const FORMATS: [(&str, DatabaseFile); 3] =
    [("lib", DatabaseFile::ToLibrary), ("db", DatabaseFile::Split), ("txt", DatabaseFile::Text)];

/// The format of a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyFormat {
    format: String,
}

impl Study {
    /// Takes over a file of that name; tells what was done.
    ///
    /// # Errors
    /// When it cannot be read, or the database cannot be written.
    pub fn import(&self, session: &PlaySession, name: &str, bytes: &[u8]) -> Result<String, Rejected> {
        self.ensure_writable()?;
        let (options, position, _) = session.on_board()?;
        let folder = tempfile::tempdir_in(&self.file.passing).map_err(failed)?;
        let path = folder.path().join(plain(name));
        std::fs::File::create(&path).and_then(|mut file| file.write_all(bytes)).map_err(failed)?;
        let work = if bytes.starts_with(DATABASE) { DatabaseFile::Merge } else { DatabaseFile::FromLibrary };
        self.file.library.work(&options, work, &path, &position).map_err(|why| nameless(why, &path))
    }

    /// Writes a file: RenLib's, with everything that comes of the empty board; a database, with what comes of the position on the
    /// board; or all positions of the game as text.
    ///
    /// # Errors
    /// When there is no such format, or nothing to be written.
    pub fn export(&self, session: &PlaySession, wanted: &StudyFormat) -> Result<Vec<u8>, Rejected> {
        let format = &wanted.format;
        let work = FORMATS.iter().find(|(name, _)| name == format).map(|&(_, work)| work);
        let work = work.ok_or_else(|| Rejected::Unsupported(format!("format {format}")))?;
        let (options, position, _) = session.on_board()?;
        let folder = tempfile::tempdir_in(&self.file.passing).map_err(failed)?;
        let path = folder.path().join(format!("study.{format}"));
        self.file.library.work(&options, work, &path, &position).map_err(|why| nameless(why, &path))?;
        std::fs::read(&path).map_err(failed)
    }
}

/// A file's name without folders, and nothing in it that a file system takes for anything else.
fn plain(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain: String = name.chars().filter(|sign| sign.is_alphanumeric() || " .-_()".contains(*sign)).collect();
    let short: String = plain.chars().rev().take(60).collect::<Vec<_>>().into_iter().rev().collect();
    format!("file {short}")
}

/// Nobody knows the file by the place where it lies for now.
fn nameless(why: Rejected, path: &Path) -> Rejected {
    let place = format!("{}: ", path.display());
    match why {
        Rejected::Database(text) => Rejected::Database(text.replace(&place, "")),
        other => other,
    }
}

fn failed(why: std::io::Error) -> Rejected {
    Rejected::Database(why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_nowhere_else() {
        for (name, kept) in [
            ("../../etc/passwd", "file passwd"),
            ("C:\\games\\my lib.lib", "file my lib.lib"),
            ("連珠.lib", "file 連珠.lib"),
            ("..", "file .."),
            ("a\0b\nc:d.sgf", "file abcd.sgf"),
            ("", "file "),
        ] {
            assert_eq!(plain(name), kept);
        }
        assert_eq!(plain(&format!("{}.lib", "x".repeat(500))).len(), 65);
    }
}
