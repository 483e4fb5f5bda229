//! The proof checker: plays a tree out against every legal reply, by the referee's rules alone. A subtree that is met again in the
//! same position is played out only once.

use rustc_hash::FxHashMap;

use super::Referee;
use crate::games::gomoku::notation::{Point, Setup};
use crate::games::gomoku::rules::cell::Cell;
use crate::search::{Checked, Outcome, Player, ProofTree, Refutation};

/// A subtree that took at least so many positions to verify is remembered, so that it is not verified again where other moves lead to
/// the same position.
const DEAR: u64 = 2_000;
/// The most subtrees that are remembered.
const REMEMBERED: usize = 1 << 18;

/// Does the side to move of `setup` win as the tree says? No more than `limit` positions are looked at.
///
/// Only the moves of the tree are used: after each of the winner's moves every empty point is tried as the reply, and the tree must have
/// an answer to it. A reply that loses by a foul needs no answer.
///
/// # Errors
/// [`Refutation`] with the line in which the tree fails.
pub fn check(setup: &Setup, tree: &ProofTree<Cell>, limit: u64) -> Result<Checked, Refutation<Cell>> {
    let referee = Referee::new(setup);
    let winner = referee.to_move();
    let mut checker =
        Checker { winner, referee, line: Vec::new(), verified: FxHashMap::default(), positions: 0, limit };
    let plies = checker.attack(tree)?;
    Ok(Checked { plies, positions: checker.positions })
}

/// A tree being played out.
struct Checker<'t> {
    referee: Referee,
    winner: Player,
    line: Vec<Cell>,
    /// A subtree that wins, and its plies, by the stones that were added: the winner's, then the loser's.
    verified: FxHashMap<Vec<Cell>, (&'t ProofTree<Cell>, usize)>,
    positions: u64,
    limit: u64,
}

impl<'t> Checker<'t> {
    /// The winner is to move and follows the tree, which may have been verified in this position before. Returns the most plies
    /// that it takes.
    fn attack(&mut self, tree: &'t ProofTree<Cell>) -> Result<usize, Refutation<Cell>> {
        let quick = tree.answers().all(|answer| answer.otherwise.is_none());
        if quick {
            return self.attack_anew(tree);
        }
        let stones = self.added_stones();
        if let Some(&(known, plies)) = self.verified.get(&stones)
            && known == tree
        {
            return Ok(plies);
        }
        let before = self.positions;
        let plies = self.attack_anew(tree)?;
        if self.positions - before >= DEAR && self.verified.len() < REMEMBERED {
            self.verified.insert(stones, (tree, plies));
        }
        Ok(plies)
    }

    /// The stones of the line, in an order that does not depend on when they were played.
    fn added_stones(&self) -> Vec<Cell> {
        let mut stones: Vec<Cell> =
            self.line.iter().step_by(2).chain(self.line.iter().skip(1).step_by(2)).copied().collect();
        let (winners, losers) = stones.split_at_mut(self.line.len().div_ceil(2));
        winners.sort_unstable();
        losers.sort_unstable();
        stones
    }

    /// The winner plays the tree's move, and must then answer every reply.
    fn attack_anew(&mut self, tree: &'t ProofTree<Cell>) -> Result<usize, Refutation<Cell>> {
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

    /// Tries every reply. Returns the plies of the longest.
    fn defend(&mut self, tree: &'t ProofTree<Cell>) -> Result<usize, Refutation<Cell>> {
        let mut longest = 1;
        let five = self.standing_five(tree);
        for reply in self.referee.moves() {
            self.positions += 1;
            if self.positions > self.limit {
                return Err(Refutation::TooLarge);
            }
            let untouched = five.is_some_and(|five| five != reply)
                && tree.replies.iter().all(|(listed, _)| Point::from(*listed) != reply);
            if untouched && !self.referee.wins_by(reply, self.winner.opponent()) {
                longest = longest.max(2);
                continue;
            }
            let answer = tree.answer(Cell::from(reply));
            longest = longest.max(self.reply(reply, answer)?);
        }
        Ok(longest)
    }

    /// The five that answers all unlisted replies, if no such reply can prevent it: a row of the winner's stones that only a stone on its
    /// last point can stop. Under caro, a stone beyond its end can stop it too.
    fn standing_five(&mut self, tree: &ProofTree<Cell>) -> Option<Point> {
        let answer = tree.otherwise.as_ref()?;
        let five = Point::from(answer.mv);
        let stands =
            !self.referee.blocks_at_ends() && self.referee.is_open(five) && self.referee.wins_by(five, self.winner);
        stands.then_some(five)
    }

    /// Plays a reply and its answer. Whether the reply is a foul, which is slow to find out, is asked only where the answer
    /// fails.
    fn reply(&mut self, reply: Point, answer: Option<&'t ProofTree<Cell>>) -> Result<usize, Refutation<Cell>> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::board::Gomoku;
    use crate::games::gomoku::notation::parse_position;
    use crate::games::gomoku::patterns::rule::Freestyle;
    use crate::games::gomoku::threats::proof::prove;
    use crate::search::{Control, Proved};

    #[test]
    fn a_subtree_counts_as_verified_only_where_it_is_the_same() {
        let setup = parse_position(
            "15/15/15/6b8/6bw3b3/6bww1w4/3b1w2bww3b/4w1b1wb5/5bww1b5/5bb1wbbw3/6wbbwwb3/8wbb1w2/9w5/15/15 w 0",
        )
        .expect("a position");
        let mut board = Gomoku::<Freestyle>::from_setup(&setup);
        let Ok(Proved::Win(tree)) = prove(&mut board, 20_000, &Control::unlimited()) else { panic!("no win") };
        assert!(check(&setup, &tree, u64::MAX).is_ok());
        let referee = Referee::new(&setup);
        let winner = referee.to_move();
        let mut checker = Checker {
            referee,
            winner,
            line: Vec::new(),
            verified: FxHashMap::default(),
            positions: 0,
            limit: u64::MAX,
        };
        let careless = ProofTree { otherwise: None, ..tree.clone() };
        assert_eq!(checker.attack(&tree), Ok(tree.plies()));
        let once = checker.positions;
        assert_eq!(checker.attack(&tree), Ok(tree.plies()));
        assert_eq!(checker.positions, once, "played out twice");
        assert!(checker.attack(&careless).is_err(), "another tree of a verified position");
    }
}
