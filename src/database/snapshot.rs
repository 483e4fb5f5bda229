//! What a database holds at one moment.

use redb::{ReadOnlyTable, ReadTransaction, ReadableTable, ReadableTableMetadata, TableDefinition, TableHandle};
use rustc_hash::FxHashMap;

use super::codec::decode;
use super::error::DatabaseError;
use super::record::Record;
use super::space::Key;
use super::tables::{IMPORTS, POSITIONS, SOURCES, guarded, table_name};

/// How many positions are kept under some rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesCount {
    /// The rules.
    pub rules: String,
    /// The number of positions.
    pub positions: u64,
    /// The bytes of their keys and records, the tree around them not counted.
    pub bytes: u64,
}

/// The database as it was at one moment.
pub struct Snapshot {
    reading: ReadTransaction,
    sources: FxHashMap<u64, String>,
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} sources", self.sources.len())
    }
}

/// The positions under some rules in a snapshot.
pub struct Positions<'a> {
    table: Option<ReadOnlyTable<&'static [u8], &'static [u8]>>,
    snapshot: &'a Snapshot,
}

impl Snapshot {
    pub(super) fn new(reading: ReadTransaction) -> Result<Snapshot, DatabaseError> {
        let mut sources = FxHashMap::default();
        for entry in reading.open_table(SOURCES)?.iter()? {
            let (number, source) = entry?;
            sources.insert(number.value(), source.value().to_owned());
        }
        Ok(Snapshot { reading, sources })
    }

    /// The rules of which there are positions.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn rules(&self) -> Result<Vec<RulesCount>, DatabaseError> {
        guarded(|| {
            let mut found = Vec::new();
            for handle in self.reading.list_tables()? {
                if let Some(rules) = handle.name().strip_prefix(POSITIONS) {
                    let definition: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new(handle.name());
                    let table = self.reading.open_table(definition)?;
                    let bytes = table.stats()?.stored_bytes();
                    found.push(RulesCount { rules: rules.to_owned(), positions: table.len()?, bytes });
                }
            }
            found.sort_by(|one, two| one.rules.cmp(&two.rules));
            Ok(found)
        })
    }

    /// The positions under some rules.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn positions(&self, rules: &str) -> Result<Positions<'_>, DatabaseError> {
        let name = table_name(rules);
        let table = match self.reading.open_table(TableDefinition::new(&name)) {
            Err(redb::TableError::TableDoesNotExist(_)) => None,
            table => Some(table?),
        };
        Ok(Positions { table, snapshot: self })
    }

    /// How many records of an unfinished import are done.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn imported(&self, import: &str) -> Result<u64, DatabaseError> {
        Ok(self.reading.open_table(IMPORTS)?.get(import)?.map_or(0, |count| count.value()))
    }

    fn record(&self, bytes: &[u8]) -> Result<Record, DatabaseError> {
        let (mut record, source) = decode(bytes)?;
        self.sources.get(&source).map(String::as_str).unwrap_or_default().clone_into(&mut record.source);
        Ok(record)
    }
}

impl Positions<'_> {
    /// What is known about a position, as it is kept.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn get(&self, key: &Key) -> Result<Option<Record>, DatabaseError> {
        let Some(table) = &self.table else { return Ok(None) };
        let found = table.get(&*key.0)?;
        found.map(|bytes| self.snapshot.record(bytes.value())).transpose()
    }

    /// Is the position known?
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn contains(&self, key: &Key) -> Result<bool, DatabaseError> {
        let Some(table) = &self.table else { return Ok(false) };
        Ok(table.get(&*key.0)?.is_some())
    }

    /// How many positions there are.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn count(&self) -> Result<u64, DatabaseError> {
        Ok(self.table.as_ref().map(ReadableTableMetadata::len).transpose()?.unwrap_or(0))
    }

    /// All positions in the order of their keys, which is the same in every database.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn iter(&self) -> Result<impl Iterator<Item = Result<(Key, Record), DatabaseError>> + '_, DatabaseError> {
        let range = self.table.as_ref().map(ReadableTable::iter).transpose()?;
        Ok(range.into_iter().flatten().map(|entry| {
            let (key, bytes) = entry?;
            Ok((Key(key.value().into()), self.snapshot.record(bytes.value())?))
        }))
    }
}
