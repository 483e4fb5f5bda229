//! Moves of one node in the order of their promise: the table's move before anything is generated, then the candidates, each
//! selected when it is its turn, since most nodes need only the first few; those that are rarely best come last.

use super::mind::Mind;
use super::params::Params;
use super::position::{Evaluator, Game};

/// The order of one node's moves. The moves themselves lie on the thread's stack, from the node's base on; those before the
/// cursor were handed out, in that order.
pub(super) struct Picker<M> {
    base: usize,
    cursor: usize,
    stage: Stage<M>,
}

enum Stage<M> {
    /// The table's move comes first.
    Known(M),
    /// Nothing was generated; the known move, if any, was handed out.
    Ungenerated(Option<M>),
    /// What is left of the early candidates lies on the stack, from the cursor on; the known move was handed out.
    Early(Option<M>),
    /// So do the late ones.
    Late,
}

impl<M: Copy + Eq> Picker<M> {
    /// A node's order begins. Its moves go to the stack from `base` on.
    pub(super) fn new(base: usize, known: Option<M>) -> Picker<M> {
        Picker { base, cursor: base, stage: known.map_or(Stage::Ungenerated(None), Stage::Known) }
    }

    /// The next move, the most promising of those left.
    #[inline]
    pub(super) fn next<G, E>(&mut self, pos: &G, mind: &mut Mind<G, E>, ply: usize, params: &Params) -> Option<M>
    where
        G: Game<Move = M>,
        E: Evaluator<G>,
    {
        match self.stage {
            Stage::Known(mv) => {
                self.stage = Stage::Ungenerated(Some(mv));
                return Some(mv);
            }
            Stage::Ungenerated(known) => {
                mind.evaluator.early_candidates(pos, &mut mind.moves);
                self.stage = Stage::Early(known);
                self.prepare(known, pos, mind, ply, params);
            }
            Stage::Early(_) | Stage::Late => {}
        }
        if self.cursor == mind.moves.len()
            && let Stage::Early(known) = self.stage
        {
            mind.evaluator.late_candidates(pos, &mut mind.moves);
            self.stage = Stage::Late;
            self.prepare(known, pos, mind, ply, params);
        }
        let left = mind.moves.from_mut(self.cursor);
        select(left);
        let mv = left.first()?.0;
        self.cursor += 1;
        Some(mv)
    }

    /// Makes what was generated ready to be handed out, but for the known move, which was.
    fn prepare<G, E>(&mut self, known: Option<M>, pos: &G, mind: &mut Mind<G, E>, ply: usize, params: &Params)
    where
        G: Game<Move = M>,
        E: Evaluator<G>,
    {
        let moves = mind.moves.from_mut(self.cursor);
        if let Some(at) = known.and_then(|known| moves.iter().position(|&(mv, _)| mv == known)) {
            moves.swap(0, at);
            self.cursor += 1;
        }
        if mind.moves.len() > self.cursor + 1 {
            mind.value_moves(pos, self.cursor, ply, params);
        }
    }

    /// Where the moves handed out lie on the stack. The table's move is among them once the others were generated.
    pub(super) fn handed_out(&self) -> std::ops::Range<usize> {
        self.base..self.cursor
    }
}

/// Swaps the first of the largest values to the front.
#[inline]
fn select<M: Copy>(moves: &mut [(M, i32)]) {
    let Some(&(_, mut largest)) = moves.first() else { return };
    let mut best = 0;
    for (at, &(_, value)) in moves.iter().enumerate() {
        if value > largest {
            (best, largest) = (at, value);
        }
    }
    moves.swap(0, best);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selection_takes_the_first_of_equals() {
        let mut moves = [('a', 1), ('b', 4), ('c', 4), ('d', 2)];
        select(&mut moves);
        assert_eq!(moves, [('b', 4), ('a', 1), ('c', 4), ('d', 2)]);
        select::<char>(&mut []);
    }
}
