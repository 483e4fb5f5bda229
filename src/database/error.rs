//! Why a database cannot be used. The file's own name is for the caller to add.

use thiserror::Error;

/// Why a database cannot be opened, read or written.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// Another process has opened the file.
    #[error("in use by another process, or opened twice in this one; close it there first")]
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

impl From<redb::StorageError> for DatabaseError {
    fn from(error: redb::StorageError) -> DatabaseError {
        match error {
            redb::StorageError::Io(error) => DatabaseError::Io(error),
            redb::StorageError::Corrupted(why) => DatabaseError::Damaged(why),
            other => DatabaseError::Storage(other.to_string()),
        }
    }
}

impl From<redb::DatabaseError> for DatabaseError {
    fn from(error: redb::DatabaseError) -> DatabaseError {
        match error {
            redb::DatabaseError::DatabaseAlreadyOpen => DatabaseError::InUse,
            redb::DatabaseError::UpgradeRequired(version) => {
                DatabaseError::Foreign(format!("its storage has the old format {version}"))
            }
            redb::DatabaseError::RepairAborted => DatabaseError::Damaged("the repair was stopped".to_owned()),
            redb::DatabaseError::Storage(error) => error.into(),
            other => DatabaseError::Storage(other.to_string()),
        }
    }
}

impl From<redb::TransactionError> for DatabaseError {
    fn from(error: redb::TransactionError) -> DatabaseError {
        match error {
            redb::TransactionError::Storage(error) => error.into(),
            other => DatabaseError::Storage(other.to_string()),
        }
    }
}

impl From<redb::TableError> for DatabaseError {
    fn from(error: redb::TableError) -> DatabaseError {
        match error {
            redb::TableError::Storage(error) => error.into(),
            other => DatabaseError::Damaged(other.to_string()),
        }
    }
}

impl From<redb::CommitError> for DatabaseError {
    fn from(error: redb::CommitError) -> DatabaseError {
        match error {
            redb::CommitError::Storage(error) => error.into(),
            other => DatabaseError::Storage(other.to_string()),
        }
    }
}
