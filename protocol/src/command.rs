//! What a manager can ask, whichever dialect it asks in.

use crate::database::{DatabaseFile, DatabaseRequest};
use crate::error::ParseError;

/// One whole request. Moves and positions are opaque text in the notation of the dialect they came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    // The life of the process and of a game.
    /// `ugi`, `uci`: list names and options, then confirm. `aep`: names only.
    Handshake(Handshake),
    /// `isready`: answer as soon as every earlier line was obeyed, even while searching.
    IsReady,
    /// `uginewgame`: forget what was learnt in the last game.
    NewGame,
    /// `START`, `RECTSTART`: an empty board of this size. The engine judges whether it supports the size.
    Start {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// `RESTART`: an empty board of the same size.
    Restart,
    /// `ABOUT`.
    About,
    /// `END`, `quit`: leave at once.
    Quit,

    // Positions.
    /// `BEGIN`: think on the empty board.
    Begin,
    /// `TURN`: the opponent played this; think.
    Turn(String),
    /// `PLAY`: the engine itself plays this and says so.
    Play(String),
    /// `TAKEBACK`: remove this stone.
    TakeBack(String),
    /// `BOARD`, `YXBOARD`: this position instead of the present one.
    Board {
        /// The stones in the order they came, which is the playing order where the client keeps one.
        stones: Vec<Stone>,
        /// Whether the engine then moves (`BOARD`) or only remembers (`YXBOARD`).
        think: bool,
    },
    /// `SWAP2BOARD`: choose in the swap2 opening; 0, 3 or 5 moves in playing order.
    Swap2(Vec<String>),
    /// `position`: this start position and the moves played from it.
    Position {
        /// Where the game began.
        start: Start,
        /// The moves since.
        moves: Vec<String>,
    },

    // Thinking.
    /// `go`: think within these limits.
    Go(GoLimits),
    /// `stop`, `STOP`, `YXSTOP`: answer now; nothing when idle.
    Stop,
    /// `ponderhit`: the move pondered on was played, the clock runs now.
    PonderHit,
    /// `yxnbest n`: think and show the n best moves.
    NBest(u32),
    /// `yxsearchdefend`: find every defence.
    SearchDefend,
    /// `yxbalanceone`, `yxbalancetwo`: find the stones that bring the value nearest to this one.
    Balance {
        /// How many stones to find, 1 or 2.
        moves: u8,
        /// The wanted value.
        value: i32,
    },
    /// `yxswap2step1` to `3`: one step of the swap2 opening, on the position given by `YXBOARD`.
    Swap2Step(u8),
    /// `yxsoosorvstep1` to `6`: one step of the Soosõrv-8 opening.
    Soosorv(Soosorv),

    // Settings.
    /// `setoption`; the name as written, to be compared case-insensitively. A button has no value.
    SetOption {
        /// Name of the option.
        name: String,
        /// Its new value.
        value: Option<String>,
    },
    /// `INFO`: never answered, not even when malformed.
    Info(Setting),
    /// `yxblock`: leave these moves out at the root.
    Block(Vec<String>),
    /// `yxblockundo`: allow these again.
    BlockUndo(Vec<String>),
    /// `yxblockreset`: allow all again.
    BlockReset,
    /// `yxblockpath`: leave the last of these moves out where the others have been played, from the empty board on.
    BlockPath(Vec<String>),
    /// `yxblockpathundo`: allow this line again.
    BlockPathUndo(Vec<String>),
    /// `yxblockpathreset`: allow all lines again.
    BlockPathReset,
    /// `yxhashclear`: empty the transposition table.
    HashClear,
    /// `yxhashdump`, `yxhashload`: keep the transposition table in a file.
    TableFile {
        /// What is to be done.
        work: TableFile,
        /// The file.
        path: String,
    },

    // Questions that need no search.
    /// `yxshowhashusage`: how full the table is.
    HashUsage,
    /// `yxshowinfo`: a Yixin-style GUI introduces itself and asks for the limits.
    ShowInfo,
    /// `yxshowforbid`: the points forbidden to Black.
    ShowForbid,
    /// A question to the database of positions, or a change of what it keeps.
    Database(DatabaseRequest),
    /// Work on the whole database with a file.
    DatabaseFile {
        /// What is to be done.
        work: DatabaseFile,
        /// The file.
        path: String,
    },
    /// `yxsavedatabase`: everything is to be on the disk.
    DatabaseSave,
    /// `yxdbcheck`: look for damage.
    DatabaseCheck,
    /// `yxdbfix`: save what can be read of a damaged database.
    DatabaseFix,
    /// A known command for something that this engine does not have.
    Absent(Absent),
    /// `query …`.
    Query(Query),
    /// `d`, `print`: draw the board for a person.
    Show,
}

/// The handshake that a manager opened with, and expects to be confirmed by its own name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handshake {
    /// Answered with `ugiok`.
    Ugi,
    /// Answered with `uciok`.
    Uci,
    /// Answered with `readyok`, and without a list of options.
    Aep,
}

/// What `query` asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Query {
    /// Is player 1 to move?
    P1Turn,
    /// Has the game ended?
    GameOver,
    /// Who won?
    Result,
}

/// A step of the Soosõrv-8 opening. Moves are in playing order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Soosorv {
    /// 1: lay the first three stones.
    Open,
    /// 2: keep White or swap, after these three stones.
    SwapAtThree(Vec<String>),
    /// 3: lay the fourth stone after these three, and say how many fifths there are to be.
    Fourth(Vec<String>),
    /// 4: keep Black or swap, after these four stones.
    SwapAtFour {
        /// The four stones.
        stones: Vec<String>,
        /// How many fifths there are to be.
        fifths: u8,
    },
    /// 5: offer fifths after these four stones.
    Offer {
        /// The four stones.
        stones: Vec<String>,
        /// How many fifths are to be offered.
        fifths: u8,
    },
    /// 6: pick a fifth.
    Pick {
        /// The four stones.
        stones: Vec<String>,
        /// The fifths that are offered.
        fifths: Vec<String>,
    },
}

/// What is done with a file of the transposition table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableFile {
    /// The table is written to it.
    Save,
    /// Its entries are added to the table.
    Load,
}

/// Something that is asked for and is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absent {
    /// The command or key, in its documented spelling.
    pub command: &'static str,
    /// What is not there, for people.
    pub what: &'static str,
}

impl std::fmt::Display for Absent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.command, self.what)
    }
}

/// Where the moves of a `position` command begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    /// The opening position of the game.
    StartPos,
    /// This position text, fields joined by single blanks.
    Fen(String),
}

/// A stone of a `BOARD` block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stone {
    /// Where it stands.
    pub mv: String,
    /// Whose it is.
    pub owner: Owner,
}

/// Whose stone a `BOARD` row shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// 1: the engine's.
    Engine,
    /// 2: the opponent's.
    Opponent,
    /// 3: nobody's; it only takes the place.
    Dead,
}

/// Limits of a `go`. Times are in milliseconds; what was not named is `None`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GoLimits {
    /// Clock of player 1; may be overdrawn.
    pub p1_time: Option<i64>,
    /// Clock of player 2.
    pub p2_time: Option<i64>,
    /// What player 1 gains a move.
    pub p1_inc: Option<u64>,
    /// What player 2 gains a move.
    pub p2_inc: Option<u64>,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Exactly this long.
    pub move_time: Option<u64>,
    /// Not deeper than this.
    pub depth: Option<u32>,
    /// Not more nodes than this.
    pub nodes: Option<u64>,
    /// Look for a win in this many own moves.
    pub mate: Option<u32>,
    /// Until `stop`.
    pub infinite: bool,
    /// On the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Only these root moves; empty means all.
    pub search_moves: Vec<String>,
}

/// An `INFO` line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Setting {
    /// `timeout_turn`: milliseconds a move; 0 means move at once, also to a search under way.
    TimeoutTurn(u64),
    /// `timeout_match`: milliseconds a game; 0 means no limit.
    TimeoutMatch(u64),
    /// `time_left`: milliseconds left of the game; may be negative, 2147483647 means no limit.
    TimeLeft(i64),
    /// `max_memory`: bytes; 0 means no limit.
    MaxMemory(u64),
    /// `game_type`: 0 human, 1 engine, 2 tournament, 3 network tournament.
    GameType(u32),
    /// `rule`: the code as sent. 2 is ambiguous: see [`Decoder::yixin_seen`](crate::Decoder::yixin_seen).
    Rule(u32),
    /// `folder`: where persistent files may go; the rest of the line, blanks and all.
    Folder(String),
    /// `max_depth`; `None` for -1 or 0, no limit.
    MaxDepth(Option<u32>),
    /// `max_node`; `None` for -1 or 0, no limit.
    MaxNodes(Option<u64>),
    /// `time_increment`: milliseconds gained a move.
    TimeIncrement(u64),
    /// `hash_size` in KiB.
    HashSizeKib(u64),
    /// `thread_num`.
    Threads(u32),
    /// `pondering`.
    Pondering(bool),
    /// `show_detail`: bit 0 the REALTIME lines, bit 1 the INFO groups.
    ShowDetail(u8),
    /// `usedatabase`: whether the database is asked and filled.
    UseDatabase(bool),
    /// `database_readonly`: whether it is left as it is.
    DatabaseReadOnly(bool),
    /// `strength`: 0 to 100.
    Strength(u32),
    /// A key for something that this engine does not have.
    Absent {
        /// The key, and what is not there.
        key: Absent,
        /// The rest of the line.
        value: String,
    },
    /// A key the protocol does not know. Some managers set engine options so; else it is to be ignored.
    Other {
        /// The key as written.
        name: String,
        /// The rest of the line.
        value: String,
    },
    /// A known key with a hopeless value: to be reported, if it still matters, at the next command that moves.
    Malformed {
        /// The key in lower case; a later good value of the same key cures it.
        key: &'static str,
        /// What is wrong.
        error: ParseError,
    },
}
