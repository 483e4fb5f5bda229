//! The file: a table of positions for each set of rules in one `redb` database. Every committed change survives a crash of the
//! program or the machine. One process at a time opens the file; within it, snapshots are read while one thread writes.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use redb::{Builder, Database, TableDefinition};

use super::changes::Changes;
use super::error::DatabaseError;
use super::snapshot::Snapshot;
use super::tables::{IMPORTS, SOURCE_NUMBERS, SOURCES, guarded};

/// The version of the format that this program writes.
const VERSION: u64 = 1;
/// The first bytes of files of `redb`.
const MAGIC: &[u8] = b"redb\x1A\x0A\xA9\x0D\x0A";
/// How much of the file is kept in memory.
const CACHE: usize = 64 << 20;

const META: TableDefinition<'_, &str, u64> = TableDefinition::new("meta");
const FORMAT: &str = "fukumi format";

/// What a database is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Nothing is changed.
    ReadOnly,
    /// Records are written too.
    Write,
}

/// An open database.
pub struct Store {
    database: Database,
    access: Access,
    path: PathBuf,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({:?})", self.path.display(), self.access)
    }
}

impl Store {
    /// Makes a database where there is no file yet. It is made under another name, so that none is ever there half made.
    ///
    /// # Errors
    /// [`DatabaseError::Exists`], or when it cannot be written.
    pub fn create(path: &Path) -> Result<Store, DatabaseError> {
        if path.exists() {
            return Err(DatabaseError::Exists);
        }
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let mut passing = tempfile::Builder::new();
        passing.prefix(".fukumi-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            passing.permissions(std::fs::Permissions::from_mode(0o666)); // as other new files are
        }
        let file = passing.tempfile_in(folder)?;
        let database = builder().create_file(file.reopen()?)?;
        let writing = database.begin_write()?;
        writing.open_table(META)?.insert(FORMAT, VERSION)?;
        writing.open_table(SOURCES)?;
        writing.open_table(SOURCE_NUMBERS)?;
        writing.open_table(IMPORTS)?;
        writing.commit()?;
        drop(database);
        file.persist_noclobber(path).map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => DatabaseError::Exists,
            _ => error.error.into(),
        })?;
        Store::open(path, Access::Write)
    }

    /// Opens a database.
    ///
    /// # Errors
    /// When there is none, it is in use, or the file is foreign, damaged or newer; it stays as it is then.
    pub fn open(path: &Path, access: Access) -> Result<Store, DatabaseError> {
        recognise(path)?;
        let database = guarded(|| Ok(builder().open(path)?))?;
        let version = guarded(|| version(&database))?;
        if version != VERSION {
            return Err(migrate(version));
        }
        Ok(Store { database, access, path: path.to_owned() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The database as it is now, whatever is written later.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn snapshot(&self) -> Result<Snapshot, DatabaseError> {
        guarded(|| Snapshot::new(self.database.begin_read()?))
    }

    /// Makes changes, all of them or, on an error, none. They are on the disk when this returns.
    ///
    /// # Errors
    /// [`DatabaseError::ReadOnly`], those of the storage, and those of `change`.
    pub fn change<T>(&self, change: impl FnOnce(&mut Changes) -> Result<T, DatabaseError>) -> Result<T, DatabaseError> {
        if self.access == Access::ReadOnly {
            return Err(DatabaseError::ReadOnly);
        }
        guarded(|| {
            let mut changes = Changes::new(self.database.begin_write()?);
            let result = change(&mut changes)?;
            changes.commit()?;
            Ok(result)
        })
    }

    /// Checks every page of the file; false if something had to be repaired.
    ///
    /// # Errors
    /// [`DatabaseError::Damaged`] when it cannot be repaired.
    pub fn verify(&mut self) -> Result<bool, DatabaseError> {
        guarded(|| Ok(self.database.check_integrity()?))
    }

    /// Gives back the space that nothing uses.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn compact(&mut self) -> Result<(), DatabaseError> {
        if self.access == Access::ReadOnly {
            return Err(DatabaseError::ReadOnly);
        }
        guarded(|| match self.database.compact() {
            Ok(_) => Ok(()),
            Err(redb::CompactionError::Storage(error)) => Err(error.into()),
            Err(other) => Err(DatabaseError::Storage(other.to_string())),
        })
    }
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE);
    builder
}

/// Is it a file of the storage at all? What is something else is never opened for writing.
fn recognise(path: &Path) -> Result<(), DatabaseError> {
    let mut file = File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => DatabaseError::Missing,
        _ => error.into(),
    })?;
    if !file.metadata()?.is_file() {
        return Err(DatabaseError::Foreign("it is no file".to_owned()));
    }
    let mut start = Vec::new();
    file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut start)?;
    match start.as_slice() {
        MAGIC => Ok(()),
        [] => Err(DatabaseError::Foreign("it is empty".to_owned())),
        _ => Err(DatabaseError::Foreign("its first bytes are others".to_owned())),
    }
}

fn version(database: &Database) -> Result<u64, DatabaseError> {
    let reading = database.begin_read()?;
    let table = match reading.open_table(META) {
        Err(redb::TableError::TableDoesNotExist(_)) => None,
        table => Some(table?),
    };
    let version = table.map(|table| table.get(FORMAT)).transpose()?.flatten();
    version
        .map(|version| version.value())
        .ok_or_else(|| DatabaseError::Foreign("a database of another program".to_owned()))
}

/// What is done about a file of another version. Older formats will be rewritten here when there are any.
fn migrate(version: u64) -> DatabaseError {
    let shown = |version: u64| u32::try_from(version).unwrap_or(u32::MAX);
    if version > VERSION {
        DatabaseError::Newer(shown(version), shown(VERSION))
    } else {
        DatabaseError::Damaged(format!("format {version}, which there never was"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newer_file_and_one_of_another_program_are_named_and_left_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("newer.db");
        for (version, message) in
            [(Some(VERSION + 1), "written by a newer fukumi: format 2"), (None, "another program")]
        {
            let _ = std::fs::remove_file(&path); // the first time there is none
            let database = builder().create(&path).unwrap();
            let writing = database.begin_write().unwrap();
            if let Some(version) = version {
                writing.open_table(META).unwrap().insert(FORMAT, version).unwrap();
            }
            writing.commit().unwrap();
            drop(database);
            let before = std::fs::read(&path).unwrap();
            let error = Store::open(&path, Access::Write).unwrap_err();
            assert!(error.to_string().contains(message), "{error}");
            assert!(std::fs::read(&path).unwrap() == before, "{message}: the file has changed");
        }
    }
}
