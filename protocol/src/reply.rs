//! What the engine can say, whichever dialect it says it in.

use crate::analysis::{Analysis, Effort, Realtime};
use crate::command::Handshake;
use crate::database::DatabaseReply;
use crate::error::ParseError;

/// One answer or report. Moves are text in the notation of the dialect it is encoded for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// `OK`; nothing in UGI.
    Ok,
    /// The move: `7,7` or `bestmove h8`.
    Best(String),
    /// There is no move, for this reason: `ERROR why`, or `info string why` and `bestmove none`.
    NoMove(String),
    /// Several stones at once: swap2 and `yxbalancetwo`.
    Moves(Vec<String>),
    /// `SWAP`.
    Swap,
    /// A known command that cannot be obeyed.
    Error(String),
    /// An unknown command.
    Unknown(String),
    /// Text for the user; each of its lines becomes one.
    Message(String),
    /// Text for developers.
    Debug(String),
    /// A drawn board for a person: bare lines in UGI, messages in Gomocup.
    Drawing(String),
    /// The answer to `ABOUT`.
    About(About),
    /// The answer to `yxshowinfo`.
    Limits {
        /// Most threads the engine can use.
        max_threads: u32,
        /// Largest table: the binary logarithm of its KiB.
        max_hash_log2_kib: u32,
    },
    /// Forbidden points as two numbers each, in the coordinate order of the client.
    Forbid(Vec<(u8, u8)>),
    /// Swap2 by steps: the engine's stones, numbered from `first`.
    Swap2Stones {
        /// Number of the first stone, 1 or 4.
        first: u8,
        /// Their coordinates as in any other move.
        moves: Vec<String>,
    },
    /// Swap2 by steps: whether the engine changes colours at swap 1 or 2.
    Swap2Choice {
        /// Which of the two chances.
        chance: u8,
        /// Whether it swaps.
        swap: bool,
    },
    /// An answer in the Soosõrv-8 opening.
    Soosorv(SoosorvReply),
    /// What the database of positions tells.
    Database(DatabaseReply),
    /// Result of an iteration.
    Analysis(Analysis),
    /// The search goes on and has nothing new.
    Effort(Effort),
    /// Result of the whole search, said once before the move.
    Summary(Analysis),
    /// A mark on the board of a Yixin-style GUI.
    Realtime(Realtime),
    /// `readyok`.
    ReadyOk,
    /// `id name`, `id author`.
    Id {
        /// Name and version.
        name: String,
        /// Who wrote it.
        author: String,
    },
    /// One option of the list in a handshake.
    Option(EngineOption),
    /// `ugiok`, `uciok`.
    HandshakeOk(Handshake),
    /// The answer to a `query`.
    Response(QueryAnswer),
}

/// What the engine does in a step of the Soosõrv-8 opening. Moves are as in any other answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SoosorvReply {
    /// It lays the first three stones.
    Stones(Vec<String>),
    /// It swaps, or keeps its colour.
    Swap {
        /// The chance to swap: 1 after three stones, 2 after four.
        chance: u8,
        /// Does it swap?
        swap: bool,
    },
    /// It lays the fourth stone.
    Fourth {
        /// The stone.
        mv: String,
        /// How many fifths there are to be.
        fifths: u8,
    },
    /// It offers these fifths.
    Fifths(Vec<String>),
    /// It picks this fifth.
    Fifth(String),
}

/// What `ABOUT` tells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct About {
    /// Name of the engine.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Who wrote it.
    pub author: String,
    /// Where.
    pub country: String,
    /// Its page.
    pub www: String,
    /// Whom to write to.
    pub email: String,
}

/// The answer to a `query`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryAnswer {
    /// `true` or `false`.
    Bool(bool),
    /// `p1win`.
    P1Win,
    /// `p2win`.
    P2Win,
    /// `draw`.
    Draw,
    /// `none`: the game goes on.
    None,
}

/// An option as a handshake lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// Its type, default and range.
    pub kind: OptionKind,
}

/// Type, default and range of an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// At the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// At the start.
        default: i64,
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// At the start.
        default: String,
        /// All of them.
        choices: Vec<String>,
    },
    /// Free text.
    Text {
        /// At the start; may be empty.
        default: String,
    },
    /// Something that happens when it is set.
    Button,
}

impl From<ParseError> for Reply {
    fn from(error: ParseError) -> Self {
        if error.is_unknown() { Reply::Unknown(error.text) } else { Reply::Error(error.to_string()) }
    }
}
