//! The book that is built in: a database as lines of text, packed, which is read when it is asked for the first time. How it was made
//! stands in docs/src/database.md.

use std::io::{BufRead, BufReader};
use std::sync::{Arc, OnceLock};

use flate2::read::GzDecoder;
use rustc_hash::FxHashMap;

use super::error::DatabaseError;
use super::lines::{Header, Line};
use super::probe::{after_moves, known};
use super::record::Record;
use super::rules::{options_of, rules_of};
use super::space::{Key, Space};
use crate::engine::database::{Finding, KnownPosition, PositionDatabase};
use crate::engine::options::Options;
use crate::engine::registry::Games;

/// `fukumi db export --to lines`, by gzip.
static LINES: &[u8] = include_bytes!("shipped.lines.gz");

/// The positions of the book under one set of rules.
struct Shipped {
    space: Space,
    records: FxHashMap<Key, Record>,
}

/// The built-in book under the rules of these options; `None` where it has no positions.
pub fn shipped_book(options: &Options) -> Option<Arc<dyn PositionDatabase>> {
    static BOOK: OnceLock<FxHashMap<String, Arc<Shipped>>> = OnceLock::new();
    let book = BOOK.get_or_init(|| {
        read(options.games(), LINES).unwrap_or_else(|why| {
            log::error!("the built-in book: {why}");
            FxHashMap::default()
        })
    });
    let positions = book.get(&rules_of(options).ok()?)?;
    Some(Arc::clone(positions) as Arc<dyn PositionDatabase>)
}

fn read(games: Games, packed: &[u8]) -> Result<FxHashMap<String, Arc<Shipped>>, DatabaseError> {
    let mut lines = BufReader::new(GzDecoder::new(packed)).lines();
    let bad = |why: serde_json::Error| DatabaseError::bad("line", why.to_string());
    let first = lines.next().transpose()?.unwrap_or_default();
    let header: Header = serde_json::from_str(&first).map_err(bad)?;
    if header.format != Header::FORMAT {
        return Err(DatabaseError::bad("format", header.format));
    }
    let mut found: FxHashMap<String, Shipped> = FxHashMap::default();
    for line in lines {
        let line: Line = serde_json::from_str(&line?).map_err(bad)?;
        if !found.contains_key(&line.rules) {
            let space = Space::new(&options_of(games, &line.rules)?)?;
            found.insert(line.rules.clone(), Shipped { space, records: FxHashMap::default() });
        }
        let Some(Shipped { space, records }) = found.get_mut(&line.rules) else { continue };
        let placed = space.place(&space.parse(&line.position)?);
        let record = line.record(space)?;
        records.insert(placed.key.clone(), space.to_kept(&placed, record));
    }
    Ok(found.into_iter().map(|(rules, positions)| (rules, Arc::new(positions))).collect())
}

impl PositionDatabase for Shipped {
    fn probe(&self, position: &str) -> Option<KnownPosition> {
        let placed = self.space.place(&self.space.parse(position).ok()?);
        let record = self.records.get(&placed.key)?.clone();
        Some(known(&self.space, &self.space.from_kept(&placed, record)))
    }

    fn probe_moves(&self, position: &str, moves: &[String]) -> Option<Vec<Option<KnownPosition>>> {
        after_moves(&self.space, position, moves, |placed| Ok(self.records.get(&placed.key).cloned())).ok()?
    }

    fn store(&self, _: &[(String, Finding)]) {}
}
