//! Parts of a run of `tune-search`: trials that several machines play.
//!
//! Sensitivities and comparisons are sums over pairs of games, so any pairs make a part. An optimisation is a chain: each iteration
//! begins where the ones before it have led. There a part is played with the values that stand after the part `lag` numbers before it,
//! so that `lag` parts can be played at a time, and no gradient is staler than `lag` parts. What is played follows from the numbers
//! alone, not from who is fast: the journal is the same on one machine and on a hundred.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::SpsaError;
use super::game_pair::{GamePairPlayer, PairSettings};
use super::optimizer::Optimizer;
use super::run::{checkpoint_after, checkpoint_line, count_pair, play_all, score_difference};
use crate::engine::options::Options;
use crate::lab::arena::time::TimeControl;
use crate::lab::parts::{Part, PartError, PartFile};
use crate::lab::spsa::read_tuned_params;
use crate::lab::stats::{Pentanomial, Points};
use crate::search::ParamValues;

/// What the pairs are played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// Values are moved.
    Tune,
    /// The sensitivity to each value is measured.
    Slopes,
    /// The values listed are compared with the usual ones.
    Compare,
}

/// What decides a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartedRun {
    /// What it is for.
    pub purpose: Purpose,
    /// The game.
    pub game: String,
    /// Its options, by name.
    pub options: Vec<(String, String)>,
    /// What limits the searches.
    pub limits: TimeControl,
    /// The seed of openings and trials.
    pub seed: u64,
    /// The values, in the form of a list: a line each, name, step and value.
    pub params: Vec<String>,
    /// Pairs of games.
    pub pairs: u32,
    /// How far a won pair moves a value.
    pub rate: f64,
    /// A part begins with the values after the part so many numbers before it; of no account where values stay.
    pub lag: u32,
}

/// A pair that was played, a line of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PlayedPair {
    pair: u32,
    /// For the first set, in half points of each game.
    points: [u8; 2],
}

/// What the parts of a run come to.
#[derive(Debug)]
pub enum Outcome {
    /// The optimiser after them all, and the journal.
    Tuned(Box<Optimizer>, String),
    /// The sensitivities to the values.
    Slopes(Box<Optimizer>, Vec<Pentanomial>),
    /// The result of the values listed.
    Compared(Pentanomial),
}

impl PartedRun {
    /// How the games are played.
    ///
    /// # Errors
    /// When there is no such game or option.
    pub fn pair_settings(&self) -> Result<PairSettings, SpsaError> {
        let mut options = Options::for_game(&self.game)?;
        for (name, value) in &self.options {
            options.set(name, value)?;
        }
        Ok(PairSettings { options, limits: self.limits.clone(), seed: self.seed })
    }

    fn usual(&self) -> Result<ParamValues, SpsaError> {
        GamePairPlayer::new(self.pair_settings()?)?.defaults()
    }

    /// The optimiser at the beginning.
    fn optimizer(&self) -> Result<Optimizer, SpsaError> {
        let usual = self.usual()?;
        let params = read_tuned_params(&self.params.join("\n"), &usual)?;
        // Steps shrink with the iterations; planned for a single one, they are those listed throughout.
        let planned = if self.purpose == Purpose::Tune { self.pairs } else { 1 };
        Ok(Optimizer::new(params, usual, planned, self.rate, self.seed))
    }

    fn pairs_of(&self, part: Part) -> std::ops::Range<u32> {
        let range = part.range(u64::from(self.pairs));
        range.start as u32..range.end as u32
    }

    /// The optimiser with the values that a part begins with.
    fn begins_with(&self, part: Part, journal: Option<&Path>) -> Result<Optimizer, SpsaError> {
        let mut optimizer = self.optimizer()?;
        let before = part.number().saturating_sub(self.lag.max(1));
        let applied = if before == 0 { 0 } else { self.pairs_of(part.with_number(before)).end };
        if self.purpose == Purpose::Tune && applied > 0 {
            let values = journal.map(|journal| checkpoint_after(journal, applied, &optimizer)).transpose()?.flatten();
            let values = values.ok_or(SpsaError::TooEarly { part, before, pairs: applied })?;
            optimizer.resume(applied, &values);
        }
        Ok(optimizer)
    }

    /// Plays the pairs of a part, and returns its results as lines. `tell` is called after every pair.
    ///
    /// # Errors
    /// When the journal does not know yet what the part begins with, or a worker fails.
    pub fn play(
        &self,
        part: Part,
        journal: Option<&Path>,
        workers: usize,
        tell: &(dyn Fn() + Sync),
    ) -> Result<String, SpsaError> {
        let optimizer = self.begins_with(part, journal)?;
        let (listed, usual) = (optimizer.params(), self.usual()?);
        let pairs = self.pairs_of(part);
        let played = std::sync::Mutex::new(Vec::new());
        play_all(&self.pair_settings()?, pairs.end - pairs.start, workers, |player, number| {
            let pair = pairs.start + number;
            let points = if self.purpose == Purpose::Compare {
                player.pair(u64::from(pair), &listed, &usual)?
            } else {
                let perturbation = optimizer.perturbation(pair);
                player.pair(u64::from(pair), &perturbation.plus, &perturbation.minus)?
            };
            let line = PlayedPair { pair, points: points.map(half_points) };
            super::run::lock(&played).push(line);
            tell();
            Ok(())
        })?;
        let mut played = played.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        played.sort_by_key(|pair| pair.pair);
        let lines = played.iter().map(|pair| Ok(serde_json::to_string(pair)? + "\n"));
        lines.collect::<Result<String, serde_json::Error>>().map_err(|error| SpsaError::Worker(error.to_string()))
    }

    /// What parts come to, given in their order; for an optimisation none before the last may be missing.
    ///
    /// # Errors
    /// When a part does not hold exactly its own pairs.
    pub fn join<'a>(&self, files: impl Iterator<Item = &'a PartFile>) -> Result<Outcome, SpsaError> {
        let mut optimizer = self.optimizer()?;
        let mut slopes = vec![Pentanomial::default(); optimizer.tuned_params().len()];
        let (mut compared, mut journal) = (Pentanomial::default(), Vec::new());
        for file in files {
            let pairs = self.pairs_of_file(file)?;
            for &PlayedPair { pair, points } in &pairs {
                let points = points.map(|half| match half {
                    0 => Points::Loss,
                    1 => Points::Draw,
                    _ => Points::Win,
                });
                match self.purpose {
                    Purpose::Tune => optimizer.update(&optimizer.perturbation(pair), score_difference(points)),
                    Purpose::Slopes => count_pair(&mut slopes, &optimizer.perturbation(pair), points),
                    Purpose::Compare => compared.add(points[0], points[1]),
                }
            }
            if !pairs.is_empty() {
                let line = checkpoint_line(&optimizer).map_err(|error| SpsaError::Worker(error.to_string()))?;
                journal.extend_from_slice(&line);
            }
        }
        Ok(match self.purpose {
            Purpose::Tune => Outcome::Tuned(Box::new(optimizer), String::from_utf8_lossy(&journal).into_owned()),
            Purpose::Slopes => Outcome::Slopes(Box::new(optimizer), slopes),
            Purpose::Compare => Outcome::Compared(compared),
        })
    }

    fn pairs_of_file(&self, file: &PartFile) -> Result<Vec<PlayedPair>, SpsaError> {
        let damaged = |what: &str| PartError::damaged(file.path(), format!("part {}: {what}", file.part()));
        let read = |line: &String| serde_json::from_str(line).map_err(|error| damaged(&error.to_string()));
        let pairs: Vec<PlayedPair> = file.lines()?.iter().map(read).collect::<Result<_, _>>()?;
        let fits = pairs.iter().map(|pair| pair.pair).eq(self.pairs_of(file.part()))
            && pairs.iter().flat_map(|pair| pair.points).all(|half| half <= 2);
        if fits { Ok(pairs) } else { Err(damaged("not the pairs of this part").into()) }
    }
}

fn half_points(points: Points) -> u8 {
    match points {
        Points::Loss => 0,
        Points::Draw => 1,
        Points::Win => 2,
    }
}
