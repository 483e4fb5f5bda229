//! How much stronger one engine is than another, estimated from a tally: score and Elo with error bars, likelihood of superiority.
//!
//! The interval is Wilson's (E. B. Wilson, 1927) with an effective number of games, as survey statistics use it for samples
//! whose observations are clusters (E. L. Korn, B. I. Graubard, 1998): with the mean score `m` of `n` pairs, the variance of
//! a pair's score `v = m (1 - m) d` (see `Tally::dispersion`), `e = n / d` effective games and the quantile `t` of Student's
//! distribution with `n` degrees of freedom, its ends are
//!
//! ```text
//! (m + t²/2e ± t sqrt(m (1 - m) / e + t²/4e²)) / (1 + t²/e)
//! ```
//!
//! Unlike `m ± 1.96 sqrt(v / n)` it stays within 0..=1, has a width after a single game and at 100 %, and is asymmetrical near the
//! ends of the scale. Error bars in Elo are its ends, converted to Elo.

use std::fmt;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::elo::{ELO_PER_LOGIT, elo_of_score};
use super::tally::Tally;

/// How often the error bars contain the true value.
pub const CONFIDENCE: f64 = 0.95;

/// The strength of the first engine relative to the second, with 95 % error bars. All numbers are finite; an error bar that ends at
/// [`super::MAX_ELO`] means that the results give no bound on that side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The games counted.
    pub games: u64,
    /// Points per game, in 0..=1; a half if no game has been played.
    pub score: f64,
    /// The lower end of the score's interval.
    pub score_low: f64,
    /// The upper end of the score's interval.
    pub score_high: f64,
    /// The difference on the logistic scale. At 0 % and 100 %, half an imaginary point is given to the other side.
    pub elo: f64,
    /// The lower end of the interval in Elo.
    pub elo_low: f64,
    /// The upper end of the interval in Elo.
    pub elo_high: f64,
    /// Normalised Elo (M. Van den Bergh, 2020): by how many standard deviations of a game the score exceeds a half, scaled so that it
    /// equals Elo for small differences and games without draws. It decides how many games a test needs.
    pub normalized_elo: f64,
    /// The probability that the first engine is the stronger one, judging by these games.
    pub superiority: f64,
}

impl Estimate {
    /// The estimate from a tally.
    pub fn of<const K: usize>(tally: &Tally<K>) -> Estimate {
        let total = tally.total() as f64;
        let Some(score) = tally.score() else { return Estimate::of_nothing() };
        let student = student(total);
        let dispersion = tally.dispersion();
        let effective = total / dispersion;
        let (score_low, score_high) = wilson(score, effective, student.inverse_cdf(0.5 + CONFIDENCE / 2.0));
        let games = tally.games();
        let half_point = 0.5 / (games as f64 + 1.0);
        let tempered = score.clamp(half_point, 1.0 - half_point);
        let deviation = (tempered * (1.0 - tempered) * dispersion * Tally::<K>::GAMES as f64).sqrt();
        Estimate {
            games,
            score,
            score_low,
            score_high,
            elo: elo_of_score(tempered),
            elo_low: elo_of_score(score_low),
            elo_high: elo_of_score(score_high),
            normalized_elo: 2.0 * ELO_PER_LOGIT * (tempered - 0.5) / deviation,
            superiority: student.cdf((score - 0.5) / (0.25 / effective).sqrt()),
        }
    }

    /// Half the width of the error bars in Elo.
    pub fn error(&self) -> f64 {
        (self.elo_high - self.elo_low) / 2.0
    }

    fn of_nothing() -> Estimate {
        Estimate {
            games: 0,
            score: 0.5,
            score_low: 0.0,
            score_high: 1.0,
            elo: 0.0,
            elo_low: elo_of_score(0.0),
            elo_high: elo_of_score(1.0),
            normalized_elo: 0.0,
            superiority: 0.5,
        }
    }
}

/// As in `+35.2 ± 20.4 [+15.0, +55.8], 98.1 % likely stronger, 55.1 % of 800 games`.
impl fmt::Display for Estimate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Estimate { games, score, elo, elo_low, elo_high, superiority, .. } = self;
        write!(out, "{elo:+.1} ± {:.1} [{elo_low:+.1}, {elo_high:+.1}], ", self.error())?;
        write!(out, "{:.1} % likely stronger, {:.1} % of {games} games", 100.0 * superiority, 100.0 * score)
    }
}

/// Student's distribution with so many degrees of freedom has the quantile 1.962 where the normal one has 1.960.
const MOST_FREEDOM: f64 = 1000.0;

/// Student's distribution for a sample of `total`: the imaginary observation of `Tally::dispersion` makes up for the degree of
/// freedom that the mean takes. With many degrees it is the normal distribution, and its quantile is hard to compute.
fn student(total: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, total.min(MOST_FREEDOM)).expect("a tally with a score has an observation")
}

/// Wilson's interval for a proportion `p` of `n` trials, `quantile` standard deviations to each side.
fn wilson(p: f64, n: f64, quantile: f64) -> (f64, f64) {
    let square = quantile * quantile / n;
    let centre = p + square / 2.0;
    let half = (square * (p * (1.0 - p) + square / 4.0)).sqrt();
    let end = |value: f64| (value / (1.0 + square)).clamp(0.0, 1.0);
    (end(centre - half), end(centre + half))
}

#[cfg(test)]
mod tests {
    use super::super::{MAX_ELO, Pentanomial, Trinomial};
    use super::*;

    #[test]
    fn wilson_interval_of_the_textbook() {
        // 10 of 20, 95 %: 0.2993 to 0.7007 (Newcombe 1998 computes it so); 0 of 20: 0 to 0.1611.
        let (low, high) = wilson(0.5, 20.0, 1.959964);
        assert!((low - 0.2993).abs() < 1e-4 && (high - 0.7007).abs() < 1e-4);
        let (low, high) = wilson(0.0, 20.0, 1.959964);
        assert!(low == 0.0 && (high - 0.1611).abs() < 1e-4);
    }

    #[test]
    fn a_long_match_agrees_with_the_plain_formula() {
        let pairs = Pentanomial::from_counts([500, 1500, 3800, 2500, 700]);
        let estimate = Estimate::of(&pairs);
        let mean = (1500.0 * 0.25 + 3800.0 * 0.5 + 2500.0 * 0.75 + 700.0) / 9000.0;
        let squares: f64 = pairs.entries().map(|(score, count)| count * (score - mean).powi(2)).sum();
        let half = 1.96 * (squares / 9000.0 / 9000.0).sqrt();
        assert!((estimate.score - mean).abs() < 1e-12);
        assert!((estimate.score_low - (mean - half)).abs() < 2e-5);
        assert!((estimate.score_high - (mean + half)).abs() < 2e-5);
        let deviation = (2.0 * squares / 9000.0).sqrt();
        assert!((estimate.normalized_elo - 800.0 / std::f64::consts::LN_10 * (mean - 0.5) / deviation).abs() < 0.05);
        assert!(estimate.superiority > 0.999);
    }

    #[test]
    fn extremes_stay_finite_and_honest() {
        for pairs in 1..200 {
            let won = Estimate::of(&Pentanomial::from_counts([0, 0, 0, 0, pairs]));
            assert!(won.elo.is_finite() && won.elo > 0.0 && won.normalized_elo.is_finite());
            assert!(won.elo_low < won.elo && won.elo_high == MAX_ELO, "{pairs} pairs: {won}");
            let lost = Estimate::of(&Pentanomial::from_counts([pairs, 0, 0, 0, 0]));
            assert!((lost.elo + won.elo).abs() < 1e-9 && lost.elo_low == -MAX_ELO);
            let drawn = Estimate::of(&Pentanomial::from_counts([0, 0, pairs, 0, 0]));
            assert!(drawn.elo == 0.0 && drawn.elo_low < -1.0 && (drawn.superiority - 0.5).abs() < 1e-12);
        }
        let one = Estimate::of(&Trinomial::from_counts([0, 0, 1]));
        assert!(one.superiority < 0.9 && one.elo_low < -200.0, "one game proves nothing: {one}");
        assert!(Estimate::of(&Pentanomial::from_counts([0, 0, 0, 0, 50])).elo_low > 400.0);
    }

    #[test]
    fn nothing_played_is_nothing_known() {
        let nothing = Estimate::of(&Pentanomial::default());
        assert_eq!((nothing.elo_low, nothing.elo, nothing.elo_high), (-MAX_ELO, 0.0, MAX_ELO));
    }

    #[test]
    fn superiority_and_interval_tell_the_same() {
        let sure = |won| Estimate::of(&Trinomial::from_counts([100, 50, won]));
        let first = (100..200).find(|&won| sure(won).superiority > 0.975).unwrap();
        assert!(sure(first).elo_low > 0.0 && sure(first - 1).elo_low <= 0.0);
    }

    #[test]
    fn counts_beyond_reason_do_no_harm() {
        let estimate = Estimate::of(&Pentanomial::from_counts([u64::MAX; 5]));
        assert!(estimate.elo.abs() < 1e-6 && estimate.elo_high < 0.01, "{estimate}");
    }
}
