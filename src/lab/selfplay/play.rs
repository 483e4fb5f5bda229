//! One game of the engine against itself. Its number and the conditions decide it: nothing learnt in one game reaches another.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::branch;
use super::error::SelfplayError;
use super::record::{Ending, GameResult, Layout, SelfplayGame};
use super::variations::Variations;
use crate::engine::eval_file::EvalFile;
use crate::engine::options::{Options, Value};
use crate::engine::{Engine, Rejected};
use crate::lab::openings::random::{OpeningGenerator, OpeningSettings};
use crate::search::{Score, Table};

/// Under which conditions games are played: the header of their file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    /// Version of this object.
    pub v: u32,
    /// The program that plays, with its version.
    pub engine: String,
    /// The game.
    pub game: String,
    /// The options that decide its rules, by name.
    pub options: BTreeMap<String, String>,
    /// Nodes a move.
    pub nodes: u64,
    /// What openings are drawn from.
    pub seed: u64,
    /// The openings.
    pub opening: OpeningSettings,
    /// A game is stopped after so many moves.
    pub max_plies: usize,
    /// Are games played to the end when a win has been proven?
    pub play_out: bool,
    /// Positions that the search of a move looked at and that are searched as well, for each move of a game.
    #[serde(default)]
    pub variations: usize,
    /// A game begins at a branch, up to so many moves after its opening; `None` for at the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch_plies: Option<NonZeroUsize>,
    /// The checksum of the file of weights that plays; `None` for the built-in weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval_file: Option<u32>,
}

impl Conditions {
    /// The game that the options name, with everything else at its default.
    pub fn new(options: &Options, nodes: u64, seed: u64) -> Conditions {
        let text = |value| match value {
            Value::On(on) => bool::to_string(&on),
            Value::Number(number) => i64::to_string(&number),
            Value::Word(word, _) => str::to_owned(word),
        };
        let rows = options.game().options.iter();
        Conditions {
            v: 1,
            engine: concat!("fukumi ", env!("CARGO_PKG_VERSION")).to_owned(),
            game: options.game().name.to_owned(),
            options: rows.filter_map(|row| Some((row.name.to_owned(), text(options.value(row.name)?)))).collect(),
            nodes,
            seed,
            opening: OpeningSettings::default(),
            max_plies: 300,
            play_out: false,
            variations: 0,
            branch_plies: None,
            eval_file: options.eval_file().map(|file| file.checksum()),
        }
    }

    /// How the games are laid out in a file.
    pub(super) fn layout(&self) -> Layout {
        if self.variations > 0 { Layout::WithVariations } else { Layout::Plain }
    }

    /// The game, opened with these weights, or with the built-in ones.
    ///
    /// # Errors
    /// When there is no such game, or it has no such options or takes no such weights.
    pub fn open(&self, weights: Option<Arc<EvalFile>>) -> Result<Box<dyn Engine>, Rejected> {
        let options = self.engine_options()?.with_eval_file(weights);
        (options.game().open)(&options)
    }

    /// The game with its classical evaluation, which is what `tune` fits and what a network corrects: by these weights, those that a
    /// network among them corrects, or by the built-in ones.
    ///
    /// # Errors
    /// When there is no such game, or it has no such options or takes no such weights.
    pub fn open_classical(&self, weights: Option<Arc<EvalFile>>) -> Result<Box<dyn Engine>, Rejected> {
        let options = self.engine_options()?.with_classical_evaluation().with_eval_file(weights);
        (options.game().open)(&options)
    }

    /// The options, as an engine takes them.
    ///
    /// # Errors
    /// When there is no such game, or it has no such options.
    pub fn engine_options(&self) -> Result<Options, Rejected> {
        let mut options = Options::for_game(&self.game)?;
        for (name, value) in &self.options {
            options.set(name, value)?;
        }
        Ok(options)
    }

    /// The first thing in which games played under the others differ from these: its name, their value, and ours. The program
    /// that began a file is told in it, but another version may go on with it.
    pub fn difference(&self, theirs: &Conditions) -> Option<(String, String, String)> {
        let fields = |conditions: &Conditions| {
            let opening = &conditions.opening;
            let mut fields = BTreeMap::from([
                ("game".to_owned(), conditions.game.clone()),
                ("nodes".to_owned(), conditions.nodes.to_string()),
                ("seed".to_owned(), conditions.seed.to_string()),
                ("opening plies".to_owned(), format!("{}-{}", opening.min_plies, opening.max_plies)),
                ("opening tolerance".to_owned(), opening.tolerance.to_string()),
                ("opening nodes".to_owned(), opening.nodes.to_string()),
                ("max-plies".to_owned(), conditions.max_plies.to_string()),
                ("play-out".to_owned(), conditions.play_out.to_string()),
                ("variations".to_owned(), conditions.variations.to_string()),
                ("branch plies".to_owned(), conditions.branch_plies.map_or(0, NonZeroUsize::get).to_string()),
                ("weights".to_owned(), conditions.eval_file.map_or("built-in".to_owned(), |sum| format!("{sum:08x}"))),
            ]);
            fields.extend(conditions.options.clone());
            fields
        };
        let (ours, mut theirs) = (fields(self), fields(theirs));
        let nothing = || "unknown".to_owned();
        let differing = ours.into_iter().find_map(|(name, ours)| {
            let theirs = theirs.remove(&name).unwrap_or_else(nothing);
            (theirs != ours).then_some((name, theirs, ours))
        });
        differing.or_else(|| theirs.pop_first().map(|(name, theirs)| (name, theirs, nothing())))
    }
}

/// Plays games, one at a time.
pub struct SelfplayPlayer {
    conditions: Conditions,
    engine: Box<dyn Engine>,
    openings: OpeningGenerator,
    table: Table,
}

/// Moves of a long game: the table has room for the nodes of so many searches. Larger costs time, as it is cleared for each game.
const TABLE_MOVES: u64 = 64;

/// Bytes of an entry of the table.
const ENTRY: u64 = 16;

/// The largest table in MiB.
const TABLE_MAX: u64 = 256;

/// A table for games at so many nodes a move.
///
/// # Errors
/// When there is no memory for it.
pub fn table_for(nodes: u64) -> Result<Table, Rejected> {
    let mebibytes = (nodes.saturating_mul(TABLE_MOVES * ENTRY) >> 20).clamp(1, TABLE_MAX);
    Table::new(mebibytes as usize).map_err(|error| Rejected::Memory(error.to_string()))
}

impl SelfplayPlayer {
    /// A player under these conditions, whose file of weights is given beside them.
    ///
    /// # Errors
    /// When the game cannot be opened, or there is no memory for a table.
    pub fn new(conditions: Conditions, weights: Option<Arc<EvalFile>>) -> Result<SelfplayPlayer, SelfplayError> {
        let engine = conditions.open(weights)?;
        let table = table_for(conditions.nodes)?;
        Ok(SelfplayPlayer { engine, openings: OpeningGenerator::new(conditions.opening.clone())?, table, conditions })
    }

    /// Plays the game with that number. Also tells the nodes searched for its moves, those of proofs included.
    ///
    /// # Errors
    /// When there is no opening, or the engine fails.
    pub fn play(&mut self, number: u32) -> Result<(SelfplayGame, u64), SelfplayError> {
        let opening = self.openings.draw(self.engine.as_mut(), self.conditions.seed, u64::from(number))?;
        self.engine.new_game();
        self.table.clear();
        let mut moves: Vec<u16> = opening.packed.iter().map(|mv| mv.0).collect();
        let (mut scores, mut nodes) = (Vec::new(), 0);
        let mut variations = Variations::new(&self.conditions, number);
        if let Some(most) = self.conditions.branch_plies {
            let game = self.engine.training_game().ok_or_else(unfit)?;
            let mut random = branch::random(self.conditions.seed, number);
            branch::play(game, &self.table, (self.conditions.nodes, most.get()), &mut random, &mut moves)?;
            self.table.clear();
        }
        let opening = moves.len();
        let (result, ending) = loop {
            let standing = self.engine.standing();
            if let Some(outcome) = standing.outcome {
                break (GameResult::from(outcome), Ending::Rules);
            }
            if moves.len() >= self.conditions.max_plies {
                break (GameResult::Draw, Ending::Stopped);
            }
            let subject = self.engine.training_game().ok_or_else(unfit)?;
            let found = subject.judge_by_nodes(&self.table, self.conditions.nodes).ok_or(Rejected::GameOver)?;
            nodes += found.nodes + found.proof_nodes;
            scores.push(found.score);
            if found.score.is_mate() && !self.conditions.play_out {
                let winner = if found.score > Score::DRAW { standing.to_move } else { standing.to_move.opponent() };
                break (GameResult::from(crate::search::Outcome::Win(winner)), Ending::Proof);
            }
            nodes += variations.add(subject, &self.table, moves.len())?;
            subject.play(found.best)?;
            moves.push(found.best.0);
        };
        let variations = variations.into_found();
        Ok((SelfplayGame { number, result, ending, opening, moves, scores, variations }, nodes))
    }
}

fn unfit() -> Rejected {
    Rejected::Unsupported("game: it is not one of two players".to_owned())
}
