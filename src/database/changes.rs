//! Changes of a database that are committed together.

use rusqlite::{OptionalExtension, Transaction};
use rustc_hash::FxHashMap;

use super::codec::{decode, encode};
use super::error::DatabaseError;
use super::record::Record;
use super::space::Key;

/// What is done with a record of a position that is known already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Merge {
    /// The better value is kept, and texts are kept where they are.
    #[default]
    Better,
    /// The better value is kept; new texts replace old ones.
    NewTexts,
    /// The new record replaces the old one.
    Replace,
    /// The old record stays.
    Keep,
}

/// Changes that are not yet committed.
pub struct Changes<'a> {
    pub(super) writing: Transaction<'a>,
    sources: FxHashMap<String, u64>,
}

impl std::fmt::Debug for Changes<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} sources", self.sources.len())
    }
}

/// How many positions, and how many bytes of keys and records, there are more.
#[derive(Default)]
struct Growth {
    positions: i64,
    bytes: i64,
}

impl<'a> Changes<'a> {
    pub(super) fn new(writing: Transaction<'a>) -> Changes<'a> {
        Changes { writing, sources: FxHashMap::default() }
    }

    pub(super) fn commit(self) -> Result<(), DatabaseError> {
        Ok(self.writing.commit()?)
    }

    /// Writes records as they are kept. In the order of their keys it is fastest.
    ///
    /// # Errors
    /// When a text is too long, or the file cannot be written.
    pub fn put(&mut self, rules: &str, records: &[(Key, Record)], merge: Merge) -> Result<(), DatabaseError> {
        let sources: Vec<u64> = records.iter().map(|(_, new)| self.source(&new.source)).collect::<Result<_, _>>()?;
        let rules = self.rules(rules)?;
        let mut growth = Growth::default();
        {
            let mut get = self.writing.prepare_cached("SELECT record FROM positions WHERE rules = ?1 AND key = ?2")?;
            let mut insert = self.writing.prepare_cached("INSERT INTO positions VALUES (?1, ?2, ?3)")?;
            let mut update =
                self.writing.prepare_cached("UPDATE positions SET record = ?3 WHERE rules = ?1 AND key = ?2")?;
            for ((key, new), &source) in records.iter().zip(&sources) {
                new.check()?;
                let old: Option<Vec<u8>> = get.query_row((rules, &key.0), |row| row.get(0)).optional()?;
                let Some(old) = old else {
                    let bytes = encode(new, source);
                    growth.positions += 1;
                    growth.bytes += (key.0.len() + bytes.len()) as i64;
                    insert.execute((rules, &key.0, bytes))?;
                    continue;
                };
                let bytes = match merge {
                    Merge::Keep => continue,
                    Merge::Replace => encode(new, source),
                    Merge::Better | Merge::NewTexts => {
                        let (old, old_source) = decode(&old)?;
                        merged(&old, old_source, new, source, merge)
                    }
                };
                growth.bytes += bytes.len() as i64 - old.len() as i64;
                update.execute((rules, &key.0, bytes))?;
            }
        }
        self.grow(rules, &growth)
    }

    /// Forgets positions; tells how many of them were known.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn remove(&mut self, rules: &str, keys: &[Key]) -> Result<u64, DatabaseError> {
        let rules = self.rules(rules)?;
        let mut growth = Growth::default();
        {
            let sql = "DELETE FROM positions WHERE rules = ?1 AND key = ?2 RETURNING length(key) + length(record)";
            let mut delete = self.writing.prepare_cached(sql)?;
            for key in keys {
                let bytes: Option<i64> = delete.query_row((rules, &key.0), |row| row.get(0)).optional()?;
                growth.positions -= i64::from(bytes.is_some());
                growth.bytes -= bytes.unwrap_or(0);
            }
        }
        self.grow(rules, &growth)?;
        Ok(growth.positions.unsigned_abs())
    }

    /// What is known about a position, as it is kept, these changes made.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn get(&mut self, rules: &str, key: &Key) -> Result<Option<Record>, DatabaseError> {
        let rules = self.rules(rules)?;
        let sql = "SELECT record FROM positions WHERE rules = ?1 AND key = ?2";
        let bytes: Option<Vec<u8>> =
            self.writing.prepare_cached(sql)?.query_row((rules, &key.0), |row| row.get(0)).optional()?;
        let Some((mut record, source)) = bytes.map(|bytes| decode(&bytes)).transpose()? else { return Ok(None) };
        let text = "SELECT text FROM sources WHERE number = ?1";
        let source: Option<String> =
            self.writing.prepare_cached(text)?.query_row([source as i64], |row| row.get(0)).optional()?;
        record.source = source.unwrap_or_default();
        Ok(Some(record))
    }

    /// Notes how many records of an import are done; `None` when all are.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn note_import(&mut self, import: &str, done: Option<u64>) -> Result<(), DatabaseError> {
        match done {
            Some(done) => {
                self.writing.execute("INSERT OR REPLACE INTO imports VALUES (?1, ?2)", (import, done as i64))?
            }
            None => self.writing.execute("DELETE FROM imports WHERE name = ?1", [import])?,
        };
        Ok(())
    }

    fn grow(&self, rules: i64, growth: &Growth) -> Result<(), DatabaseError> {
        let sql = "UPDATE rules SET positions = positions + ?2, bytes = bytes + ?3 WHERE number = ?1";
        self.writing.prepare_cached(sql)?.execute((rules, growth.positions, growth.bytes))?;
        Ok(())
    }

    /// The number of these rules.
    pub(super) fn rules(&self, rules: &str) -> Result<i64, DatabaseError> {
        let find = "SELECT number FROM rules WHERE text = ?1";
        let known = self.writing.prepare_cached(find)?.query_row([rules], |row| row.get(0)).optional()?;
        if let Some(number) = known {
            return Ok(number);
        }
        self.writing.execute("INSERT INTO rules (text, positions, bytes) VALUES (?1, 0, 0)", [rules])?;
        Ok(self.writing.last_insert_rowid())
    }

    /// The number of a source; 0 of none.
    fn source(&mut self, source: &str) -> Result<u64, DatabaseError> {
        if source.is_empty() {
            return Ok(0);
        }
        if let Some(&number) = self.sources.get(source) {
            return Ok(number);
        }
        let find = "SELECT number FROM sources WHERE text = ?1";
        let known: Option<i64> = self.writing.prepare_cached(find)?.query_row([source], |row| row.get(0)).optional()?;
        let number = match known {
            Some(number) => number,
            None => {
                self.writing.execute("INSERT INTO sources (text) VALUES (?1)", [source])?;
                self.writing.last_insert_rowid()
            }
        };
        self.sources.insert(source.to_owned(), number as u64);
        Ok(number as u64)
    }
}

/// Both records as one. The sources stand in for their texts by their numbers meanwhile.
fn merged(old: &Record, old_source: u64, new: &Record, new_source: u64, merge: Merge) -> Vec<u8> {
    let text = |source: u64| if source == 0 { String::new() } else { source.to_string() };
    let mut both = Record { source: text(old_source), ..old.clone() };
    both.merge(&Record { source: text(new_source), ..new.clone() }, merge == Merge::NewTexts);
    encode(&both, if both.source == text(new_source) { new_source } else { old_source })
}
