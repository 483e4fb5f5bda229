//! The proof checker: plays a tree out against every legal reply, by the rules alone.

use crate::games::abalone::board::Abalone;
use crate::games::abalone::moves::Move;
use crate::search::{Checked, MoveStack, Outcome, Player, Position, ProofTree, Refutation};

/// Does the side to move win as the tree says? No more than `limit` positions are looked at.
///
/// # Errors
/// [`Refutation`] with the line in which the tree fails.
pub fn check(pos: &Abalone, tree: &ProofTree<Move>, limit: u64) -> Result<Checked, Refutation<Move>> {
    let mut checker = Checker { winner: pos.to_move(), pos: pos.clone(), line: Vec::new(), positions: 0, limit };
    let plies = checker.attack(tree)?;
    Ok(Checked { plies, positions: checker.positions })
}

/// A line of a tree that is as long as any; where a reply is not listed, it is the first legal one.
pub fn longest_line(pos: &Abalone, tree: &ProofTree<Move>) -> Vec<Move> {
    let mut pos = pos.clone();
    let mut line = Vec::new();
    let mut next = Some(tree);
    while let Some(tree) = next {
        pos.make(tree.mv);
        line.push(tree.mv);
        let listed = tree.replies.iter().map(|(reply, answer)| (*reply, answer));
        let is_other = |reply: &Move| tree.replies.iter().all(|(listed, _)| listed != reply);
        let unlisted = legal_moves(&pos).into_iter().find(is_other).zip(tree.otherwise.as_deref());
        let longest = listed.chain(unlisted).max_by_key(|(_, answer)| answer.plies());
        if let Some((reply, _)) = longest {
            pos.make(reply);
            line.push(reply);
        }
        next = longest.map(|(_, answer)| answer);
    }
    line
}

fn legal_moves(pos: &Abalone) -> Vec<Move> {
    let mut moves = MoveStack::new();
    pos.generate(&mut moves);
    moves.moves(0).collect()
}

/// A tree being played out.
struct Checker {
    pos: Abalone,
    winner: Player,
    line: Vec<Move>,
    positions: u64,
    limit: u64,
}

impl Checker {
    /// The winner follows the tree. Returns the most plies that it takes.
    fn attack(&mut self, tree: &ProofTree<Move>) -> Result<usize, Refutation<Move>> {
        self.line.push(tree.mv);
        if !legal_moves(&self.pos).contains(&tree.mv) {
            return Err(Refutation::Unplayable(self.line.clone()));
        }
        let undo = self.pos.make(tree.mv);
        let plies = match self.pos.outcome() {
            Some(Outcome::Win(player)) if player == self.winner => 1,
            Some(_) => return Err(Refutation::NotWon(self.line.clone())),
            None => 1 + self.defend(tree)?,
        };
        self.pos.unmake(tree.mv, undo);
        self.line.pop();
        Ok(plies)
    }

    /// Tries every reply. Returns the plies of the longest.
    fn defend(&mut self, tree: &ProofTree<Move>) -> Result<usize, Refutation<Move>> {
        let mut longest = 0;
        for reply in legal_moves(&self.pos) {
            self.positions += 1;
            if self.positions > self.limit {
                return Err(Refutation::TooLarge);
            }
            self.line.push(reply);
            let undo = self.pos.make(reply);
            let plies = match (self.pos.outcome(), tree.answer(reply)) {
                (Some(Outcome::Win(player)), _) if player == self.winner => 0,
                (Some(_), _) => return Err(Refutation::NotWon(self.line.clone())),
                (None, None) => return Err(Refutation::Unanswered(self.line.clone())),
                (None, Some(answer)) => self.attack(answer)?,
            };
            self.pos.unmake(reply, undo);
            self.line.pop();
            longest = longest.max(1 + plies);
        }
        Ok(longest)
    }
}
