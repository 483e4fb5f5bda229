//! Leaves: the threat search (VCF), quiescence search, or the static value.

use super::alpha_beta::Search;
use super::control::Stopped;
use super::entry::{Bound, Entry};
use super::evaluation::{Evaluation, StaticValue};
use super::model::Model;
use super::position::Game;
use super::score::{MAX_PLY, Score};
use super::threat_search::ThreatSearch;

impl<G: Game, M: Model<G>> Search<'_, G, M> {
    /// The value of a node without depth left: a proven win, or the static value. A static value of at least beta cuts off (stand
    /// pat), and the proof search, which can only raise it, is not run.
    pub(super) fn leaf(
        &mut self,
        pos: &mut G,
        key: u64,
        entry: Option<Entry>,
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> Result<Score, Stopped> {
        let entry = entry.filter(|entry| self.params.table_use == 1 || entry.depth == 0);
        if let Some(entry) = entry.filter(Entry::is_proof) {
            return Ok(entry.score.from_node(ply));
        }
        let StaticValue { score: eval, is_exact } = self.static_value(pos, entry, (alpha, beta));
        if eval >= beta || entry.is_some_and(|entry| entry.depth == 0) {
            return Ok(eval);
        }
        if let Some(score) = self.prove(pos, key, ply)? {
            return Ok(score);
        }
        if self.params.qsearch_depth > 0 {
            return Ok(self.qsearch(pos, eval, alpha, beta, ply, self.params.qsearch_depth));
        }
        if self.params.store_leaves > 0 && entry.is_none() {
            // A value that is not exact is at most alpha, and nothing more is known of it.
            let (score, bound) = if is_exact { (eval, Bound::Exact) } else { (alpha, Bound::Upper) };
            self.store(key, Entry { mv: 0, score, eval: is_exact.then_some(eval), depth: 0, bound }, ply);
        }
        Ok(eval)
    }

    /// Quiescence search: the static value, or better by tactical moves; at most `left` more of them.
    fn qsearch(&mut self, pos: &mut G, eval: Score, mut alpha: Score, beta: Score, ply: usize, left: i32) -> Score {
        if left == 0 || eval >= beta || ply >= MAX_PLY {
            return eval;
        }
        let base = self.td.moves.len();
        self.td.threats.tactical(pos, &mut self.td.moves);
        let mut best = eval;
        for at in base..self.td.moves.len() {
            alpha = alpha.max(best);
            let mv = self.td.moves[at].0;
            let undo = pos.make(mv);
            self.td.evaluation.on_make(pos, mv);
            self.qsearch_nodes += 1;
            let score = match pos.outcome() {
                Some(outcome) => self.final_score(outcome, pos, ply + 1),
                None => {
                    let eval = self.evaluate(pos, (-beta, -alpha)).score;
                    self.qsearch(pos, eval, -beta, -alpha, ply + 1, left - 1)
                }
            };
            pos.unmake(mv, undo);
            self.td.evaluation.on_unmake(pos, mv);
            best = best.max(-score);
            if best >= beta {
                break;
            }
        }
        self.td.moves.truncate(base);
        best
    }

    /// Runs the threat search and stores what it proves.
    pub(super) fn prove(&mut self, pos: &mut G, key: u64, ply: usize) -> Result<Option<Score>, Stopped> {
        let Some(score) = self.td.threats.prove(pos, self.shared.ctl)? else { return Ok(None) };
        let score = score.from_node(ply);
        self.store(key, Entry { mv: 0, score, eval: None, depth: 0, bound: Bound::Lower }, ply);
        Ok(Some(score))
    }
}
