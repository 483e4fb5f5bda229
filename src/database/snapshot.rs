//! What a database holds at one moment.

use rusqlite::{Connection, OptionalExtension};
use rustc_hash::FxHashMap;

use super::codec::decode;
use super::error::DatabaseError;
use super::record::Record;
use super::space::Key;

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
    pub(super) reading: Connection,
    sources: FxHashMap<u64, String>,
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} sources", self.sources.len())
    }
}

/// The positions under some rules in a snapshot.
pub struct Positions<'a> {
    /// The number of the rules; `None` when nothing is kept under them.
    pub(super) rules: Option<i64>,
    pub(super) snapshot: &'a Snapshot,
}

impl Snapshot {
    pub(super) fn new(reading: Connection) -> Result<Snapshot, DatabaseError> {
        reading.execute_batch("BEGIN")?;
        Snapshot::latest(reading)
    }

    /// No snapshot: every question is answered by what was committed last. Sources that are new since then have no names.
    pub(super) fn latest(reading: Connection) -> Result<Snapshot, DatabaseError> {
        let sources = {
            let mut statement = reading.prepare("SELECT number, text FROM sources")?;
            let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?));
            statement.query_map([], row)?.collect::<Result<_, _>>()?
        };
        Ok(Snapshot { reading, sources })
    }

    /// The rules of which there are positions, in the order of their texts.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn rules(&self) -> Result<Vec<RulesCount>, DatabaseError> {
        let sql = "SELECT text, positions, bytes FROM rules WHERE positions > 0 ORDER BY text";
        let mut statement = self.reading.prepare(sql)?;
        let row = |row: &rusqlite::Row<'_>| {
            let number = |at| row.get::<_, i64>(at).map(|number| number.max(0) as u64);
            Ok(RulesCount { rules: row.get(0)?, positions: number(1)?, bytes: number(2)? })
        };
        Ok(statement.query_map([], row)?.collect::<Result<_, _>>()?)
    }

    /// The positions under some rules.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn positions(&self, rules: &str) -> Result<Positions<'_>, DatabaseError> {
        Ok(Positions { rules: self.number_of(rules)?, snapshot: self })
    }

    /// From now on nothing new is seen, and no question locks the file again.
    pub(super) fn hold(&self) -> Result<(), DatabaseError> {
        Ok(self.reading.prepare_cached("BEGIN")?.execute([]).map(drop)?)
    }

    /// What was committed last is seen again.
    pub(super) fn release(&self) -> Result<(), DatabaseError> {
        Ok(self.reading.prepare_cached("COMMIT")?.execute([]).map(drop)?)
    }

    /// Asks many questions at once: otherwise each would lock the file.
    ///
    /// # Errors
    /// Those of `ask`, and when the file cannot be read.
    pub fn at_once<T>(&self, ask: impl FnOnce() -> Result<T, DatabaseError>) -> Result<T, DatabaseError> {
        self.hold()?;
        let found = ask();
        self.release()?;
        found
    }

    /// The number of these rules, which is theirs for ever; `None` as long as nothing is kept under them.
    pub(super) fn number_of(&self, rules: &str) -> Result<Option<i64>, DatabaseError> {
        let sql = "SELECT number FROM rules WHERE text = ?1";
        Ok(self.reading.prepare_cached(sql)?.query_row([rules], |row| row.get(0)).optional()?)
    }

    /// How many records of an unfinished import are done.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn imported(&self, import: &str) -> Result<u64, DatabaseError> {
        let sql = "SELECT done FROM imports WHERE name = ?1";
        let done: Option<i64> = self.reading.query_row(sql, [import], |row| row.get(0)).optional()?;
        Ok(done.unwrap_or(0).max(0) as u64)
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
        let Some(rules) = self.rules else { return Ok(None) };
        let sql = "SELECT record FROM positions WHERE rules = ?1 AND key = ?2";
        let mut statement = self.snapshot.reading.prepare_cached(sql)?;
        let mut rows = statement.query((rules, &key.0))?;
        let Some(row) = rows.next()? else { return Ok(None) };
        let bytes = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
        self.snapshot.record(bytes).map(Some)
    }

    /// Is the position known?
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn contains(&self, key: &Key) -> Result<bool, DatabaseError> {
        let Some(rules) = self.rules else { return Ok(false) };
        let sql = "SELECT 1 FROM positions WHERE rules = ?1 AND key = ?2";
        Ok(self.snapshot.reading.prepare_cached(sql)?.exists((rules, &key.0))?)
    }

    /// How many positions there are.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn count(&self) -> Result<u64, DatabaseError> {
        let sql = "SELECT positions FROM rules WHERE number = ?1";
        let count: Option<i64> = self.snapshot.reading.query_row(sql, [self.rules], |row| row.get(0)).optional()?;
        Ok(count.unwrap_or(0).max(0) as u64)
    }

    /// All positions in the order of their keys, which is the same in every database. After a page that cannot be read comes nothing.
    pub fn iter(&self) -> impl Iterator<Item = Result<(Key, Record), DatabaseError>> + '_ {
        let sql = "SELECT key, record FROM positions WHERE rules = ?1 AND key > ?2 ORDER BY key LIMIT ?3";
        Chunks::new(self, sql, &[])
    }

    /// The same from the last position on: what lies behind a damaged page is reached from there.
    pub fn iter_back(&self) -> impl Iterator<Item = Result<(Key, Record), DatabaseError>> + '_ {
        let sql = "SELECT key, record FROM positions WHERE rules = ?1 AND key < ?2 ORDER BY key DESC LIMIT ?3";
        Chunks::new(self, sql, &[u8::MAX]) // the first byte of a key is 0 or 1
    }
}

/// The bytes of a key and of its record.
type Raw = (Vec<u8>, Vec<u8>);

/// So many positions are read at a time, so that no statement stays open between them.
const CHUNK: usize = 1_000;

struct Chunks<'a> {
    positions: &'a Positions<'a>,
    sql: &'static str,
    /// The key that comes before the next chunk.
    last: Vec<u8>,
    size: usize,
    chunk: std::vec::IntoIter<Raw>,
    is_done: bool,
}

impl<'a> Chunks<'a> {
    fn new(positions: &'a Positions<'a>, sql: &'static str, last: &[u8]) -> Chunks<'a> {
        let is_done = positions.rules.is_none();
        Chunks { positions, sql, last: last.to_vec(), size: CHUNK, chunk: Vec::new().into_iter(), is_done }
    }

    fn read(&self) -> Result<Vec<Raw>, DatabaseError> {
        let mut statement = self.positions.snapshot.reading.prepare_cached(self.sql)?;
        let asked = (self.positions.rules, &self.last, self.size as i64);
        let rows = statement.query_map(asked, |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn fill(&mut self) -> Result<(), DatabaseError> {
        let mut chunk = self.read();
        if chunk.is_err() && self.size > 1 {
            self.size = 1; // up to the damaged page itself
            chunk = self.read();
        }
        self.is_done = chunk.as_ref().map_or(true, |chunk| chunk.len() < self.size);
        let chunk = chunk?;
        if let Some((key, _)) = chunk.last() {
            self.last.clone_from(key);
        }
        self.chunk = chunk.into_iter();
        Ok(())
    }
}

impl Iterator for Chunks<'_> {
    type Item = Result<(Key, Record), DatabaseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.chunk.len() == 0
            && !self.is_done
            && let Err(error) = self.fill()
        {
            return Some(Err(error));
        }
        let (key, bytes) = self.chunk.next()?;
        Some(self.positions.snapshot.record(&bytes).map(|record| (Key(key.into()), record)))
    }
}
