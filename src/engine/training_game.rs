//! A game as the lab studies it: moves without their text, positions judged by a search. Whole games go through this interface, one
//! call a move.

use web_time::Instant;

use super::two_player::TwoPlayer;
use super::{MoveStyle, Notation, PackedMove, Rejected};
use crate::search::{
    Control, Feature, Game, Limits, Linear, Model, MoveOrdering, MoveStack, ParamValues, Score, SearchRequest,
    Searcher, Table, Threat, ThreatSearch, WeightGroup,
};

/// What a search makes of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The best move.
    pub best: PackedMove,
    /// The value for the side to move.
    pub score: Score,
    /// The last depth that was finished.
    pub depth: u32,
    /// Moves made in the main search.
    pub nodes: u64,
    /// Nodes of the proof searches.
    pub proof_nodes: u64,
}

/// What the lab asks of a game of two players, beside what a session does.
pub trait TrainingGame {
    /// The moves that a game can reasonably go on with: those that a random opening is drawn from. None when the game is over.
    fn plausible_moves(&mut self) -> Vec<PackedMove>;

    /// Plays a move.
    ///
    /// # Errors
    /// [`Rejected::BadMove`] when it is not legal here; the position is what it was.
    fn play(&mut self, mv: PackedMove) -> Result<(), Rejected>;

    /// Takes the last move back, if there is one.
    fn take_back(&mut self);

    /// The moves that a search of this position looked at, as far as the table still knows the positions that they lead to.
    /// None when the game is over.
    fn searched_moves(&self, table: &Table) -> Vec<PackedMove>;

    /// How a move is written; `None` when it is not legal here.
    fn move_text(&self, mv: PackedMove, style: MoveStyle) -> Option<String>;

    /// A number that positions share which a symmetry of the board makes equal.
    fn symmetric_key(&self) -> u64;

    /// Searches the position by one thread and reports nothing; `None` when the game is over.
    fn judge(&mut self, table: &Table, ctl: &Control) -> Option<Judged>;

    /// The same with so many nodes.
    fn judge_by_nodes(&mut self, table: &Table, nodes: u64) -> Option<Judged> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        self.judge(table, &Control::new(&limits, Instant::now()))
    }

    /// The static value for the side to move of a position that is not over.
    fn evaluate(&mut self) -> Score;

    /// Is the static value asked for here by a search: is nothing decided at a glance, and no threat to be answered first?
    fn is_quiet(&mut self) -> bool;

    /// Does a search judge the position by its static value when no depth is left: is nothing decided at a glance, and no five
    /// to be stopped? Unlike a quiet position, it may have a three that must be answered.
    fn has_static_value(&mut self) -> bool;

    /// The numbers that its positions are searched by: those of the search, then those of the game's own.
    fn params(&self) -> ParamValues;

    /// Searches by other numbers from now on. What earlier searches taught is forgotten; numbers that are not listed stay.
    fn set_params(&mut self, values: &ParamValues);

    /// The evaluation as a sum of weights; `None` when it is of another kind.
    fn linear(&self) -> Option<Box<dyn LinearModel + '_>>;
}

/// An evaluation that is linear in its weights, at the position of a game.
pub trait LinearModel {
    /// See [`Linear::weights`].
    fn weights(&self) -> Vec<WeightGroup>;

    /// Adds the features of a position that is not over: see [`Linear::features`].
    fn features(&self, out: &mut Vec<Feature>);

    /// See [`Linear::logit`].
    fn logit(&self) -> f64;

    /// See [`Linear::steps`].
    fn steps(&self) -> i32;

    /// The file of such weights: see [`Linear::weights_file`].
    fn weights_file(&self, weights: &[i32], note: &str) -> Vec<u8>;
}

impl<G: Game, M: Model<G>, N: Notation<G>> TrainingGame for TwoPlayer<G, M, N> {
    fn plausible_moves(&mut self) -> Vec<PackedMove> {
        let mut moves = MoveStack::new();
        if self.played.moves.is_empty() && self.played.pos.plies() == 0 {
            self.notation.first_moves().into_iter().for_each(|mv| moves.push(mv));
        }
        if moves.is_empty() && self.played.pos.outcome().is_none() {
            self.model.ordering().candidates(&self.played.pos, &mut moves);
        }
        moves.moves(0).map(|mv| PackedMove(G::pack(mv))).collect()
    }

    fn play(&mut self, mv: PackedMove) -> Result<(), Rejected> {
        self.played.play_packed(mv)
    }

    fn take_back(&mut self) {
        self.played.take_back_last();
    }

    fn searched_moves(&self, table: &Table) -> Vec<PackedMove> {
        let mut moves = MoveStack::new();
        if self.played.pos.outcome().is_none() {
            self.played.pos.generate(&mut moves);
        }
        let is_known = |mv: &G::Move| table.probe(self.played.pos.key_after(*mv)).is_some();
        moves.moves(0).filter(is_known).map(|mv| PackedMove(G::pack(mv))).collect()
    }

    fn move_text(&self, mv: PackedMove, style: MoveStyle) -> Option<String> {
        self.played.pos.unpack(mv.0).map(|mv| self.notation.format_move(&self.played.pos, mv, style))
    }

    fn symmetric_key(&self) -> u64 {
        self.notation.symmetric_key(&self.played.pos)
    }

    fn judge(&mut self, table: &Table, ctl: &Control) -> Option<Judged> {
        if self.played.pos.outcome().is_some() {
            return None;
        }
        let found = self.searcher.search(&self.played.pos, table, &SearchRequest::default(), ctl, &mut |_| {})?;
        Some(Judged {
            best: PackedMove(G::pack(found.best())),
            score: found.lines[0].score,
            depth: found.depth,
            nodes: found.nodes,
            proof_nodes: found.proof_nodes,
        })
    }

    fn evaluate(&mut self) -> Score {
        self.searcher.evaluate(&self.played.pos)
    }

    fn is_quiet(&mut self) -> bool {
        self.has_static_value() && self.searcher.threats().threat(&self.played.pos) == Threat::None
    }

    fn has_static_value(&mut self) -> bool {
        if self.played.pos.outcome().is_some() {
            return false;
        }
        let threats = self.searcher.threats();
        threats.immediate_result(&self.played.pos).is_none() && threats.threat(&self.played.pos) != Threat::Four
    }

    fn params(&self) -> ParamValues {
        self.searcher.params().values().and(self.model.params())
    }

    fn set_params(&mut self, values: &ParamValues) {
        let mut params = self.searcher.params().clone();
        params.assign(values);
        self.model.set_params(values);
        self.searcher = Searcher::with_params(self.model.clone(), params);
    }

    fn linear(&self) -> Option<Box<dyn LinearModel + '_>> {
        let linear = self.model.linear()?;
        Some(Box::new(LinearAt { linear, pos: &self.played.pos }))
    }
}

/// A linear evaluation and a position of its game.
struct LinearAt<'a, G> {
    linear: &'a dyn Linear<G>,
    pos: &'a G,
}

impl<G: Game> LinearModel for LinearAt<'_, G> {
    fn weights(&self) -> Vec<WeightGroup> {
        self.linear.weights()
    }

    fn features(&self, out: &mut Vec<Feature>) {
        self.linear.features(self.pos, out);
    }

    fn logit(&self) -> f64 {
        self.linear.logit()
    }

    fn steps(&self) -> i32 {
        self.linear.steps()
    }

    fn weights_file(&self, weights: &[i32], note: &str) -> Vec<u8> {
        self.linear.weights_file(weights, note)
    }
}
