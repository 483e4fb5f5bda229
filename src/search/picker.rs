//! The move picker: the table's move before anything is generated, then the early candidates by their ordering scores, then the
//! late ones, and where all of them lose the defences beyond them. Each move is selected when it is its turn, since most nodes need
//! only the first few.

use super::control::{Control, Stopped};
use super::model::Model;
use super::move_stack::MoveStack;
use super::ordering::MoveOrdering;
use super::params::Params;
use super::position::Game;
use super::thread_data::ThreadData;
use super::threat_search::Threat;

/// Hands out one node's moves, best first. The moves lie on the thread's move stack from `base` on: those before `searched` were
/// searched, those before `cursor` were handed out and pruned.
pub(super) struct Picker<M> {
    base: usize,
    searched: usize,
    cursor: usize,
    stage: Stage<M>,
}

enum Stage<M> {
    /// The table's move is next.
    TableMove(M),
    /// Nothing is generated yet; the table's move, if any, was handed out.
    Ungenerated(Option<M>),
    /// The rest of the early candidates lies on the stack from the cursor on; the table's move was handed out.
    Early(Option<M>),
    /// The same for the late candidates.
    Late,
    /// The same for the defences beyond the candidates.
    FarDefences,
}

impl<M: Copy + Eq> Picker<M> {
    /// A picker for a new node, whose moves go to the stack from `base` on.
    pub(super) fn new(base: usize, known: Option<M>) -> Picker<M> {
        Picker { base, searched: base, cursor: base, stage: known.map_or(Stage::Ungenerated(None), Stage::TableMove) }
    }

    /// The best move left.
    #[inline]
    pub(super) fn next<G, K>(&mut self, pos: &G, td: &mut ThreadData<G, K>, ply: usize, params: &Params) -> Option<M>
    where
        G: Game<Move = M>,
        K: Model<G>,
    {
        match self.stage {
            Stage::TableMove(mv) => {
                self.stage = Stage::Ungenerated(Some(mv));
                return Some(mv);
            }
            Stage::Ungenerated(known) => {
                td.ordering.early_candidates(pos, &mut td.moves);
                self.stage = Stage::Early(known);
                self.prepare(known, pos, td, ply, params);
            }
            Stage::Early(_) | Stage::Late | Stage::FarDefences => {}
        }
        if self.cursor == td.moves.len()
            && let Stage::Early(known) = self.stage
        {
            td.ordering.late_candidates(pos, &mut td.moves);
            self.stage = Stage::Late;
            self.prepare(known, pos, td, ply, params);
        }
        let left = td.moves.from_mut(self.cursor);
        select(left);
        let mv = left.first()?.0;
        self.cursor += 1;
        Some(mv)
    }

    /// Adds the defences beyond the candidates, once, after all candidates were handed out.
    ///
    /// # Errors
    /// [`Stopped`] when `ctl` says so.
    pub(super) fn add_far_defences<G, K>(
        &mut self,
        pos: &mut G,
        td: &mut ThreadData<G, K>,
        (ply, threat): (usize, Threat),
        params: &Params,
        ctl: &Control,
    ) -> Result<(), Stopped>
    where
        G: Game<Move = M>,
        K: Model<G>,
    {
        if matches!(self.stage, Stage::Late) {
            self.stage = Stage::FarDefences;
            td.push_far_defences(pos, threat, params, ctl)?;
            self.prepare(None, pos, td, ply, params);
        }
        Ok(())
    }

    /// Scores what was generated and skips the table's move, which was handed out.
    fn prepare<G, K>(&mut self, known: Option<M>, pos: &G, td: &mut ThreadData<G, K>, ply: usize, params: &Params)
    where
        G: Game<Move = M>,
        K: Model<G>,
    {
        let moves = td.moves.from_mut(self.cursor);
        if let Some(at) = known.and_then(|known| moves.iter().position(|&(mv, _)| mv == known)) {
            moves.swap(0, at);
            self.cursor += 1;
            self.note_searched(&mut td.moves);
        }
        if td.moves.len() > self.cursor + 1 {
            td.score_moves(pos, self.cursor, ply, params);
        }
    }

    /// The move handed out last is searched, not pruned.
    #[inline]
    pub(super) fn note_searched(&mut self, moves: &mut MoveStack<M>) {
        // The table's move is not on the stack before the others are generated.
        if self.cursor > self.base {
            moves.swap(self.searched, self.cursor - 1);
            self.searched += 1;
        }
    }

    /// The stack range of the moves searched. The table's move is among them once the others were generated.
    pub(super) fn searched(&self) -> std::ops::Range<usize> {
        self.base..self.searched
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
    fn pruned_moves_are_not_among_the_searched() {
        let mut moves = MoveStack::new();
        "abcd".chars().for_each(|mv| moves.push(mv));
        let mut picker = Picker::new(0, None);
        for searched in [true, false, false, true] {
            picker.cursor += 1;
            if searched {
                picker.note_searched(&mut moves);
            }
        }
        assert_eq!(picker.searched().map(|at| moves[at].0).collect::<String>(), "ad");
        assert_eq!(moves.moves(0).count(), 4);
    }

    #[test]
    fn selection_takes_the_first_of_equals() {
        let mut moves = [('a', 1), ('b', 4), ('c', 4), ('d', 2)];
        select(&mut moves);
        assert_eq!(moves, [('b', 4), ('a', 1), ('c', 4), ('d', 2)]);
        select::<char>(&mut []);
    }
}
