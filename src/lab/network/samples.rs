//! The positions to learn from, out of files of self-play games.
//!
//! What stays in memory is the moves and twenty bytes a position; boards are set up again when they are learnt from. Positions are
//! left out that the search judges by no static value: decided at a glance, or with a five to be stopped. Those that the search has proven stay: without
//! them the network would learn that attacks fail, as those that win would all be missing. Games that begin with the same
//! opening, symmetries of the board apart, are held out together, with their variations.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::NetworkError;
use crate::engine::{Change, Engine, PackedMove, Rejected, TrainingGame};
use crate::games::gomoku::network::weights::LOGIT;
use crate::games::gomoku::{Cell, RuleCode};
use crate::lab::fit::is_held_out;
use crate::lab::selfplay::{GameResult, Records, SelfplayError, SelfplayGame};
use crate::search::{Player, Score};

/// The option that names the rules: games by different ones do not teach together.
const RULE: &str = "Rule";

/// A position: the stones with which a game began, and those of a variation after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The game's place in the list.
    pub game: u32,
    /// How many stones of the game are on the board.
    ply: u16,
    /// How many stones of a variation follow; 0 in a position of the game itself.
    after: u16,
    /// Where these are among the moves of all variations.
    first: u32,
    /// What the search said for the side to move.
    pub score: i16,
    /// What the linear evaluation says for the side to move.
    pub linear: i16,
}

impl Sample {
    /// The linear value as logarithmic odds.
    pub fn linear_logit(&self) -> f32 {
        f32::from(self.linear) / LOGIT as f32
    }

    /// Is it a position of the game itself, so that the game's result tells of it?
    pub fn is_of_game(&self) -> bool {
        self.after == 0
    }
}

/// A game as far as training needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Game {
    first: u32,
    size: u8,
    result: GameResult,
}

/// All positions, and the games that they are from.
#[derive(Debug)]
pub struct Samples {
    /// The rule set of all games.
    pub rule: RuleCode,
    moves: Vec<Cell>,
    games: Vec<Game>,
    variations: Vec<Cell>,
    /// Positions to learn from.
    pub training: Vec<Sample>,
    /// Positions to judge by.
    pub held_out: Vec<Sample>,
}

/// Which games judge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// Their share.
    pub share: f64,
    /// Chooses them.
    pub seed: u64,
}

impl Samples {
    /// Reads all games of the files.
    ///
    /// # Errors
    /// When a file cannot be read or is damaged, or holds no Gomoku games, games by other rules than the
    /// first, or illegal moves.
    pub fn read(files: &[PathBuf], split: Split) -> Result<Samples, NetworkError> {
        let mut samples = Samples::new(RuleCode::Freestyle);
        let mut known = HashSet::new();
        let mut first_rule = None;
        for path in files {
            let records = Records::open(path)?;
            let conditions = records.conditions().clone();
            if conditions.game != "gomoku" {
                return Err(NetworkError::OtherGame { path: path.clone(), game: conditions.game });
            }
            let rule = conditions.options.get(RULE).cloned().unwrap_or_default();
            let ours = first_rule.get_or_insert_with(|| rule.clone());
            if *ours != rule {
                let (path, field, ours) = (path.clone(), RULE.to_owned(), ours.clone());
                return Err(SelfplayError::OtherConditions { path, field, theirs: rule, ours }.into());
            }
            let mut engine = conditions.open().map_err(SelfplayError::from)?;
            let size = conditions.options.get("BoardSize").and_then(|size| size.parse().ok()).unwrap_or(15);
            for game in records {
                samples.add(path, &game?, engine.as_mut(), (size, conditions.nodes), split, &mut known)?;
            }
        }
        let rule = first_rule.and_then(|name| RuleCode::ALL.into_iter().find(|rule| rule.name() == name));
        samples.rule = rule.unwrap_or(samples.rule);
        if samples.training.is_empty() || samples.held_out.is_empty() {
            let (training, held_out) = (samples.training.len(), samples.held_out.len());
            return Err(NetworkError::TooFew { training, held_out });
        }
        Ok(samples)
    }

    fn new(rule: RuleCode) -> Samples {
        let (moves, games, variations, training, held_out) = Default::default();
        Samples { rule, moves, games, variations, training, held_out }
    }

    /// Adds the positions of a game, unless one with the same opening was played out at as many nodes.
    fn add(
        &mut self,
        path: &Path,
        game: &SelfplayGame,
        engine: &mut dyn Engine,
        (size, nodes): (u8, u64),
        split: Split,
        known: &mut HashSet<(u64, u64)>,
    ) -> Result<(), NetworkError> {
        let illegal = |ply: usize, why: Rejected| NetworkError::Game {
            path: path.to_owned(),
            source: SelfplayError::IllegalMove { game: game.number, ply: ply + 1, why },
        };
        engine.apply(&Change::Clear).map_err(SelfplayError::from)?;
        let subject = subject(engine)?;
        for (ply, &number) in game.moves[..game.opening].iter().enumerate() {
            subject.play(PackedMove(number)).map_err(|why| illegal(ply, why))?;
        }
        let opening = subject.symmetric_key();
        if !known.insert((opening, nodes)) {
            return Ok(());
        }
        let held_out = is_held_out(opening, split.seed, split.share);
        let number = self.games.len() as u32;
        self.games.push(Game { first: self.moves.len() as u32, size, result: game.result });
        self.moves.extend(game.moves.iter().map(|&number| cell(number)));
        let mut found = Vec::new();
        for ply in game.opening..=game.moves.len() {
            if let Some(&score) = game.scores.get(ply - game.opening) {
                found.extend(sample(subject, number, ply, score));
            }
            for variation in game.variations.iter().filter(|variation| variation.ply == ply) {
                for (at, &number) in variation.moves.iter().enumerate() {
                    subject.play(PackedMove(number)).map_err(|why| illegal(ply + at, why))?;
                }
                let (first, after) = (self.variations.len() as u32, variation.moves.len() as u16);
                if let Some(at_game) = sample(subject, number, ply, variation.score) {
                    found.push(Sample { first, after, ..at_game });
                    self.variations.extend(variation.moves.iter().map(|&number| cell(number)));
                }
                variation.moves.iter().for_each(|_| subject.take_back());
            }
            if let Some(&number) = game.moves.get(ply) {
                subject.play(PackedMove(number)).map_err(|why| illegal(ply, why))?;
            }
        }
        if held_out {
            self.held_out.extend(found)
        } else {
            self.training.extend(found)
        }
        Ok(())
    }

    /// A single position, of such stones in turn.
    #[cfg(test)]
    pub(super) fn of_game(size: u8, moves: Vec<Cell>) -> (Samples, Sample) {
        let sample = Sample { game: 0, ply: moves.len() as u16, after: 0, first: 0, score: 0, linear: 120 };
        let games = vec![Game { first: 0, size, result: GameResult::Draw }];
        (Samples { moves, games, ..Samples::new(RuleCode::Freestyle) }, sample)
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The size of the board.
    pub fn size(&self, sample: Sample) -> usize {
        usize::from(self.games[sample.game as usize].size)
    }

    /// The stones in the order they were placed, and whose they are.
    pub fn stones(&self, sample: Sample) -> impl Iterator<Item = (Cell, Player)> {
        let first = self.games[sample.game as usize].first as usize;
        let game = &self.moves[first..first + usize::from(sample.ply)];
        let after = &self.variations[sample.first as usize..][..usize::from(sample.after)];
        game.iter().chain(after).copied().zip(Player::ALL.into_iter().cycle())
    }

    /// Who is to move.
    pub fn to_move(&self, sample: Sample) -> Player {
        Player::ALL[usize::from(sample.ply + sample.after) % 2]
    }

    /// How its game ended.
    pub fn result(&self, sample: Sample) -> GameResult {
        self.games[sample.game as usize].result
    }
}

fn cell(number: u16) -> Cell {
    Cell::from_index(usize::from(number))
}

/// The position that the game has reached, after `ply` moves of the numbered game; `None` when nothing is to be learnt from it.
fn sample(subject: &mut dyn TrainingGame, game: u32, ply: usize, score: Score) -> Option<Sample> {
    subject.has_static_value().then(|| {
        let (score, linear) = (score.value() as i16, subject.evaluate().value() as i16);
        Sample { game, ply: ply as u16, after: 0, first: 0, score, linear }
    })
}

fn subject(engine: &mut dyn Engine) -> Result<&mut dyn TrainingGame, NetworkError> {
    let unfit = || Rejected::Unsupported("game: it is not one of two players".to_owned());
    Ok(engine.training_game().ok_or_else(unfit).map_err(SelfplayError::from)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::Options;
    use crate::lab::selfplay::{Conditions, Goal, Store, run};

    const SPLIT: Split = Split { share: 0.3, seed: 1 };

    fn file(folder: &Path, rule: &str) -> PathBuf {
        let mut options = Options::new();
        options.set("BoardSize", "9").unwrap();
        options.set("Rule", rule).unwrap();
        let mut conditions = Conditions::new(&options, 60, 1);
        conditions.opening.nodes = 60;
        conditions.variations = 2;
        let path = folder.join(rule);
        run(&mut Store::open(&path, conditions).unwrap(), Goal::Games(40), 1, &mut |_| {}).unwrap();
        path
    }

    #[test]
    fn positions_are_split_by_game_and_are_those_of_the_records() {
        let folder = tempfile::tempdir().unwrap();
        let path = file(folder.path(), "freestyle");
        let samples = Samples::read(std::slice::from_ref(&path), SPLIT).unwrap();
        let games: Vec<SelfplayGame> = Records::open(&path).unwrap().collect::<Result<_, _>>().unwrap();
        let numbers = |of: &[Sample]| of.iter().map(|sample| sample.game).collect::<HashSet<_>>();
        assert!(numbers(&samples.training).is_disjoint(&numbers(&samples.held_out)));
        let mut variations = 0;
        for &sample in samples.training.iter().chain(&samples.held_out) {
            let stones: Vec<u16> = samples.stones(sample).map(|(cell, _)| cell.index() as u16).collect();
            let is_known = games.iter().any(|game| {
                let score = |at: usize| game.scores.get(at).map(|score| score.value());
                let own = game.moves.starts_with(&stones)
                    && stones.len().checked_sub(game.opening).and_then(score) == Some(i32::from(sample.score));
                let beside = game.variations.iter().any(|variation| {
                    [&game.moves[..variation.ply], &variation.moves].concat() == stones
                        && variation.score.value() == i32::from(sample.score)
                });
                game.result == samples.result(sample) && if sample.is_of_game() { own } else { beside }
            });
            assert!(is_known, "{sample:?}");
            variations += usize::from(!sample.is_of_game());
        }
        assert!(variations > 100, "{variations} variations");
    }

    #[test]
    fn other_rules_and_other_games_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let files = ["freestyle", "standard"].map(|rule| file(folder.path(), rule));
        match Samples::read(&files, SPLIT).err() {
            Some(NetworkError::Records(SelfplayError::OtherConditions { field, .. })) => assert_eq!(field, RULE),
            other => panic!("{other:?}"),
        }
        assert!(matches!(Samples::read(&[], SPLIT), Err(NetworkError::TooFew { training: 0, held_out: 0 })));
        let abalone = folder.path().join("abalone");
        Store::open(&abalone, Conditions::new(&Options::for_game("abalone").unwrap(), 60, 1)).unwrap();
        assert!(matches!(Samples::read(&[abalone], SPLIT), Err(NetworkError::OtherGame { .. })));
    }
}
