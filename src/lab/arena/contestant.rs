//! What a game asks of its players, whether they are processes or not.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::judge::Judge;
use super::time::Clock;
use super::told::Told;

/// One who can play games.
pub trait Contestant {
    /// Gets ready for a game; its opening lies before the judge.
    ///
    /// # Errors
    /// [`Failure`] when it does not get ready.
    fn begin(&mut self, judge: &Judge) -> Result<(), Failure>;

    /// Chooses a move.
    ///
    /// # Errors
    /// [`Failure`] when no move comes.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure>;
}

/// What is known when a move is due.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The game.
    pub judge: &'a Judge,
    /// The clocks of the first and the second player.
    pub clocks: [&'a Clock; 2],
}

/// A move, as a contestant names it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// The move.
    pub text: String,
    /// How long it took.
    pub used: Duration,
    /// How much of it was spent waiting for a processor, where the system tells: all threads that had a part in it together.
    pub waited: Option<Duration>,
    /// What was told about the search.
    pub told: Told,
}

/// Why no move comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The contestant is to blame.
    Fault(Fault),
    /// The match is stopped.
    Stopped,
}

/// What a contestant has done wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it is.
    pub kind: FaultKind,
    /// What exactly has happened, for a person.
    pub detail: String,
}

impl Fault {
    /// Something that went wrong.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        Fault { kind, detail: detail.into() }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}

/// The faults for which a game is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The process cannot be started at all.
    NotStarted,
    /// It does not accept the game: an error where the protocol wants consent.
    Refused,
    /// A move that cannot be played.
    IllegalMove,
    /// A move that the rules allow and punish: a forbidden point of renju.
    Foul,
    /// A move that came too late.
    Time,
    /// No move, though other lines came.
    Hang,
    /// No line at all.
    Silence,
    /// A line that is no move where one was due.
    Garbage,
    /// More output than anyone needs.
    Flood,
    /// It reads no input any more.
    Deaf,
    /// The process has ended.
    Crash,
}

impl FaultKind {
    /// Its name, as in the records.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::NotStarted => "not-started",
            FaultKind::Refused => "refused",
            FaultKind::IllegalMove => "illegal-move",
            FaultKind::Foul => "foul",
            FaultKind::Time => "time",
            FaultKind::Hang => "hang",
            FaultKind::Silence => "silence",
            FaultKind::Garbage => "garbage",
            FaultKind::Flood => "flood",
            FaultKind::Deaf => "deaf",
            FaultKind::Crash => "crash",
        }
    }
}
