//! The linear evaluation, corrected by the network where the correction can matter.

use std::sync::Arc;

use super::accumulator::Accumulator;
use super::{Network, Seen};
use crate::games::abalone::evaluation::LinearEvaluation;
use crate::games::abalone::{Abalone, Move};
use crate::search::{Evaluation, Score};

/// One thread's evaluation by the network.
pub struct NetworkEvaluation {
    network: Arc<Network>,
    linear: LinearEvaluation,
    /// The sums of the current line; `None` before the first search.
    accumulator: Option<Accumulator>,
    /// The largest correction either way, in units of the evaluation. A linear value farther than this outside the window stays there,
    /// so the network is not asked (lazy evaluation).
    max_correction: i32,
}

impl NetworkEvaluation {
    /// The linear evaluation, corrected by this network, which was trained for it.
    pub(in crate::games::abalone) fn new(
        network: Arc<Network>,
        linear: LinearEvaluation,
        max_correction: i32,
    ) -> NetworkEvaluation {
        NetworkEvaluation { network, linear, accumulator: None, max_correction }
    }

    fn correction(&mut self, pos: &Abalone) -> i32 {
        let seen = Seen::of(pos);
        let network = &self.network;
        let accumulator = self.accumulator.get_or_insert_with(|| Accumulator::new(network, &seen));
        accumulator.correction(network, &seen).clamp(-self.max_correction, self.max_correction)
    }
}

impl Evaluation<Abalone> for NetworkEvaluation {
    #[inline]
    fn evaluate(&mut self, pos: &Abalone, (alpha, beta): (Score, Score)) -> Score {
        let first = self.linear.evaluate(pos, (alpha, beta));
        if first + self.max_correction <= alpha || first + -self.max_correction >= beta {
            first
        } else {
            Score::fixed(first.value() + self.correction(pos))
        }
    }

    fn start(&mut self, root: &Abalone) {
        self.linear.start(root);
        self.accumulator = Some(Accumulator::new(&self.network, &Seen::of(root)));
    }

    #[inline]
    fn on_make(&mut self, pos: &Abalone, mv: Move) {
        self.linear.on_make(pos, mv);
        if let Some(accumulator) = &mut self.accumulator {
            accumulator.push();
        }
    }

    #[inline]
    fn on_unmake(&mut self, pos: &Abalone, mv: Move) {
        self.linear.on_unmake(pos, mv);
        if let Some(accumulator) = &mut self.accumulator {
            accumulator.pop();
        }
    }
}
