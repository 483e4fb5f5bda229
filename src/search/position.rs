//! What the search asks of a game's rules: positions that make and unmake moves, and how a game ends.

use std::fmt::Debug;

use super::move_stack::MoveStack;
use super::perft::Leaves;

/// One of the two players. `First` moves first from the start position: Black in every two-player game here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Player 1, Black.
    First = 0,
    /// Player 2, White.
    Second = 1,
}

impl Player {
    /// Both players, in the order they move.
    pub const ALL: [Player; 2] = [Player::First, Player::Second];

    /// The other player.
    #[inline]
    pub const fn opponent(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 for the first player, 1 for the second: the index of a per-player array.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
}

/// A position of a game or puzzle, changed in place by moves.
///
/// `unmake` after `make` must restore equality, and `key` must equal the key of the same position built from scratch.
pub trait Position: Clone + Send {
    /// A move. Small: it is copied freely.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// What `unmake` needs and cannot recompute; `()` when nothing must be remembered.
    type Undo: Copy + Send;

    /// One more than the largest [`Position::history_index`].
    const HISTORY_SIZE: usize;

    /// The Zobrist key of everything that changes the future of the game, kept incrementally.
    fn key(&self) -> u64;
    /// All legal moves; none when the game is over.
    fn generate(&self, out: &mut MoveStack<Self::Move>);
    /// Plays a legal move.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;
    /// Takes back the last move made.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);
    /// The move as a table entry holds it: every move of the game has its own number, and none has 0.
    fn pack(mv: Self::Move) -> u16;
    /// The move with that number; `None` when it is not legal here: after a key collision the entry is another position's.
    fn unpack(&self, bits: u16) -> Option<Self::Move>;
    /// The move's index in history tables, which are kept by player.
    fn history_index(mv: Self::Move) -> usize;

    /// Does the move eject a marble? Perft counts ejections apart.
    fn is_ejection(_mv: Self::Move) -> bool {
        false
    }
    /// The number of legal moves, and of ejections among them, where they can be counted without listing the moves.
    fn count_moves(&self) -> Option<Leaves> {
        None
    }
}

/// A game of two players who move in turn.
pub trait Game: Position {
    /// The player to move.
    fn to_move(&self) -> Player;
    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// The number of moves made since the start, set-up stones included.
    fn plies(&self) -> usize;
    /// The key after a legal move, computed without playing it: the table's entry can be fetched in the meantime.
    fn key_after(&self, mv: Self::Move) -> u64;

    /// How many plies ago this position last occurred, in a game where repetition matters. The game may go on, but the search
    /// scores it as a draw: whoever repeats once can repeat again.
    fn repetition(&self) -> Option<usize> {
        None
    }

    /// How many plies ago the position occurred that one of the legal moves leads back to, where repetition matters: the side to move
    /// can draw. None may be told although there is one.
    fn upcoming_repetition(&self) -> Option<usize> {
        None
    }
}

/// A puzzle of one player: reach a solved position in the fewest moves.
pub trait Puzzle: Position {
    /// Is the goal reached?
    fn solved(&self) -> bool;
}

/// A lower bound on the number of moves from a puzzle's position to a solution.
pub trait LowerBound<P: Puzzle> {
    /// No solution from here takes fewer moves than this; `None` when there is provably no solution.
    fn lower_bound(&mut self, pos: &P) -> Option<u32>;

    /// Memory held by its tables, in bytes.
    fn bytes(&self) -> usize {
        0
    }
}

/// Packs the positions of one puzzle into words without loss, so that a proof does not rest on a hash.
pub trait Packing<P: Puzzle> {
    /// The word.
    type Word: Copy + Eq + Send + 'static;
    /// The position as a word; equal words are equal positions.
    fn pack(&self, pos: &P) -> Self::Word;
    /// Sets a position of the same puzzle to what the word says.
    fn unpack(&self, word: Self::Word, pos: &mut P);
    /// Hashes the word to 64 bits.
    fn hash(&self, word: Self::Word) -> u64;
}
