//! What makes an SQLite file a database of positions: its marks in the header, and its tables.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rusqlite::Connection;

use super::error::DatabaseError;
use super::place;

/// The version of the format that this program writes, in the header as the user version.
pub(super) const VERSION: u32 = 2;
/// The version before, which is still read.
const OLD: u32 = 1;
/// "fkmi": whose database it is, in the header as the application's id.
const APPLICATION: u32 = 0x666B_6D69;
/// The first bytes of files of SQLite.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// The bytes of the header, and where some of its numbers are.
const HEADER: u64 = 100;
const PAGE_SIZE: usize = 16;
const PAGES: usize = 28;
const USER_VERSION: usize = 60;
const APPLICATION_ID: usize = 68;

/// Numbers stand for the texts of rules and sources, which many records share. What the positions under some rules come to is kept
/// beside them: counting them all would read them all. The last two tables are those of growth, which version 1 did not have.
const TABLES: [&str; 6] = [
    "CREATE TABLE rules (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, positions INTEGER NOT NULL, bytes INTEGER NOT NULL)",
    "CREATE TABLE sources (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)",
    "CREATE TABLE imports (name TEXT PRIMARY KEY, done INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE positions (rules INTEGER NOT NULL, key BLOB NOT NULL, record BLOB NOT NULL, PRIMARY KEY (rules, key)) WITHOUT ROWID",
    "CREATE TABLE growth (rules INTEGER NOT NULL, key BLOB NOT NULL, rest INTEGER, PRIMARY KEY (rules, key)) WITHOUT ROWID",
    "CREATE TABLE branches (number INTEGER PRIMARY KEY, rules TEXT NOT NULL, root TEXT NOT NULL, name TEXT NOT NULL, nodes INTEGER NOT NULL, positions INTEGER NOT NULL, done INTEGER NOT NULL, is_stopped INTEGER NOT NULL)",
];
/// So many of the tables there were in version 1.
const OLD_TABLES: usize = 4;

/// Makes the tables in an empty file, all of them at once.
pub(super) fn create(connection: &Connection) -> Result<(), DatabaseError> {
    connection.pragma_update(None, "journal_mode", place::JOURNAL)?;
    let tables = TABLES.join(";");
    let marks = format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}");
    connection.execute_batch(&format!("BEGIN IMMEDIATE; {tables}; {marks}; COMMIT"))?;
    Ok(())
}

/// Is it a database of ours at all? The header tells, so that what is something else is never opened.
pub(super) fn recognise(path: &Path) -> Result<(), DatabaseError> {
    let mut file = File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => DatabaseError::Missing,
        _ => error.into(),
    })?;
    if !file.metadata()?.is_file() {
        return Err(DatabaseError::Foreign("it is no file".to_owned()));
    }
    let mut header = Vec::new();
    file.by_ref().take(HEADER).read_to_end(&mut header)?;
    if header.is_empty() {
        return Err(DatabaseError::Foreign("it is empty".to_owned()));
    }
    if !header.starts_with(MAGIC) {
        return Err(DatabaseError::Foreign("its first bytes are others".to_owned()));
    }
    let number = |at: usize| {
        let bytes = header.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map(u32::from_be_bytes).ok_or_else(|| DatabaseError::Damaged("it ends in its header".to_owned()))
    };
    if number(APPLICATION_ID)? != APPLICATION {
        return Err(DatabaseError::Foreign("a database of another program".to_owned()));
    }
    match number(USER_VERSION)? {
        OLD | VERSION => {}
        version if version > VERSION => return Err(DatabaseError::Newer(version, VERSION)),
        version => return Err(DatabaseError::Damaged(format!("format {version}, which there never was"))),
    }
    // SQLite takes a last page that is cut for whole. With a log or a journal beside it the file may be growing just now.
    let page = match number(PAGE_SIZE)? >> 16 {
        1 => 1 << 16,
        size => u64::from(size),
    };
    if place::is_settled(path) && file.metadata()?.len() < page * u64::from(number(PAGES)?) {
        return Err(DatabaseError::Damaged("its end is missing".to_owned()));
    }
    Ok(())
}

/// Makes a file of version 1 one of this version; any other is left as it is.
pub(super) fn migrate(connection: &Connection) -> Result<(), DatabaseError> {
    if version(connection)? != OLD {
        return Ok(());
    }
    connection.execute_batch("BEGIN IMMEDIATE")?;
    // Another process may have done it meanwhile.
    let change = if version(connection)? == OLD {
        format!("{}; PRAGMA user_version = {VERSION}", TABLES[OLD_TABLES..].join(";"))
    } else {
        String::new()
    };
    connection.execute_batch(&format!("{change}; COMMIT"))?;
    Ok(())
}

fn version(connection: &Connection) -> Result<u32, DatabaseError> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

/// Are its tables ours, and nothing beside them? A statement could mean anything else otherwise.
pub(super) fn verify(connection: &Connection) -> Result<(), DatabaseError> {
    let mut statement = connection.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")?;
    let found: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let tables = if version(connection)? == OLD { &TABLES[..OLD_TABLES] } else { &TABLES[..] };
    let is_ours = found.len() == tables.len() && tables.iter().all(|table| found.iter().any(|sql| sql == table));
    if is_ours { Ok(()) } else { Err(DatabaseError::Foreign("its tables are others".to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::super::store::{Access, Store};
    use super::*;

    #[test]
    fn newer_files_and_those_of_other_programs_are_named_and_left_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("other.db");
        for (change, message) in [
            (format!("PRAGMA user_version = {}", VERSION + 1), "written by a newer fukumi: format 3"),
            ("PRAGMA user_version = 0".to_owned(), "format 0, which there never was"),
            ("PRAGMA application_id = 7".to_owned(), "another program"),
            ("CREATE TABLE more (text)".to_owned(), "its tables are others"),
            ("DROP TABLE sources".to_owned(), "its tables are others"),
        ] {
            let _ = std::fs::remove_file(&path); // the first time there is none
            drop(Store::create(&path).unwrap());
            Connection::open(&path).unwrap().execute_batch(&change).unwrap();
            let before = std::fs::read(&path).unwrap();
            let error = Store::open(&path, Access::Write).unwrap_err();
            assert!(error.to_string().contains(message), "{error}");
            assert!(std::fs::read(&path).unwrap() == before, "{message}: the file has changed");
        }
    }

    #[test]
    fn a_file_of_version_1_is_read_as_it_is_and_gets_the_new_tables_when_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        drop(Store::create(&path).unwrap());
        let old = "DROP TABLE growth; DROP TABLE branches; PRAGMA user_version = 1";
        Connection::open(&path).unwrap().execute_batch(old).unwrap();
        let reader = Store::open(&path, Access::ReadOnly).unwrap();
        assert!(reader.snapshot().unwrap().branches().unwrap().is_empty());
        assert_eq!(version(&Connection::open(&path).unwrap()).unwrap(), OLD);
        drop(Store::open(&path, Access::Write).unwrap());
        let connection = Connection::open(&path).unwrap();
        assert_eq!(version(&connection).unwrap(), VERSION);
        verify(&connection).unwrap();
        assert!(reader.snapshot().unwrap().branches().unwrap().is_empty());
    }
}
