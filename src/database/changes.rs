//! Changes of a database that are committed together.

use redb::{ReadableTable, ReadableTableMetadata, TableDefinition, WriteTransaction};
use rustc_hash::FxHashMap;

use super::codec::{decode, encode};
use super::error::DatabaseError;
use super::record::Record;
use super::space::Key;
use super::tables::{IMPORTS, SOURCE_NUMBERS, SOURCES, table_name};

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
pub struct Changes {
    writing: WriteTransaction,
    sources: FxHashMap<String, u64>,
}

impl std::fmt::Debug for Changes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} sources", self.sources.len())
    }
}

impl Changes {
    pub(super) fn new(writing: WriteTransaction) -> Changes {
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
        let name = table_name(rules);
        let definition: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new(&name);
        let mut table = self.writing.open_table(definition)?;
        for ((key, new), &source) in records.iter().zip(&sources) {
            new.check()?;
            let old = table.get(&*key.0)?.map(|bytes| decode(bytes.value())).transpose()?;
            let bytes = match old {
                None => encode(new, source),
                Some(_) if merge == Merge::Replace => encode(new, source),
                Some(_) if merge == Merge::Keep => continue,
                Some((old, old_source)) => merged(&old, old_source, new, source, merge),
            };
            table.insert(&*key.0, &*bytes)?;
        }
        Ok(())
    }

    /// Forgets positions; tells how many of them were known.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn remove(&mut self, rules: &str, keys: &[Key]) -> Result<u64, DatabaseError> {
        let name = table_name(rules);
        let definition: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new(&name);
        let mut table = self.writing.open_table(definition)?;
        let mut removed = 0;
        for key in keys {
            removed += u64::from(table.remove(&*key.0)?.is_some());
        }
        Ok(removed)
    }

    /// Notes how many records of an import are done; `None` when all are.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn note_import(&mut self, import: &str, done: Option<u64>) -> Result<(), DatabaseError> {
        let mut table = self.writing.open_table(IMPORTS)?;
        match done {
            Some(done) => drop(table.insert(import, done)?),
            None => drop(table.remove(import)?),
        }
        Ok(())
    }

    /// The number of a source; 0 of none.
    fn source(&mut self, source: &str) -> Result<u64, DatabaseError> {
        if source.is_empty() {
            return Ok(0);
        }
        if let Some(&number) = self.sources.get(source) {
            return Ok(number);
        }
        let mut numbers = self.writing.open_table(SOURCE_NUMBERS)?;
        let known = numbers.get(source)?.map(|number| number.value());
        let number = match known {
            Some(number) => number,
            None => {
                let number = numbers.len()? + 1;
                numbers.insert(source, number)?;
                self.writing.open_table(SOURCES)?.insert(number, source)?;
                number
            }
        };
        self.sources.insert(source.to_owned(), number);
        Ok(number)
    }
}

/// Both records as one. The sources stand in for their texts by their numbers meanwhile.
fn merged(old: &Record, old_source: u64, new: &Record, new_source: u64, merge: Merge) -> Vec<u8> {
    let text = |source: u64| if source == 0 { String::new() } else { source.to_string() };
    let mut both = Record { source: text(old_source), ..old.clone() };
    both.merge(&Record { source: text(new_source), ..new.clone() }, merge == Merge::NewTexts);
    encode(&both, if both.source == text(new_source) { new_source } else { old_source })
}
