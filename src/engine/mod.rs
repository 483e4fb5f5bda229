//! One game behind an object-safe face, and the session that talks to it. Threads live here and nowhere else; calls through
//! the face are made once a command, never once a node.

pub mod book;
pub mod clock;
pub mod database;
pub mod eval_file;
pub mod kept_lines;
mod open_game;
pub mod opening;
pub mod options;
mod played;
pub mod proof;
mod recall;
pub mod registry;
pub mod relay;
pub mod report;
pub mod session;
pub mod settings;
pub mod solver;
pub mod strength;
mod table_file;
pub mod training_game;
pub mod two_player;
pub mod view;
pub mod worker;

use std::fmt;
use std::sync::Arc;

use crate::search::{Algorithm, Control, Means, Outcome, Player, Position, Table};

pub use crate::search::Leaves;
pub use database::{Finding, KnownPosition, Library, PositionDatabase};
pub use proof::{ProvenMove, ProvenReply, ProvenWin, Verdict};
pub use report::{NamedMove, Report, ReportLine, win_rate};
pub use solver::Solver;
pub use training_game::{Judged, LinearModel, TrainingGame};
pub use two_player::TwoPlayer;
pub use view::{ForbiddenCell, FoulKind, Piece, Step, StoneRow, View};

/// Why a command cannot be obeyed. The position is what it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejected {
    /// There is no option of that name.
    UnknownOption(String),
    /// The option does not take that value.
    BadValue {
        /// The option.
        name: String,
        /// The value asked for.
        text: String,
        /// What it takes.
        allowed: String,
    },
    /// That is no move here.
    BadMove {
        /// Which of several moves it is, from 1; `None` when it is the only one.
        number: Option<usize>,
        /// The move asked for.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// That is no position.
    BadPosition(String),
    /// The game is over, so there is nothing to move.
    GameOver,
    /// The puzzle has no solution: proven.
    Unsolvable,
    /// The game, or this version of it, does not have that.
    Unsupported(String),
    /// The memory limit leaves no room for a search.
    Memory(String),
    /// The database cannot be read or written.
    Database(String),
    /// A file of a transposition table cannot be read or written.
    TableFile(String),
    /// A fault of the engine itself; it has been caught, and the game can go on.
    Internal(String),
}

impl Rejected {
    /// A move that cannot be played.
    pub fn bad_move(text: impl Into<String>, why: impl Into<String>) -> Rejected {
        Rejected::BadMove { number: None, text: text.into(), why: why.into() }
    }

    /// The same of a move that is one of several: this one, counted from 1.
    #[must_use]
    pub fn of_move(self, number: usize) -> Rejected {
        match self {
            Rejected::BadMove { text, why, .. } => Rejected::BadMove { number: Some(number), text, why },
            other => other,
        }
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejected::UnknownOption(name) => write!(f, "unknown option {name}"),
            Rejected::BadValue { name, text, allowed } => write!(f, "bad value '{text}' for {name}: {allowed}"),
            Rejected::BadMove { number: Some(number), text, why } => write!(f, "move {number}: {text}: {why}"),
            Rejected::BadMove { number: None, text, why } => write!(f, "bad move {text}: {why}"),
            Rejected::BadPosition(why) => write!(f, "{why}"),
            Rejected::GameOver => write!(f, "the game is over"),
            Rejected::Unsolvable => write!(f, "unsolvable"),
            Rejected::Unsupported(what) => write!(f, "unsupported {what}"),
            Rejected::Memory(why) => write!(f, "not enough memory: {why}"),
            Rejected::Database(why) => write!(f, "database: {why}"),
            Rejected::TableFile(why) => write!(f, "table file: {why}"),
            Rejected::Internal(why) => write!(f, "internal error: {why}"),
        }
    }
}

impl std::error::Error for Rejected {}

/// How a square is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveStyle {
    /// `7,7`: column and row from the top left, counted from zero; the Gomocup wire.
    Pair,
    /// `h8`, the number counted from the top.
    Top,
    /// `h8`, the number counted from the bottom, as people and UGI have it.
    #[default]
    Bottom,
    /// As `Bottom`, for a client that sends the row before the column.
    BottomRowFirst,
}

/// What text means in a game. Everything that crosses the wire about positions and moves goes through here.
pub trait Notation<G: Position>: Clone + Send {
    /// The position a new game begins with.
    fn start(&self) -> G;
    /// Reads a legal move of this position, in any style.
    ///
    /// # Errors
    /// [`Rejected::BadMove`] when it is not one.
    fn parse_move(&self, pos: &G, text: &str) -> Result<G::Move, Rejected>;
    /// Writes a move.
    fn format_move(&self, pos: &G, mv: G::Move, style: MoveStyle) -> String;
    /// Reads a whole position.
    ///
    /// # Errors
    /// [`Rejected::BadPosition`] naming the field that is wrong.
    fn parse_position(&self, text: &str) -> Result<G, Rejected>;
    /// Writes a whole position, so that [`Notation::parse_position`] gives it back.
    fn format_position(&self, pos: &G) -> String;
    /// Draws the position for a person, in lines of plain ASCII.
    fn draw(&self, pos: &G) -> String;

    /// A position set up from stones that were not laid in turns. An owner of `None` is a dead stone.
    ///
    /// # Errors
    /// [`Rejected`] when the game has no such thing or a stone cannot lie there.
    fn set_up(&self, _stones: &[(String, Option<Player>)], _to_move: Player) -> Result<G, Rejected> {
        Err(Rejected::Unsupported("set-up of a position".to_owned()))
    }
    /// The points that are forbidden to the side to move, in the order of the wire.
    fn forbidden(&self, _pos: &G) -> Vec<G::Move> {
        Vec::new()
    }
    /// Moves that a game may begin with, for random openings; empty when the moves worth searching are enough.
    fn first_moves(&self) -> Vec<G::Move> {
        Vec::new()
    }
    /// A number that positions share which a symmetry of the board makes equal; the position's key in a game without any.
    fn symmetric_key(&self, pos: &G) -> u64 {
        pos.key()
    }
}

/// Whose stone a line of `BOARD` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The engine's: it is to move.
    Engine,
    /// Its opponent's.
    Opponent,
    /// Nobody's: it only blocks.
    Dead,
}

/// A change of the position, in the words of the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The start position.
    Clear,
    /// A position and moves from there; the start position when there is no text.
    Set {
        /// The position text.
        position: Option<String>,
        /// The moves played from it.
        moves: Vec<String>,
    },
    /// The stones on the board, in the order they were laid where the client knows it.
    Stones {
        /// Each stone and whose it is.
        stones: Vec<(String, Owner)>,
        /// Is the engine to move? Else the order tells.
        engine_moves: bool,
    },
    /// One move, as text.
    Play(String),
    /// One move of the engine itself.
    PlayPacked(PackedMove),
    /// The last move is taken back.
    TakeBack(String),
}

impl Change {
    /// Does it make the position anew, whatever was there?
    pub fn is_fresh(&self) -> bool {
        matches!(self, Change::Clear | Change::Set { .. } | Change::Stones { .. })
    }
}

/// What is to be found by thinking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// The best move.
    #[default]
    Best,
    /// The best move, and the best defences beside it.
    Defend,
    /// This many moves after which the value is nearest to the given one, seen from the side to move now.
    Balance {
        /// One or two.
        moves: usize,
        /// The value aimed at.
        value: i32,
    },
}

/// One thing to think about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    /// What is to be found.
    pub purpose: Purpose,
    /// The driver of the search; `None` for the game's own.
    pub algorithm: Option<Algorithm>,
    /// How many threads search.
    pub threads: usize,
    /// How many best lines are wanted.
    pub multi_pv: usize,
    /// The level of play below full strength; `None` for full strength.
    pub level: Option<strength::Level>,
    /// The only moves to be considered; empty for all.
    pub only: Vec<String>,
    /// Moves not to be considered.
    pub exclude: Vec<String>,
    /// Lines from the start of the game; the last move of one is not considered where the others lead to this position.
    pub exclude_lines: Vec<Vec<String>>,
    /// May a move of the book be played, where the option asks for that?
    pub from_book: bool,
    /// Is what was found in the iteration that a limit cut short reported as well, in the end?
    pub conclude: bool,
    /// How moves are written in reports for the wire.
    pub wire: MoveStyle,
    /// How moves are written in text for people.
    pub text: MoveStyle,
}

/// A move as [`Position::pack`] numbers it: the same number is the same move in every position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedMove(pub u16);

/// Whose turn it is, and how the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The player to move.
    pub to_move: Player,
    /// How the game ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
}

/// A win that a side threatens, or has when it is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// Who wins.
    pub player: Player,
    /// The moves, the winner's first.
    pub line: Vec<Step>,
}

/// One game with one set of rules, holding a position.
pub trait Engine: Send {
    /// Changes the position, or leaves it as it is and says why.
    ///
    /// # Errors
    /// [`Rejected`], and the position is what it was.
    fn apply(&mut self, change: &Change) -> Result<(), Rejected>;

    /// Thinks about the position, reporting on the way: gives the moves to be played, one unless more were asked for. An answer is
    /// given however early `ctl` stops it.
    ///
    /// # Errors
    /// [`Rejected::GameOver`] when there is no move, and others when the task makes no sense here.
    fn think(
        &mut self,
        task: &Task,
        table: &Table,
        ctl: &Control,
        report: &mut dyn FnMut(Report),
    ) -> Result<Vec<PackedMove>, Rejected>;

    /// All legal moves; none when the game is over.
    fn packed_moves(&self) -> Vec<PackedMove>;
    /// A line of moves from here as text; it ends where a move cannot be played.
    fn write_moves(&self, moves: &[PackedMove], style: MoveStyle) -> Vec<String>;
    /// All legal moves as text; none when the game is over.
    fn legal_moves(&self, style: MoveStyle) -> Vec<String> {
        self.packed_moves().into_iter().flat_map(|mv| self.write_moves(&[mv], style)).collect()
    }
    /// A move that can be played here, in another style.
    ///
    /// # Errors
    /// [`Rejected::BadMove`] when it is none.
    fn reformat(&self, text: &str, style: MoveStyle) -> Result<String, Rejected>;
    /// Can all moves of a line but the last be played, from the start of the game on?
    ///
    /// # Errors
    /// [`Rejected::BadMove`] naming the one that cannot, [`Rejected::Unsupported`] in a game that leaves no lines out.
    fn check_line(&self, _line: &[String]) -> Result<(), Rejected> {
        Err(Rejected::Unsupported("lines that are left out".to_owned()))
    }
    /// Whose turn it is, and how the game stands.
    fn standing(&self) -> Standing;
    /// The position as text.
    fn position(&self) -> String;
    /// The position drawn for a person.
    fn draw(&self) -> String;
    /// The moves played since the position was set, as text; none in a game that does not keep them.
    fn line(&self, _style: MoveStyle) -> Vec<String> {
        Vec::new()
    }
    /// The points forbidden to the side to move.
    fn forbidden(&self, style: MoveStyle) -> Vec<String>;
    /// The position as a board shows it.
    fn view(&self) -> View;
    /// A line of moves from here, as a board shows it; it ends where a move cannot be played.
    fn steps(&self, moves: &[String]) -> Vec<Step>;
    /// The text of a position with these pieces on the board.
    ///
    /// # Errors
    /// [`Rejected::BadPosition`] when they make none.
    fn arrange(&self, pieces: &[Piece], to_move: Player) -> Result<String, Rejected>;
    /// The wins of either side that the game's own proof search finds within so many nodes a side, if that side is to move. None
    /// in a game without such a search.
    fn threats(&mut self, _nodes: u64, _ctl: &Control) -> Vec<Threat> {
        Vec::new()
    }
    /// The rows of stones by which either side threatens to win; none in a game without such.
    fn rows(&self) -> Vec<StoneRow> {
        Vec::new()
    }
    /// Counts the leaves of the game tree at a depth.
    fn perft(&self, depth: u32) -> Leaves;
    /// As [`Engine::perft`], with the moves of the last ply played too where that only counts them.
    fn perft_by_playing(&self, depth: u32) -> Leaves {
        self.perft(depth)
    }
    /// Forgets what earlier searches taught.
    fn new_game(&mut self);
    /// Asks this database in every search from now on; `None` for none. A game whose positions are kept nowhere asks none.
    fn use_database(&mut self, _database: Option<Arc<dyn PositionDatabase>>) {}
    /// What the last search found that is worth keeping, by positions.
    fn take_findings(&mut self) -> Vec<(String, Finding)> {
        Vec::new()
    }
    /// Positions that come of this one, to be compared within these limits; `None` in a game that is not one of two players.
    fn study<'a>(
        &'a mut self,
        _task: &'a Task,
        _table: &'a Table,
        _ctl: &'a Control,
    ) -> Option<Box<dyn opening::Compare + 'a>> {
        None
    }
    /// Looks for a win of the side to move that is forced by these means, within so many nodes, and has it checked by the rules alone.
    ///
    /// # Errors
    /// [`Rejected::Unsupported`] in a game without such proofs, [`Rejected::GameOver`] when nobody is to move.
    fn prove(&mut self, _means: Means, _nodes: u64, _style: MoveStyle, _ctl: &Control) -> Result<Verdict, Rejected> {
        Err(Rejected::Unsupported("proofs in this game".to_owned()))
    }
    /// The game as the lab studies it; `None` when it is not one of two players.
    fn training_game(&mut self) -> Option<&mut dyn TrainingGame> {
        None
    }
}
