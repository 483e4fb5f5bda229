//! Networks that were trained (docs/src/networks.md) rather than drawn at random: they are read, every kernel gives the bits of the
//! oracle, and their corrections of the classical evaluation stay within their bounds.

use std::collections::HashSet;

use fukumi::engine::options::Options;
use fukumi::engine::{Change, Engine};
use fukumi::games::abalone::network::Seen;
use fukumi::games::abalone::notation::parse_position;
use fukumi::games::abalone::{self, Abalone, DrawRules};
use fukumi::games::gomoku::network::{Accumulator, Network, oracle};
use fukumi::games::gomoku::patterns::lines::Lines;
use fukumi::games::gomoku::{Cell, CellSet};
use fukumi::network::Kernel;
use fukumi::search::{MoveStack, Player, Position};
use fukumi::weights_file::WeightsFile;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/freestyle.network.gz");
const ABALONE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/abalone/data/abalone.network");

/// The tensors of the classical evaluation come first.
const CLASSICAL: usize = 4;
const ABALONE_CLASSICAL: usize = 2;

#[test]
fn every_kernel_gives_the_bits_of_the_oracle() {
    let file = WeightsFile::from_bytes(&std::fs::read(FILE).unwrap()).unwrap();
    let network = Network::from_file(&file.split(CLASSICAL, "linear").1).unwrap();
    let mut random = Pcg64::seed_from_u64(3);
    for kernel in Kernel::available() {
        for size in [9, 15, 20] {
            let mut lines = Lines::new(size);
            let mut accumulator = Accumulator::new(&network, &lines, size);
            accumulator.set_kernel(kernel);
            for player in Player::ALL.into_iter().cycle().take(60) {
                let empty: Vec<Cell> = CellSet::board(size).iter().filter(|&cell| lines.bits(cell) == 0).collect();
                let cell = *empty.choose(&mut random).unwrap();
                lines.toggle(cell, player);
                accumulator.push(cell, player);
                let to_move = Player::ALL[random.random_range(0..2)];
                let found = accumulator.correction(&network, to_move);
                assert_eq!(found, oracle::evaluate(&network, &lines, size, to_move));
            }
        }
    }
}

#[test]
fn every_kernel_gives_the_bits_of_the_oracle_in_abalone() {
    let file = WeightsFile::from_bytes(&std::fs::read(ABALONE).unwrap()).unwrap();
    let network = abalone::network::Network::from_file(&file.split(ABALONE_CLASSICAL, "linear").1).unwrap();
    let start = parse_position("ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0").unwrap();
    let mut random = Pcg64::seed_from_u64(5);
    for kernel in Kernel::available() {
        let mut pos = Abalone::new(start, DrawRules::default());
        let mut accumulator = abalone::network::accumulator::Accumulator::new(&network);
        accumulator.set_kernel(kernel);
        let mut corrections = HashSet::new();
        for _ in 0..200 {
            let mut moves = MoveStack::new();
            pos.generate(&mut moves);
            let moves: Vec<_> = moves.moves(0).collect();
            let Some(&mv) = moves.choose(&mut random) else { break };
            pos.make(mv);
            if random.random_ratio(2, 3) && pos.setup().lost.iter().all(|&lost| lost < 6) {
                let found = accumulator.correction(&network, &Seen::of(&pos));
                assert_eq!(found, abalone::network::oracle::evaluate(&network, &Seen::of(&pos)), "{kernel:?} {pos:?}");
                corrections.insert(found);
            }
        }
        assert!(corrections.len() > 20, "{} different", corrections.len());
    }
}

#[test]
fn they_correct_the_classical_evaluation_within_a_bound() {
    corrects_within("gomoku", FILE, 600);
    corrects_within("abalone", ABALONE, 1_000);
}

/// The network in that file changes the values that the classical weights beside it give in random games, by no more than the bound.
fn corrects_within(game: &str, file: &str, bound: i32) {
    let mut options = Options::for_game(game).unwrap();
    options.set("EvalFile", file).unwrap();
    let mut corrected = (options.game().open)(&options).unwrap();
    options.set("Evaluation", "classical").unwrap();
    let mut classical = (options.game().open)(&options).unwrap();
    let mut random = Pcg64::seed_from_u64(4);
    let mut differing = 0;
    for _ in 0..10 {
        for engine in [&mut classical, &mut corrected] {
            engine.apply(&Change::Clear).unwrap();
        }
        for _ in 0..30 {
            let moves = classical.training_game().unwrap().plausible_moves();
            let Some(&mv) = moves.choose(&mut random) else { break };
            let value = |engine: &mut dyn Engine| {
                let game = engine.training_game().unwrap();
                let value = game.evaluate().value();
                game.play(mv).unwrap();
                value
            };
            let correction = value(corrected.as_mut()) - value(classical.as_mut());
            assert!(correction.abs() <= bound, "{game}: {correction}");
            differing += usize::from(correction.abs() > 20);
        }
    }
    assert!(differing > 100, "{game}: {differing} of 300 positions are corrected");
}
