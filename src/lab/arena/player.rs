//! The interface of a player in a game, whether it is a process or not.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::judge::Judge;
use super::search_info::SearchInfo;
use super::time::Clock;

/// A player.
pub trait GamePlayer {
    /// Gets ready for a game; the judge already holds its opening.
    ///
    /// # Errors
    /// [`Failure`] when it does not get ready.
    fn begin(&mut self, judge: &Judge) -> Result<(), Failure>;

    /// Chooses a move.
    ///
    /// # Errors
    /// [`Failure`] when no move comes.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<PlayedMove, Failure>;
}

/// The position and the clocks when a move is due.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The game.
    pub judge: &'a Judge,
    /// The clocks of the first and the second player.
    pub clocks: [&'a Clock; 2],
}

/// A move by a player, with what is known about its search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayedMove {
    /// The move.
    pub text: String,
    /// How long it took.
    pub used: Duration,
    /// How long threads waited for a processor meanwhile, all together, where the system says so.
    pub waited: Option<Duration>,
    /// What the engine reported about its search.
    pub info: SearchInfo,
}

/// Why no move comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The player is at fault.
    Fault(Fault),
    /// The match is stopped.
    Stopped,
}

/// What a player did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it is.
    pub kind: FaultKind,
    /// What exactly happened, as text.
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
    /// It does not accept the game: it answers with an error where the protocol wants `OK`.
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
    /// A line that is not a move where one was due.
    Garbage,
    /// Too much output.
    Flood,
    /// It no longer reads its input.
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
