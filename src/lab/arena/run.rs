//! A match: games played side by side, each counted and written as it ends.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::ArenaError;
use super::game::{self, Ending, Terms};
use super::guard::Guard;
use super::journal::Journal;
use super::judge::Judge;
use super::opening::Opening;
use super::process_player::ProcessPlayer;
use super::record::{Colour, GameRecord, Reason, VERSION};
use super::results::Results;
use super::schedule::{Fixture, Order, Schedule, opening_order};
use super::settings::{Book, Settings};
use crate::engine::options::Options;
use crate::engine::{Engine, Rejected};
use crate::lab::openings::random::{Drawer, Taste};

/// Is told the results whenever they change.
pub type Watch<'a> = dyn Fn(&Results) + Sync + 'a;

/// Plays a match, or what is left of it, and returns the results. Setting `stop` ends it early: games that are not over
/// are not counted.
///
/// # Errors
/// When the settings make no sense, the folder cannot be used, or an engine never starts.
pub fn run(
    settings: &Settings,
    folder: Option<&Path>,
    guard: &Arc<Guard>,
    stop: &Arc<AtomicBool>,
    watch: &Watch<'_>,
) -> Result<Results, ArenaError> {
    settings.check()?;
    let rules = settings.rules()?;
    let mut results = Results::new(settings);
    let mut played = BTreeSet::new();
    let journal = match folder.map(|folder| Journal::open(folder, settings)).transpose()? {
        Some((journal, records)) => {
            records.iter().for_each(|record| results.add(record));
            played.extend(records.iter().map(|record| record.game));
            Some(journal)
        }
        None => None,
    };
    watch(&results);
    let couples = Match {
        settings,
        rules,
        schedule: settings.schedule(),
        order: order(settings),
        guard,
        stop,
        watch,
        desk: Mutex::new(Desk {
            next: 1,
            played,
            results,
            journal,
            failures: vec![0; settings.engines.len()],
            broken: None,
        }),
    };
    couples.play()
}

fn order(settings: &Settings) -> Vec<usize> {
    match &settings.book {
        Book::List { order, openings } => opening_order(openings.len(), *order, settings.seed),
        Book::Start | Book::Random => opening_order(0, Order::Sequential, settings.seed),
    }
}

struct Match<'a> {
    settings: &'a Settings,
    rules: Options,
    schedule: Schedule,
    order: Vec<usize>,
    guard: &'a Arc<Guard>,
    stop: &'a Arc<AtomicBool>,
    watch: &'a Watch<'a>,
    desk: Mutex<Desk>,
}

/// What the tables of a match share.
struct Desk {
    next: u64,
    played: BTreeSet<u64>,
    results: Results,
    journal: Option<Journal>,
    /// Failures in a row to start, by engine.
    failures: Vec<u32>,
    broken: Option<ArenaError>,
}

impl Match<'_> {
    fn play(self) -> Result<Results, ArenaError> {
        thread::scope(|scope| {
            for _ in 0..self.settings.concurrency {
                scope.spawn(|| {
                    if let Err(error) = self.play_at_a_table() {
                        self.give_up(&mut self.desk(), error);
                    }
                });
            }
        });
        let desk = self.desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(journal) = &desk.journal {
            journal.finish(&desk.results.summary())?;
        }
        desk.broken.map_or(Ok(desk.results), Err)
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn give_up(&self, desk: &mut Desk, error: ArenaError) {
        desk.broken.get_or_insert(error);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Plays game after game until there are none left.
    fn play_at_a_table(&self) -> Result<(), ArenaError> {
        let mut table = Table {
            judge: Judge::new(self.rules.clone())?,
            players: BTreeMap::new(),
            draws: match self.settings.book {
                Book::Random => Some(Draws::new(&self.rules, self.settings.seed)?),
                Book::Start | Book::List { .. } => None,
            },
        };
        while let Some(fixture) = self.next_game() {
            let opening = self.opening(&fixture, &mut table)?;
            table.judge.begin(&opening)?;
            let first = Colour::from(table.judge.standing().to_move);
            let Some(ending) = self.one_game(&fixture, &mut table) else { break };
            self.finish(&fixture, opening, first, ending)?;
        }
        table.players.values_mut().for_each(ProcessPlayer::dismiss);
        Ok(())
    }

    fn next_game(&self) -> Option<Fixture> {
        let mut desk = self.desk();
        if self.stop.load(Ordering::Relaxed) || desk.results.complete() {
            return None;
        }
        loop {
            let fixture = self.schedule.game(desk.next)?;
            desk.next += 1;
            if !desk.played.contains(&fixture.game) {
                return Some(fixture);
            }
        }
    }

    fn opening(&self, fixture: &Fixture, table: &mut Table) -> Result<Opening, ArenaError> {
        match (&self.settings.book, &mut table.draws) {
            (Book::List { openings, .. }, _) => {
                let turn = fixture.round % openings.len().max(1) as u64;
                Ok(openings[self.order[turn as usize]].clone())
            }
            (Book::Random, Some(draws)) => draws.opening(fixture.round),
            _ => Ok(Opening::default()),
        }
    }

    /// Plays a game; `None` when the match is stopped.
    fn one_game(&self, fixture: &Fixture, table: &mut Table) -> Option<Ending> {
        let seats = [fixture.black, fixture.white];
        table.seat(seats, |engine| {
            let spec = self.settings.engines[engine].clone();
            ProcessPlayer::new(spec, self.settings.patience, Arc::clone(self.guard), Arc::clone(self.stop))
        });
        let terms = Terms {
            limits: seats.map(|engine| &self.settings.engines[engine].limits),
            tolerance: Duration::from_millis(self.settings.patience.tolerance_ms),
            adjudication: &self.settings.adjudication,
        };
        let mut black = table.players.remove(&fixture.black)?;
        let mut white = table.players.remove(&fixture.white)?;
        let ending = game::play(&mut table.judge, [&mut black, &mut white], &terms);
        match ending.as_ref().ok().and_then(|ending| ending.guilty) {
            Some(crate::search::Player::First) => black.kill(),
            Some(crate::search::Player::Second) => white.kill(),
            None => {}
        }
        table.players.extend([(fixture.black, black), (fixture.white, white)]);
        ending.ok()
    }

    fn finish(&self, fixture: &Fixture, opening: Opening, first: Colour, ending: Ending) -> Result<(), ArenaError> {
        let name = |engine: usize| self.settings.engines[engine].name.clone();
        let guilty = ending.guilty.map(|player| [fixture.black, fixture.white][player.index()]);
        let record = GameRecord {
            v: VERSION,
            game: fixture.game,
            pair: fixture.pair,
            black: name(fixture.black),
            white: name(fixture.white),
            opening,
            first,
            moves: ending.moves,
            result: ending.result,
            reason: ending.reason,
            guilty: guilty.map(name),
            detail: ending.detail,
            took_ms: ending.took.as_micros() as f64 / 1_000.0,
        };
        if let Reason::Fault(kind) = record.reason {
            log::warn!(
                "game {}: {} ({}): {}",
                record.game,
                record.guilty.as_deref().unwrap_or("-"),
                kind.name(),
                record.detail
            );
        }
        let mut desk = self.desk();
        if self.stop.load(Ordering::Relaxed) {
            return Ok(()); // the match was decided, or stopped, while this game ended
        }
        if let Some(journal) = &mut desk.journal {
            journal.append(&record)?;
        }
        desk.results.add(&record);
        self.count_failures(&mut desk, fixture, guilty.filter(|_| !ending.begun), &record.detail);
        (self.watch)(&desk.results);
        if desk.results.complete() {
            self.stop.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Engines that never start would lose game after game to nobody's use.
    fn count_failures(&self, desk: &mut Desk, fixture: &Fixture, failed: Option<usize>, why: &str) {
        match failed {
            None => [fixture.black, fixture.white].into_iter().for_each(|engine| desk.failures[engine] = 0),
            Some(engine) => {
                desk.failures[engine] += 1;
                let times = desk.failures[engine];
                if times >= self.settings.start_failures && self.settings.start_failures > 0 {
                    let engine = self.settings.engines[engine].name.clone();
                    self.give_up(desk, ArenaError::NeverStarts { engine, times, why: why.to_owned() });
                }
            }
        }
    }
}

/// Where one game at a time is played: the judge, and the engines that sit there.
struct Table {
    judge: Judge,
    players: BTreeMap<usize, ProcessPlayer>,
    draws: Option<Draws>,
}

impl Table {
    /// Seats two engines. Others leave: they would only hold memory.
    fn seat(&mut self, seats: [usize; 2], new: impl Fn(usize) -> ProcessPlayer) {
        self.players.retain(|engine, player| {
            let stays = seats.contains(engine);
            if !stays {
                player.dismiss();
            }
            stays
        });
        for engine in seats {
            self.players.entry(engine).or_insert_with(|| new(engine));
        }
    }
}

/// Random openings by the number of the round.
struct Draws {
    drawer: Drawer,
    engine: Box<dyn Engine>,
    seed: u64,
}

impl Draws {
    fn new(rules: &Options, seed: u64) -> Result<Draws, ArenaError> {
        let drawer = Drawer::new(Taste::default()).map_err(|why| ArenaError::Settings(why.to_string()))?;
        Ok(Draws { drawer, engine: (rules.game().open)(rules)?, seed })
    }

    fn opening(&mut self, round: u64) -> Result<Opening, ArenaError> {
        let drawn = self.drawer.draw(&mut *self.engine, self.seed, round);
        let drawn = drawn.map_err(|why| ArenaError::Game(Rejected::Unsupported(why.to_string())))?;
        Ok(Opening { position: None, moves: drawn.moves, number: Some(round + 1) })
    }
}
