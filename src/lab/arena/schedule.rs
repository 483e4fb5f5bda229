//! The pairings, colours and openings of a match: a function of the game number and the seed alone, so that an interrupted match
//! resumes as if nothing had happened.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use serde::{Deserialize, Serialize};

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// Everyone plays everyone.
    #[default]
    RoundRobin,
    /// The first engine plays each other one.
    Gauntlet,
}

/// The order of the openings in a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Shuffled,
}

/// One game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, from 1.
    pub game: u64,
    /// The pair of games on one opening that it belongs to, from 1.
    pub pair: u64,
    /// The round, from 0: in a round every couple of engines plays a pair of games, all on one opening.
    pub round: u64,
    /// The engine that plays Black, by its number from 0.
    pub black: usize,
    /// The engine that plays White.
    pub white: usize,
}

/// The games of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    rounds: u64,
}

impl Schedule {
    /// The schedule for so many engines, each couple of which plays so many rounds of two games.
    pub fn new(engines: usize, tournament: Tournament, rounds: u64) -> Schedule {
        let last_first = match tournament {
            Tournament::RoundRobin => engines,
            Tournament::Gauntlet => 1,
        };
        let pairings =
            (0..last_first).flat_map(|first| (first + 1..engines).map(move |second| (first, second))).collect();
        Schedule { pairings, rounds }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.rounds.saturating_mul(self.pairings.len() as u64).saturating_mul(2)
    }

    /// The game with a number, from 1; `None` when there are not so many.
    pub fn game(&self, number: u64) -> Option<Fixture> {
        let index = number.checked_sub(1).filter(|_| number <= self.games())?;
        let (pair, swapped) = (index / 2, !index.is_multiple_of(2));
        let pairings = self.pairings.len() as u64;
        let (first, second) = self.pairings[(pair % pairings) as usize];
        let (black, white) = if swapped { (second, first) } else { (first, second) };
        Some(Fixture { game: number, pair: pair + 1, round: pair / pairings, black, white })
    }
}

/// The order in which a list of openings is played, round by round; after its end it begins again.
pub fn opening_order(count: usize, order: Order, seed: u64) -> Vec<usize> {
    let mut all: Vec<usize> = (0..count).collect();
    if order == Order::Shuffled {
        all.shuffle(&mut Pcg64::seed_from_u64(seed));
    }
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn each_couple_plays_both_colours_of_each_opening() {
        for (tournament, pairings) in [(Tournament::RoundRobin, 6), (Tournament::Gauntlet, 3)] {
            let schedule = Schedule::new(4, tournament, 5);
            assert_eq!(schedule.games(), pairings * 5 * 2);
            let mut met = BTreeMap::new();
            for number in 1..=schedule.games() {
                let game = schedule.game(number).unwrap();
                assert_eq!(game.game, number);
                *met.entry((game.round, game.black, game.white)).or_insert(0) += 1;
            }
            assert!(met.values().all(|&times| times == 1));
            assert!(met.keys().all(|&(round, black, white)| met.contains_key(&(round, white, black))));
        }
    }

    #[test]
    fn more_rounds_change_no_game_of_the_first_ones() {
        let (short, long) = (Schedule::new(3, Tournament::RoundRobin, 2), Schedule::new(3, Tournament::RoundRobin, 9));
        for number in 1..=short.games() {
            assert_eq!(short.game(number), long.game(number));
        }
        assert_eq!(short.game(short.games() + 1), None);
        assert_eq!(short.game(0), None);
    }

    #[test]
    fn a_seed_is_an_order_of_all_openings() {
        let shuffled = opening_order(50, Order::Shuffled, 7);
        assert_eq!(shuffled, opening_order(50, Order::Shuffled, 7));
        assert_ne!(shuffled, opening_order(50, Order::Shuffled, 8));
        let sequential = opening_order(50, Order::Sequential, 7);
        assert_ne!(shuffled, sequential);
        let mut sorted = shuffled;
        sorted.sort_unstable();
        assert_eq!(sorted, sequential);
    }
}
