//! Forced wins by threats to eject, searched for as whole trees. Every move of the winner leaves a marble that could be ejected next, or
//! ends the game.

pub mod check;

use rustc_hash::FxHashMap;

use super::board::Abalone;
use super::moves::Move;
use super::rules::MARBLES_TO_LOSE;
use crate::search::{Control, Means, MoveStack, Outcome, Position, ProofTree, Proved, Stopped};

/// The most moves of the winner in a line.
const DEEPEST: u8 = 40;
/// The limits are looked at every so many nodes.
const CHECK_EVERY: u64 = 256;

/// Searches for a win of the side to move, whose moves are pushes ([`Means::Fours`]) or any that leave a threat ([`Means::Threats`]).
///
/// [`Proved::NoWin`] speaks of such wins alone.
///
/// # Errors
/// [`Stopped`] when `ctl` says so.
pub(super) fn solve(pos: &mut Abalone, means: Means, nodes: u64, ctl: &Control) -> Result<Proved<Move>, Stopped> {
    let mut prover =
        Prover { means, ctl, left: nodes, moves: MoveStack::new(), failed: FxHashMap::default(), was_cut: false };
    for depth in ejections_needed(pos)..=DEEPEST {
        prover.was_cut = false;
        match prover.attack(pos, depth) {
            Ok(Some(tree)) => return Ok(Proved::Win(tree)),
            Ok(None) if !prover.was_cut => return Ok(Proved::NoWin),
            Ok(None) => {}
            Err(Halt::OutOfNodes) => break,
            Err(Halt::Stopped) => return Err(Stopped),
        }
    }
    Ok(Proved::Unknown)
}

/// Why a search ends before its time.
enum Halt {
    OutOfNodes,
    Stopped,
}

/// What is known of a position in which no win was found.
#[derive(Clone, Copy)]
struct Failure {
    /// With so many moves of the winner.
    depth: u8,
    /// Might more moves, or another path to it, have found one?
    was_cut: bool,
}

/// Replies, each with what wins after it.
type Answers = Vec<(Move, ProofTree<Move>)>;

/// An answer of the winner to a reply.
enum Answer {
    /// None is needed: the reply has ended the game.
    Over,
    Tree(ProofTree<Move>),
}

struct Prover<'a> {
    means: Means,
    ctl: &'a Control,
    /// Nodes that may still be spent.
    left: u64,
    moves: MoveStack<Move>,
    /// By the keys of positions with the winner to move.
    failed: FxHashMap<u64, Failure>,
    /// Was a line given up because it had no moves left, or repeated a position?
    was_cut: bool,
}

impl Prover<'_> {
    /// The side to move wins with at most so many moves of its own.
    fn attack(&mut self, pos: &mut Abalone, depth: u8) -> Result<Option<ProofTree<Move>>, Halt> {
        let key = pos.key();
        if let Some(known) = self.failed.get(&key).filter(|known| known.depth >= depth || !known.was_cut) {
            self.was_cut |= known.was_cut;
            return Ok(None);
        }
        let cut_before = std::mem::take(&mut self.was_cut);
        let base = self.moves.len();
        pos.list_inline(&mut self.moves);
        if self.means == Means::Threats {
            pos.list_side_steps(&mut self.moves);
        }
        let pushes_alone = self.means == Means::Fours;
        self.moves.from_mut(base).sort_by_key(|(mv, _)| (!mv.ejects(), mv.pushed() == 0));
        for at in base..self.moves.len() {
            let mv = self.moves.from(at)[0].0;
            if pushes_alone && mv.pushed() == 0 {
                break;
            }
            let undo = pos.make(mv);
            let tree = self.threaten(pos, mv, depth);
            pos.unmake(mv, undo);
            if let Some(tree) = tree? {
                self.moves.truncate(base);
                self.was_cut |= cut_before;
                return Ok(Some(tree));
            }
        }
        self.moves.truncate(base);
        self.failed.insert(key, Failure { depth, was_cut: self.was_cut });
        self.was_cut |= cut_before;
        Ok(None)
    }

    /// The winner has just made that move, one of `depth`.
    fn threaten(&mut self, pos: &mut Abalone, mv: Move, depth: u8) -> Result<Option<ProofTree<Move>>, Halt> {
        self.spend()?;
        match pos.outcome() {
            Some(Outcome::Win(winner)) if winner != pos.to_move() => return Ok(Some(ProofTree::last(mv))),
            Some(_) => return Ok(None),
            None => {}
        }
        if !pos.is_attacked() {
            return Ok(None);
        }
        // Whoever repeats gets nowhere, but the same position reached by another path need not repeat (graph history interaction), and
        // failures are remembered by position.
        if pos.repetition().is_some() {
            self.was_cut = true;
            return Ok(None);
        }
        // Every ejection takes a move.
        if MARBLES_TO_LOSE - pos.lost(pos.to_move()) > depth - 1 {
            self.was_cut = true;
            return Ok(None);
        }
        let Some(answers) = self.defend(pos, depth - 1)? else { return Ok(None) };
        Ok(Some(tree_of(mv, answers)))
    }

    /// The answers to all replies, with at most so many moves of the winner.
    fn defend(&mut self, pos: &mut Abalone, depth: u8) -> Result<Option<Answers>, Halt> {
        let base = self.moves.len();
        pos.list_moves(&mut self.moves);
        self.moves.from_mut(base).sort_by_key(|(mv, _)| (!mv.ejects(), mv.pushed() == 0));
        let mut answers = Answers::new();
        for at in base..self.moves.len() {
            let reply = self.moves.from(at)[0].0;
            let undo = pos.make(reply);
            let answer = self.answer(pos, depth, &answers);
            pos.unmake(reply, undo);
            match answer? {
                Some(Answer::Over) => {}
                Some(Answer::Tree(tree)) => answers.push((reply, tree)),
                None => {
                    self.moves.truncate(base);
                    return Ok(None);
                }
            }
        }
        self.moves.truncate(base);
        Ok(Some(answers))
    }

    /// What wins after a reply. The last moves of other answers are tried first, so that many replies share theirs.
    fn answer(
        &mut self,
        pos: &mut Abalone,
        depth: u8,
        others: &[(Move, ProofTree<Move>)],
    ) -> Result<Option<Answer>, Halt> {
        self.spend()?;
        match pos.outcome() {
            Some(Outcome::Win(winner)) if winner == pos.to_move() => return Ok(Some(Answer::Over)),
            Some(_) => return Ok(None),
            None => {}
        }
        if ejections_needed(pos) == 1 {
            let last = |mv: &Move| mv.ejects() && pos.find_move(mv.number()) == Some(*mv);
            if let Some(mv) = others.iter().map(|(_, tree)| tree.mv).find(last) {
                return Ok(Some(Answer::Tree(ProofTree::last(mv))));
            }
        }
        Ok(self.attack(pos, depth)?.map(Answer::Tree))
    }

    fn spend(&mut self) -> Result<(), Halt> {
        self.left = self.left.checked_sub(1).ok_or(Halt::OutOfNodes)?;
        if self.left.is_multiple_of(CHECK_EVERY) {
            self.ctl.check().map_err(|Stopped| Halt::Stopped)?;
        }
        Ok(())
    }
}

/// How many marbles the side to move has yet to eject.
fn ejections_needed(pos: &Abalone) -> u8 {
    MARBLES_TO_LOSE - pos.lost(pos.to_move().opponent())
}

/// A move with its answers, of which the most frequent stands for all replies that are not listed.
fn tree_of(mv: Move, answers: Answers) -> ProofTree<Move> {
    let times = |tree: &ProofTree<Move>| answers.iter().filter(|(_, other)| other == tree).count();
    let most = answers.iter().max_by_key(|(_, tree)| times(tree)).map(|(_, tree)| tree.clone());
    let replies = answers.into_iter().filter(|(_, tree)| Some(tree) != most.as_ref()).collect();
    ProofTree { mv, replies, otherwise: most.map(Box::new) }
}
