//! The checker of proofs: plays a tree out against every legal reply, by the referee's rules alone.

use super::cell::Cell;
use super::notation::{Point, Setup};
use super::referee::Referee;
use crate::search::{Checked, Outcome, Player, ProofTree, Refutation};

/// Does the side to move of `setup` win as the tree says? No more than `limit` positions are looked at.
///
/// Nothing is taken from the tree but moves: after each of the winner's, every empty point is tried as the reply, and answered
/// by what the tree has for it. A reply that loses by a foul needs no answer.
///
/// # Errors
/// [`Refutation`] with the line that the tree fails in.
pub fn check(setup: &Setup, tree: &ProofTree<Cell>, limit: u64) -> Result<Checked, Refutation<Cell>> {
    let referee = Referee::new(setup);
    let mut checker = Checker { winner: referee.to_move(), referee, line: Vec::new(), positions: 0, limit };
    let plies = checker.attack(tree)?;
    Ok(Checked { plies, positions: checker.positions })
}

/// A tree being played out.
struct Checker {
    referee: Referee,
    winner: Player,
    line: Vec<Cell>,
    positions: u64,
    limit: u64,
}

impl Checker {
    /// The winner plays the tree's move, and has to answer everything. Answers the plies that it takes at most.
    fn attack(&mut self, tree: &ProofTree<Cell>) -> Result<usize, Refutation<Cell>> {
        let point = Point::from(tree.mv);
        self.line.push(tree.mv);
        let playable = self.referee.is_open(point);
        if playable {
            self.referee.play(point);
        }
        let plies = match self.referee.outcome() {
            Some(Outcome::Win(player)) if player == self.winner => Ok(1),
            Some(Outcome::Draw) => Err(Refutation::NotWon(self.line.clone())),
            None if playable => self.defend(tree).map(|plies| 1 + plies),
            _ => Err(Refutation::Unplayable(self.line.clone())),
        };
        if playable {
            self.referee.take(point);
        }
        self.line.pop();
        plies
    }

    /// Every reply is answered. Answers the plies that the longest takes.
    fn defend(&mut self, tree: &ProofTree<Cell>) -> Result<usize, Refutation<Cell>> {
        let mut longest = 1;
        for reply in self.referee.moves() {
            self.positions += 1;
            if self.positions > self.limit {
                return Err(Refutation::TooLarge);
            }
            let answer = tree.answer(Cell::from(reply));
            longest = longest.max(self.reply(reply, answer)?);
        }
        Ok(longest)
    }

    /// Plays a reply and its answer. Whether the reply is a foul, which is slow to find out, is asked only where the answer
    /// fails.
    fn reply(&mut self, reply: Point, answer: Option<&ProofTree<Cell>>) -> Result<usize, Refutation<Cell>> {
        self.line.push(reply.into());
        self.referee.lay(reply);
        let answered = match (self.referee.outcome(), answer) {
            (Some(_), _) => Err(Refutation::NotWon(self.line.clone())),
            (None, None) => Err(Refutation::Unanswered(self.line.clone())),
            (None, Some(answer)) => self.attack(answer),
        };
        self.referee.take(reply);
        self.line.pop();
        match answered {
            Err(refutation) if !self.referee.is_forbidden(reply) => Err(refutation),
            Err(_) => Ok(1),
            Ok(plies) => Ok(1 + plies),
        }
    }
}
