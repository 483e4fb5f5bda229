//! An engine's process as a contestant: started when it is needed, killed when it has done wrong.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::contestant::{Choice, Contestant, Failure, Fault, FaultKind, Turn};
use super::dialogue::Dialogue;
use super::engine_line::Heard;
use super::guard::Guard;
use super::judge::Judge;
use super::spec::{EngineSpec, Protocol};
use super::told::Told;
use super::{gomocup, text, ugi};

/// How long engines are waited for, beside their clocks. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patience {
    /// A move that is late by no more than this is in time.
    pub tolerance_ms: u64,
    /// So much longer an answer is awaited that is late already, to tell how late; then the process is killed.
    pub grace_ms: u64,
    /// How long an engine may take to get ready for a game, and for a move that no clock limits.
    pub silence_ms: u64,
}

/// An engine that plays by a process.
#[derive(Debug)]
pub struct ProcessPlayer {
    spec: EngineSpec,
    patience: Patience,
    guard: Arc<Guard>,
    stop: Arc<AtomicBool>,
    dialogue: Option<Dialogue>,
    follows: bool,
}

impl ProcessPlayer {
    /// An engine that is not running yet. Once `stop` is set nothing is waited for any more.
    pub fn new(spec: EngineSpec, patience: Patience, guard: Arc<Guard>, stop: Arc<AtomicBool>) -> ProcessPlayer {
        ProcessPlayer { spec, patience, guard, stop, dialogue: None, follows: false }
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

    /// Another game with the process that is there; `false` when it takes a new one.
    fn renew(&mut self, judge: &Judge) -> Result<bool, Failure> {
        let patience = self.silence();
        let Some(dialogue) = &mut self.dialogue else { return Ok(false) };
        let renewed = match self.spec.protocol {
            Protocol::Gomocup => gomocup::renew(dialogue, &self.spec, judge, patience),
            Protocol::Ugi => ugi::renew(dialogue, patience),
        };
        match renewed {
            Ok(()) => Ok(true),
            Err(Failure::Stopped) => Err(Failure::Stopped),
            // No game is lost between games: as other managers do, the engine is started anew.
            Err(Failure::Fault(fault)) => {
                log::warn!("{} is started anew: {}", self.spec.name, fault.detail);
                self.kill();
                Ok(false)
            }
        }
    }

    fn start(&mut self, judge: &Judge) -> Result<(), Failure> {
        let mut dialogue = Dialogue::start(&self.spec, &self.guard, &self.stop)?;
        match self.spec.protocol {
            Protocol::Gomocup => gomocup::open(&mut dialogue, &self.spec, judge, self.silence())?,
            Protocol::Ugi => ugi::open(&mut dialogue, &self.spec, judge, self.silence())?,
        }
        self.dialogue = Some(dialogue);
        Ok(())
    }
}

impl Contestant for ProcessPlayer {
    fn begin(&mut self, judge: &Judge) -> Result<(), Failure> {
        self.follows = false;
        if self.spec.fresh {
            self.dismiss();
        }
        if self.renew(judge)? { Ok(()) } else { self.start(judge) }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let own = turn.clocks[turn.judge.standing().to_move.index()];
        let late = Duration::from_millis(self.patience.tolerance_ms + self.patience.grace_ms);
        let patience = own.limit().map_or(self.silence(), |limit| limit + late);
        let (commands, heard): (_, fn(&str) -> Heard) = match self.spec.protocol {
            Protocol::Gomocup => (gomocup::ask(turn, self.follows), gomocup::heard),
            Protocol::Ugi => (ugi::ask(turn, &self.spec.limits), ugi::heard),
        };
        self.follows = true;
        let Some(dialogue) = &mut self.dialogue else {
            return Err(Fault::new(FaultKind::NotStarted, "asked for a move before the game has begun").into());
        };
        let waited = dialogue.waited();
        let asked = dialogue.say(&commands)?;
        let mut told = Told::default();
        let mut strange = None;
        while let Some(line) = dialogue.hear(asked + patience)? {
            match heard(&line.text) {
                Heard::News => told.read(&line.text),
                Heard::Noise => {}
                Heard::Strange => {
                    told.read(&line.text);
                    strange = Some(line.text);
                }
                Heard::Move(text) => {
                    let used = line.at.saturating_duration_since(asked);
                    let waited = dialogue.waited().zip(waited).map(|(now, before)| now.since(&before));
                    return Ok(Choice { text, used, waited, told });
                }
                Heard::Garbage => return Err(garbage(&line.text)),
            }
        }
        Err(strange.map_or_else(|| dialogue.no_answer("a move", patience), |line| garbage(&line)))
    }
}

fn garbage(line: &str) -> Failure {
    Fault::new(FaultKind::Garbage, format!("'{}' where a move was due", text::quote(line))).into()
}
