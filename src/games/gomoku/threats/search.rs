//! Threats as the search asks for them: fives, open fours and double threats at a glance, VCF at nodes, VCT at the root.

use super::candidates::five_defences;
use super::kinds;
use super::params;
use super::proof::{Prover, longest_line};
use super::vcf::Vcf;
use super::vct::Vct;
use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::patterns::class::Class;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::referee::checker;
use crate::games::gomoku::rules::cell::Cell;
use crate::search::{Checked, Control, ProofTree, Proved, Refutation, Score, Stopped, Threat, ThreatSearch};

/// Threats at a glance, VCF and VCT.
#[derive(Default)]
pub struct GomokuThreats {
    vcf: Vcf,
    prover: Prover,
}

impl<R: Rule> ThreatSearch<Gomoku<R>> for GomokuThreats {
    fn immediate_result(&mut self, board: &Gomoku<R>) -> Option<Score> {
        let me = board.to_move();
        if board.count(me, Class::Five) > 0 {
            return Some(Score::win_in(1));
        }
        if board.count(me.opponent(), Class::Five) > 0 {
            return if can_block(board) { None } else { Some(Score::loss_in(2)) };
        }
        if board.count(me, Class::OpenFour) > 0 {
            return Some(Score::win_in(3));
        }
        kinds::win_together(board).then(|| Score::win_in(5))
    }

    fn threat(&self, board: &Gomoku<R>) -> Threat {
        let opponent = board.to_move().opponent();
        if board.count(opponent, Class::Five) > 0 {
            Threat::Four
        } else if board.count(opponent, Class::OpenFour) > 0 {
            Threat::Three
        } else {
            Threat::None
        }
    }

    fn gives_threat(&self, board: &Gomoku<R>, mv: Cell) -> Threat {
        match board.class(mv, board.to_move()) {
            class if class == Class::Five || Class::FOURS.contains(&class) => Threat::Four,
            class if class >= Class::Three => Threat::Three,
            _ => Threat::None,
        }
    }

    fn prove(&mut self, board: &mut Gomoku<R>, ctl: &Control) -> Result<Option<Score>, Stopped> {
        Ok(self.vcf.win_length(board, params::VCF_LEAF_NODES, ctl)?.map(Score::win_in))
    }

    fn has_opponent_vcf(&mut self, board: &mut Gomoku<R>, ctl: &Control) -> Result<bool, Stopped> {
        board.pass();
        let win = self.vcf.win_length(board, params::OPPONENT_VCF_NODES, ctl);
        board.pass();
        Ok(win?.is_some())
    }

    fn prove_line(&mut self, board: &mut Gomoku<R>, nodes: u64, ctl: &Control) -> Result<Option<Vec<Cell>>, Stopped> {
        let planned = self.prover.planned_line(board);
        let proved = if self.immediate_result(board) == Some(Score::win_in(5)) {
            // Two threes are no win by fours.
            Vct::new(params::DOUBLE_THREAT_POSITIONS).solve(&mut self.vcf, board, None, nodes, ctl)?
        } else {
            self.vcf.solve(board, nodes, ctl)?
        };
        let found = match proved {
            Proved::Win(tree) => Some(longest_line(board, &tree)),
            Proved::NoWin | Proved::Unknown => None,
        };
        Ok(planned.into_iter().chain(found).min_by_key(Vec::len))
    }

    fn root_vct(&mut self, root: &mut Gomoku<R>, nodes: u64, ctl: &Control) -> Result<Option<Vec<Cell>>, Stopped> {
        self.prover.search_root_vct(&mut self.vcf, root, nodes, ctl)
    }

    fn prove_tree(
        &mut self,
        board: &mut Gomoku<R>,
        nodes: u64,
        ctl: &Control,
    ) -> Result<Option<Proved<Cell>>, Stopped> {
        self.prover.prove(&mut self.vcf, board, nodes, ctl).map(Some)
    }

    fn check_tree(
        &self,
        board: &Gomoku<R>,
        tree: &ProofTree<Cell>,
        positions: u64,
    ) -> Result<Checked, Refutation<Cell>> {
        checker::check(&board.to_setup(), tree, positions)
    }

    fn tree_line(&self, board: &Gomoku<R>, tree: &ProofTree<Cell>) -> Vec<Cell> {
        longest_line(board, tree)
    }

    fn take_nodes(&mut self) -> u64 {
        self.vcf.take_nodes()
    }

    fn clear(&mut self) {
        self.vcf.clear();
        self.prover = Prover::default();
    }
}

/// Can the side to move stop the opponent's five?
fn can_block<R: Rule>(board: &Gomoku<R>) -> bool {
    let mut any = false;
    five_defences(board, &mut |cell| any |= !board.is_forbidden(cell) || board.to_move().index() == 1);
    any
}
