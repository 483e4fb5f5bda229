//! Why a database cannot be used. The file's own name is for the caller to add.

use thiserror::Error;

use super::place;

/// Why a database cannot be opened, read or written.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// Another process writes, and does not come to an end.
    #[error("in use: another process has been writing for too long")]
    InUse,
    /// There is no such file.
    #[error("there is no such database; `fukumi db create` makes one")]
    Missing,
    /// A file is there already, and must not be replaced.
    #[error("is there already")]
    Exists,
    /// The file is something else.
    #[error("no database of fukumi: {0}")]
    Foreign(String),
    /// The file was written by a newer program.
    #[error("written by a newer fukumi: format {0}, this program knows {1}")]
    Newer(u32, u32),
    /// The file is damaged.
    #[error("damaged: {0}; `fukumi db repair` saves what can be read")]
    Damaged(String),
    /// The database was opened for reading alone.
    #[error("opened for reading only")]
    ReadOnly,
    /// The positions of this game are not kept.
    #[error("positions of {0} are kept in no database")]
    NoSuchGame(String),
    /// A text that is no position of these rules.
    #[error("position: {0}")]
    Position(String),
    /// A field that makes no sense, or is too long.
    #[error("{field}: {why}")]
    Bad {
        /// The field.
        field: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Anything else that the storage says.
    #[error("storage: {0}")]
    Storage(String),
}

impl DatabaseError {
    /// A field that makes no sense.
    pub(super) fn bad(field: &'static str, why: impl Into<String>) -> DatabaseError {
        DatabaseError::Bad { field, why: why.into() }
    }
}

impl From<rusqlite::Error> for DatabaseError {
    fn from(error: rusqlite::Error) -> DatabaseError {
        use rusqlite::ErrorCode::{
            DatabaseBusy, DatabaseCorrupt, DatabaseLocked, DiskFull, NotADatabase, PermissionDenied, ReadOnly,
        };
        match error.sqlite_error_code() {
            Some(DatabaseBusy | DatabaseLocked) => DatabaseError::InUse,
            Some(DatabaseCorrupt | NotADatabase) => {
                DatabaseError::Damaged("its pages contradict each other".to_owned())
            }
            Some(ReadOnly | PermissionDenied) => {
                DatabaseError::Storage("the file, or the folder that it lies in, cannot be written".to_owned())
            }
            Some(DiskFull) => DatabaseError::Storage(place::FULL.to_owned()),
            Some(_) => DatabaseError::Storage(error.to_string()),
            // What the file holds is of another type than what is kept.
            None => DatabaseError::Damaged(error.to_string()),
        }
    }
}
