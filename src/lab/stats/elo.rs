//! The logistic Elo scale: A. E. Elo's expected score with base 10 and 400 points a decade, as FIDE and the engine lists use it.

/// Elo points in one unit of the natural logistic scale, 400 / ln 10.
pub(super) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The largest difference that is reported, in Elo: a score of 99.999 %. A bound of this size means that no bound is known.
pub const MAX_ELO: f64 = 2000.0;

/// The expected score, in 0..=1, of an engine that is `elo` points stronger than its opponent.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp())
}

/// The difference in Elo that gives an expected score, limited to [`MAX_ELO`] either way.
pub fn elo_of_score(score: f64) -> f64 {
    let odds = score / (1.0 - score);
    (ELO_PER_LOGIT * odds.ln()).clamp(-MAX_ELO, MAX_ELO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_points_of_the_scale() {
        assert_eq!(elo_of_score(0.5), 0.0);
        assert!((elo_of_score(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert!((score_of_elo(-400.0) - 1.0 / 11.0).abs() < 1e-12);
        assert_eq!(elo_of_score(1.0), MAX_ELO);
        assert_eq!(elo_of_score(0.0), -MAX_ELO);
    }
}
