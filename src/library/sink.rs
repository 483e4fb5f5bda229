//! Where imported records go: into the database by the batch, each with the place in the file that it came to, so that an import that
//! is cut off goes on from there.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use rustc_hash::FxHashMap;

use crate::database::{DatabaseError, Key, Merge, Record, Space, Stones, Store, options_of};
use crate::games::GAMES;
use crate::progress::{End, Progress};

/// Records of a commit. A commit of positions in no order rewrites nearly every page, so that it should bring a tenth of what is there;
/// a large one takes memory, some 200 bytes a record.
const BATCHES: std::ops::RangeInclusive<usize> = 50_000..=400_000;

/// The spaces of the rules met so far.
#[derive(Default)]
pub(crate) struct Spaces(FxHashMap<String, Arc<Space>>);

impl Spaces {
    /// The positions under rules that a text names.
    ///
    /// # Errors
    /// When there are no such rules.
    pub(crate) fn get(&mut self, rules: &str) -> Result<Arc<Space>, DatabaseError> {
        if let Some(space) = self.0.get(rules) {
            return Ok(Arc::clone(space));
        }
        let space = Arc::new(Space::new(&options_of(GAMES, rules)?)?);
        // Other spellings of the same rules are not the database's.
        if space.rules() != rules {
            return Err(DatabaseError::Bad {
                field: "rules",
                why: format!("'{rules:.80}' is written {}", space.rules()),
            });
        }
        self.0.insert(rules.to_owned(), Arc::clone(&space));
        Ok(space)
    }
}

/// What became of the records of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Written.
    pub(crate) written: u64,
    /// Faulty, and left out.
    pub(crate) left_out: u64,
    /// Read by an earlier run.
    pub(crate) before: u64,
}

/// The import of one file.
pub(crate) struct Sink<'a> {
    store: &'a Store,
    /// Names the file and its content.
    import: String,
    merge: Merge,
    source: String,
    time: u64,
    stop: &'a AtomicBool,
    skip_bad: bool,
    progress: Progress,
    batch: BTreeMap<String, Vec<(Key, Record)>>,
    waiting: usize,
    batch_size: usize,
    /// Positions that are there, those of other rules among them.
    kept: u64,
    done: u64,
    counts: Counts,
    /// The first faults, for people.
    pub(crate) faults: Vec<String>,
}

/// How an import is done.
pub(crate) struct Terms<'a> {
    pub(crate) import: String,
    pub(crate) merge: Merge,
    pub(crate) source: String,
    pub(crate) time: u64,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) skip_bad: bool,
}

/// So many faults are named.
const NAMED: usize = 20;

impl<'a> Sink<'a> {
    pub(crate) fn new(store: &'a Store, terms: Terms<'a>, steps: Option<u64>) -> Result<Sink<'a>> {
        let Terms { import, merge, source, time, stop, skip_bad } = terms;
        let snapshot = store.snapshot()?;
        let before = snapshot.imported(&import)?;
        let kept = snapshot.rules()?.iter().map(|found| found.positions).sum();
        let progress = Progress::new("records", steps.map_or(End::Unknown, End::After));
        let counts = Counts { before, ..Counts::default() };
        let batch = BTreeMap::new();
        let (waiting, done, faults) = (0, before, Vec::new());
        let batch_size = batch_size(kept);
        Ok(Sink {
            store,
            import,
            merge,
            source,
            time,
            stop,
            skip_bad,
            progress,
            batch,
            waiting,
            batch_size,
            kept,
            done,
            counts,
            faults,
        })
    }

    /// How many steps of the file earlier runs have done.
    pub(crate) fn before(&self) -> u64 {
        self.counts.before
    }

    /// Adds a position whose record has its cells.
    pub(crate) fn add(&mut self, space: &Space, stones: &Stones, record: Record) -> Result<()> {
        if let Err(fault) = record.check() {
            return self.fault(fault.into());
        }
        let placed = space.place(stones);
        let mut record = space.to_kept(&placed, record);
        if record.source.is_empty() {
            (record.source, record.time) = (self.source.clone(), self.time);
        }
        let kept = (placed.key, record);
        if let Some(records) = self.batch.get_mut(space.rules()) {
            records.push(kept);
        } else {
            self.batch.insert(space.rules().to_owned(), vec![kept]);
        }
        self.waiting += 1;
        self.counts.written += 1;
        Ok(())
    }

    /// Leaves out what is faulty, if that is wanted.
    pub(crate) fn fault(&mut self, fault: anyhow::Error) -> Result<()> {
        if !self.skip_bad {
            return Err(fault);
        }
        self.counts.left_out += 1;
        if self.faults.len() < NAMED {
            self.faults.push(format!("{fault:#}"));
        }
        Ok(())
    }

    /// So many steps of the file are done, those of earlier runs among them.
    pub(crate) fn done(&mut self, done: u64) -> Result<()> {
        self.done = done;
        if done.is_multiple_of(256) {
            self.progress.set(done - self.counts.before);
        }
        if self.waiting >= self.batch_size {
            self.commit(false)?;
        }
        if self.stop.load(Ordering::Relaxed) {
            self.commit(false)?;
            bail!("stopped after {} records; the same command goes on from there", self.done);
        }
        Ok(())
    }

    /// The file is done.
    pub(crate) fn finish(&mut self) -> Result<Counts> {
        self.commit(true)?;
        Ok(self.counts)
    }

    fn commit(&mut self, is_whole: bool) -> Result<()> {
        let mut batch = std::mem::take(&mut self.batch);
        self.kept += std::mem::take(&mut self.waiting) as u64;
        self.batch_size = batch_size(self.kept);
        batch.values_mut().for_each(|records| records.sort_by(|one, two| one.0.cmp(&two.0)));
        let done = (!is_whole).then_some(self.done);
        self.store.change(|changes| {
            batch.iter().try_for_each(|(rules, records)| changes.put(rules, records, self.merge))?;
            changes.note_import(&self.import, done)
        })?;
        Ok(())
    }
}

fn batch_size(kept: u64) -> usize {
    usize::try_from(kept / 10).unwrap_or(usize::MAX).clamp(*BATCHES.start(), *BATCHES.end())
}
