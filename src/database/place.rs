//! Where the file of a database lies: on a disk, where several processes share it, or in the storage of a browser, where one thread of one
//! page has it for itself. There SQLite locks nothing, and keeps what it changes in a rollback journal: its write-ahead log would need
//! memory that processes share.

use std::ffi::OsString;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::error::DatabaseError;

/// Is it a browser's?
pub(super) const IN_A_BROWSER: bool = cfg!(target_family = "wasm");

/// The way in which changes become whole.
pub(super) const JOURNAL: &str = if IN_A_BROWSER { "truncate" } else { "wal" };

/// How much of the file connections keep in memory, in KiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageCaches {
    /// One that writes.
    pub(super) writer: i64,
    /// One that reads.
    pub(super) reader: i64,
}

impl PageCaches {
    /// For large amounts of work. A page has little memory.
    pub const LARGE: PageCaches = if IN_A_BROWSER {
        PageCaches { writer: 8 << 10, reader: 4 << 10 }
    } else {
        PageCaches { writer: 64 << 10, reader: 16 << 10 }
    };
    /// Beside a search, which asks little and leaves no memory unused.
    pub const SMALL: PageCaches = PageCaches { writer: 4 << 10, reader: 2 << 10 };
}

/// Why nothing more can be written.
pub(super) const FULL: &str = if IN_A_BROWSER { "the browser lets this site keep no more" } else { "the disk is full" };

/// Opens a file of SQLite, or its URI.
pub(super) fn open(path: impl AsRef<Path>, flags: OpenFlags) -> Result<Connection, DatabaseError> {
    Ok(if IN_A_BROWSER {
        let connection = Connection::open_with_flags_and_vfs(path, flags, c"unix-none")?;
        connection.pragma_update(None, "temp_store", "memory")?;
        connection
    } else {
        Connection::open_with_flags(path, flags)?
    })
}

/// Takes back what a page that was closed left half done. On a disk whoever reads next does it; here the file itself may be half made.
pub(super) fn recover(path: &Path) -> Result<(), DatabaseError> {
    if IN_A_BROWSER && holds_anything(path, "-journal") {
        let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        connection.pragma_query_value(None, "schema_version", |row| row.get::<_, i64>(0))?;
    }
    Ok(())
}

/// Is everything that was committed in the file itself, and nothing that was not?
pub(super) fn is_settled(path: &Path) -> bool {
    !holds_anything(path, "-wal") && !holds_anything(path, "-journal")
}

fn holds_anything(path: &Path, end: &str) -> bool {
    let mut beside = OsString::from(path);
    beside.push(end);
    std::fs::metadata(beside).is_ok_and(|file| file.len() > 0)
}
