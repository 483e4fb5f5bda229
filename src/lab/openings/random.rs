//! Random openings that leave the game open: a few plausible moves, kept if a search finds the position balanced.
//! Equal seeds give equal openings.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use rand_pcg::Pcg64;
use serde::{Deserialize, Serialize};

use crate::engine::{Change, Engine, MoveStyle, PackedMove, Rejected};
use crate::search::Table;

/// How many openings are drawn before the search for another one is given up.
const DRAWS: usize = 2_000;

/// The table of the judging search has a MiB for so many nodes: it holds what they store, and a small table is cheap to clear.
const NODES_PER_MEBIBYTE: u64 = 50_000;

/// The largest table of the judging search, in MiB.
const LARGEST_TABLE: u64 = 64;

/// A draw is first judged with this fraction of the nodes, which is enough to reject most draws that are not balanced.
const GLANCE: u64 = 8;

/// The first look is less certain than the whole search, so its tolerance is this many times as large.
const GLANCE_SLACK: i32 = 2;

/// Which openings are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningSettings {
    /// The fewest moves. All numbers from this to the largest are equally likely.
    pub min_plies: usize,
    /// The most moves.
    pub max_plies: usize,
    /// The largest value, for either side, of a balanced position.
    pub tolerance: i32,
    /// The nodes of the judging search.
    pub nodes: u64,
}

impl Default for OpeningSettings {
    fn default() -> Self {
        OpeningSettings { min_plies: 4, max_plies: 9, tolerance: 150, nodes: 2_000 }
    }
}

/// An opening, its moves in both forms that games are recorded in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The moves, for a game of the lab.
    pub packed: Vec<PackedMove>,
    /// The moves as people write them ([`MoveStyle::Bottom`]).
    pub moves: Vec<String>,
}

/// Why there is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// None of so many draws was balanced.
    #[error("no balanced opening in {DRAWS} draws of {} to {} moves within {}", .0.min_plies, .0.max_plies, .0.tolerance)]
    NoneFound(OpeningSettings),
    /// The game has no such openings.
    #[error("openings cannot be drawn")]
    Rejected(#[from] Rejected),
}

/// Draws openings independently of each other: for numbered games, which may be played in any order.
pub struct OpeningGenerator {
    table: Table,
    settings: OpeningSettings,
}

impl OpeningGenerator {
    /// A generator of such openings.
    ///
    /// # Errors
    /// When there is no memory for the table of the judging search.
    pub fn new(settings: OpeningSettings) -> Result<OpeningGenerator, OpeningError> {
        let mebibytes = (settings.nodes / NODES_PER_MEBIBYTE).clamp(1, LARGEST_TABLE);
        let table = Table::new(mebibytes as usize).map_err(|error| Rejected::Memory(error.to_string()))?;
        Ok(OpeningGenerator { table, settings })
    }

    /// The opening that this seed and number stand for. The engine is left in the opening's position.
    ///
    /// # Errors
    /// When none is found, or the game is not one of two players.
    pub fn draw(&mut self, engine: &mut dyn Engine, seed: u64, number: u64) -> Result<Opening, OpeningError> {
        let mut random = generator(seed, number);
        for _ in 0..DRAWS {
            let Some(opening) = self.attempt(engine, &mut random)? else { continue };
            if self.is_balanced(engine)? {
                return Ok(opening);
            }
        }
        Err(OpeningError::NoneFound(self.settings.clone()))
    }

    /// Plays random moves from the start position; `None` when they end the game.
    fn attempt(&self, engine: &mut dyn Engine, random: &mut impl Rng) -> Result<Option<Opening>, Rejected> {
        engine.apply(&Change::Clear)?;
        let subject = engine.training_game().ok_or_else(unfit)?;
        let mut opening = Opening { packed: Vec::new(), moves: Vec::new() };
        for _ in 0..random.random_range(self.settings.min_plies..=self.settings.max_plies) {
            let plausible = subject.plausible_moves();
            let Some(&mv) = plausible.choose(random) else { return Ok(None) };
            opening.moves.extend(subject.move_text(mv, MoveStyle::Bottom));
            opening.packed.push(mv);
            subject.play(mv)?;
        }
        Ok(engine.standing().outcome.is_none().then_some(opening))
    }

    fn is_balanced(&mut self, engine: &mut dyn Engine) -> Result<bool, Rejected> {
        let OpeningSettings { nodes, tolerance, .. } = self.settings;
        let mut near = |engine: &mut dyn Engine, nodes: u64, tolerance: i32| -> Result<bool, Rejected> {
            // Nothing learnt from one draw may influence the next, or the order of the draws would matter.
            engine.new_game();
            self.table.clear();
            let found = engine.training_game().ok_or_else(unfit)?.judge_by_nodes(&self.table, nodes);
            Ok(found.is_some_and(|found| found.score.value().abs() <= tolerance))
        };
        Ok(near(engine, nodes / GLANCE, tolerance.saturating_mul(GLANCE_SLACK))? && near(engine, nodes, tolerance)?)
    }
}

/// The random numbers of the game with this number: each number is a stream of its own.
fn generator(seed: u64, number: u64) -> Pcg64 {
    let mut seeded = Pcg64::seed_from_u64(seed);
    Pcg64::new(seeded.random(), number.into())
}

fn unfit() -> Rejected {
    Rejected::Unsupported("game: it is not one of two players".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::Options;

    fn engine(rule: &str) -> Box<dyn Engine> {
        let mut options = Options::for_game("gomoku").unwrap();
        options.set("Rule", rule).unwrap();
        (options.game().open)(&options).unwrap()
    }

    fn settings() -> OpeningSettings {
        OpeningSettings { min_plies: 3, max_plies: 6, tolerance: 200, nodes: 300 }
    }

    #[test]
    fn openings_are_as_long_and_as_balanced_as_they_are_asked_for() {
        let draw = |seed, number| {
            let mut generator = OpeningGenerator::new(settings()).unwrap();
            generator.draw(engine("renju").as_mut(), seed, number).unwrap()
        };
        let openings: Vec<Opening> = (0..12).map(|number| draw(5, number)).collect();
        assert_ne!(openings[0], draw(6, 0));
        for opening in &openings {
            assert!((3..=6).contains(&opening.moves.len()) && opening.moves.len() == opening.packed.len());
            let mut engine = engine("renju");
            engine.apply(&Change::Set { position: None, moves: opening.moves.clone() }).unwrap();
            let found = engine.training_game().unwrap().judge_by_nodes(&Table::new(1).unwrap(), 300).unwrap();
            assert!(found.score.value().abs() <= 200, "{opening:?} is worth {}", found.score);
        }
    }

    #[test]
    fn a_numbered_opening_does_not_depend_on_those_drawn_before() {
        let mut openings = OpeningGenerator::new(settings()).unwrap();
        let mut used = engine("freestyle");
        let drawn: Vec<Opening> = (0..4).map(|number| openings.draw(used.as_mut(), 9, number).unwrap()).collect();
        let fresh = OpeningGenerator::new(settings()).unwrap().draw(engine("freestyle").as_mut(), 9, 3).unwrap();
        assert_eq!(drawn[3], fresh);
        assert_ne!(drawn[2], fresh);
    }

    #[test]
    fn what_cannot_be_balanced_is_said_and_not_sought_for_ever() {
        let mut engine = engine("freestyle");
        let impossible = OpeningSettings { min_plies: 1, max_plies: 1, tolerance: -1, nodes: 10 };
        let error = OpeningGenerator::new(impossible).unwrap().draw(engine.as_mut(), 1, 0).unwrap_err();
        assert!(matches!(error, OpeningError::NoneFound(_)), "{error}");
    }
}
