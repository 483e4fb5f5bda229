//! The classical value of every game is the sum of its features times its weights, on seeded random walks under the rules of its
//! bench; and the file that `tune` would write of today's weights is the one that is compiled in.

use std::collections::HashSet;

use fukumi::engine::options::Options;
use fukumi::engine::{Change, Engine, TrainingGame};
use fukumi::games::GAMES;
use fukumi::search::Score;
use fukumi::weights_file::WeightsFile;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64;

const WALKS: usize = 12;

/// An engine with the classical evaluation for every set of rules that the bench of a game plays.
fn engines() -> Vec<(String, Box<dyn Engine>)> {
    let mut seen = HashSet::new();
    let mut engines = Vec::new();
    for (game, trial) in GAMES.iter().flat_map(|game| game.bench.iter().map(move |trial| (game, trial))) {
        let name = format!("{} {:?}", game.name, trial.options);
        if seen.insert(name.clone()) {
            let mut options = Options::for_game(game.name).unwrap();
            trial.options.iter().for_each(|(name, value)| options.set(name, value).unwrap());
            engines.push((name, (game.open)(&options.with_classical_evaluation()).unwrap()));
        }
    }
    engines
}

fn check(name: &str, subject: &mut dyn TrainingGame, weights: &[i32]) {
    let mut features = Vec::new();
    let steps = {
        let linear = subject.linear().unwrap();
        linear.features(&mut features);
        f64::from(linear.steps())
    };
    let indices: HashSet<u32> = features.iter().map(|&(index, _)| index).collect();
    assert_eq!(indices.len(), features.len(), "{name}: a feature is listed twice");
    let sum: f64 = features.iter().map(|&(index, times)| f64::from(weights[index as usize]) * f64::from(times)).sum();
    let (value, sum) = (subject.evaluate(), Score::fixed((sum / steps).round() as i32));
    assert!((value.value() - sum.value()).abs() <= 1, "{name}: worth {value}, its features {sum}");
}

#[test]
fn the_value_of_a_position_is_the_sum_of_its_features() {
    let mut random = Pcg64::seed_from_u64(20);
    for (name, mut engine) in engines() {
        // A puzzle has no two players, and a game need not offer weights.
        let Some(groups) = engine.training_game().and_then(|game| game.linear().map(|linear| linear.weights())) else {
            continue;
        };
        let weights: Vec<i32> = groups.into_iter().flat_map(|group| group.values).collect();
        for _ in 0..WALKS {
            engine.apply(&Change::Clear).unwrap();
            for _ in 0..60 {
                let subject = engine.training_game().unwrap();
                check(&name, subject, &weights);
                let moves = subject.plausible_moves();
                subject.play(*moves.choose(&mut random).unwrap()).unwrap();
                if engine.standing().outcome.is_some() {
                    break;
                }
            }
        }
    }
}

/// Is the file of these rules' weights what `tune` would write of them, with the note that it has?
fn check_file(path: &str, game: &str, rules: &[(&str, &str)]) {
    let bytes = std::fs::read(format!("{}/src/games/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let mut options = Options::for_game(game).unwrap();
    rules.iter().for_each(|(name, value)| options.set(name, value).unwrap());
    let mut engine = (options.game().open)(&options.with_classical_evaluation()).unwrap();
    let linear = engine.training_game().and_then(|game| game.linear()).unwrap();
    let weights: Vec<i32> = linear.weights().into_iter().flat_map(|group| group.values).collect();
    let note = WeightsFile::from_bytes(&bytes).unwrap().note;
    assert!(linear.weights_file(&weights, &note) == bytes, "{path}");
}

#[test]
fn the_files_of_weights_are_as_they_would_be_written() {
    for rule in ["freestyle", "renju"] {
        check_file(&format!("gomoku/evaluation/data/{rule}.weights"), "gomoku", &[("Rule", rule)]);
    }
    check_file("abalone/data/linear.weights", "abalone", &[]);
}
