//! Threats as the search asks for them: fives, open fours and double threats at a glance, VCF at nodes, VCT at the root.

use super::candidates::{candidates, five_defences, is_playable};
use super::defences::defences;
use super::kinds;
use super::params;
use super::proof::{Prover, longest_line};
use super::vcf::Vcf;
use super::vct::Vct;
use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::params::GomokuParams;
use crate::games::gomoku::patterns::class::Class;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::referee::checker;
use crate::games::gomoku::rules::cell::{Cell, CellSet};
use crate::search::{
    Checked, Control, Means, MoveStack, ProofTree, Proved, Refutation, Score, Stopped, Threat, ThreatSearch,
};

/// Threats at a glance, VCF and VCT.
pub struct GomokuThreats {
    vcf: Vcf,
    prover: Prover,
    params: GomokuParams,
}

impl GomokuThreats {
    /// A threat search by these numbers, its tables empty.
    pub fn new(params: &GomokuParams) -> GomokuThreats {
        GomokuThreats { vcf: Vcf::default(), prover: Prover::new(params), params: params.clone() }
    }
}

impl Default for GomokuThreats {
    fn default() -> Self {
        GomokuThreats::new(&GomokuParams::default())
    }
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
        Ok(self.vcf.win_length(board, self.params.vcf_leaf_nodes.unsigned_abs().into(), ctl)?.map(Score::win_in))
    }

    fn has_opponent_vcf(&mut self, board: &mut Gomoku<R>, ctl: &Control) -> Result<bool, Stopped> {
        board.pass();
        let win = self.vcf.win_length(board, self.params.opponent_vcf_nodes.unsigned_abs().into(), ctl);
        board.pass();
        Ok(win?.is_some())
    }

    /// If the opponent has a VCF, only its defences can save the side to move; otherwise any move might.
    fn far_defences(
        &mut self,
        board: &mut Gomoku<R>,
        nodes: u32,
        ctl: &Control,
        out: &mut MoveStack<Cell>,
    ) -> Result<(), Stopped> {
        board.pass();
        let vcf = self.vcf.solve(board, nodes.into(), ctl);
        board.pass();
        let mut listed = CellSet::EMPTY;
        candidates(board, &mut |cell| listed.insert(cell));
        let mut add = |cell| {
            if !listed.contains(cell) {
                out.push(cell);
            }
        };
        match vcf? {
            Proved::Win(tree) => defences(board, &tree, ctl)?.into_iter().for_each(add),
            Proved::NoWin | Proved::Unknown => {
                board.empty().iter().filter(|&cell| is_playable(board, cell)).for_each(&mut add);
            }
        }
        Ok(())
    }

    fn prove_line(&mut self, board: &mut Gomoku<R>, nodes: u64, ctl: &Control) -> Result<Option<Vec<Cell>>, Stopped> {
        let planned = self.prover.planned_line(board);
        let proved = if self.immediate_result(board) == Some(Score::win_in(5)) {
            // Two threes are no win by fours.
            Vct::new(params::DOUBLE_THREAT_POSITIONS, &self.params).solve(&mut self.vcf, board, None, nodes, ctl)?
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
        means: Means,
        nodes: u64,
        ctl: &Control,
    ) -> Result<Option<Proved<Cell>>, Stopped> {
        let proved = match means {
            Means::Fours => self.vcf.solve(board, nodes, ctl),
            Means::Threats => self.prover.prove(&mut self.vcf, board, nodes, ctl),
        };
        proved.map(Some)
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
        self.prover = Prover::new(&self.params);
    }
}

/// Can the side to move stop the opponent's five?
fn can_block<R: Rule>(board: &Gomoku<R>) -> bool {
    let mut any = false;
    five_defences(board, &mut |cell| any |= !board.is_forbidden(cell) || board.to_move().index() == 1);
    any
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::notation::parse_position;
    use crate::games::gomoku::patterns::rule::Freestyle;

    /// The candidates, and the defences beyond them.
    fn moves(board: &mut Gomoku<Freestyle>) -> [CellSet; 2] {
        let mut near = CellSet::EMPTY;
        candidates(board, &mut |cell| near.insert(cell));
        let mut found = MoveStack::new();
        let before = board.clone();
        GomokuThreats::default().far_defences(board, 1_000, &Control::unlimited(), &mut found).expect("not stopped");
        assert_eq!(*board, before);
        let mut far = CellSet::EMPTY;
        found.moves(0).for_each(|cell| far.toggle(cell));
        [near, far]
    }

    #[test]
    fn without_a_vcf_any_move_may_defend() {
        let setup = parse_position("15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 w 0").expect("a position");
        let mut board = Gomoku::<Freestyle>::from_setup(&setup);
        let [mut all, far] = moves(&mut board);
        assert!(!far.is_empty() && far.iter().all(|cell| !all.contains(cell)));
        all.insert_all(&far);
        assert_eq!(all, *board.empty());
    }

    #[test]
    fn against_a_vcf_only_its_defences_are_added() {
        // Black threatens to win by a four and a three that cross; every defence is near.
        let setup = parse_position("15/15/15/15/15/15/4wbbb7/8b6/8b6/15/15/15/15/3w1w9/15 w 0").expect("a position");
        let [_, far] = moves(&mut Gomoku::<Freestyle>::from_setup(&setup));
        assert!(far.is_empty(), "{far:?}");
    }
}
