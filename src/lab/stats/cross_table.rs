//! The results of a round robin or a gauntlet: who played whom, and with what score.

use serde::{Deserialize, Serialize};

use super::ratings::RatingList;
use super::tally::{Pentanomial, Points, Trinomial};

/// The games of two engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// All games, those in pairs included.
    pub games: Trinomial,
    /// Openings that were played with both colours.
    pub pairs: Pentanomial,
}

impl Record {
    /// The same games from the opponent's point of view.
    pub fn reversed(&self) -> Record {
        Record { games: self.games.reversed(), pairs: self.pairs.reversed() }
    }

    /// The variance of a game relative to that of a game without draws, taken from pairs if there are any.
    pub(super) fn dispersion(&self) -> f64 {
        if self.pairs.total() > 0 {
            self.pairs.dispersion() * Pentanomial::GAMES as f64
        } else {
            self.games.dispersion()
        }
    }
}

/// Results of engines against each other. Engines are numbered from 0 in the order of their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CrossTable {
    names: Vec<String>,
    /// A row for every engine but the first: its games against the engines with smaller numbers.
    rows: Vec<Vec<Record>>,
}

impl CrossTable {
    /// A table without games.
    pub fn new(names: Vec<String>) -> CrossTable {
        let rows = (1..names.len()).map(|engine| vec![Record::default(); engine]).collect();
        CrossTable { names, rows }
    }

    /// The engines' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Counts a single game of `engine` against `opponent` whose return game on the same opening has not been played.
    ///
    /// # Panics
    /// When there is no such engine, or it is its own opponent.
    pub fn add_game(&mut self, engine: usize, opponent: usize, game: Points) {
        self.update(engine, opponent, |record| record.games.add(game));
    }

    /// Counts both games on an opening, with their results for `engine`.
    ///
    /// # Panics
    /// When there is no such engine, or it is its own opponent.
    pub fn add_pair(&mut self, engine: usize, opponent: usize, first: Points, second: Points) {
        self.update(engine, opponent, |record| {
            record.games.add(first);
            record.games.add(second);
            record.pairs.add(first, second);
        });
    }

    /// The games of `engine` against `opponent`; an engine has none against itself.
    ///
    /// # Panics
    /// When there is no such engine.
    pub fn record(&self, engine: usize, opponent: usize) -> Record {
        match engine.cmp(&opponent) {
            std::cmp::Ordering::Greater => self.rows[engine - 1][opponent],
            std::cmp::Ordering::Equal => Record::default(),
            std::cmp::Ordering::Less => self.rows[opponent - 1][engine].reversed(),
        }
    }

    /// The engines' ratings, best first.
    pub fn ratings(&self) -> RatingList {
        RatingList::of(self)
    }

    fn update(&mut self, engine: usize, opponent: usize, change: impl FnOnce(&mut Record)) {
        assert_ne!(engine, opponent, "an engine does not play against itself");
        let mut record = self.record(engine, opponent);
        change(&mut record);
        if engine > opponent {
            self.rows[engine - 1][opponent] = record;
        } else {
            self.rows[opponent - 1][engine] = record.reversed();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_seen_from_both_sides() {
        let mut table = CrossTable::new(["a", "b", "c"].map(String::from).to_vec());
        table.add_pair(0, 2, Points::Win, Points::Draw);
        table.add_game(2, 0, Points::Win);
        table.add_game(1, 0, Points::Loss);
        assert_eq!(table.record(0, 2).games.counts(), &[1, 1, 1]);
        assert_eq!(table.record(0, 2).pairs.counts(), &[0, 0, 0, 1, 0]);
        assert_eq!(table.record(2, 0), table.record(0, 2).reversed());
        assert_eq!(table.record(0, 1).games.counts(), &[0, 0, 1]);
        assert_eq!(table.record(1, 2), Record::default());
        assert_eq!(table.record(1, 1), Record::default());
    }
}
