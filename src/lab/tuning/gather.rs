//! Rows for the trainer: the positions of recorded games as features, with their results and scores.
//!
//! A classical evaluation is fitted to quiet positions: those with a proven score are left out, and so are those that
//! are decided at a glance or in which a threat must be answered. The weights that a network corrects are fitted to the positions that the
//! network learns from: all that a search judges by their static value. Games that begin with the same
//! opening, symmetries of the board apart, are held out together, and a game that occurs twice counts once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::error::TuneError;
use crate::engine::eval_file::EvalFile;
use crate::engine::{Change, Engine, PackedMove, Rejected, TrainingGame};
use crate::lab::fit::{Samples, blend};
use crate::lab::returns::returns;
use crate::lab::selfplay::{Conditions, GameResult, Records, SelfplayError, SelfplayGame};
use crate::search::{Feature, WeightGroup};

/// What was gathered.
pub struct Gathered {
    /// The game, opened under the rules of the records, with the evaluation that is fitted.
    pub engine: Box<dyn Engine>,
    /// The same with the network that corrects it, if there is one.
    corrected: Option<Box<dyn Engine>>,
    /// The conditions of the first file.
    pub conditions: Conditions,
    /// The nodes per move of each file's games.
    pub nodes: BTreeSet<u64>,
    /// The options of each file that are no rules.
    boards: BTreeSet<String>,
    /// The weights that the features belong to.
    pub groups: Vec<WeightGroup>,
    /// How many steps of a weight make one unit of the evaluation.
    pub steps: f64,
    /// By how many units of the evaluation the odds of winning grow e-fold.
    pub logit: f64,
    /// A row for each position.
    pub samples: Samples,
    /// Games that were read, each once.
    pub games: u64,
    /// What was left out.
    pub left: Left,
    /// Files whose last block is torn, and where it begins.
    pub torn: Vec<(PathBuf, u64)>,
}

/// What was left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// Games that had been read before.
    pub games: u64,
    /// Drawn games, where those are not used.
    pub drawn: u64,
    /// Positions with a proven score.
    pub proven: u64,
    /// Positions that are decided at a glance, or in which a threat must be answered.
    pub forced: u64,
}

impl Gathered {
    /// The weights before the fit, in units of the evaluation.
    pub fn start(&self) -> Vec<f32> {
        self.groups
            .iter()
            .flat_map(|group| &group.values)
            .map(|&value| (f64::from(value) / self.steps) as f32)
            .collect()
    }

    /// The rules and the boards of the games, for people.
    pub fn played(&self) -> String {
        let rules = text(&rules_and_board(&self.conditions).0);
        let boards = match self.boards.len() {
            0..=BOARDS_NAMED => self.boards.iter().cloned().collect::<Vec<_>>().join(" and "),
            many => format!("{many} boards"),
        };
        format!("{rules}; {boards}")
    }

    /// Weights in steps, within the ranges of their groups.
    pub fn within_range(&self, weights: &[i32]) -> Vec<i32> {
        let ranges = self.groups.iter().flat_map(|group| group.values.iter().map(|_| group.range));
        weights.iter().zip(ranges).map(|(weight, (low, high))| *weight.clamp(&low, &high)).collect()
    }
}

/// The options that name the start position and the board's size. They are not rules: games from different starts and on different
/// boards are used together.
const NOT_RULES: [&str; 2] = ["Start", "BoardSize"];
/// More boards than these are only counted.
const BOARDS_NAMED: usize = 4;

/// What the positions of a game are to be worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// How much what became of the game counts, 0 to 1; the rest is the score of the search.
    pub lambda: f64,
    /// The decay of its λ-returns ([`returns`]), 0 to 1; at 1 the result is what became of it.
    pub decay: f64,
}

/// Reads the games of the files. With a network, the weights that it corrects are those to be fitted, and its corrections are added to the
/// rows. Drawn games are left out unless `draws` is set: where many games are drawn, they teach how to draw.
///
/// # Errors
/// When a file cannot be read, is damaged, holds another game or other rules than the first, or moves that are not legal, or the network
/// is for another game or rule.
pub fn gather(
    files: &[PathBuf],
    target: Target,
    draws: bool,
    network: Option<&Arc<EvalFile>>,
) -> Result<Gathered, TuneError> {
    let first = files.first().ok_or(TuneError::NoFiles)?;
    let conditions = Records::open(first)?.conditions().clone();
    let mut engine = conditions.open_classical(network.cloned()).map_err(SelfplayError::from)?;
    let (groups, logit, steps) = match engine.training_game().and_then(|game| game.linear()) {
        Some(linear) => (linear.weights(), linear.logit(), f64::from(linear.steps())),
        None => Default::default(),
    };
    let width = groups.iter().map(|group| group.values.len()).sum();
    if width == 0 {
        return Err(TuneError::NoWeights(conditions.game));
    }
    let samples =
        Samples::new(width).map_err(|source| TuneError::Features { game: conditions.game.clone(), source })?;
    let (left, torn) = (Left::default(), Vec::new());
    let (nodes, boards) = (BTreeSet::new(), BTreeSet::new());
    let corrected = None;
    let mut gathered =
        Gathered { engine, corrected, conditions, nodes, boards, groups, steps, logit, samples, games: 0, left, torn };
    let mut known = FxHashSet::default();
    for path in files {
        let mut records = Records::open(path)?;
        check_rules(path, &gathered.conditions, records.conditions())?;
        let nodes = records.conditions().nodes;
        gathered.nodes.insert(nodes);
        gathered.boards.insert(text(&rules_and_board(records.conditions()).1));
        let open = |network: &Arc<EvalFile>| records.conditions().open(Some(Arc::clone(network)));
        gathered.corrected = network.map(open).transpose().map_err(SelfplayError::from)?;
        gathered.engine = records.conditions().open_classical(network.cloned()).map_err(SelfplayError::from)?;
        for game in &mut records {
            gathered.read(path, &game?, nodes, (target, draws), &mut known)?;
        }
        gathered.torn.extend(records.torn().map(|offset| (path.clone(), offset)));
    }
    Ok(gathered)
}

/// The options that are rules, and those that are not.
fn rules_and_board(conditions: &Conditions) -> (BTreeMap<String, String>, BTreeMap<String, String>) {
    conditions.options.clone().into_iter().partition(|(name, _)| !NOT_RULES.contains(&name.as_str()))
}

/// Options as text.
fn text(options: &BTreeMap<String, String>) -> String {
    options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

fn check_rules(path: &Path, first: &Conditions, found: &Conditions) -> Result<(), TuneError> {
    let rules = |of: &Conditions| Conditions { game: of.game.clone(), options: rules_and_board(of).0, ..first.clone() };
    match rules(first).difference(&rules(found)) {
        None => Ok(()),
        Some((field, theirs, ours)) => {
            Err(SelfplayError::OtherConditions { path: path.to_owned(), field, theirs, ours }.into())
        }
    }
}

impl Gathered {
    fn read(
        &mut self,
        path: &Path,
        game: &SelfplayGame,
        nodes: u64,
        (target, draws): (Target, bool),
        known: &mut FxHashSet<(u64, u64)>,
    ) -> Result<(), TuneError> {
        let illegal = |ply: usize, why: Rejected| TuneError::Game {
            path: path.to_owned(),
            source: SelfplayError::IllegalMove { game: game.number, ply: ply + 1, why },
        };
        for engine in self.engines() {
            engine.apply(&Change::Clear).map_err(SelfplayError::from)?;
        }
        for (ply, &number) in game.moves[..game.opening].iter().enumerate() {
            self.play(PackedMove(number)).map_err(|why| illegal(ply, why))?;
        }
        // The opening and the number of nodes decide how a game goes.
        let opening = self.subject()?.symmetric_key();
        if !known.insert((opening, nodes)) {
            self.left.games += 1;
            return Ok(());
        }
        if !draws && game.result == GameResult::Draw {
            self.left.drawn += 1;
            return Ok(());
        }
        self.games += 1;
        let returns = returns(game, target.decay, self.logit);
        for (at, (&score, &returned)) in game.scores.iter().zip(&returns).enumerate() {
            if self.engine.standing().outcome.is_some() {
                return Err(illegal(game.opening + at, Rejected::GameOver));
            }
            let has_network = self.corrected.is_some();
            let subject = self.subject()?;
            if score.is_mate() && !has_network {
                self.left.proven += 1;
            } else if !(subject.is_quiet() || has_network && subject.has_static_value()) {
                self.left.forced += 1;
            } else {
                let target = blend(returned, f64::from(score.value()), target.lambda, self.logit);
                self.add_row(opening, target)?;
            }
            if let Some(&number) = game.moves.get(game.opening + at) {
                self.play(PackedMove(number)).map_err(|why| illegal(game.opening + at, why))?;
            }
        }
        Ok(())
    }

    /// Adds the position that has been reached.
    fn add_row(&mut self, opening: u64, target: f32) -> Result<(), TuneError> {
        let subject = self.subject()?;
        let mut features: Vec<Feature> = Vec::new();
        subject.linear().into_iter().for_each(|linear| linear.features(&mut features));
        let classical = subject.evaluate().value();
        let corrected = match &mut self.corrected {
            Some(corrected) => training_game(corrected.as_mut()).map_err(SelfplayError::from)?.evaluate().value(),
            None => classical,
        };
        let offset = (f64::from(corrected - classical) / self.logit) as f32;
        let added = self.samples.push(opening, target, offset, features);
        added.map_err(|source| TuneError::Features { game: self.conditions.game.clone(), source })
    }

    /// The game with the evaluation that is fitted.
    fn subject(&mut self) -> Result<&mut dyn TrainingGame, SelfplayError> {
        Ok(training_game(self.engine.as_mut())?)
    }

    fn engines(&mut self) -> impl Iterator<Item = &mut Box<dyn Engine>> {
        std::iter::once(&mut self.engine).chain(&mut self.corrected)
    }

    fn play(&mut self, mv: PackedMove) -> Result<(), Rejected> {
        for engine in self.engines() {
            training_game(engine.as_mut())?.play(mv)?;
        }
        Ok(())
    }
}

fn training_game(engine: &mut dyn Engine) -> Result<&mut dyn TrainingGame, Rejected> {
    engine.training_game().ok_or_else(|| Rejected::Unsupported("game: it is not one of two players".to_owned()))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::engine::options::Options;
    use crate::lab::selfplay::{Ending, Goal, Store, run};
    use crate::search::Score;

    const RESULT: Target = Target { lambda: 1.0, decay: 1.0 };

    fn conditions(rule: &str, seed: u64) -> Conditions {
        let mut options = Options::new();
        options.set("Rule", rule).unwrap();
        options.set("BoardSize", "9").unwrap();
        let mut conditions = Conditions::new(&options, 60, seed);
        conditions.opening.nodes = 60;
        conditions
    }

    /// A file, and the temporary folder around it, which is deleted at the end.
    struct Place(PathBuf, #[expect(dead_code, reason = "deletes the folder when dropped")] TempDir);

    impl Place {
        fn new() -> Place {
            let folder = tempfile::tempdir().unwrap();
            Place(folder.path().join("games.fsp"), folder)
        }

        fn with_games(conditions: Conditions) -> Place {
            let place = Place::new();
            run(&mut Store::open(&place.0, conditions).unwrap(), None, Goal::Games(6), 1, &mut |_| {}).unwrap();
            place
        }

        fn with(game: &SelfplayGame) -> Place {
            let place = Place::new();
            Store::open(&place.0, conditions("freestyle", 1)).unwrap().add(game).unwrap();
            place
        }
    }

    #[test]
    fn every_position_is_a_row_or_left_out_for_a_reason() {
        let place = Place::with_games(conditions("renju", 1));
        let files = [place.0.clone(), place.0.clone()];
        let gathered = gather(&files, Target { lambda: 0.5, ..RESULT }, true, None).unwrap();
        let games: Vec<SelfplayGame> = Records::open(&place.0).unwrap().collect::<Result<_, _>>().unwrap();
        let positions: usize = games.iter().map(|game| game.scores.len()).sum();
        let proven = games.iter().flat_map(|game| &game.scores).filter(|score| score.is_mate()).count() as u64;
        let left = gathered.left;
        assert_eq!((gathered.games, left.games, left.proven), (6, 6, proven), "the second file tells nothing new");
        assert_eq!(gathered.samples.len() as u64 + left.proven + left.forced, positions as u64);
        assert!(!gathered.samples.is_empty() && left.forced > 0);
        assert_eq!(gathered.start().len(), gathered.samples.width());
    }

    #[test]
    fn weights_are_kept_within_their_ranges() {
        let place = Place::with_games(conditions("caro", 1));
        let gathered = gather(std::slice::from_ref(&place.0), RESULT, true, None).unwrap();
        let wild = vec![i32::MAX; gathered.samples.width()];
        let (_, high) = gathered.groups[0].range;
        assert!(gathered.within_range(&wild).iter().all(|&weight| weight == high));
    }

    #[test]
    fn files_of_different_rules_are_not_mixed_but_other_nodes_are() {
        let one = Place::with_games(conditions("freestyle", 1));
        let nodes = Place::with_games(Conditions { nodes: 50, ..conditions("freestyle", 2) });
        let rule = Place::with_games(conditions("standard", 1));
        assert_eq!(gather(&[one.0.clone(), nodes.0.clone()], RESULT, true, None).unwrap().games, 12);
        match gather(&[one.0.clone(), rule.0.clone()], RESULT, true, None).err() {
            Some(TuneError::Records(SelfplayError::OtherConditions { path, field, .. })) => {
                assert_eq!((path, field.as_str()), (rule.0.clone(), "Rule"));
            }
            other => panic!("{other:?}"),
        }
        assert!(matches!(gather(&[], RESULT, true, None), Err(TuneError::NoFiles)));
    }

    #[test]
    fn games_from_different_starts_are_learnt_from_together() {
        let from = |start: &str, seed: u64| {
            let mut options = Options::for_game("abalone").unwrap();
            options.set("Start", start).unwrap();
            options.set("PlyCap", "12").unwrap();
            let mut conditions = Conditions::new(&options, 60, seed);
            conditions.opening.nodes = 60;
            Place::with_games(conditions)
        };
        let [daisy, standard] = [from("belgian-daisy", 1), from("standard", 2)];
        assert_eq!(gather(&[daisy.0.clone(), standard.0.clone()], RESULT, true, None).unwrap().games, 12);
    }

    #[test]
    fn games_on_boards_of_different_sizes_are_learnt_from_together() {
        let mut larger = conditions("freestyle", 2);
        larger.options.insert("BoardSize".to_owned(), "12".to_owned());
        let [one, larger] = [conditions("freestyle", 1), larger].map(Place::with_games);
        let gathered = |files: &[PathBuf]| {
            let gathered = gather(files, RESULT, true, None).unwrap();
            (gathered.games, gathered.samples.len(), gathered.played())
        };
        let [one_alone, larger_alone] = [&one, &larger].map(|place| gathered(std::slice::from_ref(&place.0)).1);
        let (games, positions, played) = gathered(&[one.0.clone(), larger.0.clone()]);
        assert_eq!((games, positions), (12, one_alone + larger_alone));
        assert!(played.contains("Rule=freestyle") && played.ends_with("; BoardSize=12 and BoardSize=9"), "{played}");
    }

    #[test]
    fn drawn_games_are_left_out_when_asked() {
        let at = |x: u16, y: u16| (y + 5) * 64 + x;
        let drawn = SelfplayGame {
            number: 1,
            result: GameResult::Draw,
            ending: Ending::Stopped,
            opening: 1,
            moves: vec![at(4, 4), at(1, 1)],
            scores: vec![Score::DRAW],
            variations: Vec::new(),
        };
        let place = Place::with(&drawn);
        let read = |draws| gather(std::slice::from_ref(&place.0), RESULT, draws, None).unwrap();
        let [with, without] = [true, false].map(|draws| (read(draws).games, read(draws).left.drawn));
        assert_eq!((with, without), ((1, 0), (0, 1)));
    }

    #[test]
    fn a_move_that_is_not_legal_is_named() {
        let at = |x: u16, y: u16| (y + 5) * 64 + x;
        let scores = vec![Score::DRAW; 2];
        let twice = [at(4, 4), at(3, 3), at(4, 4)];
        let game = |moves: &[u16]| SelfplayGame {
            number: 8,
            result: GameResult::Draw,
            ending: Ending::Rules,
            opening: 1,
            moves: moves.to_vec(),
            scores: scores.clone(),
            variations: Vec::new(),
        };
        for (name, moves, wrong) in [("twice", twice, 3), ("off", [at(4, 4), at(9, 9), at(1, 1)], 2)] {
            let place = Place::with(&game(&moves));
            match gather(std::slice::from_ref(&place.0), RESULT, true, None).err() {
                Some(TuneError::Game { source: SelfplayError::IllegalMove { game: 8, ply, .. }, .. }) => {
                    assert_eq!(ply, wrong, "{name}");
                }
                other => panic!("{name}: {other:?}"),
            }
        }
    }
}
