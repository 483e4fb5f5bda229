//! Proven wins in words: what a game's proof search found and its checker made of it.

use serde::Serialize;

use super::{MoveStyle, Notation, Rejected};
use crate::search::{Control, Game, Means, ProofTree, Proved, Refutation, ThreatSearch};

/// The most positions that the checker looks at: about half a minute.
const CHECK_POSITIONS: u64 = 300_000_000;

/// What came of the search for a proven win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "verdict")]
pub enum Verdict {
    /// The side to move wins; the checker has verified every line.
    Win(ProvenWin),
    /// The side to move has no win of the kind that is searched for: others may exist.
    NoWin,
    /// The limit ran out, or the search was stopped.
    Unknown,
    /// A win was found, and the checker did not let it pass: a fault of the engine.
    Refuted {
        /// What the checker says.
        why: String,
    },
}

/// A win with its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProvenWin {
    /// The most plies it takes, whatever the loser does.
    pub plies: usize,
    /// One of the longest lines.
    pub line: Vec<String>,
    /// The winner's moves in the tree.
    pub size: usize,
    /// Positions that the checker looked at.
    pub positions: u64,
    /// The whole proof.
    pub tree: ProvenMove,
}

/// A move of the winner with its answers to everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProvenMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The most plies the game still lasts, this move included.
    pub plies: usize,
    /// The replies with an answer of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<ProvenReply>,
    /// The answer to every other reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Box<ProvenMove>>,
}

/// A reply of the loser and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProvenReply {
    /// The loser's move.
    pub reply: String,
    /// The winner's answer.
    pub answer: ProvenMove,
}

/// Searches and checks, in words.
pub(super) fn prove<G: Game, T: ThreatSearch<G>, N: Notation<G>>(
    (notation, threats): (&N, &mut T),
    pos: &G,
    (means, nodes): (Means, u64),
    style: MoveStyle,
    ctl: &Control,
) -> Result<Verdict, Rejected> {
    if pos.outcome().is_some() {
        return Err(Rejected::GameOver);
    }
    let tree = match threats.prove_tree(&mut pos.clone(), means, nodes, ctl) {
        Ok(Some(Proved::Win(tree))) => tree,
        Ok(Some(Proved::NoWin)) => return Ok(Verdict::NoWin),
        Ok(Some(Proved::Unknown)) | Err(_) => return Ok(Verdict::Unknown),
        Ok(None) => return Err(Rejected::Unsupported("proofs in this game".to_owned())),
    };
    // In the games that have proofs, a move is written alike wherever it stands in a line.
    let write = |mv: G::Move| notation.format_move(pos, mv, style);
    Ok(match threats.check_tree(pos, &tree, CHECK_POSITIONS) {
        Ok(checked) => Verdict::Win(ProvenWin {
            plies: checked.plies,
            line: threats.tree_line(pos, &tree).into_iter().map(write).collect(),
            size: tree.size(),
            positions: checked.positions,
            tree: proven_move(&tree, &write),
        }),
        Err(refutation) => Verdict::Refuted { why: told(&refutation, write) },
    })
}

/// A refutation for a person to read.
fn told<M: Copy>(refutation: &Refutation<M>, write: impl Fn(M) -> String) -> String {
    let write = |line: &[M]| line.iter().map(|&mv| write(mv)).collect::<Vec<_>>().join(" ");
    match refutation {
        Refutation::Unplayable(line) => format!("the last move cannot be played: {}", write(line)),
        Refutation::NotWon(line) => format!("not won after {}", write(line)),
        Refutation::Unanswered(line) => format!("no answer to the last reply of {}", write(line)),
        Refutation::TooLarge => "the tree is too large to be checked".to_owned(),
    }
}

/// The tree in words. A reply that is not listed has no move to be played here, so `write` knows the root alone.
fn proven_move<M: Copy>(tree: &ProofTree<M>, write: &impl Fn(M) -> String) -> ProvenMove {
    let reply =
        |(reply, answer): &(M, ProofTree<M>)| ProvenReply { reply: write(*reply), answer: proven_move(answer, write) };
    ProvenMove {
        mv: write(tree.mv),
        plies: tree.plies(),
        replies: tree.replies.iter().map(reply).collect(),
        otherwise: tree.otherwise.as_ref().map(|answer| Box::new(proven_move(answer, write))),
    }
}
