//! The positions to learn from, out of files of self-play games.
//!
//! What stays in memory is the games' moves and eight bytes a position; boards are set up again when they are learnt from. Positions are
//! left out whose score is proven, and those where a threat must be answered: no static value is asked for there. Games that begin with
//! the same opening, symmetries of the board apart, are held out together.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::NetworkError;
use crate::engine::{Change, Engine, PackedMove, Rejected, TrainingGame};
use crate::games::gomoku::Cell;
use crate::lab::fit::is_held_out;
use crate::lab::selfplay::{GameResult, Records, SelfplayError, SelfplayGame};

/// The option that names the rules: games by different ones do not teach together.
const RULE: &str = "Rule";

/// A position: the stones with which a game began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The game's place in the list.
    pub game: u32,
    /// How many stones were on the board.
    pub stones: u16,
    /// What the search said for the side to move.
    pub score: i16,
}

/// A game as far as training needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Game {
    first: u32,
    size: u8,
    result: GameResult,
}

/// All positions, and the games that they are from.
#[derive(Debug, Default)]
pub struct Samples {
    /// The rule of all games, by its name.
    pub rule: String,
    moves: Vec<Cell>,
    games: Vec<Game>,
    /// Positions to learn from.
    pub training: Vec<Sample>,
    /// Positions to judge by.
    pub held_out: Vec<Sample>,
    /// What today's evaluation says of those to judge by.
    pub classical: Vec<i16>,
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
        let mut samples = Samples::default();
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
        samples.rule = first_rule.unwrap_or_default();
        if samples.training.is_empty() || samples.held_out.is_empty() {
            let (training, held_out) = (samples.training.len(), samples.held_out.len());
            return Err(NetworkError::TooFew { training, held_out });
        }
        Ok(samples)
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
        self.moves.extend(game.moves.iter().map(|&number| Cell::from_index(usize::from(number))));
        for (at, &score) in game.scores.iter().enumerate() {
            let stones = game.opening + at;
            if !score.is_mate() && subject.is_quiet() {
                let sample = Sample { game: number, stones: stones as u16, score: score.value() as i16 };
                if held_out {
                    self.held_out.push(sample);
                    self.classical.push(subject.evaluate().value() as i16);
                } else {
                    self.training.push(sample);
                }
            }
            if let Some(&number) = game.moves.get(stones) {
                subject.play(PackedMove(number)).map_err(|why| illegal(stones, why))?;
            }
        }
        Ok(())
    }

    /// A single position, of such stones in turn.
    #[cfg(test)]
    pub(super) fn of_game(size: u8, moves: Vec<Cell>) -> (Samples, Sample) {
        let sample = Sample { game: 0, stones: moves.len() as u16, score: 0 };
        let games = vec![Game { first: 0, size, result: GameResult::Draw }];
        (Samples { moves, games, ..Samples::default() }, sample)
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The size of the board.
    pub fn size(&self, sample: Sample) -> usize {
        usize::from(self.games[sample.game as usize].size)
    }

    /// The stones in the order they were placed, Black first.
    pub fn stones(&self, sample: Sample) -> &[Cell] {
        let first = self.games[sample.game as usize].first as usize;
        &self.moves[first..first + usize::from(sample.stones)]
    }

    /// How its game ended.
    pub fn result(&self, sample: Sample) -> GameResult {
        self.games[sample.game as usize].result
    }
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
        assert_eq!(samples.classical.len(), samples.held_out.len());
        for &sample in samples.training.iter().chain(&samples.held_out) {
            let stones: Vec<u16> = samples.stones(sample).iter().map(|cell| cell.index() as u16).collect();
            let known = games.iter().any(|game| {
                let score = |at: usize| game.scores.get(at).map(|score| score.value());
                game.moves.starts_with(&stones)
                    && game.result == samples.result(sample)
                    && stones.len().checked_sub(game.opening).and_then(score) == Some(i32::from(sample.score))
            });
            assert!(known, "{sample:?}");
        }
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
