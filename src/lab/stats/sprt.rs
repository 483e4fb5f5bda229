//! The sequential probability ratio test on pairs of games: play until one of two hypotheses about the difference is accepted.
//!
//! A. Wald's test (1945) compares two simple hypotheses. Here each hypothesis fixes only the expected score and leaves the
//! probabilities of the five results free: the generalised test uses the maximum of the likelihood under each hypothesis (M. Van den Bergh,
//! "The generalized maximum likelihood ratio for the expectation value of a distribution", 2019).
//!
//! With the scores `a`, their frequencies `f` in `n` pairs and the expected score `s`, maximising `n Σ f ln p` under `Σ p = 1`
//! and `Σ p a = s` gives `p = f / (1 + t (a - s))`, where the multiplier `t` solves `Σ f (a - s) / (1 + t (a - s)) = 0`. That sum
//! falls with `t`. No `1 + t (a - s)` may be negative, not even for a score that never occurred, so
//! `-1 / (1 - s) <= t <= 1 / s`. If there is no root in this interval, the maximum is at one of its ends, and the remaining probability
//! goes to the extreme score although it never occurred. So no imaginary results are needed, not even for the first pair.

use std::fmt;

use serde::Serialize;

use super::elo::{MAX_ELO, score_of_elo};
use super::tally::Tally;

/// A test of `elo <= elo0` against `elo >= elo1`, in logistic Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// Why there is no such test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A hypothesis is not a number or is too large, or they are in the wrong order.
    #[error("elo0 = {0} and elo1 = {1}: both must lie from -{MAX_ELO} to {MAX_ELO}, and elo0 must be less than elo1")]
    Hypotheses(f64, f64),
    /// An error rate is out of range.
    #[error("{name} = {value}: an error rate must be more than 0 and less than 0.5")]
    ErrorRate {
        /// Which of the two.
        name: &'static str,
        /// The value asked for.
        value: f64,
    },
}

/// What the test has decided so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Nothing yet: more games are needed.
    Continue,
    /// The difference is `elo0` or less.
    AcceptH0,
    /// The difference is `elo1` or more.
    AcceptH1,
}

/// In the words of the field.
impl fmt::Display for Decision {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Decision::Continue => "undecided",
            Decision::AcceptH0 => "H0 accepted",
            Decision::AcceptH1 => "H1 accepted",
        })
    }
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The test.
    #[serde(flatten)]
    pub test: Sprt,
    /// The log-likelihood ratio of the second hypothesis to the first.
    pub llr: f64,
    /// At or below it the first hypothesis is accepted.
    pub lower: f64,
    /// At or above it the second hypothesis is accepted.
    pub upper: f64,
    /// What has been decided.
    pub decision: Decision,
}

impl Sprt {
    /// A test that accepts `elo1` with probability `alpha` at most when `elo0` is true, and `elo0` with probability `beta` at
    /// most when `elo1` is true.
    ///
    /// # Errors
    /// Unless `-MAX_ELO <= elo0 < elo1 <= MAX_ELO` and both error rates lie between 0 and 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        if !(elo0 < elo1 && -MAX_ELO <= elo0 && elo1 <= MAX_ELO) {
            return Err(SprtError::Hypotheses(elo0, elo1));
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(0.0 < value && value < 0.5) {
                return Err(SprtError::ErrorRate { name, value });
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The values of the log-likelihood ratio at which the first and the second hypothesis are accepted, respectively.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of `elo1` to `elo0`; 0 before the first observation.
    pub fn llr<const K: usize>(&self, tally: &Tally<K>) -> f64 {
        let (score0, score1) = (score_of_elo(self.elo0), score_of_elo(self.elo1));
        let (t0, t1) = (multiplier(tally, score0), multiplier(tally, score1));
        let observed = tally.entries().filter(|&(_, count)| count > 0.0);
        observed.map(|(a, count)| count * ((1.0 + t0 * (a - score0)) / (1.0 + t1 * (a - score1))).ln()).sum()
    }

    /// What the results decide so far.
    pub fn decision<const K: usize>(&self, tally: &Tally<K>) -> Decision {
        self.state(tally).decision
    }

    /// Where the test stands.
    pub fn state<const K: usize>(&self, tally: &Tally<K>) -> SprtState {
        let (lower, upper) = self.bounds();
        let llr = self.llr(tally);
        let decision = match llr {
            llr if llr >= upper => Decision::AcceptH1,
            llr if llr <= lower => Decision::AcceptH0,
            _ => Decision::Continue,
        };
        SprtState { test: *self, llr, lower, upper, decision }
    }
}

/// As in `H1 accepted: LLR 2.97 (-2.94, 2.94), elo0 0, elo1 5`.
impl fmt::Display for SprtState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtState { test, llr, lower, upper, decision } = self;
        // Adding zero turns the minus of nothing into plain nothing.
        let llr = (llr * 100.0).round() / 100.0 + 0.0;
        write!(out, "{decision}: LLR {llr:.2} ({lower:.2}, {upper:.2}), elo0 {}, elo1 {}", test.elo0, test.elo1)
    }
}

/// The most steps of the root search; bisection alone needs about sixty for a double.
const STEPS: usize = 100;

/// The multiplier of the maximum-likelihood distribution with the expected score `s`, by Newton's method within a bracket.
fn multiplier<const K: usize>(tally: &Tally<K>, s: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - s), 1.0 / s);
    let mut t = 0.0;
    for _ in 0..STEPS {
        let (value, slope) = constraint(tally, s, t);
        if value > 0.0 {
            low = t;
        } else {
            high = t;
        }
        let newton = t - value / slope;
        let next = if low < newton && newton < high { newton } else { (low + high) / 2.0 };
        if (next - t).abs() <= 1e-13 {
            return next;
        }
        t = next;
    }
    t
}

/// `Σ count (a - s) / (1 + t (a - s))` and its derivative by `t`.
fn constraint<const K: usize>(tally: &Tally<K>, s: f64, t: f64) -> (f64, f64) {
    tally.entries().filter(|&(_, count)| count > 0.0).fold((0.0, 0.0), |(value, slope), (a, count)| {
        let ratio = (a - s) / (1.0 + t * (a - s));
        (value + count * ratio, slope - count * ratio * ratio)
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Pentanomial, Trinomial};
    use super::*;

    /// The likelihood at its maximum, found by brute force: every distribution on a fine grid with the expected score asked
    /// for, for three scores, where one number is free.
    fn brute_force(counts: [u64; 3], s: f64) -> f64 {
        let likelihood = |draw: f64| {
            let probabilities = [1.0 - s - draw / 2.0, draw, s - draw / 2.0];
            let terms = counts.iter().zip(probabilities).filter(|(count, _)| **count > 0);
            terms.map(|(&count, p)| count as f64 * p.max(0.0).ln()).sum::<f64>()
        };
        let most = 2.0 * s.min(1.0 - s);
        (0..=100_000).map(|step| likelihood(most * f64::from(step) / 100_000.0)).fold(f64::NEG_INFINITY, f64::max)
    }

    #[test]
    fn ratio_equals_the_one_found_by_brute_force() {
        let sprt = Sprt::new(-10.0, 30.0, 0.05, 0.05).unwrap();
        let (score0, score1) = (score_of_elo(-10.0), score_of_elo(30.0));
        for counts in [[30, 50, 41], [0, 0, 7], [9, 0, 0], [0, 12, 0], [0, 5, 3], [4, 0, 4], [1, 1, 0], [200, 1, 300]] {
            let expected = brute_force(counts, score1) - brute_force(counts, score0);
            let llr = sprt.llr(&Trinomial::from_counts(counts));
            assert!((llr - expected).abs() < 1e-5, "{counts:?}: {llr}, by brute force {expected}");
        }
    }

    #[test]
    fn ratio_of_a_long_match_agrees_with_the_normal_approximation() {
        // Van den Bergh's (s1 - s0) (2 m - s0 - s1) / (2 v / n), which holds for small differences.
        let pairs = Pentanomial::from_counts([300, 2100, 5000, 2300, 350]);
        let (total, mean) = (pairs.total() as f64, pairs.score().unwrap());
        let variance: f64 = pairs.entries().map(|(a, count)| count * (a - mean).powi(2)).sum::<f64>() / total;
        let (score0, score1) = (score_of_elo(0.0), score_of_elo(5.0));
        let expected = total * (score1 - score0) * (2.0 * mean - score0 - score1) / (2.0 * variance);
        let llr = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().llr(&pairs);
        assert!((llr - expected).abs() < 0.01 * expected.abs(), "{llr}, {expected}");
    }

    #[test]
    fn few_and_extreme_results_give_finite_ratios_of_the_right_sign() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap();
        assert_eq!(sprt.llr(&Pentanomial::default()), 0.0);
        for index in 0..5 {
            let mut counts = [0; 5];
            counts[index] = 1;
            let llr = sprt.llr(&Pentanomial::from_counts(counts));
            assert!(llr.is_finite() && (llr > 0.0) == (index > 2), "{counts:?}: {llr}");
            assert_eq!(sprt.decision(&Pentanomial::from_counts(counts)), Decision::Continue);
        }
        assert!(sprt.llr(&Pentanomial::from_counts([u64::MAX; 5])).is_finite());
    }

    #[test]
    fn turning_the_match_round_turns_the_ratio_round() {
        let pairs = Pentanomial::from_counts([3, 17, 40, 25, 6]);
        let there = Sprt::new(-3.0, 8.0, 0.05, 0.05).unwrap().llr(&pairs);
        let back = Sprt::new(-8.0, 3.0, 0.05, 0.05).unwrap().llr(&pairs.reversed());
        assert!((there + back).abs() < 1e-9);
    }

    #[test]
    fn bounds_and_decisions() {
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.1).unwrap();
        let (lower, upper) = sprt.bounds();
        assert!((lower - (0.1f64 / 0.95).ln()).abs() < 1e-12 && (upper - 18f64.ln()).abs() < 1e-12);
        let stronger = Pentanomial::from_counts([10, 50, 500, 150, 60]);
        assert_eq!(sprt.decision(&stronger), Decision::AcceptH1);
        assert!(sprt.state(&stronger).to_string().starts_with("H1 accepted: LLR "));
        assert!(sprt.state(&stronger.reversed()).to_string().starts_with("H0 accepted: LLR -"));
        assert!(sprt.state(&Pentanomial::default()).to_string().starts_with("undecided: LLR 0.00"));
        assert_eq!(sprt.decision(&Pentanomial::from_counts([60, 150, 500, 50, 10])), Decision::AcceptH0);
    }

    #[test]
    fn a_test_that_makes_no_sense_is_refused() {
        for (elo0, elo1) in [(5.0, 5.0), (5.0, 0.0), (f64::NAN, 5.0), (0.0, f64::INFINITY), (0.0, 1e9)] {
            assert!(matches!(Sprt::new(elo0, elo1, 0.05, 0.05), Err(SprtError::Hypotheses(..))), "{elo0} {elo1}");
        }
        for (alpha, beta, name) in [(0.0, 0.05, "alpha"), (0.05, 0.5, "beta"), (f64::NAN, 0.05, "alpha")] {
            let error = Sprt::new(0.0, 5.0, alpha, beta).unwrap_err();
            assert!(error.to_string().starts_with(name), "{error}");
        }
    }
}
