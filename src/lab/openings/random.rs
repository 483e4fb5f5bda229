//! Random openings that leave the game open: a few plausible moves, kept if a short search finds the position balanced.
//! Equal seeds give equal openings.

use std::ops::RangeInclusive;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use rand_pcg::Pcg64;
use rustc_hash::FxHashSet;
use web_time::Instant;

use crate::engine::{Change, Engine, MoveStyle, PackedMove, Rejected};
use crate::search::{Control, Limits, Table};

/// How many openings are drawn before the search for another one is given up.
const DRAWS: usize = 2_000;

/// The table of the judging search in MiB: a short search fills no more, and a small table is cheap to clear.
const TABLE: usize = 1;

/// A draw is first judged with this fraction of the nodes, which is enough to reject most draws that are not balanced.
const GLANCE: u64 = 8;

/// The first look is less certain than the whole search, so its tolerance is this many times as large.
const GLANCE_SLACK: i32 = 2;

/// Which openings are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningSettings {
    /// How many moves; all numbers in the range are equally likely.
    pub plies: RangeInclusive<usize>,
    /// The largest value, for either side, of a balanced position.
    pub tolerance: i32,
    /// The nodes of the judging search.
    pub nodes: u64,
}

impl Default for OpeningSettings {
    fn default() -> Self {
        OpeningSettings { plies: 4..=9, tolerance: 150, nodes: 2_000 }
    }
}

/// An opening, its moves in both forms that games are recorded in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The moves, for a game of the lab.
    pub packed: Vec<PackedMove>,
    /// The moves as people write them ([`MoveStyle::Bottom`]).
    pub moves: Vec<String>,
    /// Equal for openings that lead to the same position, or to one that is symmetric to it.
    pub key: u64,
}

/// Why there is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// None of so many draws was both new and balanced.
    #[error("no balanced opening in {DRAWS} draws of {} to {} moves within {}", .0.plies.start(), .0.plies.end(), .0.tolerance)]
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
        let table = Table::new(TABLE).map_err(|error| Rejected::Memory(error.to_string()))?;
        Ok(OpeningGenerator { table, settings })
    }

    /// The opening that this seed and number stand for. The engine is left in the opening's position.
    ///
    /// # Errors
    /// When none is found, or the game is not one of two players.
    pub fn draw(&mut self, engine: &mut dyn Engine, seed: u64, number: u64) -> Result<Opening, OpeningError> {
        self.draw_new(engine, &mut generator(seed, number), &FxHashSet::default())
    }

    fn draw_new(
        &mut self,
        engine: &mut dyn Engine,
        random: &mut impl Rng,
        known: &FxHashSet<u64>,
    ) -> Result<Opening, OpeningError> {
        for _ in 0..DRAWS {
            let Some(mut opening) = self.attempt(engine, random)? else { continue };
            if !self.is_balanced(engine)? {
                continue;
            }
            opening.key = engine.training_game().ok_or_else(unfit)?.symmetric_key();
            if !known.contains(&opening.key) {
                return Ok(opening);
            }
        }
        Err(OpeningError::NoneFound(self.settings.clone()))
    }

    /// Plays random moves from the start position; `None` when they end the game.
    fn attempt(&self, engine: &mut dyn Engine, random: &mut impl Rng) -> Result<Option<Opening>, Rejected> {
        engine.apply(&Change::Clear)?;
        let subject = engine.training_game().ok_or_else(unfit)?;
        let mut opening = Opening { packed: Vec::new(), moves: Vec::new(), key: 0 };
        for _ in 0..random.random_range(self.settings.plies.clone()) {
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
            let ctl = Control::new(&Limits { nodes: Some(nodes), ..Limits::default() }, Instant::now());
            let found = engine.training_game().ok_or_else(unfit)?.judge(&self.table, &ctl);
            Ok(found.is_some_and(|found| found.score.value().abs() <= tolerance))
        };
        Ok(near(engine, nodes / GLANCE, tolerance.saturating_mul(GLANCE_SLACK))? && near(engine, nodes, tolerance)?)
    }
}

/// A sequence of openings without repetition: for matches.
pub struct RandomOpenings {
    openings: OpeningGenerator,
    random: Pcg64,
    known: FxHashSet<u64>,
}

impl RandomOpenings {
    /// The sequence that belongs to a seed.
    ///
    /// # Errors
    /// See [`OpeningGenerator::new`].
    pub fn new(settings: OpeningSettings, seed: u64) -> Result<RandomOpenings, OpeningError> {
        Ok(RandomOpenings {
            openings: OpeningGenerator::new(settings)?,
            random: generator(seed, 0),
            known: FxHashSet::default(),
        })
    }

    /// The next opening, different from all earlier ones even if the board is turned or mirrored. The engine is left in its position.
    ///
    /// # Errors
    /// See [`OpeningGenerator::draw`].
    pub fn next(&mut self, engine: &mut dyn Engine) -> Result<Opening, OpeningError> {
        let opening = self.openings.draw_new(engine, &mut self.random, &self.known)?;
        self.known.insert(opening.key);
        Ok(opening)
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
        OpeningSettings { plies: 3..=6, tolerance: 200, nodes: 300 }
    }

    #[test]
    fn a_seed_is_a_sequence_of_different_balanced_openings() {
        let sequence = |seed| -> Vec<Opening> {
            let mut engine = engine("renju");
            let mut openings = RandomOpenings::new(settings(), seed).unwrap();
            (0..12).map(|_| openings.next(engine.as_mut()).unwrap()).collect()
        };
        let openings = sequence(5);
        assert_eq!(openings, sequence(5));
        assert_ne!(openings, sequence(6));
        let keys: FxHashSet<u64> = openings.iter().map(|opening| opening.key).collect();
        assert_eq!(keys.len(), openings.len());
        for opening in &openings {
            assert!((3..=6).contains(&opening.moves.len()) && opening.moves.len() == opening.packed.len());
            let mut engine = engine("renju");
            engine.apply(&Change::Set { position: None, moves: opening.moves.clone() }).unwrap();
            let ctl = Control::new(&Limits { nodes: Some(300), ..Limits::default() }, Instant::now());
            let found = engine.training_game().unwrap().judge(&Table::new(TABLE).unwrap(), &ctl).unwrap();
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
        let impossible = OpeningSettings { plies: 1..=1, tolerance: -1, nodes: 10 };
        let mut openings = RandomOpenings::new(impossible, 1).unwrap();
        let error = openings.next(engine.as_mut()).unwrap_err();
        assert!(matches!(error, OpeningError::NoneFound(_)), "{error}");
    }
}
