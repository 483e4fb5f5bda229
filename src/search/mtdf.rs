//! MTD(f): null-window passes that close in on the root's value from a first guess. A. Plaat, J. Schaeffer, W. Pijls, A. de
//! Bruin, "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87, 1996.

use super::control::Stopped;
use super::params::Params;
use super::score::Score;

/// Finds the value of a search by null windows. `pass(beta)` searches with the window `(beta - 1, beta)` and returns a
/// fail-soft bound: at least `beta`, or below it. The value returned is the last lower bound, which has a best move behind it.
///
/// The textbook goes to the last bound each time; when that takes many passes, as with a fine-grained evaluation, this
/// strides beyond it, and halves the gap once it has the value between two bounds. A proven win or loss is only asked whether
/// it can be faster or slower.
///
/// # Errors
/// [`Stopped`] as soon as a pass says so.
pub(super) fn converge(
    guess: Score,
    params: &Params,
    mut pass: impl FnMut(Score) -> Result<Score, Stopped>,
) -> Result<Score, Stopped> {
    let mut lower = -Score::INFINITE;
    let mut upper = Score::INFINITE;
    let mut bound = guess;
    let mut stride = params.mtdf_stride;
    let mut passes = 0;
    while lower < upper {
        let mut beta = if bound == lower { bound.above() } else { bound };
        if passes >= params.mtdf_plain && !lower.is_win() && !upper.is_loss() {
            if lower > -Score::INFINITE && upper < Score::INFINITE {
                beta = Score::fixed((lower.value() + upper.value()).div_euclid(2)).above();
            } else if bound == lower {
                beta = beta + stride;
            } else {
                beta = beta + -stride;
            }
            stride = stride.saturating_mul(params.mtdf_growth).min(Score::MAX_STATIC);
        }
        beta = beta.clamp(lower.above(), upper);
        bound = pass(beta)?;
        if bound >= beta {
            lower = bound;
        } else {
            upper = bound;
        }
        passes += 1;
    }
    Ok(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Passes needed when each returns a bound no better than the window (fail-hard), the worst case.
    fn passes(value: Score, guess: Score) -> usize {
        let mut passes = 0;
        let found = converge(guess, &Params::default(), |beta| {
            passes += 1;
            Ok(if value >= beta { beta } else { beta.below() })
        });
        assert_eq!(found, Ok(value));
        passes
    }

    #[test]
    fn it_finds_any_value_from_any_guess() {
        let values = [-32_000, -31_995, -20_000, -77, -1, 0, 1, 5, 300, 30_000, 31_001, 31_991];
        for value in values.map(|value| Score::DRAW + value) {
            for guess in values.map(|guess| Score::DRAW + guess) {
                assert!(passes(value, guess) <= 1100, "{value} from {guess}");
            }
        }
    }

    #[test]
    fn a_near_guess_needs_few_passes() {
        assert!(passes(Score::fixed(50), Score::fixed(50)) <= 7, "a stride, and halves of it");
        assert!(passes(Score::fixed(53), Score::fixed(50)) <= 10);
        assert!(passes(Score::fixed(-400), Score::fixed(0)) <= 18);
    }

    #[test]
    fn a_right_guess_is_confirmed_by_two_plain_passes() {
        let params = Params { mtdf_plain: 2, ..Params::default() };
        let mut windows = Vec::new();
        let found = converge(Score::fixed(50), &params, |beta| {
            windows.push(beta.value());
            Ok(Score::fixed(50))
        });
        assert_eq!((found, windows), (Ok(Score::fixed(50)), vec![50, 51]));
    }

    #[test]
    fn a_mate_found_by_a_fail_soft_search_is_confirmed_by_one_more_pass() {
        let mut passes = 0;
        let value = Score::win_in(9);
        let found = converge(Score::fixed(30), &Params::default(), |_| {
            passes += 1;
            Ok(value)
        });
        assert_eq!((found, passes), (Ok(value), 2));
    }
}
