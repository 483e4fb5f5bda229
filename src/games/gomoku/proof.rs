//! Forced wins as whole trees: by fours where that is enough, else by fours and threes.

use super::board::Gomoku;
use super::candidates::is_playable;
use super::cell::Cell;
use super::params;
use super::rule::Rule;
use super::vcf::Vcf;
use super::vct;
use crate::search::{Control, ProofTree, Proved, Stopped};

/// Looks for a forced win of the side to move within about `nodes` nodes, and then for faster ones as long as nodes are left.
///
/// [`Proved::NoWin`] means that there is none by fours and threes; others may exist. Errors: [`Stopped`] when `ctl` says so;
/// the board is as it was.
pub fn prove<R: Rule>(board: &mut Gomoku<R>, nodes: u64, ctl: &Control) -> Result<Proved<Cell>, Stopped> {
    Prover::default().prove(&mut Vcf::default(), board, nodes, ctl)
}

/// Looks for forced wins from move to move, and keeps to what it has proven: a win that was found is not lost sight of, nor made
/// longer, as long as it is followed.
#[derive(Clone, Default)]
pub(super) struct Prover {
    /// The position after the winning move, by its key, and the last win found.
    plan: Option<(u64, ProofTree<Cell>)>,
}

impl Prover {
    /// Like [`prove`].
    pub(super) fn prove<R: Rule>(
        &mut self,
        vcf: &mut Vcf,
        board: &mut Gomoku<R>,
        nodes: u64,
        ctl: &Control,
    ) -> Result<Proved<Cell>, Stopped> {
        let before = vcf.nodes();
        let mut known = self.planned(board);
        if known.is_none()
            && let Proved::Win(tree) = vcf.solve(board, nodes.min(params::PROOF_FOURS_NODES), ctl)?
        {
            known = Some(tree);
        }
        let left = nodes.saturating_sub(vcf.nodes() - before);
        let proved = vct::solve(vcf, board, known, left, ctl)?;
        if let Proved::Win(tree) = &proved {
            board.place(tree.mv);
            self.plan = Some((board.key(), tree.clone()));
            board.take();
        }
        Ok(proved)
    }

    /// The rest of the last win, if it was followed to this position.
    fn planned<R: Rule>(&self, board: &Gomoku<R>) -> Option<ProofTree<Cell>> {
        let (key, tree) = self.plan.as_ref()?;
        let reply = board.last_move()?;
        let mut before = board.clone();
        before.take();
        (before.key() == *key).then(|| tree.answer(reply).cloned()).flatten()
    }
}

/// The longest line of a win, the side to move first. Where the longest answer is one to unlisted replies, some reply is made
/// up.
pub(super) fn longest_line<R: Rule>(board: &Gomoku<R>, tree: &ProofTree<Cell>) -> Vec<Cell> {
    let mut board = board.clone();
    let mut line = vec![tree.mv];
    board.place(tree.mv);
    let mut at = tree;
    while board.outcome().is_none()
        && let Some((reply, answer)) = longest_reply(&board, at)
    {
        board.place(reply);
        line.push(reply);
        if board.outcome().is_some() {
            break;
        }
        board.place(answer.mv);
        line.push(answer.mv);
        at = answer;
    }
    line
}

/// The reply that makes the game last longest, and its answer.
fn longest_reply<'t, R: Rule>(board: &Gomoku<R>, tree: &'t ProofTree<Cell>) -> Option<(Cell, &'t ProofTree<Cell>)> {
    let listed = tree.replies.iter().map(|(reply, answer)| (*reply, answer)).max_by_key(|(_, answer)| answer.plies());
    let other = tree.otherwise.as_deref().and_then(|answer| {
        let is_other = |cell: Cell| tree.replies.iter().all(|(reply, _)| *reply != cell) && cell != answer.mv;
        let reply = board.empty().iter().find(|&cell| is_other(cell) && is_playable(board, cell))?;
        Some((reply, answer))
    });
    match (listed, other) {
        (Some(listed), Some(other)) if other.1.plies() > listed.1.plies() => Some(other),
        (listed, other) => listed.or(other),
    }
}
