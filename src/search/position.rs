//! What the search asks of a game: positions that make and unmake moves, rules that end a game, a judge of positions.

use std::fmt::Debug;

use super::control::{Control, Stopped};
use super::move_stack::MoveStack;
use super::perft::Leaves;
use super::proof::{Checked, ProofTree, Proved, Refutation};
use super::score::Score;

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
    type Undo: Copy;

    /// One more than the largest [`Position::history_index`].
    const HISTORY_SIZE: usize;

    /// The Zobrist key of everything that changes the future of the game, kept incrementally.
    fn key(&self) -> u64;
    /// All legal moves; none when the game is over.
    fn generate(&self, out: &mut MoveStack<Self::Move>);
    /// The key after a legal move, in a game that can tell it without playing: the table is asked for meanwhile.
    #[inline]
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }
    /// Plays a legal move.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;
    /// Takes back the last move made.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);
    /// The move as a table entry holds it: every move of the game has its own number, and none has 0.
    fn pack(mv: Self::Move) -> u16;
    /// The move with that number; `None` when it is not legal here, for a table entry can be a stranger's.
    fn unpack(&self, bits: u16) -> Option<Self::Move>;
    /// The move's place in history tables, the side to move apart.
    fn history_index(mv: Self::Move) -> usize;

    /// Does the move take something off the board for good, as move counts tell apart?
    fn is_ejection(_mv: Self::Move) -> bool {
        false
    }
    /// The number of legal moves, and of ejections among them, when that can be had without listing them.
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

    /// How many plies ago this position occurred before, in a game where that matters. The game may go on, but a search takes
    /// it for a draw: what was good once is good again.
    fn repetition(&self) -> Option<usize> {
        None
    }
}

/// A puzzle of one player: reach a solved position in the fewest moves.
pub trait Puzzle: Position {
    /// Is the goal reached?
    fn solved(&self) -> bool;
}

/// How far a position of a puzzle at least is from a solution, apart from what the rules say.
pub trait LowerBound<P: Puzzle> {
    /// A number of moves that no solution from here goes below, 0 only if none can be told; `None` when there is no solution.
    fn lower_bound(&mut self, pos: &P) -> Option<u32>;

    /// Memory held by its tables, in bytes.
    fn bytes(&self) -> usize {
        0
    }
}

/// Positions of one puzzle as words that tell them apart without doubt, so that a proof rests on no hash.
pub trait Packing<P: Puzzle> {
    /// The word.
    type Word: Copy + Eq + Send + 'static;
    /// The position as a word; equal words are equal positions.
    fn pack(&self, pos: &P) -> Self::Word;
    /// Sets a position of the same puzzle to what the word says.
    fn unpack(&self, word: Self::Word, pos: &mut P);
    /// Spreads the word over 64 bits, for a place in a table.
    fn hash(&self, word: Self::Word) -> u64;
}

/// How urgent a threat is, in the words of Gomoku; other games map their own threats onto these levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Threat {
    /// No threat.
    #[default]
    None,
    /// It wins in two moves unless answered, and there are several answers, a four of one's own among them: an open three.
    Three,
    /// It wins with the next move unless answered: a four.
    Four,
}

/// What the engine thinks of positions, apart from what the rules say.
///
/// Every score is seen from the side to move, and mate distances count from the position itself.
pub trait Evaluator<G: Game>: Clone + Send {
    /// The static value of a position that is not over. Never a mate score.
    fn evaluate(&mut self, pos: &G) -> Score;

    /// A win or loss that the position shows without any search, with its distance; called at every node but the root.
    fn immediate_result(&mut self, _pos: &G) -> Option<Score> {
        None
    }

    /// The moves worth searching. When it leaves out legal moves, none of those may be better for a side that is not lost;
    /// never empty when a legal move exists.
    fn candidates(&mut self, pos: &G, out: &mut MoveStack<G::Move>) {
        pos.generate(out);
    }

    /// The candidates among which the best is nearly always found: they are listed and tried before
    /// [`Evaluator::late_candidates`], which most nodes then never list. Both together are the [`Evaluator::candidates`].
    fn early_candidates(&mut self, pos: &G, out: &mut MoveStack<G::Move>) {
        self.candidates(pos, out);
    }

    /// The candidates that are not early.
    fn late_candidates(&mut self, _pos: &G, _out: &mut MoveStack<G::Move>) {}

    /// How promising a move looks before it is searched: the larger the earlier. Comparable with history values, so mostly
    /// within ±16,000.
    fn prior(&self, _pos: &G, _mv: G::Move) -> i32 {
        0
    }

    /// Is the move far from what the last moves were about? Such moves are reduced more.
    fn is_remote(&self, _pos: &G, _mv: G::Move) -> bool {
        false
    }

    /// The threat that the mover must answer, or lose. Such nodes are extended; the stricter it is the less is left out.
    fn threat(&self, _pos: &G) -> Threat {
        Threat::None
    }

    /// The threat that the move makes: what the opponent must answer then. Such moves are reduced less.
    fn gives_threat(&self, _pos: &G, _mv: G::Move) -> Threat {
        Threat::None
    }

    /// Moves that must not be left hanging at a leaf, such as captures: a quiescence search follows them, where the parameters
    /// ask for one.
    fn tactical(&mut self, _pos: &G, _out: &mut MoveStack<G::Move>) {}

    /// A proof by a search of its own (victory by continuous fours, ejection sequences), asked for at the leaves where the
    /// static value is not enough. A returned score is a win at least that fast. The position comes back as it was.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so.
    fn prove(&mut self, _pos: &mut G, _ctl: &Control) -> Result<Option<Score>, Stopped> {
        Ok(None)
    }

    /// Would the opponent have a win that a short proof search finds, if the side to move passed? Asked before a static value is
    /// believed at some depth. The position comes back as it was.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so.
    fn has_opponent_vcf(&mut self, _pos: &mut G, _ctl: &Control) -> Result<bool, Stopped> {
        Ok(false)
    }

    /// A win of the side to move that the proof search finds within so many nodes, as a line to its end with the longest replies.
    /// Asked for at the root and at the end of a line whose score is proven, never in a node.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so.
    fn prove_line(&mut self, _pos: &mut G, _nodes: u64, _ctl: &Control) -> Result<Option<Vec<G::Move>>, Stopped> {
        Ok(None)
    }

    /// Goes on, for about so many nodes, with a proof search that is too dear for any node but the root: it is asked again and
    /// again in one search, and answers a line like [`Evaluator::prove_line`] whenever it has found a first win or a faster one.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so.
    fn root_vct(&mut self, _root: &mut G, _nodes: u64, _ctl: &Control) -> Result<Option<Vec<G::Move>>, Stopped> {
        Ok(None)
    }

    /// A forced win of the side to move as a whole tree, which [`Evaluator::check_tree`] can verify, searched for within so many
    /// nodes; `None` in a game without such proofs. The position comes back as it was.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so.
    fn prove_tree(&mut self, _pos: &mut G, _nodes: u64, _ctl: &Control) -> Result<Option<Proved<G::Move>>, Stopped> {
        Ok(None)
    }

    /// Verifies a tree by the rules alone, against every legal reply, looking at no more than so many positions.
    ///
    /// # Errors
    /// [`Refutation`] when it proves nothing; in a game without proofs always.
    fn check_tree(
        &self,
        _pos: &G,
        _tree: &ProofTree<G::Move>,
        _positions: u64,
    ) -> Result<Checked, Refutation<G::Move>> {
        Err(Refutation::TooLarge)
    }

    /// The longest line of a tree, the loser's unlisted replies made up.
    fn tree_line(&self, _pos: &G, tree: &ProofTree<G::Move>) -> Vec<G::Move> {
        vec![tree.mv]
    }

    /// Called once before a search with its root, so that an evaluator which follows the moves can take its bearings.
    fn start(&mut self, _pos: &G) {}
    /// Called after `pos.make(mv)`.
    fn on_make(&mut self, _pos: &G, _mv: G::Move) {}
    /// Called after `pos.unmake(mv)`.
    fn on_unmake(&mut self, _pos: &G, _mv: G::Move) {}
    /// Nodes spent in `prove` since the last call; counted and shown apart from the main search's.
    fn take_proof_nodes(&mut self) -> u64 {
        0
    }
    /// Forgets what earlier searches taught; called for a new game.
    fn clear(&mut self) {}
}
