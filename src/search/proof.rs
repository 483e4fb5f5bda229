//! A proven win as a whole tree: a move, and what is played after every reply.

/// By which moves a win is to be forced, in the words of Gomoku; other games map their own threats onto them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Means {
    /// Fours alone (VCF).
    Fours,
    /// Any threats, fours among them (VCT).
    #[default]
    Threats,
}

/// A move of the winner, and its answers to everything the loser can do.
///
/// A tree with neither `replies` nor `otherwise` ends the game by its move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofTree<M> {
    /// The winner's move.
    pub mv: M,
    /// The replies that need an answer of their own, each with it.
    pub replies: Vec<(M, ProofTree<M>)>,
    /// What answers every other reply; `None` when there is no other that goes on with the game.
    pub otherwise: Option<Box<ProofTree<M>>>,
}

impl<M: Copy> ProofTree<M> {
    /// A move that ends the game.
    pub fn last(mv: M) -> ProofTree<M> {
        ProofTree { mv, replies: Vec::new(), otherwise: None }
    }

    /// The longest that the loser can make the game last, in plies.
    pub fn plies(&self) -> usize {
        self.answers().map(|answer| 2 + answer.plies()).max().unwrap_or(1)
    }

    /// The number of the winner's moves in the tree.
    pub fn size(&self) -> usize {
        1 + self.answers().map(ProofTree::size).sum::<usize>()
    }

    /// The answer to a reply.
    pub fn answer(&self, reply: M) -> Option<&ProofTree<M>>
    where
        M: PartialEq,
    {
        let own = self.replies.iter().find(|(listed, _)| *listed == reply).map(|(_, answer)| answer);
        own.or(self.otherwise.as_deref())
    }

    /// All the answers, that to unlisted replies last.
    pub fn answers(&self) -> impl Iterator<Item = &ProofTree<M>> {
        self.replies.iter().map(|(_, answer)| answer).chain(self.otherwise.as_deref())
    }
}

/// What a search for a whole proof came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proved<M> {
    /// The side to move wins.
    Win(ProofTree<M>),
    /// The side to move has no win of the kind that is searched for.
    NoWin,
    /// The limit ran out first.
    Unknown,
}

/// Why a tree proves nothing, as its checker found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation<M> {
    /// The last move of this line cannot be played, or loses by a foul.
    Unplayable(Vec<M>),
    /// After this line the game is over, and the winner is another.
    NotWon(Vec<M>),
    /// The reply at the end of this line has no answer.
    Unanswered(Vec<M>),
    /// The tree is too large to be checked: the limit of positions ran out.
    TooLarge,
}

/// What the checker of a tree vouches for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The most plies that the win takes, against every reply.
    pub plies: usize,
    /// Positions that were looked at.
    pub positions: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_as_long_as_its_longest_line() {
        let four = |answer| ProofTree { mv: 1, replies: Vec::new(), otherwise: Some(Box::new(answer)) };
        let tree = ProofTree {
            mv: 3,
            replies: vec![(4, four(four(ProofTree::last(2)))), (5, ProofTree::last(9))],
            otherwise: Some(Box::new(four(ProofTree::last(2)))),
        };
        assert_eq!((ProofTree::last(1).plies(), tree.plies(), tree.size()), (1, 7, 7));
        assert_eq!(tree.answer(5), Some(&ProofTree::last(9)));
        assert_eq!(tree.answer(6).map(ProofTree::plies), Some(3));
    }
}
