//! The file: an SQLite database with a write-ahead log, or a journal in a browser (place.rs). Every committed change survives a crash of
//! the program or the machine. Several processes may have it open: any number of them read what was committed last while one writes.

use std::cell::Cell;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::changes::Changes;
use super::error::DatabaseError;
use super::place::{self, IN_A_BROWSER, PageCaches};
use super::schema;
use super::snapshot::Snapshot;

/// How long a process waits for another one that writes.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often it looks whether the other has done. SQLite's own waits grow to a tenth of a second, and who commits one change after
/// another gives the file free for less than a thousandth of that: others then wait for seconds, and now and then in vain.
const POLL: Duration = Duration::from_millis(1);
/// A longer log is cut to this when it has been taken over into the file.
const LOG: i64 = 64 << 20;

/// What a database is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Nothing is changed.
    ReadOnly,
    /// Records are written too.
    Write,
}

/// How a connection is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Write,
    Read,
    /// Where not even the files beside it may be written that readers agree by; nobody writes there then.
    Sealed,
}

/// An open database.
pub struct Store {
    connection: Mutex<Connection>,
    mode: Mode,
    path: PathBuf,
    caches: PageCaches,
    /// How often this process has changed it.
    changes: AtomicU64,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({:?})", self.path.display(), self.mode)
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
        if IN_A_BROWSER {
            // Nobody else sees it, and the journal makes it whole or takes it back.
            schema::create(&place::open(path, flags(Mode::Write) | OpenFlags::SQLITE_OPEN_CREATE)?)?;
            return Store::open(path, Access::Write);
        }
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let mut passing = tempfile::Builder::new();
        passing.prefix(".fukumi-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            passing.permissions(std::fs::Permissions::from_mode(0o666)); // as other new files are
        }
        let file = passing.tempfile_in(folder)?.into_temp_path();
        let connection = place::open(&file, flags(Mode::Write))?;
        schema::create(&connection)?;
        connection.close().map_err(|(_, error)| error)?;
        file.persist_noclobber(path).map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => DatabaseError::Exists,
            _ => error.error.into(),
        })?;
        Store::open(path, Access::Write)
    }

    /// Opens a database.
    ///
    /// # Errors
    /// When there is none, or the file is foreign, damaged or newer; it stays as it is then.
    pub fn open(path: &Path, access: Access) -> Result<Store, DatabaseError> {
        place::recover(path)?;
        schema::recognise(path)?;
        let opened = |mode| -> Result<Store, DatabaseError> {
            let connection = connect(path, mode, PageCaches::LARGE)?;
            schema::verify(&connection)?;
            if mode == Mode::Write {
                schema::migrate(&connection)?;
                // It may have been made where the other way is used.
                connection.pragma_update(None, "journal_mode", place::JOURNAL)?;
            }
            Ok(Store {
                connection: Mutex::new(connection),
                mode,
                path: path.to_owned(),
                caches: PageCaches::LARGE,
                changes: AtomicU64::new(0),
            })
        };
        match access {
            Access::Write => opened(Mode::Write),
            Access::ReadOnly => {
                opened(Mode::Read).or_else(|why| if place::is_settled(path) { opened(Mode::Sealed) } else { Err(why) })
            }
        }
    }

    /// The same with caches of other sizes than large ones.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn with_caches(self, caches: PageCaches) -> Result<Store, DatabaseError> {
        set_cache(&self.connection(), self.mode, caches)?;
        Ok(Store { caches, ..self })
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
        Snapshot::new(self.reader()?)
    }

    /// What was committed last whenever it is asked, for questions that come over a long time: a snapshot that is kept makes the log
    /// grow.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn latest(&self) -> Result<Snapshot, DatabaseError> {
        Snapshot::latest(self.reader()?)
    }

    fn reader(&self) -> Result<Connection, DatabaseError> {
        connect(&self.path, if self.mode == Mode::Sealed { Mode::Sealed } else { Mode::Read }, self.caches)
    }

    /// Makes changes, all of them or, on an error, none. They are on the disk when this returns.
    ///
    /// # Errors
    /// [`DatabaseError::ReadOnly`], [`DatabaseError::InUse`] when another process writes for too long, those of the storage, and
    /// those of `change`.
    pub fn change<T>(
        &self,
        change: impl FnOnce(&mut Changes<'_>) -> Result<T, DatabaseError>,
    ) -> Result<T, DatabaseError> {
        let mut connection = self.writer()?;
        let mut changes = Changes::new(connection.transaction_with_behavior(TransactionBehavior::Immediate)?);
        let result = change(&mut changes)?;
        changes.commit()?;
        self.changes.fetch_add(1, Relaxed);
        Ok(result)
    }

    /// How often this process has changed it, so that who holds what it was before can look anew.
    pub(super) fn count_of_changes(&self) -> u64 {
        self.changes.load(Relaxed)
    }

    /// Checks every page of the file.
    ///
    /// # Errors
    /// [`DatabaseError::Damaged`], with the first thing that is wrong.
    pub fn verify(&self) -> Result<(), DatabaseError> {
        let found: String = self.connection().query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        if found == "ok" { Ok(()) } else { Err(DatabaseError::Damaged(found.replace('\n', " "))) }
    }

    /// Gives back the space that nothing uses.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn compact(&self) -> Result<(), DatabaseError> {
        let connection = self.writer()?;
        connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")?;
        Ok(())
    }

    /// Takes the log over into the file, as far as nobody reads what it was before.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn flush(&self) -> Result<(), DatabaseError> {
        self.writer()?.execute_batch("PRAGMA wal_checkpoint(PASSIVE)")?;
        Ok(())
    }

    fn writer(&self) -> Result<MutexGuard<'_, Connection>, DatabaseError> {
        if self.mode == Mode::Write { Ok(self.connection()) } else { Err(DatabaseError::ReadOnly) }
    }

    /// What a panic elsewhere left undone, the connection has taken back.
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn flags(mode: Mode) -> OpenFlags {
    let access = match mode {
        Mode::Write => OpenFlags::SQLITE_OPEN_READ_WRITE,
        Mode::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
        Mode::Sealed => OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI,
    };
    access | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

fn connect(path: &Path, mode: Mode, caches: PageCaches) -> Result<Connection, DatabaseError> {
    let connection = match mode {
        Mode::Sealed => place::open(sealed_uri(path), flags(mode))?,
        Mode::Write | Mode::Read => place::open(path, flags(mode))?,
    };
    connection.busy_handler(Some(wait))?;
    set_cache(&connection, mode, caches)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    if mode == Mode::Write {
        connection.pragma_update(None, "synchronous", "full")?;
        connection.pragma_update(None, "journal_size_limit", LOG)?;
    }
    Ok(connection)
}

/// Waits a moment for another process; whether to try again. SQLite counts the tries for one lock from 0.
fn wait(tries: i32) -> bool {
    thread_local! { static SINCE: Cell<Option<Instant>> = const { Cell::new(None) }; }
    let now = Instant::now();
    let since = SINCE.get().filter(|_| tries > 0).unwrap_or(now);
    SINCE.set(Some(since));
    if now - since >= PATIENCE {
        return false;
    }
    std::thread::sleep(POLL);
    true
}

fn set_cache(connection: &Connection, mode: Mode, caches: PageCaches) -> Result<(), DatabaseError> {
    let size = if mode == Mode::Write { caches.writer } else { caches.reader };
    Ok(connection.pragma_update(None, "cache_size", -size)?)
}

/// The file as a URI that says that nobody changes it.
fn sealed_uri(path: &Path) -> String {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut uri = "file:".to_owned();
    for byte in whole.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => uri.push(char::from(*byte)),
            byte => uri += &format!("%{byte:02X}"),
        }
    }
    uri + "?immutable=1"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_where_nothing_can_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a b#%?ü.db");
        drop(Store::create(&path).unwrap());
        assert!(place::is_settled(&path));
        let connection = connect(&path, Mode::Sealed, PageCaches::SMALL).unwrap();
        schema::verify(&connection).unwrap();
        assert!(connection.execute_batch("DELETE FROM sources").is_err());
        assert!(Snapshot::new(connection).unwrap().rules().unwrap().is_empty());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is written beside it");
    }
}
