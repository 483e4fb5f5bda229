//! The linear evaluation, corrected by the network where the correction can matter.

use std::sync::Arc;

use super::{Accumulator, Network};
use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::evaluation::linear::LinearEvaluation;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::rules::cell::Cell;
use crate::network::Cache;
use crate::search::{Evaluation, Score, StaticValue};

/// The largest correction either way, in units of the evaluation. A linear value farther than this outside the window stays there, so the
/// network is not asked (lazy evaluation). Range 0..=30,000.
///
/// Measured: +12 ± 16 Elo for asking beyond 300 too, where three corrections in four are less than half of that, 1,286 games at 7,500 nodes
/// for 8,000, which is what it costs.
const MAX_CORRECTION: i32 = 600;
/// Stones before the last whole multiple of so many belong to the board that the accumulator starts from, as each that it follows takes ten
/// kilobytes.
const SETTLED: usize = 32;
/// The cache holds the corrections of this many positions, as a power of two.
const CACHE_BITS: u32 = 16;

/// One thread's evaluation by the network.
pub struct NetworkEvaluation {
    network: Arc<Network>,
    linear: LinearEvaluation,
    /// The sums of the position that the search has reached.
    accumulator: Option<Accumulator>,
    /// The keys of the stones of that position and of all on the way from the root.
    keys: Vec<u64>,
    /// Corrections of positions that this search and those before it have seen.
    cache: Cache,
}

impl NetworkEvaluation {
    /// The linear evaluation, corrected by this network, which was trained for it.
    pub(in crate::games::gomoku) fn new(network: Arc<Network>, linear: LinearEvaluation) -> NetworkEvaluation {
        NetworkEvaluation { network, linear, accumulator: None, keys: Vec::new(), cache: Cache::new(CACHE_BITS) }
    }

    fn correction<R: Rule>(&mut self, board: &Gomoku<R>) -> i32 {
        if self.keys.last() != Some(&board.stones_key()) {
            // The search has not led here.
            self.follow(board);
        }
        let (network, accumulator) = (&self.network, &mut self.accumulator);
        let correction = self.cache.get_or_compute(board.key(), || {
            let correction = accumulator.as_mut().map_or(0, |sums| sums.correction(network, board.to_move()));
            correction.clamp(-MAX_CORRECTION, MAX_CORRECTION) as i16
        });
        correction.into()
    }

    /// From now on this position is the root.
    fn follow<R: Rule>(&mut self, board: &Gomoku<R>) {
        let settled = board.history().len() / SETTLED * SETTLED;
        let stones = board.history().skip(settled);
        let stones: Vec<_> = stones.filter_map(|cell| Some((cell, board.stone(cell)?))).collect();
        let (network, size, mut start) = (&self.network, board.size(), board.lines().clone());
        stones.iter().for_each(|&(cell, player)| start.toggle(cell, player));
        let accumulator = self.accumulator.get_or_insert_with(|| Accumulator::new(network, &start, size));
        accumulator.follow(network, (&start, size), &stones);
        self.keys.clear();
        self.keys.push(board.stones_key());
    }
}

impl<R: Rule> Evaluation<Gomoku<R>> for NetworkEvaluation {
    fn evaluate(&mut self, board: &Gomoku<R>, (alpha, beta): (Score, Score)) -> StaticValue {
        let first = self.linear.evaluate_exactly(board);
        if first + MAX_CORRECTION <= alpha || first + -MAX_CORRECTION >= beta {
            StaticValue::lazy(first)
        } else {
            StaticValue::exact(Score::fixed(first.value() + self.correction(board)))
        }
    }

    fn start(&mut self, root: &Gomoku<R>) {
        self.follow(root);
    }

    fn on_make(&mut self, board: &Gomoku<R>, mv: Cell) {
        if let Some(accumulator) = &mut self.accumulator {
            accumulator.push(mv, board.to_move().opponent());
            self.keys.push(board.stones_key());
            self.cache.prefetch(board.key());
        }
    }

    fn on_unmake(&mut self, _board: &Gomoku<R>, _mv: Cell) {
        if let Some(accumulator) = &mut self.accumulator {
            accumulator.pop();
            self.keys.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::weights::tests::random_parts;
    use super::*;
    use crate::games::gomoku::board::samples;
    use crate::games::gomoku::evaluation::linear::LinearWeights;
    use crate::games::gomoku::patterns::rule::Freestyle;
    use crate::games::gomoku::rules::code::RuleCode;

    fn evaluation(network: &Arc<Network>) -> NetworkEvaluation {
        let linear = LinearEvaluation::new(LinearWeights::built_in(RuleCode::Freestyle));
        NetworkEvaluation::new(Arc::clone(network), linear)
    }

    #[test]
    fn values_along_a_line_are_those_from_scratch_also_where_the_search_did_not_lead() {
        let network = Arc::new(Network::new(&random_parts(8, 2)).unwrap());
        let mut following = evaluation(&network);
        let mut values = std::collections::HashSet::new();
        for mut board in samples::boards::<Freestyle>(20) {
            following.start(&board);
            let mut line = Vec::new();
            for step in 0..12_usize {
                let cells: Vec<Cell> = board.empty().iter().collect();
                if board.outcome().is_some() || (step % 4 == 3 && !line.is_empty()) {
                    let Some(mv) = line.pop() else { break };
                    board.take();
                    following.on_unmake(&board, mv);
                } else if !cells.is_empty() {
                    let mv = cells[step * 17 % cells.len()];
                    board.place(mv);
                    following.on_make(&board, mv);
                    line.push(mv);
                }
                let scratch = evaluation(&network).evaluate_exactly(&board);
                assert_eq!(following.evaluate_exactly(&board), scratch, "{board:?}");
                values.insert(scratch);
            }
            // A position that no hook led to.
            if let Some(cell) = board.empty().first().filter(|_| board.outcome().is_none()) {
                board.place(cell);
                assert_eq!(following.evaluate_exactly(&board), evaluation(&network).evaluate_exactly(&board));
            }
        }
        assert!(values.len() > 20, "values differ: {}", values.len());
    }
}
