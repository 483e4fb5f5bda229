//! What the search knows of Gomoku apart from the rules: the linear evaluation, candidates and their order, threats.

use super::board::Gomoku;
use super::candidates::{self, five_defences};
use super::cell::Cell;
use super::class::Class;
use super::params;
use super::proof::{Prover, longest_line};
use super::rule::Rule;
use super::vcf::Vcf;
use super::vct::Vct;
use super::{checker, threats, weights};
use crate::search::{
    Checked, Control, Evaluation, Linear, Model, MoveOrdering, MoveStack, ProofTree, Proved, Refutation, Score,
    Stopped, Threat, ThreatSearch,
};

/// The model of every rule set.
#[derive(Clone, Copy, Debug, Default)]
pub struct GomokuModel;

impl<R: Rule> Model<Gomoku<R>> for GomokuModel {
    type Evaluation = LinearEvaluation;
    type Ordering = GomokuOrdering;
    type Threats = GomokuThreats;

    fn evaluation(&self) -> LinearEvaluation {
        LinearEvaluation
    }

    fn ordering(&self) -> GomokuOrdering {
        GomokuOrdering
    }

    fn threat_search(&self) -> GomokuThreats {
        GomokuThreats::default()
    }

    fn linear(&self) -> Option<&dyn Linear<Gomoku<R>>> {
        Some(self)
    }
}

/// The linear evaluation: the sum of the patterns of all empty cells, the threats on the board, and the tempo.
#[derive(Clone, Copy, Debug)]
pub struct LinearEvaluation;

impl<R: Rule> Evaluation<Gomoku<R>> for LinearEvaluation {
    fn evaluate(&mut self, board: &Gomoku<R>, _window: (Score, Score)) -> Score {
        let me = board.to_move();
        let side = weights::side(R::CODE, me);
        let threats = side.threats[threats::mask(board, me)];
        Score::fixed((board.balance() + i32::from(threats) + i32::from(side.tempo)) / weights::STEPS)
    }
}

/// Candidates near the stones, ordered by the patterns they make and spoil.
#[derive(Clone, Copy, Debug)]
pub struct GomokuOrdering;

impl<R: Rule> MoveOrdering<Gomoku<R>> for GomokuOrdering {
    fn candidates(&mut self, board: &Gomoku<R>, out: &mut MoveStack<Cell>) {
        candidates::candidates(board, &mut |cell| out.push(cell));
    }

    fn score(&mut self, board: &Gomoku<R>, moves: &mut [(Cell, i32)]) {
        let last = board.last_move();
        for (mv, score) in moves {
            let near = if last.is_some_and(|last| mv.is_near(last)) { params::PRIOR_NEAR } else { 0 };
            *score = (board.prior(*mv) + near) * params::PRIOR_STEP;
        }
    }

    fn is_remote(&self, board: &Gomoku<R>, mv: Cell) -> bool {
        board.last_move().is_some() && board.history().rev().take(2).all(|stone| !mv.is_near(stone))
    }
}

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
        threats::win_together(board).then(|| Score::win_in(5))
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
        let win = self.vcf.win_length(board, params::VCF_MENACE_NODES, ctl);
        board.pass();
        Ok(win?.is_some())
    }

    fn prove_line(&mut self, board: &mut Gomoku<R>, nodes: u64, ctl: &Control) -> Result<Option<Vec<Cell>>, Stopped> {
        let planned = self.prover.planned_line(board);
        let proved = if self.immediate_result(board) == Some(Score::win_in(5)) {
            // Two threes are no win by fours.
            Vct::new(params::TOGETHER_POSITIONS).solve(&mut self.vcf, board, None, nodes, ctl)?
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
        self.prover.pursue(&mut self.vcf, root, nodes, ctl)
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
