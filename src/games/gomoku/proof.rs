//! Forced wins as whole trees: by fours where that is enough, else by fours and threes.

use super::board::Gomoku;
use super::candidates::is_playable;
use super::cell::Cell;
use super::params;
use super::rule::Rule;
use super::vcf::Vcf;
use super::vct::Vct;
use crate::search::{Control, ProofTree, Proved, Stopped};

/// Looks for a forced win of the side to move within about `nodes` nodes.
///
/// [`Proved::NoWin`] means that there is none by fours and threes; others may exist. Errors: [`Stopped`] when `ctl` says so;
/// the board is as it was.
pub fn prove<R: Rule>(board: &mut Gomoku<R>, nodes: u64, ctl: &Control) -> Result<Proved<Cell>, Stopped> {
    let by_fours = Vcf::default().solve(board, nodes.min(params::PROOF_FOURS_NODES), ctl)?;
    if matches!(by_fours, Proved::Win(_)) { Ok(by_fours) } else { Vct::default().solve(board, nodes, ctl) }
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
