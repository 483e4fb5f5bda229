//! A database as the engine asks and fills it while it searches.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use super::changes::Merge;
use super::error::DatabaseError;
use super::place::IN_A_BROWSER;
use super::record::{Bound, Label, Record, Value};
use super::snapshot::{Positions, Snapshot};
use super::space::{Key, Placed, Space};
use super::store::Store;
use super::walk::laid;
use crate::engine::database::{Finding, KnownPosition, PositionDatabase};
use crate::search::entry::Bound as SearchBound;
use crate::search::{MAX_MATE_PLY, Score};

/// Where the engine's own findings come from.
pub const SOURCE: &str = concat!("fukumi ", env!("CARGO_PKG_VERSION"));
/// The plies of a win that a label claims and no value tells.
const UNTOLD_PLIES: usize = MAX_MATE_PLY / 2;

/// The positions of a database under one set of rules.
pub struct Probe {
    store: Arc<Store>,
    space: Arc<Space>,
    reading: Mutex<Reading>,
    /// The number of the rules, once there is one: it would be half the cost of a question.
    rules: OnceLock<i64>,
    now: fn() -> u64,
    /// Who asks: in a browser no other thread can reach the file.
    own: ThreadId,
}

/// A connection that questions go through. A question alone takes three calls of the system for the locks of the file: those that follow
/// closely on one another see it as it was at the first of them.
struct Reading {
    snapshot: Snapshot,
    since: Option<Instant>,
    /// How often the file had been changed from here by then.
    changes: u64,
}

/// So long nothing new is seen: people who change something while a search runs do not notice, and the log of the file goes on being
/// taken over between.
const HELD: Duration = Duration::from_millis(50);

impl Reading {
    /// Own changes are seen at once: in a browser, where nothing is locked, they would mix with what is held.
    fn held(&mut self, changes: u64) -> Result<&Snapshot, DatabaseError> {
        if self.changes != changes || self.since.is_none_or(|since| since.elapsed() > HELD) {
            self.rest()?;
            self.snapshot.hold()?;
            (self.since, self.changes) = (Some(Instant::now()), changes);
        }
        Ok(&self.snapshot)
    }

    fn rest(&mut self) -> Result<(), DatabaseError> {
        if self.since.take().is_some() { self.snapshot.release() } else { Ok(()) }
    }
}

impl std::fmt::Debug for Probe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.space.rules())
    }
}

impl Probe {
    /// The positions in the space of a database. `now` tells the time, in seconds since 1970.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn new(store: Arc<Store>, space: Arc<Space>, now: fn() -> u64) -> Result<Probe, DatabaseError> {
        let reading = Mutex::new(Reading { snapshot: store.latest()?, since: None, changes: 0 });
        Ok(Probe { store, space, reading, rules: OnceLock::new(), now, own: thread::current().id() })
    }

    fn is_in_reach(&self) -> bool {
        !IN_A_BROWSER || thread::current().id() == self.own
    }

    fn find(&self, position: &str) -> Result<Option<KnownPosition>, DatabaseError> {
        let placed = self.space.place(&self.space.parse(position)?);
        let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let snapshot = reading.held(self.store.count_of_changes())?;
        let record = Positions { rules: self.rules(snapshot)?, snapshot }.get(&placed.key)?;
        Ok(record.map(|record| known(&self.space, &self.space.from_kept(&placed, record))))
    }

    fn find_moves(
        &self,
        position: &str,
        moves: &[String],
    ) -> Result<Option<Vec<Option<KnownPosition>>>, DatabaseError> {
        let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let snapshot = reading.held(self.store.count_of_changes())?;
        let positions = Positions { rules: self.rules(snapshot)?, snapshot };
        after_moves(&self.space, position, moves, |placed| positions.get(&placed.key))
    }

    /// The number of the rules, once there is one.
    fn rules(&self, reading: &Snapshot) -> Result<Option<i64>, DatabaseError> {
        if let Some(&number) = self.rules.get() {
            return Ok(Some(number));
        }
        Ok(reading.number_of(self.space.rules())?.map(|number| *self.rules.get_or_init(|| number)))
    }

    fn record(&self, (position, finding): &(String, Finding)) -> Result<(Key, Record), DatabaseError> {
        let placed = self.space.place(&self.space.parse(position)?);
        let record = Record {
            value: finding.score.map(value),
            depth: i16::try_from(finding.depth).unwrap_or(i16::MAX),
            bound: match (finding.score, finding.bound) {
                (None, _) => Bound::None,
                (_, SearchBound::Upper) => Bound::Upper,
                (_, SearchBound::Lower) => Bound::Lower,
                (_, SearchBound::Exact) => Bound::Exact,
            },
            best: self.space.cells_of(&finding.best),
            source: SOURCE.to_owned(),
            time: (self.now)(),
            ..Record::default()
        };
        Ok((placed.key.clone(), self.space.to_kept(&placed, record)))
    }
}

impl PositionDatabase for Probe {
    fn probe(&self, position: &str) -> Option<KnownPosition> {
        if !self.is_in_reach() {
            return None;
        }
        self.find(position).unwrap_or_else(|why| {
            log::warn!("{}: {why}", self.store.path().display());
            None
        })
    }

    fn probe_moves(&self, position: &str, moves: &[String]) -> Option<Vec<Option<KnownPosition>>> {
        if !self.is_in_reach() {
            return None;
        }
        self.find_moves(position, moves).unwrap_or_else(|why| {
            log::warn!("{}: {why}", self.store.path().display());
            None
        })
    }

    fn rest(&self) {
        let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(why) = reading.rest() {
            log::warn!("{}: {why}", self.store.path().display());
        }
    }

    fn store(&self, findings: &[(String, Finding)]) {
        if !self.is_in_reach() {
            return;
        }
        let records: Result<Vec<_>, _> = findings.iter().map(|finding| self.record(finding)).collect();
        let written = records.and_then(|mut records| {
            records.sort_by(|one, two| one.0.cmp(&two.0));
            self.store.change(|changes| changes.put(self.space.rules(), &records, Merge::Better))
        });
        if let Err(why) = written {
            log::warn!("{}: {why}", self.store.path().display());
        }
    }
}

/// What is known after each of these moves; `None` in a game whose moves do more than lay a stone.
pub(super) fn after_moves(
    space: &Space,
    position: &str,
    moves: &[String],
    mut find: impl FnMut(&Placed) -> Result<Option<Record>, DatabaseError>,
) -> Result<Option<Vec<Option<KnownPosition>>>, DatabaseError> {
    if !space.lays() {
        return Ok(None);
    }
    let here = space.parse(position)?;
    let after = |text: &String| {
        let Some(child) = laid(space, &here, text.clone()) else { return Ok(None) };
        let placed = space.place(&child.stones);
        Ok(find(&placed)?.map(|record| known(space, &space.from_kept(&placed, record))))
    };
    moves.iter().map(after).collect::<Result<_, _>>().map(Some)
}

/// What a record, with the cells of its position, means to a search.
pub(super) fn known(space: &Space, record: &Record) -> KnownPosition {
    let exact = |score| (score, SearchBound::Exact);
    // A label is meant for the player who has just moved.
    let (score, bound) = match (record.value, record.label) {
        (Some(Value::Win(plies)), _) => exact(Score::win_in(distance(plies))),
        (Some(Value::Loss(plies)), _) => exact(Score::loss_in(distance(plies))),
        (_, Label::Mark(b'w')) => exact(Score::loss_in(UNTOLD_PLIES)),
        (_, Label::Mark(b'l')) => exact(Score::win_in(UNTOLD_PLIES)),
        (Some(Value::Draw), _) | (_, Label::Mark(b'd')) => exact(Score::DRAW),
        (Some(Value::Score(score)), _) => match record.bound {
            Bound::Upper => (Score::fixed(score), SearchBound::Upper),
            Bound::Lower => (Score::fixed(score), SearchBound::Lower),
            Bound::Exact => exact(Score::fixed(score)),
            Bound::None => return only_the_move(space, record),
        },
        (None, _) => return only_the_move(space, record),
    };
    let is_drawn = matches!((record.value, record.label), (Some(Value::Draw), _) | (_, Label::Mark(b'd')));
    let depth = if is_drawn { u32::MAX } else { u32::try_from(record.depth).unwrap_or(0) };
    let finding = Finding { score: Some(score), bound, depth, best: space.move_text(&record.best) };
    KnownPosition { finding: Some(finding), is_blocked: record.label == Label::Mark(b'x') }
}

fn only_the_move(space: &Space, record: &Record) -> KnownPosition {
    let best = space.move_text(&record.best);
    let finding = Finding { score: None, bound: SearchBound::Lower, depth: 0, best };
    let finding = (!finding.best.is_empty()).then_some(finding);
    KnownPosition { finding, is_blocked: record.label == Label::Mark(b'x') }
}

fn distance(plies: u32) -> usize {
    usize::try_from(plies).unwrap_or(MAX_MATE_PLY).min(MAX_MATE_PLY)
}

/// A searched score as it is kept.
pub(super) fn value(score: Score) -> Value {
    match score.mate_distance().map(i32::unsigned_abs) {
        Some(plies) if score.is_win() => Value::Win(plies),
        Some(plies) => Value::Loss(plies),
        None => Value::Score(score.value()),
    }
}
