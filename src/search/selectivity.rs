//! What a depth is worth: how much deeper a threat is looked at, when a static value is believed, how many moves a node looks at
//! and how much less deeply the later ones. Depths are counted in 1024ths of a ply, so that a rule may weigh less than a ply.

use super::params::Params;
use super::position::Check;
use super::score::Score;

/// A ply of depth.
pub(super) const PLY: i32 = 1024;

/// Depths are told apart by so many parts of a ply.
const STEPS: i32 = 8;
/// Depths from here on are treated alike.
const DEPTHS: usize = 64 * STEPS as usize;
/// Move counts from here on are reduced alike.
const COUNTS: usize = 64;

/// What is known of a node when its moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The depth left, extension included, in 1024ths of a ply.
    pub(super) depth: i32,
    /// What the side to move has to answer.
    pub(super) check: Check,
    /// Is the window open?
    pub(super) open: bool,
    /// Is the node expected to be cut off?
    pub(super) cut: bool,
    /// Is the side to move doing better than two plies before?
    pub(super) improving: bool,
    /// The static value.
    pub(super) eval: Score,
}

/// What is known of a move before it is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The check that it gives.
    pub(super) given: Check,
    /// Is it far from what the last moves were about?
    pub(super) remote: bool,
    /// Its history value.
    pub(super) history: i32,
}

/// Is a static value above beta taken for the node's own?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Belief {
    No,
    /// Unless the opponent threatens a win that no static value shows.
    Unmenaced,
    Yes,
}

/// Moves that are left out; the node is worth what they are hoped to be worth at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skip {
    /// This one.
    Move(Score),
    /// This one and all later ones.
    Rest(Score),
}

/// The numbers of the rules, and what is worked out from them once.
#[derive(Clone, Debug)]
pub(super) struct Selectivity {
    params: Params,
    counts: Box<[u16]>,
    ln_depth: Box<[f32]>,
    ln_count: [f32; COUNTS],
}

impl Selectivity {
    pub(super) fn new(params: Params) -> Selectivity {
        let plies = |at: usize| at as f64 / f64::from(STEPS);
        let hundredth = |value: i32| f64::from(value) / 100.0;
        let count = |at: usize| {
            let more = hundredth(params.count_slope) * plies(at).powf(hundredth(params.count_power));
            (f64::from(params.count_base) + more) as u16
        };
        Selectivity {
            counts: (0..DEPTHS).map(count).collect(),
            ln_depth: (0..DEPTHS).map(|at| plies(at).max(1.0).ln() as f32).collect(),
            ln_count: std::array::from_fn(|at| (at.max(1) as f32).ln()),
            params,
        }
    }

    /// The numbers that the whole search is tuned by.
    #[inline]
    pub(super) fn params(&self) -> &Params {
        &self.params
    }

    /// How much deeper a node is searched where a threat must be answered. `again`: it stood before, and a stricter threat was
    /// only put in between.
    #[inline]
    pub(super) fn extension(&self, check: Check, again: bool) -> i32 {
        match check {
            Check::No => 0,
            Check::Loose if again => self.params.check_again,
            Check::Loose => self.params.check_loose,
            Check::Strict => self.params.check_strict,
        }
    }

    /// Is the static value so far above beta that it is believed (reverse futility)? Not where a threat must be answered: it says
    /// little of what comes of it.
    #[inline]
    pub(super) fn belief(&self, node: &Node, beta: Score) -> Belief {
        let params = &self.params;
        let applies =
            !node.open && node.check == Check::No && node.depth <= params.reverse_depth * PLY && !beta.is_mate();
        if !applies || node.eval + -times(params.reverse_margin, node.depth) < beta {
            Belief::No
        } else if params.menace_depth > 0 && node.depth >= params.menace_depth {
            Belief::Unmenaced
        } else {
            Belief::Yes
        }
    }

    /// Is the static value so far above beta, at an expected cut node, that a shallower search will do?
    #[inline]
    pub(super) fn is_easy(&self, node: &Node, beta: Score) -> bool {
        let params = &self.params;
        let applies = node.cut && node.check == Check::No && node.depth <= params.ease_depth * PLY && !beta.is_mate();
        applies && node.eval + -(params.ease_margin + times(params.ease_slope, node.depth)) >= beta
    }

    /// How many moves are searched.
    #[inline]
    pub(super) fn count(&self, node: &Node) -> usize {
        usize::from(self.counts[tabled(node.depth)]) / (2 - usize::from(node.improving))
    }

    /// Is a move that is not the first left out, where the node has `few` moves to search ([`Selectivity::count`]) and is not
    /// lost so far? `given`: the check that the move gives.
    #[inline]
    pub(super) fn skip(
        &self,
        node: &Node,
        (few, count): (usize, usize),
        given: Check,
        reduction: i32,
        alpha: Score,
    ) -> Option<Skip> {
        let params = &self.params;
        let beyond = |percent: i32| count > few * percent as usize / 100;
        let counted = node.depth <= params.count_depth * PLY;
        let least = node.eval.min(alpha);
        match (node.check, given) {
            (Check::Strict, _) | (Check::No, Check::Strict) => None,
            (Check::Loose, _) => (counted && beyond(params.count_check)).then_some(Skip::Rest(least)),
            (Check::No, Check::Loose) => (counted && beyond(params.count_forcing)).then_some(Skip::Move(least)),
            (Check::No, Check::No) if counted && beyond(100) => Some(Skip::Rest(least)),
            (Check::No, Check::No) => self.hope(node, reduction, alpha).map(Skip::Move),
        }
    }

    /// What a quiet move can be hoped to be worth, where that is not enough (futility).
    #[inline]
    fn hope(&self, node: &Node, reduction: i32, alpha: Score) -> Option<Score> {
        let params = &self.params;
        let left = node.depth - PLY - reduction;
        let margin = params.futility_base + times(params.futility_slope, left.max(0));
        let hope = Score::fixed(node.eval.value() + margin);
        // A static value is no proof: it says nothing of whether there is a win, or a faster one.
        (left < params.futility_depth * PLY && hope <= alpha && !alpha.is_win()).then_some(hope)
    }

    /// How much less deeply the `count`-th move (from 1) is searched at first.
    #[inline]
    pub(super) fn reduction(&self, node: &Node, count: usize, mv: &Candidate) -> i32 {
        let params = &self.params;
        let few_plies = params.reduce_depth == 0 || node.depth < params.reduce_depth * PLY;
        let of_node = match node.check {
            Check::Strict => return 0,
            _ if few_plies => return 0,
            Check::Loose => params.reduce_check,
            Check::No if node.improving => 0,
            Check::No => params.reduce_worse,
        };
        let of_move = if node.check == Check::No && mv.given != Check::No { params.reduce_forcing } else { 0 };
        let late = self.ln_depth[tabled(node.depth)] * self.ln_count[count.min(COUNTS - 1)];
        let mut reduction = params.reduce_base + (params.reduce_scale as f32 * late) as i32 + of_node - of_move;
        reduction += if node.cut { params.reduce_cut } else { 0 };
        reduction -= if node.open { params.reduce_pv } else { 0 };
        reduction += if mv.remote { params.reduce_remote } else { 0 };
        reduction -= mv.history / params.reduce_history;
        let step = params.reduce_step;
        (reduction / step * step).clamp(0, (node.depth - PLY).max(0))
    }

    /// How much deeper than planned a reduced move is searched again that came out above alpha.
    #[inline]
    pub(super) fn surprise(&self, score: Score, alpha: Score) -> i32 {
        let params = &self.params;
        if !score.is_mate() && score > alpha + params.deeper_margin { params.deeper_more } else { 0 }
    }
}

/// A slope a ply, times a depth.
#[inline]
fn times(slope: i32, depth: i32) -> i32 {
    slope * depth / PLY
}

#[inline]
fn tabled(depth: i32) -> usize {
    (((depth.max(0) * STEPS + PLY / 2) / PLY) as usize).min(DEPTHS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quiet move near the last ones that nothing is known of.
    const PLAIN: Candidate = Candidate { given: Check::No, remote: false, history: 0 };

    fn quiet(plies: i32) -> Node {
        Node { depth: plies * PLY, check: Check::No, open: false, cut: false, improving: true, eval: Score::DRAW }
    }

    #[test]
    fn more_depth_looks_at_more_moves_and_reduces_later_ones_more() {
        let selectivity = Selectivity::new(Params::default());
        for plies in 1..64 {
            let (node, before) = (quiet(plies), quiet(plies - 1));
            assert!(selectivity.count(&node) >= selectivity.count(&before));
            let reduction = |node: &Node, count| selectivity.reduction(node, count, &PLAIN);
            assert!(reduction(&node, 20) >= reduction(&before, 20));
            assert!(reduction(&node, 20) >= reduction(&node, 10));
            assert!(reduction(&node, 63) <= node.depth - PLY, "a move is searched to depth 0 at least");
        }
        assert_eq!(selectivity.count(&quiet(1_000)), selectivity.count(&quiet(64)));
        let worse = Node { improving: false, ..quiet(8) };
        assert_eq!(selectivity.count(&worse), selectivity.count(&quiet(8)) / 2);
        assert!(selectivity.reduction(&worse, 20, &PLAIN) >= selectivity.reduction(&quiet(8), 20, &PLAIN));
    }

    #[test]
    fn the_stricter_a_threat_the_less_is_left_out() {
        let selectivity = Selectivity::new(Params::default());
        let far = Score::fixed(5_000);
        let skip = |check, given| selectivity.skip(&Node { check, ..quiet(3) }, (5, 6), given, 0, far);
        assert_eq!(skip(Check::No, Check::No), Some(Skip::Rest(Score::DRAW)));
        assert_eq!(skip(Check::No, Check::Strict), None);
        assert_eq!(skip(Check::Strict, Check::No), None);
        let strict = Node { check: Check::Strict, ..quiet(8) };
        assert_eq!(selectivity.reduction(&strict, 40, &PLAIN), 0);
        assert_eq!(selectivity.belief(&Node { eval: far, ..strict }, Score::DRAW), Belief::No);
        assert_eq!(selectivity.belief(&Node { eval: far, ..quiet(8) }, Score::DRAW), Belief::Unmenaced);
        assert_eq!(selectivity.belief(&Node { eval: far, ..quiet(1) }, Score::DRAW), Belief::Yes);
    }

    #[test]
    fn a_hopeless_quiet_move_is_left_out_alone() {
        let selectivity = Selectivity::new(Params::default());
        let skip = |alpha| selectivity.skip(&quiet(1), (5, 2), Check::No, 0, Score::fixed(alpha));
        assert!(matches!(skip(5_000), Some(Skip::Move(hope)) if hope < Score::fixed(5_000)));
        assert_eq!(skip(0), None);
        assert_eq!(selectivity.skip(&quiet(1), (5, 2), Check::No, 0, Score::win_in(3)), None, "no win is denied");
    }
}
