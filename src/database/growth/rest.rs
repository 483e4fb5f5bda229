//! What is known of the moves of a position that lead to no known one: a bound on their values, kept beside the records.

use rusqlite::OptionalExtension;

use crate::database::changes::Changes;
use crate::database::error::DatabaseError;
use crate::database::snapshot::Positions;
use crate::database::space::Key;

/// The moves of a position that lead to no known one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// None of them is better for the side to move than this, as far as searches tell.
    AtMost(i32),
    /// All of them lose: proven.
    Lost,
}

impl Positions<'_> {
    /// What is known of the other moves of a position that has been searched.
    pub(super) fn rest(&self, key: &Key) -> Result<Option<Rest>, DatabaseError> {
        let Some(rules) = self.rules else { return Ok(None) };
        let sql = "SELECT rest FROM growth WHERE rules = ?1 AND key = ?2";
        let mut statement = self.snapshot.reading.prepare_cached(sql)?;
        let rest: Option<Option<i32>> = statement.query_row((rules, &key.0), |row| row.get(0)).optional()?;
        Ok(rest.map(|rest| rest.map_or(Rest::Lost, Rest::AtMost)))
    }
}

impl Changes<'_> {
    /// Keeps what is known of the other moves.
    pub(super) fn set_rest(&mut self, rules: &str, key: &Key, rest: Rest) -> Result<(), DatabaseError> {
        let rules = self.rules(rules)?;
        let rest = match rest {
            Rest::AtMost(value) => Some(value),
            Rest::Lost => None,
        };
        let sql = "INSERT OR REPLACE INTO growth VALUES (?1, ?2, ?3)";
        self.writing.prepare_cached(sql)?.execute((rules, &key.0, rest))?;
        Ok(())
    }
}
