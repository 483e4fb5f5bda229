//! Branches that wait to be grown: the queue that a database keeps with its positions, so that a program that starts again goes on.

use rusqlite::OptionalExtension;

use super::changes::Changes;
use super::error::DatabaseError;
use super::snapshot::Snapshot;

/// A position whose tree is to be grown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// Its number in the queue, which runs in the order of these; 0 before it is in the queue.
    pub number: i64,
    /// The rules.
    pub rules: String,
    /// The position, as [`Space::text`](super::Space::text) writes it.
    pub root: String,
    /// The moves that led there, for people.
    pub name: String,
    /// Nodes of each search.
    pub nodes: u64,
    /// How many searches are wanted.
    pub positions: u64,
    /// How many of them are done.
    pub done: u64,
    /// Does it wait until somebody lets it go on?
    pub is_stopped: bool,
}

impl Branch {
    /// Is there anything left to do, and may it be done?
    pub fn is_due(&self) -> bool {
        !self.is_stopped && self.done < self.positions
    }
}

impl Snapshot {
    /// The queue, in its order.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn branches(&self) -> Result<Vec<Branch>, DatabaseError> {
        // A file of the first version that is only read has no such table.
        let is_there = "SELECT 1 FROM sqlite_schema WHERE name = 'branches'";
        if self.reading.query_row(is_there, [], |_| Ok(())).optional()?.is_none() {
            return Ok(Vec::new());
        }
        let sql = "SELECT number, rules, root, name, nodes, positions, done, is_stopped FROM branches ORDER BY number";
        let mut statement = self.reading.prepare_cached(sql)?;
        let row = |row: &rusqlite::Row<'_>| {
            let count = |at| row.get::<_, i64>(at).map(|count| count.max(0) as u64);
            Ok(Branch {
                number: row.get(0)?,
                rules: row.get(1)?,
                root: row.get(2)?,
                name: row.get(3)?,
                nodes: count(4)?,
                positions: count(5)?,
                done: count(6)?,
                is_stopped: row.get(7)?,
            })
        };
        Ok(statement.query_map([], row)?.collect::<Result<_, _>>()?)
    }
}

impl Changes<'_> {
    /// Adds a branch to the end of the queue; tells its number.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add_branch(&mut self, branch: &Branch) -> Result<i64, DatabaseError> {
        let sql = "INSERT INTO branches (rules, root, name, nodes, positions, done, is_stopped) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let Branch { number: _, rules, root, name, nodes, positions, done, is_stopped } = branch;
        let counts = (*nodes as i64, *positions as i64, *done as i64);
        self.writing.execute(sql, (rules, root, name, counts.0, counts.1, counts.2, is_stopped))?;
        Ok(self.writing.last_insert_rowid())
    }

    /// Takes a branch out of the queue; what has grown stays. False when it is not there.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn remove_branch(&mut self, number: i64) -> Result<bool, DatabaseError> {
        Ok(self.writing.execute("DELETE FROM branches WHERE number = ?1", [number])? > 0)
    }

    /// Stops a branch, or lets it go on. False when it is not there.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn stop_branch(&mut self, number: i64, is_stopped: bool) -> Result<bool, DatabaseError> {
        let sql = "UPDATE branches SET is_stopped = ?2 WHERE number = ?1";
        Ok(self.writing.execute(sql, (number, is_stopped))? > 0)
    }

    /// Counts a search of a branch.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn note_step(&mut self, number: i64) -> Result<(), DatabaseError> {
        self.writing.execute("UPDATE branches SET done = done + 1 WHERE number = ?1", [number])?;
        Ok(())
    }

    /// Nothing is left to be searched in a branch.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn end_branch(&mut self, number: i64) -> Result<(), DatabaseError> {
        self.writing.execute("UPDATE branches SET positions = done WHERE number = ?1", [number])?;
        Ok(())
    }
}
