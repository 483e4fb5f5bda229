//! What the training asks of a game's network.

use std::path::Path;

use rand_pcg::Pcg64;

use super::adam::Pace;
use super::model::{Model, Optimiser};
use crate::engine::eval_file::EvalFile;
use crate::lab::selfplay::{Conditions, SelfplayError, SelfplayGame};
use crate::weights_file::{WeightsError, WeightsFile};

/// A game's network as the training sees it: positions out of records, a loss and its gradient, a file of weights.
pub trait Architecture {
    /// The game, as the registry names it.
    const GAME: &'static str;
    /// Symmetries of the board, each of which is as good a position to learn from; number 0 changes nothing.
    const SYMMETRIES: u8;
    /// A position as it is kept until it is learnt from.
    type Position: Copy;
    /// The network in whole numbers, as it plays.
    type Network;

    /// The games of a file follow, played under such conditions, which an engine has accepted.
    ///
    /// # Errors
    /// [`SelfplayError::OtherConditions`] when they differ from those of earlier files in the rules.
    fn begin_file(&mut self, path: &Path, conditions: &Conditions) -> Result<(), SelfplayError>;

    /// A game begins, none of whose moves has been played.
    fn begin_game(&mut self, game: &SelfplayGame);

    /// A legal move is played.
    fn play(&mut self, number: u16);

    /// The last move is taken back.
    fn take_back(&mut self);

    /// The position that has been reached; `None` before the first game.
    fn position(&mut self) -> Option<Self::Position>;

    /// Small random weights.
    fn first_weights(&self, random: &mut Pcg64) -> Model;

    /// The weights of a file, of any rule of the game, to go on from.
    ///
    /// # Errors
    /// When it is damaged, or no file of such a network.
    fn weights_of(&self, file: &[u8]) -> Result<Model, WeightsError>;

    /// Begins a batch with the model's weights.
    fn begin(&mut self, model: &Model);

    /// The model's correction of the linear value, in logits, for the side to move.
    fn forward(&mut self, model: &Model, position: Self::Position, symmetry: u8) -> f32;

    /// Adds to the gradient what the last correction hands back; `slope` is that of the loss by the correction.
    fn backward(&mut self, slope: f32);

    /// Ends a batch of so many positions with a step of the optimiser, at a pace for each list.
    fn step(&mut self, model: &mut Model, optimiser: &mut Optimiser, positions: usize, pace: impl Fn(usize) -> Pace);

    /// The damping of a list of weights: those with gradients far below it hardly move.
    fn damping(&self, list: usize) -> f32;

    /// The network of these weights, rounded.
    ///
    /// # Errors
    /// When sums could overflow.
    fn network(&self, model: &Model) -> Result<Self::Network, WeightsError>;

    /// Its correction for the side to move, in units of the evaluation.
    fn correction(&self, network: &Self::Network, position: Self::Position) -> i32;

    /// The file of these weights, which correct the linear ones of a file, or the built-in ones; `note` says where they come from.
    ///
    /// # Errors
    /// When the file with the linear weights is damaged.
    fn file(&self, model: &Model, corrected: Option<&EvalFile>, note: &str) -> Result<WeightsFile, WeightsError>;
}
