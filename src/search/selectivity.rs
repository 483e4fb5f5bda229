//! Selectivity: extensions, pruning and reductions, each under its standard name. Depths are counted in 1024ths of a ply, so that
//! a rule may weigh less than a ply.
//!
//! None of these rules is proven safe; games decide. What each was measured at, and what was tried and dropped, stands in
//! `docs/src/experiments.md`.

use super::params::Params;
use super::score::Score;
use super::threat_search::Threat;

/// A ply of depth.
pub(super) const PLY: i32 = 1024;

/// Tables by depth have this many entries a ply.
const STEPS: i32 = 8;
/// Entries of a table by depth; greater depths share the last one.
const DEPTHS: usize = 64 * STEPS as usize;
/// Entries of a table by move number; later moves share the last one.
const COUNTS: usize = 64;

/// What pruning and reductions know of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The depth left, extension included, in 1024ths of a ply.
    pub(super) depth: i32,
    /// The threat that the side to move must answer.
    pub(super) threat: Threat,
    /// Is it a PV node: is the window wider than a null window?
    pub(super) is_pv: bool,
    /// Is it an expected cut node?
    pub(super) cut: bool,
    /// Is the static value higher than two plies before?
    pub(super) improving: bool,
    /// Was the opponent found to win by the proof search (VCF) after a pass? Then the static value is worth little.
    pub(super) opponent_vcf: bool,
    /// The static value.
    pub(super) eval: Score,
}

/// What reductions know of a move before it is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The threat that it makes.
    pub(super) gives_threat: Threat,
    /// Is it far from the last two moves?
    pub(super) remote: bool,
    /// Its history value.
    pub(super) history: i32,
}

/// Does reverse futility pruning cut the node off?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReverseFutility {
    /// It does not.
    No,
    /// It does, unless the opponent would win by continuous fours after a pass: no static value shows that.
    UnlessOpponentVcf,
    /// It does.
    Yes,
}

/// Which moves are pruned; the node is worth at least the score given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prune {
    /// This move (futility pruning).
    Move(Score),
    /// This move and all later ones (late move pruning).
    Rest(Score),
}

/// The rules' parameters, and tables computed from them once.
#[derive(Clone, Debug)]
pub(super) struct Selectivity {
    params: Params,
    lmp_counts: Box<[u16]>,
    ln_depth: Box<[f32]>,
    ln_count: [f32; COUNTS],
}

impl Selectivity {
    pub(super) fn new(params: Params) -> Selectivity {
        let plies = |at: usize| at as f64 / f64::from(STEPS);
        let hundredth = |value: i32| f64::from(value) / 100.0;
        let count = |at: usize| {
            let more = hundredth(params.lmp_slope) * plies(at).powf(hundredth(params.lmp_power));
            (f64::from(params.lmp_base) + more) as u16
        };
        Selectivity {
            lmp_counts: (0..DEPTHS).map(count).collect(),
            ln_depth: (0..DEPTHS).map(|at| plies(at).max(1.0).ln() as f32).collect(),
            ln_count: std::array::from_fn(|at| (at.max(1) as f32).ln()),
            params,
        }
    }

    /// The parameters of the whole search.
    #[inline]
    pub(super) fn params(&self) -> &Params {
        &self.params
    }

    /// Threat extension (chess: check extension): more depth where a threat must be answered. `again`: the same three stood two
    /// plies before, and the opponent only interposed a four; extending in full would let fours push everything else over the
    /// horizon.
    ///
    /// Measured: +45 ± 25 Elo for answers to an open three, 600 games at 6,000 nodes.
    #[inline]
    pub(super) fn extension(&self, threat: Threat, again: bool) -> i32 {
        match threat {
            Threat::None => 0,
            Threat::Three if again => self.params.extend_three_again,
            Threat::Three => self.params.extend_three,
            Threat::Four => self.params.extend_four,
        }
    }

    /// Reverse futility pruning (static null-move pruning): a static value far above beta cuts off. Not where a threat must be
    /// answered, since the static value does not see it.
    ///
    /// Source: E. Heinz, "Extended futility pruning", ICCA Journal 21 (2), 1998. Measured: +6 ± 28 Elo for the exception, 400 games
    /// at 40,000 nodes.
    #[inline]
    pub(super) fn reverse_futility(&self, node: &Node, beta: Score) -> ReverseFutility {
        let params = &self.params;
        let applies =
            !node.is_pv && node.threat == Threat::None && node.depth <= params.reverse_depth * PLY && !beta.is_mate();
        if !applies || node.eval + -times(params.reverse_margin, node.depth) < beta {
            ReverseFutility::No
        } else if params.opponent_vcf_depth > 0 && node.depth >= params.opponent_vcf_depth {
            ReverseFutility::UnlessOpponentVcf
        } else {
            ReverseFutility::Yes
        }
    }

    /// Razoring: at little depth, a node whose static value is far below alpha is a leaf, which only a proven win can raise.
    ///
    /// Source: J. Birmingham, P. Kent, "Tree-searching and tree-pruning techniques", 1977. Measured: +20 ± 14 Elo up to two plies, 1,560
    /// games at 20 ms.
    #[inline]
    pub(super) fn razors(&self, node: &Node, alpha: Score) -> bool {
        let params = &self.params;
        let applies =
            !node.is_pv && node.threat == Threat::None && node.depth <= params.razor_depth && !alpha.is_mate();
        applies && node.eval + (params.razor_margin + times(params.razor_slope, node.depth)) <= alpha
    }

    /// Fail-high reduction: an expected cut node whose static value is well above beta is searched less deeply.
    ///
    /// Source: R. Feldmann, "Fail high reductions", Advances in Computer Chess 8, 1997. Measured, with do-deeper re-search and all
    /// other numbers tuned: +38 ± 20 Elo, 800 games at 6,000 nodes.
    #[inline]
    pub(super) fn reduces_fail_high(&self, node: &Node, beta: Score) -> bool {
        let params = &self.params;
        let believed = node.threat == Threat::None && !node.opponent_vcf;
        let applies = node.cut && believed && node.depth <= params.fail_high_depth * PLY && !beta.is_mate();
        applies && node.eval + -(params.fail_high_margin + times(params.fail_high_slope, node.depth)) >= beta
    }

    /// Late move pruning (move-count pruning): how many moves the node searches. Fewer where the static value got worse, more
    /// at PV nodes.
    #[inline]
    pub(super) fn lmp_count(&self, node: &Node) -> usize {
        let params = &self.params;
        let share = |applies: bool, percent: i32| if applies { percent.unsigned_abs() as usize } else { 100 };
        let count = usize::from(self.lmp_counts[depth_index(node.depth)]);
        count * share(!node.improving, params.lmp_worse) / 100 * share(node.is_pv, params.lmp_pv) / 100
    }

    /// Is the `count`-th move pruned, where the node searches `lmp_count` moves ([`Selectivity::lmp_count`])? Asked for moves after
    /// the first, and only once a move is known that does not lose: a loss is never claimed over pruned moves.
    ///
    /// Measured: +60 ± 41 Elo for few moves against an open three (`lmp_three`), 200 games at 0.1 s.
    #[inline]
    pub(super) fn prune(
        &self,
        node: &Node,
        (lmp_count, count): (usize, usize),
        gives_threat: Threat,
        reduction: i32,
        alpha: Score,
    ) -> Option<Prune> {
        let params = &self.params;
        let beyond = |percent: i32| node.depth <= params.lmp_depth * PLY && count > lmp_count * percent as usize / 100;
        let bound = node.eval.min(alpha);
        match (node.threat, gives_threat) {
            (Threat::Four, _) | (Threat::None, Threat::Four) => None,
            (Threat::Three, _) => beyond(params.lmp_three).then_some(Prune::Rest(bound)),
            (Threat::None, Threat::Three) => beyond(params.lmp_gives_three).then_some(Prune::Move(bound)),
            (Threat::None, Threat::None) if beyond(100) => Some(Prune::Rest(bound)),
            (Threat::None, Threat::None) => self.futility_value(node, reduction, alpha).map(Prune::Move),
        }
    }

    /// Futility pruning: the static value and a margin, where that does not reach alpha. Not where the opponent has a VCF, since the
    /// value must be won back by a defence first.
    ///
    /// Source: J. Schaeffer, "Experiments in search and knowledge", 1986; E. Heinz, 1998.
    #[inline]
    fn futility_value(&self, node: &Node, reduction: i32, alpha: Score) -> Option<Score> {
        let params = &self.params;
        let left = node.depth - PLY - reduction;
        let margin = params.futility_base + times(params.futility_slope, left.max(0));
        let futility_value = Score::fixed(node.eval.value() + margin);
        // A static value proves nothing, so it must not stand against a proven win.
        (!node.opponent_vcf && left < params.futility_depth * PLY && futility_value <= alpha && !alpha.is_win())
            .then_some(futility_value)
    }

    /// Late move reduction of the `count`-th move (from 1), in 1024ths of a ply: `ln(depth) ln(count)`, and corrections.
    ///
    /// Source: T. Romstad, "An introduction to late move reductions", 2006. Measured: +19 ± 24 Elo for reducing far moves more
    /// (`reduce_remote`), 700 games at 8,000 nodes.
    #[inline]
    pub(super) fn reduction(&self, node: &Node, count: usize, mv: &Candidate) -> i32 {
        let params = &self.params;
        let too_shallow = params.reduce_depth == 0 || node.depth < params.reduce_depth * PLY;
        let of_node = match node.threat {
            Threat::Four => return 0,
            _ if too_shallow => return 0,
            Threat::Three => params.reduce_three,
            Threat::None if node.improving => 0,
            Threat::None => params.reduce_not_improving,
        };
        let of_move =
            if node.threat == Threat::None && mv.gives_threat != Threat::None { params.reduce_gives_threat } else { 0 };
        let late = self.ln_depth[depth_index(node.depth)] * self.ln_count[count.min(COUNTS - 1)];
        let mut reduction = params.reduce_base + (params.reduce_scale as f32 * late) as i32 + of_node - of_move;
        reduction += if node.cut { params.reduce_cut } else { 0 };
        reduction -= if node.is_pv { params.reduce_pv } else { 0 };
        reduction += if mv.remote { params.reduce_remote } else { 0 };
        reduction -= mv.history / params.reduce_history;
        let step = params.reduce_step;
        (reduction / step * step).clamp(0, (node.depth - PLY).max(0))
    }

    /// Do-deeper re-search: how much deeper than planned a reduced move is searched again when it came out well above alpha, in
    /// 1024ths of a ply (Stockfish, 2018). Always less than a ply: otherwise chains of such moves would search ever deeper.
    #[inline]
    pub(super) fn do_deeper(&self, score: Score, alpha: Score) -> i32 {
        let params = &self.params;
        if !score.is_mate() && score > alpha + params.do_deeper_margin { params.do_deeper_depth } else { 0 }
    }
}

/// `slope` a ply, times a depth in 1024ths.
#[inline]
fn times(slope: i32, depth: i32) -> i32 {
    slope * depth / PLY
}

#[inline]
fn depth_index(depth: i32) -> usize {
    (((depth.max(0) * STEPS + PLY / 2) / PLY) as usize).min(DEPTHS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quiet move near the last ones, without history.
    const PLAIN: Candidate = Candidate { gives_threat: Threat::None, remote: false, history: 0 };

    fn quiet(plies: i32) -> Node {
        Node {
            depth: plies * PLY,
            threat: Threat::None,
            is_pv: false,
            cut: false,
            improving: true,
            opponent_vcf: false,
            eval: Score::DRAW,
        }
    }

    /// Every rule of pruning in use.
    fn pruning() -> Selectivity {
        Selectivity::new(Params {
            reverse_depth: 32,
            opponent_vcf_depth: 2300,
            lmp_depth: 32,
            futility_depth: 8,
            reduce_not_improving: 570,
            ..Params::default()
        })
    }

    #[test]
    fn more_depth_looks_at_more_moves_and_reduces_later_ones_more() {
        let selectivity = pruning();
        for plies in 1..64 {
            let (node, before) = (quiet(plies), quiet(plies - 1));
            assert!(selectivity.lmp_count(&node) >= selectivity.lmp_count(&before));
            let reduction = |node: &Node, count| selectivity.reduction(node, count, &PLAIN);
            assert!(reduction(&node, 20) >= reduction(&before, 20));
            assert!(reduction(&node, 20) >= reduction(&node, 10));
            assert!(reduction(&node, 63) <= node.depth - PLY, "a move is searched to depth 0 at least");
        }
        assert_eq!(selectivity.lmp_count(&quiet(1_000)), selectivity.lmp_count(&quiet(64)));
        let pv = Selectivity::new(Params { lmp_pv: 160, ..selectivity.params().clone() });
        assert_eq!(pv.lmp_count(&Node { is_pv: true, ..quiet(8) }), selectivity.lmp_count(&quiet(8)) * 160 / 100);
        let worse = Node { improving: false, ..quiet(8) };
        assert_eq!(selectivity.lmp_count(&worse), selectivity.lmp_count(&quiet(8)) / 2);
        assert!(selectivity.reduction(&worse, 20, &PLAIN) >= selectivity.reduction(&quiet(8), 20, &PLAIN));
    }

    #[test]
    fn the_stronger_a_threat_the_less_is_pruned() {
        let selectivity = pruning();
        let far = Score::fixed(5_000);
        let prune =
            |threat, gives_threat| selectivity.prune(&Node { threat, ..quiet(3) }, (5, 6), gives_threat, 0, far);
        assert_eq!(prune(Threat::None, Threat::None), Some(Prune::Rest(Score::DRAW)));
        assert_eq!(prune(Threat::None, Threat::Four), None);
        assert_eq!(prune(Threat::Four, Threat::None), None);
        let four = Node { threat: Threat::Four, ..quiet(8) };
        assert_eq!(selectivity.reduction(&four, 40, &PLAIN), 0);
        assert_eq!(selectivity.reverse_futility(&Node { eval: far, ..four }, Score::DRAW), ReverseFutility::No);
        assert_eq!(
            selectivity.reverse_futility(&Node { eval: far, ..quiet(8) }, Score::DRAW),
            ReverseFutility::UnlessOpponentVcf
        );
        assert_eq!(selectivity.reverse_futility(&Node { eval: far, ..quiet(1) }, Score::DRAW), ReverseFutility::Yes);
    }

    #[test]
    fn a_child_searched_again_stays_below_its_parent() {
        let mut values = Params::default().values();
        values.set("do_deeper_depth", i32::MAX);
        let mut params = Params { do_deeper_margin: 84, ..Params::default() };
        params.assign(&values);
        let selectivity = Selectivity::new(params);
        let deeper = |score| selectivity.do_deeper(score, Score::DRAW);
        let child = quiet(8).depth - PLY + deeper(Score::fixed(5_000));
        assert!(child < quiet(8).depth);
        assert_eq!((deeper(Score::fixed(1)), deeper(Score::win_in(5))), (0, 0));
    }

    #[test]
    fn a_node_far_below_alpha_is_razored_near_the_leaves_where_no_threat_stands() {
        let selectivity = Selectivity::new(Params { razor_depth: 2 * PLY, ..Params::default() });
        let far = Score::fixed(401);
        assert!(selectivity.razors(&quiet(2), far) && !selectivity.razors(&quiet(2), Score::fixed(399)));
        let pv = Node { is_pv: true, ..quiet(2) };
        let answers = Node { threat: Threat::Three, ..quiet(2) };
        for node in [pv, answers, quiet(3)] {
            assert!(!selectivity.razors(&node, far), "{node:?}");
        }
        assert!(!selectivity.razors(&quiet(2), Score::win_in(9)), "a value is not asked to be a win");
        assert!(!Selectivity::new(Params::default()).razors(&quiet(1), far));
    }

    #[test]
    fn a_static_value_is_not_believed_where_the_opponent_has_a_vcf() {
        let selectivity = Selectivity::new(Params { fail_high_depth: 32, ..pruning().params().clone() });
        let cut = Node { cut: true, eval: Score::fixed(5_000), ..quiet(3) };
        assert!(selectivity.reduces_fail_high(&cut, Score::DRAW));
        assert!(!selectivity.reduces_fail_high(&Node { opponent_vcf: true, ..cut }, Score::DRAW));
        let low = Node { opponent_vcf: true, ..quiet(1) };
        assert_eq!(selectivity.prune(&low, (5, 2), Threat::None, 0, Score::fixed(5_000)), None);
    }

    #[test]
    fn futility_prunes_a_single_quiet_move() {
        let selectivity = pruning();
        let prune = |alpha| selectivity.prune(&quiet(1), (5, 2), Threat::None, 0, Score::fixed(alpha));
        assert!(matches!(prune(5_000), Some(Prune::Move(bound)) if bound < Score::fixed(5_000)));
        assert_eq!(prune(0), None);
        assert_eq!(
            selectivity.prune(&quiet(1), (5, 2), Threat::None, 0, Score::win_in(3)),
            None,
            "a proven win is not pruned against"
        );
    }
}
