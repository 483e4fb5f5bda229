//! Training of the network of [`crate::games::gomoku::network`].

mod cells;
mod games;
mod gradient;
mod model;
mod rows;

use std::path::Path;

use rand_pcg::Pcg64;

use self::games::{Games, Position};
use self::gradient::{ROW_LISTS, Worker};
use super::adam::Pace;
use super::architecture::Architecture;
use super::model::{Model, Optimiser};
use crate::engine::eval_file::EvalFile;
use crate::games::gomoku::network::{Network, oracle};
use crate::games::gomoku::patterns::lines::Lines;
use crate::games::gomoku::{GomokuModel, RuleCode};
use crate::lab::selfplay::{Conditions, SelfplayError, SelfplayGame};
use crate::weights_file::{WeightsError, WeightsFile};

/// The option that names the rules: games by different ones do not teach together.
const RULE: &str = "Rule";
const BOARD_SIZE: &str = "BoardSize";
const USUAL_SIZE: u8 = 15;

/// The damping of the tables that served as well as any: see `docs/src/generations.md`.
const TABLE_DAMPING: f32 = 2e-6;
/// Keeps the steps of the dense layers finite.
const DENSE_DAMPING: f32 = 1e-8;

/// A network of one rule set, in training.
pub struct GomokuTraining {
    rule: Option<RuleCode>,
    /// The size of the boards of the file that is being read.
    size: u8,
    games: Games,
    worker: Worker,
}

impl Default for GomokuTraining {
    fn default() -> GomokuTraining {
        GomokuTraining { rule: None, size: USUAL_SIZE, games: Games::default(), worker: Worker::new(true) }
    }
}

impl GomokuTraining {
    fn rule(&self) -> RuleCode {
        self.rule.unwrap_or(RuleCode::Freestyle)
    }

    /// Renju forbids Black alone what both want, so that a line says something else to each colour.
    fn tables(&self) -> usize {
        if self.rule() == RuleCode::Renju { 2 } else { 1 }
    }
}

impl Architecture for GomokuTraining {
    const GAME: &'static str = "gomoku";
    const SYMMETRIES: u8 = 8;
    type Position = Position;
    type Network = Network;

    fn begin_file(&mut self, path: &Path, conditions: &Conditions) -> Result<(), SelfplayError> {
        let option = |name: &str| conditions.options.get(name).map_or("", String::as_str);
        let theirs = RuleCode::ALL.into_iter().find(|rule| rule.name() == option(RULE)).unwrap_or(RuleCode::Freestyle);
        let ours = *self.rule.get_or_insert(theirs);
        if ours != theirs {
            let [theirs, ours] = [theirs, ours].map(|rule| rule.name().to_owned());
            let (path, field) = (path.to_owned(), RULE.to_owned());
            return Err(SelfplayError::OtherConditions { path, field, theirs, ours });
        }
        self.size = option(BOARD_SIZE).parse().unwrap_or(USUAL_SIZE);
        Ok(())
    }

    fn begin_game(&mut self, game: &SelfplayGame) {
        self.games.begin(self.size, game);
    }

    fn play(&mut self, number: u16) {
        self.games.play(number);
    }

    fn take_back(&mut self) {
        self.games.take_back();
    }

    fn position(&mut self) -> Option<Position> {
        self.games.position()
    }

    fn first_weights(&self, random: &mut Pcg64) -> Model {
        model::first_weights(random, self.tables())
    }

    fn weights_of(&self, file: &[u8]) -> Result<Model, WeightsError> {
        GomokuModel::network_parts(file).map(|parts| model::model(&parts, self.tables()))
    }

    fn begin(&mut self, model: &Model) {
        self.worker.begin(model);
    }

    fn forward(&mut self, model: &Model, position: Position, symmetry: u8) -> f32 {
        self.worker.forward(model, &self.games, position, symmetry)
    }

    fn backward(&mut self, slope: f32) {
        self.worker.backward(slope);
    }

    fn step(&mut self, model: &mut Model, optimiser: &mut Optimiser, positions: usize, pace: impl Fn(usize) -> Pace) {
        self.worker.step(model, optimiser, positions, pace);
    }

    fn damping(&self, list: usize) -> f32 {
        if list < ROW_LISTS { TABLE_DAMPING } else { DENSE_DAMPING }
    }

    fn network(&self, model: &Model) -> Result<Network, WeightsError> {
        Network::new(&model::parts(model))
    }

    fn correction(&self, network: &Network, position: Position) -> i32 {
        let size = self.games.size(position);
        let mut lines = Lines::new(size);
        self.games.stones(position).for_each(|(cell, player)| lines.toggle(cell, player));
        oracle::evaluate(network, &lines, size, position.to_move())
    }

    fn file(&self, model: &Model, corrected: Option<&EvalFile>, note: &str) -> Result<WeightsFile, WeightsError> {
        GomokuModel::network_file(self.rule(), &model::parts(model), corrected.map(EvalFile::bytes), note)
    }
}
