//! A player that is an engine's process: started when needed, killed after a fault.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::connection::Connection;
use super::engine_line::EngineLine;
use super::judge::Judge;
use super::player::{Failure, Fault, FaultKind, GamePlayer, PlayedMove, Turn};
use super::reaper::Reaper;
use super::search_info::SearchInfo;
use super::spec::{EngineSpec, Protocol};
use super::{gomocup, text, ugi};

/// Timeouts for engines, apart from their clocks. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patience {
    /// A move that is late by no more than this counts as in time.
    pub tolerance_ms: u64,
    /// How much longer a late answer is awaited, to report how late it is; then the process is killed.
    pub grace_ms: u64,
    /// How long an engine may take to get ready for a game, or for a move without a time limit.
    pub silence_ms: u64,
}

/// A player that is an engine's process.
#[derive(Debug)]
pub struct ProcessPlayer {
    spec: EngineSpec,
    patience: Patience,
    reaper: Arc<Reaper>,
    stop: Arc<AtomicBool>,
    dialogue: Option<Connection>,
    follows: bool,
}

impl ProcessPlayer {
    /// A player whose process is not running yet. Once `stop` is set, nothing is waited for any more.
    pub fn new(spec: EngineSpec, patience: Patience, reaper: Arc<Reaper>, stop: Arc<AtomicBool>) -> ProcessPlayer {
        ProcessPlayer { spec, patience, reaper, stop, dialogue: None, follows: false }
    }

    /// Kills the process; the next game starts another.
    pub fn kill(&mut self) {
        self.dialogue = None;
    }

    /// Asks the process to end; the next game starts another.
    pub fn dismiss(&mut self) {
        if let Some(dialogue) = self.dialogue.take() {
            dialogue.end(match self.spec.protocol {
                Protocol::Gomocup => "END\n",
                Protocol::Ugi => "quit\n",
            });
        }
    }

    fn silence(&self) -> Duration {
        Duration::from_millis(self.patience.silence_ms)
    }

    /// Starts another game with the running process; `false` when a new process is needed.
    fn new_game(&mut self, judge: &Judge) -> Result<bool, Failure> {
        let patience = self.silence();
        let Some(dialogue) = &mut self.dialogue else { return Ok(false) };
        let renewed = match self.spec.protocol {
            Protocol::Gomocup => gomocup::new_game(dialogue, &self.spec, judge, patience),
            Protocol::Ugi => ugi::new_game(dialogue, patience),
        };
        match renewed {
            Ok(()) => Ok(true),
            Err(Failure::Stopped) => Err(Failure::Stopped),
            // A fault between games loses no game: as in other managers, the engine is restarted.
            Err(Failure::Fault(fault)) => {
                log::warn!("{} is restarted: {}", self.spec.name, fault.detail);
                self.kill();
                Ok(false)
            }
        }
    }

    fn start(&mut self, judge: &Judge) -> Result<(), Failure> {
        let mut dialogue = Connection::start(&self.spec, &self.reaper, &self.stop)?;
        match self.spec.protocol {
            Protocol::Gomocup => gomocup::open(&mut dialogue, &self.spec, judge, self.silence())?,
            Protocol::Ugi => ugi::open(&mut dialogue, &self.spec, judge, self.silence())?,
        }
        self.dialogue = Some(dialogue);
        Ok(())
    }
}

impl GamePlayer for ProcessPlayer {
    fn begin(&mut self, judge: &Judge) -> Result<(), Failure> {
        self.follows = false;
        if self.spec.fresh {
            self.dismiss();
        }
        if self.new_game(judge)? { Ok(()) } else { self.start(judge) }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<PlayedMove, Failure> {
        let own = turn.clocks[turn.judge.standing().to_move.index()];
        let late = Duration::from_millis(self.patience.tolerance_ms + self.patience.grace_ms);
        let patience = own.limit().map_or(self.silence(), |limit| limit + late);
        let (commands, classify): (_, fn(&str) -> EngineLine) = match self.spec.protocol {
            Protocol::Gomocup => (gomocup::move_request(turn, self.follows), gomocup::classify),
            Protocol::Ugi => (ugi::move_request(turn, &self.spec.limits), ugi::classify),
        };
        self.follows = true;
        let Some(dialogue) = &mut self.dialogue else {
            return Err(Fault::new(FaultKind::NotStarted, "asked for a move before the game began").into());
        };
        let waited = dialogue.waited();
        let asked = dialogue.send(&commands)?;
        let mut info = SearchInfo::default();
        let mut unknown_line = None;
        while let Some(line) = dialogue.receive(asked + patience)? {
            match classify(&line.text) {
                EngineLine::Info => info.update(&line.text),
                EngineLine::Ignored => {}
                EngineLine::Unknown => {
                    info.update(&line.text);
                    unknown_line = Some(line.text);
                }
                EngineLine::Move(text) => {
                    let used = line.at.saturating_duration_since(asked);
                    let waited = dialogue.waited().zip(waited).map(|(now, before)| now.since(&before));
                    return Ok(PlayedMove { text, used, waited, info });
                }
                EngineLine::Garbage => return Err(garbage(&line.text)),
            }
        }
        Err(unknown_line.map_or_else(|| dialogue.no_answer("a move", patience), |line| garbage(&line)))
    }
}

fn garbage(line: &str) -> Failure {
    Fault::new(FaultKind::Garbage, format!("'{}' where a move was due", text::quote(line))).into()
}
