//! Where no depth is left: the evaluator's proof search, quiescence, or the static value.

use super::alpha_beta::{LONGEST, Search};
use super::control::Stopped;
use super::position::{Evaluator, Game};
use super::score::Score;
use super::tt::{Bound, Entry};

impl<G: Game, E: Evaluator<G>> Search<'_, G, E> {
    /// The value where no depth is left: the proof search's, or the static one. A static value of at least beta cuts off by
    /// itself: the proof, which can only raise it, is spared.
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
        let eval = match entry.and_then(|entry| entry.eval) {
            Some(eval) => eval,
            None => self.evaluate(pos),
        };
        if eval >= beta || entry.is_some_and(|entry| entry.depth == 0) {
            return Ok(eval);
        }
        if let Some(score) = self.prove(pos, key, ply)? {
            return Ok(score);
        }
        if self.params.calm_depth > 0 {
            return Ok(self.calm(pos, eval, alpha, beta, ply, self.params.calm_depth));
        }
        if self.params.store_leaves > 0 && entry.is_none() {
            self.store(key, Entry { mv: 0, score: eval, eval: Some(eval), depth: 0, bound: Bound::Exact }, ply);
        }
        Ok(eval)
    }

    /// Quiescence: the static value, unless moves that must not be left hanging make it better; `left` more of them.
    fn calm(&mut self, pos: &mut G, eval: Score, mut alpha: Score, beta: Score, ply: usize, left: i32) -> Score {
        if left == 0 || eval >= beta || ply >= LONGEST {
            return eval;
        }
        let base = self.mind.moves.len();
        self.mind.evaluator.tactical(pos, &mut self.mind.moves);
        let mut best = eval;
        for at in base..self.mind.moves.len() {
            alpha = alpha.max(best);
            let mv = self.mind.moves[at].0;
            let undo = pos.make(mv);
            self.mind.evaluator.on_make(pos, mv);
            self.calm_nodes += 1;
            let score = match pos.outcome() {
                Some(outcome) => self.final_score(outcome, pos, ply + 1),
                None => {
                    let eval = self.evaluate(pos);
                    self.calm(pos, eval, -beta, -alpha, ply + 1, left - 1)
                }
            };
            pos.unmake(mv, undo);
            self.mind.evaluator.on_unmake(pos, mv);
            best = best.max(-score);
            if best >= beta {
                break;
            }
        }
        self.mind.moves.truncate(base);
        best
    }

    /// Tries the evaluator's own proof search, and keeps what it proves.
    fn prove(&mut self, pos: &mut G, key: u64, ply: usize) -> Result<Option<Score>, Stopped> {
        let Some(score) = self.mind.evaluator.prove(pos, self.crew.ctl)? else { return Ok(None) };
        let score = score.from_node(ply);
        self.store(key, Entry { mv: 0, score, eval: None, depth: 0, bound: Bound::Lower }, ply);
        Ok(Some(score))
    }
}
