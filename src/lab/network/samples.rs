//! The positions to learn from, out of files of self-play games.
//!
//! Positions are left out that the search judges by no static value: decided at a glance, or with a threat to be answered at once. Those
//! that the search has proven stay: without them the network would learn that attacks fail, as those that win would all be missing. Games
//! that begin with the same opening, symmetries of the board apart, are held out together, with their variations.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::NetworkError;
use super::architecture::Architecture;
use crate::engine::eval_file::EvalFile;
use crate::engine::{Change, Engine, PackedMove, Rejected, TrainingGame};
use crate::lab::fit::is_held_out;
use crate::lab::returns::returns;
use crate::lab::selfplay::{Records, SelfplayError, SelfplayGame};
use crate::network::head::LOGIT;
use crate::search::{Player, Score};

/// A position, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<P> {
    /// The position.
    pub position: P,
    /// What the search said for the side to move.
    pub score: i16,
    /// What the linear evaluation says for the side to move.
    pub linear: i16,
    /// What became of the game, in a position of the game itself; `None` in a variation.
    pub outcome: Option<Outcome>,
}

impl<P> Sample<P> {
    /// The linear value as logarithmic odds.
    pub fn linear_logit(&self) -> f32 {
        f32::from(self.linear) / LOGIT as f32
    }
}

/// What became of a game after a position, for the side to move there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// What its end is worth: 0, a half or 1.
    pub result: f32,
    /// The λ-return ([`super::super::returns`]), 0 to 1.
    pub returned: f32,
}

/// All positions.
#[derive(Debug)]
pub struct Samples<P> {
    /// How many games they are from.
    pub games: usize,
    /// Positions to learn from.
    pub training: Vec<Sample<P>>,
    /// Positions to judge by.
    pub held_out: Vec<Sample<P>>,
}

/// How games are read.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The share of the games that judge.
    pub held_out: f64,
    /// Chooses them.
    pub seed: u64,
    /// The decay of λ-returns, 0 to 1.
    pub decay: f64,
    /// The file whose linear weights the network is to correct; the built-in ones when there is none.
    pub corrected: Option<Arc<EvalFile>>,
}

/// Reads all games of the files.
///
/// # Errors
/// When a file cannot be read or is damaged, or holds games of another game, games by other rules than the first, or illegal moves.
pub fn read<A: Architecture>(
    architecture: &mut A,
    files: &[PathBuf],
    reading: Reading,
) -> Result<Samples<A::Position>, NetworkError> {
    let samples = Samples { games: 0, training: Vec::new(), held_out: Vec::new() };
    let mut reader = Reader { architecture, reading, known: HashSet::new(), samples };
    for path in files {
        reader.add_file(path)?;
    }
    let samples = reader.samples;
    if samples.training.is_empty() || samples.held_out.is_empty() {
        let (training, held_out) = (samples.training.len(), samples.held_out.len());
        return Err(NetworkError::TooFew { training, held_out });
    }
    Ok(samples)
}

struct Reader<'a, A: Architecture> {
    architecture: &'a mut A,
    reading: Reading,
    /// The openings and the ends of the games so far.
    known: HashSet<(u64, u64)>,
    samples: Samples<A::Position>,
}

impl<A: Architecture> Reader<'_, A> {
    fn add_file(&mut self, path: &Path) -> Result<(), NetworkError> {
        let records = Records::open(path)?;
        let conditions = records.conditions().clone();
        if conditions.game != A::GAME {
            return Err(NetworkError::OtherGame { path: path.to_owned(), game: conditions.game });
        }
        let mut engine = conditions.open_classical(self.reading.corrected.clone()).map_err(SelfplayError::from)?;
        self.architecture.begin_file(path, &conditions)?;
        for game in records {
            let game = game?;
            self.add_game(&game, engine.as_mut()).map_err(|(ply, why)| NetworkError::Game {
                path: path.to_owned(),
                source: SelfplayError::IllegalMove { game: game.number, ply: ply + 1, why },
            })?;
        }
        Ok(())
    }

    /// Adds the positions of a game, unless one with the same opening came to the same end. An error comes with its ply.
    fn add_game(&mut self, game: &SelfplayGame, engine: &mut dyn Engine) -> Result<(), (usize, Rejected)> {
        engine.apply(&Change::Clear).map_err(|why| (0, why))?;
        let unfit = || (0, Rejected::Unsupported("game: it is not one of two players".to_owned()));
        let mut walk = Walk { subject: engine.training_game().ok_or_else(unfit)?, architecture: self.architecture };
        walk.architecture.begin_game(game);
        for (ply, &number) in game.moves[..game.opening].iter().enumerate() {
            walk.play(number).map_err(|why| (ply, why))?;
        }
        let opening = walk.subject.symmetric_key();
        let held_out = is_held_out(opening, self.reading.seed, self.reading.held_out);
        let samples = if held_out { &mut self.samples.held_out } else { &mut self.samples.training };
        let before = samples.len();
        let returns = returns(game, self.reading.decay, f64::from(LOGIT));
        for ply in game.opening..=game.moves.len() {
            let at = ply - game.opening;
            if let (Some(&score), Some(&returned)) = (game.scores.get(at), returns.get(at)) {
                let result = game.result.worth_to(Player::ALL[ply % 2]) as f32;
                samples.extend(walk.sample(score, Some(Outcome { result, returned: returned as f32 })));
            }
            for variation in game.variations.iter().filter(|variation| variation.ply == ply) {
                for (at, &number) in variation.moves.iter().enumerate() {
                    walk.play(number).map_err(|why| (ply + at, why))?;
                }
                samples.extend(walk.sample(variation.score, None));
                variation.moves.iter().for_each(|_| walk.take_back());
            }
            if let Some(&number) = game.moves.get(ply) {
                walk.play(number).map_err(|why| (ply, why))?;
            }
        }
        if self.known.insert((opening, walk.subject.symmetric_key())) {
            self.samples.games += 1;
        } else {
            samples.truncate(before);
        }
        Ok(())
    }
}

/// A position of a game, as its engine and as its network see it.
struct Walk<'a, A> {
    subject: &'a mut dyn TrainingGame,
    architecture: &'a mut A,
}

impl<A: Architecture> Walk<'_, A> {
    fn play(&mut self, number: u16) -> Result<(), Rejected> {
        self.subject.play(PackedMove(number))?;
        self.architecture.play(number);
        Ok(())
    }

    fn take_back(&mut self) {
        self.subject.take_back();
        self.architecture.take_back();
    }

    /// The position that has been reached; `None` when nothing is to be learnt from it.
    fn sample(&mut self, score: Score, outcome: Option<Outcome>) -> Option<Sample<A::Position>> {
        if !self.subject.has_static_value() {
            return None;
        }
        let (score, linear) = (score.value() as i16, self.subject.evaluate().value() as i16);
        Some(Sample { position: self.architecture.position()?, score, linear, outcome })
    }
}

#[cfg(test)]
mod tests {
    use super::super::gomoku::GomokuTraining;
    use super::*;
    use crate::engine::options::Options;
    use crate::lab::selfplay::{Conditions, Goal, Store, run};

    const READING: Reading = Reading { held_out: 0.3, seed: 1, decay: 0.9, corrected: None };

    fn file(folder: &Path, rule: &str) -> PathBuf {
        let mut options = Options::new();
        options.set("BoardSize", "9").unwrap();
        options.set("Rule", rule).unwrap();
        let mut conditions = Conditions::new(&options, 60, 1);
        conditions.opening.nodes = 60;
        conditions.variations = 2;
        let path = folder.join(rule);
        run(&mut Store::open(&path, conditions).unwrap(), None, Goal::Games(40), 1, &mut |_| {}).unwrap();
        path
    }

    #[test]
    fn positions_are_split_by_game_and_have_the_scores_of_the_records() {
        let folder = tempfile::tempdir().unwrap();
        let path = file(folder.path(), "freestyle");
        let samples = read(&mut GomokuTraining::default(), std::slice::from_ref(&path), READING).unwrap();
        let games: Vec<SelfplayGame> = Records::open(&path).unwrap().collect::<Result<_, _>>().unwrap();
        let own: HashSet<i32> = games.iter().flat_map(|game| &game.scores).map(|score| score.value()).collect();
        let variations = games.iter().flat_map(|game| &game.variations);
        let beside: HashSet<i32> = variations.map(|variation| variation.score.value()).collect();
        let all = || samples.training.iter().chain(&samples.held_out);
        for sample in all() {
            let scores = if sample.outcome.is_some() { &own } else { &beside };
            assert!(scores.contains(&i32::from(sample.score)), "{sample:?}");
        }
        let of_variations = all().filter(|sample| sample.outcome.is_none()).count();
        assert!(of_variations > 100 && samples.held_out.len() > 100, "{of_variations} of variations");
        assert!(samples.training.len() > samples.held_out.len());
    }

    #[test]
    fn other_rules_and_other_games_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let read = |files: &[PathBuf]| read(&mut GomokuTraining::default(), files, READING);
        match read(&["freestyle", "standard"].map(|rule| file(folder.path(), rule))).err() {
            Some(NetworkError::Records(SelfplayError::OtherConditions { field, .. })) => assert_eq!(field, "Rule"),
            other => panic!("{other:?}"),
        }
        assert!(matches!(read(&[]), Err(NetworkError::TooFew { training: 0, held_out: 0 })));
        let abalone = folder.path().join("abalone");
        Store::open(&abalone, Conditions::new(&Options::for_game("abalone").unwrap(), 60, 1)).unwrap();
        assert!(matches!(read(&[abalone]), Err(NetworkError::OtherGame { .. })));
    }
}
