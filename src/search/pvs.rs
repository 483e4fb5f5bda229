//! PVS: the root searched with an aspiration window around the last value, widened on the side that fails. T. Marsland,
//! M. Campbell, "Parallel search of strongly ordered game trees", 1982.

use super::control::Stopped;
use super::params::Params;
use super::score::Score;

/// Finds the value of a search by windows around a guess. `pass(alpha, beta)` returns a fail-soft value.
///
/// # Errors
/// [`Stopped`] as soon as a pass says so.
pub(super) fn aspire(
    guess: Score,
    depth: i32,
    params: &Params,
    mut pass: impl FnMut(Score, Score) -> Result<Score, Stopped>,
) -> Result<Score, Stopped> {
    let mut alpha = -Score::INFINITE;
    let mut beta = Score::INFINITE;
    let mut width = params.aspiration_width;
    if depth >= params.aspiration_depth && !guess.is_mate() {
        alpha = guess + -width;
        beta = guess + width;
    }
    loop {
        let score = pass(alpha, beta)?;
        width = width.saturating_mul(params.aspiration_growth).min(Score::MAX_STATIC);
        if score <= alpha && alpha > -Score::INFINITE {
            alpha = if score.is_mate() { -Score::INFINITE } else { score + -width };
        } else if score >= beta && beta < Score::INFINITE {
            beta = if score.is_mate() { Score::INFINITE } else { score + width };
        } else {
            return Ok(score);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_any_value_from_any_guess() {
        let values = [-31_995, -20_000, -77, 0, 5, 300, 30_000, 31_991].map(|value| Score::DRAW + value);
        for value in values {
            for guess in values {
                let mut passes = 0;
                let found = aspire(guess, 9, &Params::default(), |alpha, beta| {
                    passes += 1;
                    Ok(value.clamp(alpha, beta))
                });
                assert_eq!(found, Ok(value));
                assert!(passes <= 10, "{value} from {guess}: {passes}");
            }
        }
    }
}
