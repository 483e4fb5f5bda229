//! The tables of the file, and a guard around what reads them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use redb::TableDefinition;

use super::error::DatabaseError;

pub(super) const SOURCES: TableDefinition<'_, u64, &str> = TableDefinition::new("sources");
pub(super) const SOURCE_NUMBERS: TableDefinition<'_, &str, u64> = TableDefinition::new("source numbers");
/// Unfinished imports, and how many records of each are done.
pub(super) const IMPORTS: TableDefinition<'_, &str, u64> = TableDefinition::new("imports");
/// Before the rules in the names of the tables of positions.
pub(super) const POSITIONS: &str = "positions of ";

/// The storage library trusts its files and may panic on a damaged one; that is an error like any other.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T, DatabaseError>) -> Result<T, DatabaseError> {
    let damaged = |_| Err(DatabaseError::Damaged("its pages contradict each other".to_owned()));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(damaged)
}

pub(super) fn table_name(rules: &str) -> String {
    format!("{POSITIONS}{rules}")
}
