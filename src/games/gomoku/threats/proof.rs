//! Forced wins as whole trees: by fours where that is enough, else by fours and threes.

use super::candidates::is_playable;
use super::params;
use super::vcf::Vcf;
use super::vct::Vct;
use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::params::GomokuParams;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::rules::cell::Cell;
use crate::search::{Control, ProofTree, Proved, Stopped};

/// Looks for a forced win of the side to move within about `nodes` nodes, and then for faster ones as long as nodes are left.
///
/// [`Proved::NoWin`] means that there is none by fours and threes; others may exist. Errors: [`Stopped`] when `ctl` says so;
/// the board is as it was.
pub fn prove<R: Rule>(board: &mut Gomoku<R>, nodes: u64, ctl: &Control) -> Result<Proved<Cell>, Stopped> {
    Prover::new(&GomokuParams::default()).prove(&mut Vcf::default(), board, nodes, ctl)
}

/// Looks for forced wins throughout a game and remembers the last one. As long as the moves follow that win, it is not lost and
/// does not become longer.
#[derive(Clone)]
pub(in crate::games::gomoku) struct Prover {
    /// The position after the winning move, by its key, and the last win found.
    plan: Option<(u64, ProofTree<Cell>)>,
    /// The search for wins by threats in a game.
    vct: Vct,
    params: GomokuParams,
}

impl Prover {
    /// A prover by these numbers that remembers nothing yet.
    pub(in crate::games::gomoku) fn new(params: &GomokuParams) -> Prover {
        Prover { plan: None, vct: Vct::new(params::ROOT_VCT_POSITIONS, params), params: params.clone() }
    }

    /// Like [`prove`].
    pub(in crate::games::gomoku) fn prove<R: Rule>(
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
        let proved = Vct::new(params::VCT_POSITIONS, &self.params).solve(vcf, board, known, left, ctl)?;
        if let Proved::Win(tree) = &proved {
            self.keep(board, tree.clone());
        }
        Ok(proved)
    }

    /// Continues the search for a win by threats from this root for about `nodes` nodes. Returns the first win, and later each
    /// shorter one.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so; the board is as it was.
    pub(in crate::games::gomoku) fn search_root_vct<R: Rule>(
        &mut self,
        vcf: &mut Vcf,
        board: &mut Gomoku<R>,
        nodes: u64,
        ctl: &Control,
    ) -> Result<Option<Vec<Cell>>, Stopped> {
        let Some(tree) = self.vct.search_root(vcf, board, nodes, ctl)? else { return Ok(None) };
        let line = longest_line(board, &tree);
        self.keep(board, tree);
        Ok(Some(line))
    }

    /// The rest of the last win as a line, if it was followed to this position.
    pub(in crate::games::gomoku) fn planned_line<R: Rule>(&self, board: &Gomoku<R>) -> Option<Vec<Cell>> {
        self.planned(board).map(|tree| longest_line(board, &tree))
    }

    fn keep<R: Rule>(&mut self, board: &mut Gomoku<R>, tree: ProofTree<Cell>) {
        board.place(tree.mv);
        self.plan = Some((board.key(), tree));
        board.take();
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
pub(in crate::games::gomoku) fn longest_line<R: Rule>(board: &Gomoku<R>, tree: &ProofTree<Cell>) -> Vec<Cell> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::notation::parse_position;
    use crate::games::gomoku::patterns::rule::Freestyle;
    use crate::games::gomoku::referee::checker;

    /// Black wins by threats, not by fours alone.
    const LONG: &str =
        "8b1w2w1/7w1b1w3/6wbwbbwb2/5w1bwbwww2/3bwbbb1w1b3/1wbbbbwbbwb4/3wb1wwbw5/3w4wb5/8bbw4/10w4/15/15/15/15/15 b 0";

    /// The slices of so many nodes after which a win is found, and its line.
    fn searched(prover: &mut Prover, board: &mut Gomoku<Freestyle>, slice: u64) -> (usize, Vec<Cell>) {
        let before = board.clone();
        let mut vcf = Vcf::default();
        for slices in 1..=100 {
            let found = prover.search_root_vct(&mut vcf, board, slice, &Control::unlimited()).expect("not stopped");
            assert_eq!(*board, before);
            if let Some(line) = found {
                return (slices, line);
            }
        }
        panic!("no win found");
    }

    #[test]
    fn a_win_that_takes_several_slices_is_a_whole_proof_and_is_kept_to() {
        let setup = parse_position(LONG).expect("a position");
        let mut board = Gomoku::from_setup(&setup);
        let mut prover = Prover::new(&GomokuParams::default());
        let (slices, line) = searched(&mut prover, &mut board, 200);
        assert!(slices > 1, "found at once");
        assert_eq!(
            searched(&mut Prover::new(&GomokuParams::default()), &mut board, 200),
            (slices, line.clone()),
            "another search, another result"
        );
        let (_, tree) = prover.plan.clone().expect("a plan");
        assert_eq!(checker::check(&setup, &tree, 20_000_000).map(|checked| checked.plies), Ok(line.len()));
        for (reply, _) in &tree.replies {
            let mut board = board.clone();
            board.place(line[0]);
            board.place(*reply);
            let rest = prover.planned_line(&board).expect("the plan goes on");
            assert!(rest.len() + 2 <= line.len());
        }
    }

    #[test]
    fn a_stopped_search_ends_soon_and_can_be_resumed() {
        let mut board = Gomoku::<Freestyle>::from_setup(&parse_position(LONG).expect("a position"));
        let before = board.clone();
        let (mut prover, mut vcf, ctl) = (Prover::new(&GomokuParams::default()), Vcf::default(), Control::unlimited());
        ctl.stop();
        assert_eq!(prover.search_root_vct(&mut vcf, &mut board, u64::MAX / 2, &ctl), Err(Stopped));
        assert!(vcf.nodes() < 4_000, "{} nodes after the stop", vcf.nodes());
        assert_eq!(board, before);
        assert!(searched(&mut prover, &mut board, 500).1.len() > 5);
    }
}
