//! Tallies of match results: how often each score occurred, game by game or pair by pair.

use serde::{Deserialize, Serialize};

/// An engine's result in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Points {
    /// Nothing.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl Points {
    /// The opponent's result in the same game.
    pub fn reversed(self) -> Points {
        match self {
            Points::Loss => Points::Win,
            Points::Draw => Points::Draw,
            Points::Win => Points::Loss,
        }
    }

    /// The number of half points.
    fn halves(self) -> usize {
        match self {
            Points::Loss => 0,
            Points::Draw => 1,
            Points::Win => 2,
        }
    }
}

/// How often the first engine reached each of `K` equally spaced scores, from no point (`counts[0]`) to all points
/// (`counts[K - 1]`). Observations are independent of each other: each is a game (`K` = 3) or a pair of games (`K` = 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent, bound(serialize = "[u64; K]: Serialize", deserialize = "[u64; K]: Deserialize<'de>"))]
pub struct Tally<const K: usize> {
    counts: [u64; K],
}

/// Losses, draws and wins in independent games.
pub type Trinomial = Tally<3>;

/// Pairs of games with 0, 0.5, 1, 1.5 and 2 points, each pair played on one opening with colours swapped. If an opening favours a
/// side, the two games of a pair depend on each other; pairs, each taken as one observation, are still independent.
pub type Pentanomial = Tally<5>;

impl Trinomial {
    /// Counts a game.
    pub fn add(&mut self, game: Points) {
        self.counts[game.halves()] += 1;
    }
}

impl Pentanomial {
    /// Counts the two games of an opening, both seen from the same engine.
    pub fn add(&mut self, first: Points, second: Points) {
        self.counts[first.halves() + second.halves()] += 1;
    }
}

impl<const K: usize> Default for Tally<K> {
    fn default() -> Self {
        Tally { counts: [0; K] }
    }
}

impl<const K: usize> Tally<K> {
    /// How many games make an observation.
    pub(super) const GAMES: usize = (K - 1) / 2;

    /// A tally with these counts.
    pub fn from_counts(counts: [u64; K]) -> Self {
        Tally { counts }
    }

    /// How often each score occurred, from the lowest.
    pub fn counts(&self) -> &[u64; K] {
        &self.counts
    }

    /// The number of observations.
    pub fn total(&self) -> u64 {
        self.counts.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.total().saturating_mul(Self::GAMES as u64)
    }

    /// The points scored in all games.
    pub fn points(&self) -> f64 {
        self.entries().map(|(score, count)| score * count).sum::<f64>() * Self::GAMES as f64
    }

    /// Points per game, in 0..=1; `None` if there are no games.
    pub fn score(&self) -> Option<f64> {
        let total: f64 = self.entries().map(|(_, count)| count).sum();
        let sum: f64 = self.entries().map(|(score, count)| score * count).sum();
        (total > 0.0).then(|| sum / total)
    }

    /// The same results seen from the opponent.
    pub fn reversed(&self) -> Self {
        let mut counts = self.counts;
        counts.reverse();
        Tally { counts }
    }

    /// Each score in 0..=1 with its count.
    pub(super) fn entries(&self) -> impl Iterator<Item = (f64, f64)> {
        self.counts.iter().enumerate().map(|(index, &count)| (index as f64 / (K - 1) as f64, count as f64))
    }

    /// The variance of an observation's score, relative to `m (1 - m)`, the variance of a single game without draws and with the same
    /// mean `m`. Independent games without draws give 1 / [`Self::GAMES`]; draws and swapped colours make it smaller, engines
    /// that repeat themselves make it larger.
    ///
    /// If all scores in the sample are equal, its variance is 0, which would mean certainty. So one imaginary observation of
    /// independent games without draws is added. At 0 % or 100 % nothing is known about the variance, and all observations are
    /// treated like that one.
    pub(super) fn dispersion(&self) -> f64 {
        let coin_flips = 1.0 / Self::GAMES as f64;
        let Some(mean) = self.score() else { return coin_flips };
        let single = mean * (1.0 - mean);
        if single <= 0.0 {
            return coin_flips;
        }
        let total: f64 = self.entries().map(|(_, count)| count).sum();
        let squares: f64 = self.entries().map(|(score, count)| count * (score - mean).powi(2)).sum();
        (squares / single + coin_flips) / total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_pairs_are_counted_by_their_points() {
        let mut games = Trinomial::default();
        for points in [Points::Win, Points::Draw, Points::Win] {
            games.add(points);
        }
        assert_eq!(games.counts(), &[0, 1, 2]);
        assert_eq!((games.games(), games.points()), (3, 2.5));

        let mut pairs = Pentanomial::default();
        pairs.add(Points::Win, Points::Loss);
        pairs.add(Points::Win, Points::Draw);
        assert_eq!(pairs.counts(), &[0, 0, 1, 1, 0]);
        assert_eq!((pairs.total(), pairs.games(), pairs.score()), (2, 4, Some(0.625)));
        assert_eq!(pairs.reversed().points(), 1.5);
        assert_eq!(Points::Win.reversed(), Points::Loss);
    }

    #[test]
    fn no_game_has_no_score() {
        assert_eq!(Pentanomial::default().score(), None);
    }

    #[test]
    fn dispersion_of_independent_games_and_of_extremes() {
        // A fair coin: half of the pairs 1 - 1.
        assert!((Pentanomial::from_counts([250, 0, 500, 0, 250]).dispersion() - 0.5).abs() < 1e-3);
        assert!((Trinomial::from_counts([300, 0, 700]).dispersion() - 1.0).abs() < 2e-3);
        // An opening that decides the game, and pairs of the same winner.
        assert!(Pentanomial::from_counts([0, 0, 1000, 0, 0]).dispersion() < 0.001);
        assert!((Pentanomial::from_counts([500, 0, 0, 0, 500]).dispersion() - 1.0).abs() < 0.01);
        assert_eq!(Pentanomial::from_counts([0, 0, 0, 0, 9]).dispersion(), 0.5);
    }

    #[test]
    fn a_tally_is_a_plain_list_in_json() {
        let pairs = Pentanomial::from_counts([1, 2, 3, 4, 5]);
        let text = serde_json::to_string(&pairs).unwrap();
        assert_eq!(text, "[1,2,3,4,5]");
        assert_eq!(serde_json::from_str::<Pentanomial>(&text).unwrap(), pairs);
        assert!(serde_json::from_str::<Pentanomial>("[1,2]").is_err());
    }
}
