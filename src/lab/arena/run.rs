//! A match: games played in parallel, each counted and written as it ends.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::ArenaError;
use super::game::{self, FinishedGame, GameSettings, NotPlayed};
use super::journal::Journal;
use super::judge::Judge;
use super::opening::Opening;
use super::parts::games_of;
use super::player::Fault;
use super::process_player::ProcessPlayer;
use super::reaper::Reaper;
use super::record::{Colour, MatchGameRecord, Reason, VERSION};
use super::results::Results;
use super::schedule::{Fixture, Order, Schedule, opening_order};
use super::settings::{Book, MatchSettings};
use crate::engine::options::Options;
use crate::engine::registry::Games;
use crate::engine::{Engine, Rejected};
use crate::lab::openings::random::{OpeningGenerator, OpeningSettings};
use crate::lab::parts::Part;

/// Called with the results whenever they change.
pub type OnUpdate<'a> = dyn Fn(&Results) + Sync + 'a;

/// Plays a match or a part of it, or what is left of it, and returns the results. Setting `stop` ends it early: games that are not over
/// are not counted.
///
/// # Errors
/// When the settings make no sense, the folder cannot be used, or an engine never starts.
pub fn run(
    settings: &MatchSettings,
    games: Games,
    folder: Option<&Path>,
    reaper: &Arc<Reaper>,
    stop: &Arc<AtomicBool>,
    watch: &OnUpdate<'_>,
    part: Option<Part>,
) -> Result<Results, ArenaError> {
    settings.check()?;
    let rules = settings.rules(games)?;
    let range = part.map(|part| games_of(part, settings));
    let mut results = match &range {
        Some(range) => Results::of_part(settings, range.end - range.start),
        None => Results::new(settings),
    };
    let numbers = range.unwrap_or(1..settings.schedule().games() + 1);
    let mut played = BTreeSet::new();
    let journal = match folder.map(|folder| Journal::open(folder, settings, &rules)).transpose()? {
        Some((journal, records)) => {
            records.iter().for_each(|record| results.add(record));
            played.extend(records.iter().map(|record| record.game));
            Some(journal)
        }
        None => None,
    };
    watch(&results);
    let running = Match {
        settings,
        rules,
        schedule: settings.schedule(),
        order: order(settings),
        reaper,
        stop,
        watch,
        state: Mutex::new(MatchState {
            left: numbers,
            played,
            results,
            journal,
            failures: vec![0; settings.engines.len()],
            broken: None,
        }),
    };
    running.play()
}

fn order(settings: &MatchSettings) -> Vec<usize> {
    match &settings.book {
        Book::List { order, openings } => opening_order(openings.len(), *order, settings.seed),
        Book::Start | Book::Random(_) => opening_order(0, Order::Sequential, settings.seed),
    }
}

struct Match<'a> {
    settings: &'a MatchSettings,
    rules: Options,
    schedule: Schedule,
    order: Vec<usize>,
    reaper: &'a Arc<Reaper>,
    stop: &'a Arc<AtomicBool>,
    watch: &'a OnUpdate<'a>,
    state: Mutex<MatchState>,
}

/// What the worker threads of a match share.
struct MatchState {
    /// Numbers of games that nobody has taken.
    left: Range<u64>,
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
                    if let Err(error) = self.play_games() {
                        self.give_up(&mut self.state(), error);
                    }
                });
            }
        });
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(journal) = &state.journal {
            journal.finish(&state.results.summary())?;
        }
        state.broken.map_or(Ok(state.results), Err)
    }

    fn state(&self) -> MutexGuard<'_, MatchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn give_up(&self, state: &mut MatchState, error: ArenaError) {
        state.broken.get_or_insert(error);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Plays game after game until none is left.
    fn play_games(&self) -> Result<(), ArenaError> {
        let mut slot = GameSlot {
            judge: Judge::new(self.rules.clone())?,
            players: BTreeMap::new(),
            draws: match &self.settings.book {
                Book::Random(settings) => Some(OpeningDraws::new(settings, &self.rules, self.settings.seed)?),
                Book::Start | Book::List { .. } => None,
            },
        };
        while let Some(fixture) = self.next_game()
            && self.play_fixture(&fixture, &mut slot)?
        {}
        slot.players.values_mut().for_each(ProcessPlayer::dismiss);
        Ok(())
    }

    /// Plays a game of the schedule, and tries again when an engine did not get ready for it; false when the match is stopped.
    fn play_fixture(&self, fixture: &Fixture, slot: &mut GameSlot) -> Result<bool, ArenaError> {
        let opening = self.opening(fixture, slot)?;
        loop {
            slot.judge.begin(&opening)?;
            let first = Colour::from(slot.judge.standing().to_move);
            match self.one_game(fixture, slot) {
                Ok(ending) => return self.finish(fixture, opening, first, ending).map(|()| true),
                Err(NotPlayed::Stopped) => return Ok(false),
                Err(NotPlayed::NotReady { player, fault }) => {
                    thread::sleep(self.count_failure([fixture.black, fixture.white][player.index()], fault)?);
                }
            }
        }
    }

    fn next_game(&self) -> Option<Fixture> {
        let mut state = self.state();
        if self.stop.load(Ordering::Relaxed) || state.results.complete() {
            return None;
        }
        loop {
            let fixture = self.schedule.game(state.left.next()?)?;
            if !state.played.contains(&fixture.game) {
                return Some(fixture);
            }
        }
    }

    fn opening(&self, fixture: &Fixture, slot: &mut GameSlot) -> Result<Opening, ArenaError> {
        match (&self.settings.book, &mut slot.draws) {
            (Book::List { openings, .. }, _) => {
                let turn = fixture.round % openings.len().max(1) as u64;
                Ok(openings[self.order[turn as usize]].clone())
            }
            (Book::Random(_), Some(draws)) => draws.opening(fixture.round),
            _ => Ok(Opening::default()),
        }
    }

    fn one_game(&self, fixture: &Fixture, slot: &mut GameSlot) -> Result<FinishedGame, NotPlayed> {
        let engines_of = [fixture.black, fixture.white];
        slot.load_engines(engines_of, |engine| {
            let spec = self.settings.engines[engine].located(&self.settings.located);
            ProcessPlayer::new(spec, self.settings.patience, Arc::clone(self.reaper), Arc::clone(self.stop))
        });
        let terms = GameSettings {
            limits: engines_of.map(|engine| &self.settings.engines[engine].limits),
            tolerance: Duration::from_millis(self.settings.patience.tolerance_ms),
            adjudication: &self.settings.adjudication,
        };
        let (Some(mut black), Some(mut white)) =
            (slot.players.remove(&fixture.black), slot.players.remove(&fixture.white))
        else {
            return Err(NotPlayed::Stopped);
        };
        let ending = game::play(&mut slot.judge, [&mut black, &mut white], &terms);
        match ending.as_ref().ok().and_then(|ending| ending.guilty) {
            Some(crate::search::Player::First) => black.kill(),
            Some(crate::search::Player::Second) => white.kill(),
            None => {}
        }
        slot.players.extend([(fixture.black, black), (fixture.white, white)]);
        ending
    }

    fn finish(
        &self,
        fixture: &Fixture,
        opening: Opening,
        first: Colour,
        ending: FinishedGame,
    ) -> Result<(), ArenaError> {
        let name = |engine: usize| self.settings.engines[engine].name.clone();
        let guilty = ending.guilty.map(|player| [fixture.black, fixture.white][player.index()]);
        let mut record = MatchGameRecord {
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
        if self.settings.moves_only {
            record.keep_moves_only();
        }
        if let Reason::Fault(kind) = record.reason {
            log::warn!(
                "game {}: {} ({}): {}",
                record.game,
                record.guilty.as_deref().unwrap_or("-"),
                kind.name(),
                record.detail
            );
        }
        let mut state = self.state();
        if self.stop.load(Ordering::Relaxed) {
            return Ok(()); // the match was decided, or stopped, while this game ended
        }
        if let Some(journal) = &mut state.journal {
            journal.append(&record)?;
        }
        state.results.add(&record);
        [fixture.black, fixture.white].into_iter().for_each(|engine| state.failures[engine] = 0);
        (self.watch)(&state.results);
        if state.results.complete() {
            self.stop.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Counts a failure of an engine to get ready, and tells how long to wait before it is tried again. An engine that never gets ready
    /// would lose every game, which says nothing about its strength: the match is given up.
    fn count_failure(&self, engine: usize, fault: Fault) -> Result<Duration, ArenaError> {
        let name = &self.settings.engines[engine].name;
        log::warn!("{name} did not get ready ({}): {}", fault.kind.name(), fault.detail);
        let mut state = self.state();
        state.failures[engine] += 1;
        let times = state.failures[engine];
        if times >= self.settings.start_failures.max(1) {
            return Err(ArenaError::NeverStarts { engine: name.clone(), times, why: fault.detail });
        }
        Ok(START_PAUSE * times)
    }
}

/// How much longer to wait after each failure of an engine to start: what keeps it from starting may pass.
const START_PAUSE: Duration = Duration::from_millis(50);

/// What one worker thread plays its games with: the judge and the running engines.
struct GameSlot {
    judge: Judge,
    players: BTreeMap<usize, ProcessPlayer>,
    draws: Option<OpeningDraws>,
}

impl GameSlot {
    /// Keeps the players of these two engines and dismisses the others, which would only hold memory.
    fn load_engines(&mut self, engines_of: [usize; 2], new: impl Fn(usize) -> ProcessPlayer) {
        self.players.retain(|engine, player| {
            let stays = engines_of.contains(engine);
            if !stays {
                player.dismiss();
            }
            stays
        });
        for engine in engines_of {
            self.players.entry(engine).or_insert_with(|| new(engine));
        }
    }
}

/// Random openings by the number of the round.
struct OpeningDraws {
    openings: OpeningGenerator,
    engine: Box<dyn Engine>,
    seed: u64,
    /// The last one drawn and its round: a pair of games has one opening.
    last: Option<(u64, Opening)>,
}

impl OpeningDraws {
    fn new(settings: &OpeningSettings, rules: &Options, seed: u64) -> Result<OpeningDraws, ArenaError> {
        let openings = OpeningGenerator::new(settings.clone()).map_err(|why| ArenaError::Settings(why.to_string()))?;
        Ok(OpeningDraws { openings, engine: (rules.game().open)(rules)?, seed, last: None })
    }

    fn opening(&mut self, round: u64) -> Result<Opening, ArenaError> {
        if let Some((_, opening)) = self.last.as_ref().filter(|&&(drawn, _)| drawn == round) {
            return Ok(opening.clone());
        }
        let drawn = self.openings.draw(&mut *self.engine, self.seed, round);
        let drawn = drawn.map_err(|why| ArenaError::Game(Rejected::Unsupported(why.to_string())))?;
        let opening = Opening { position: None, moves: drawn.moves, number: Some(round + 1) };
        self.last = Some((round, opening.clone()));
        Ok(opening)
    }
}
