//! What became of the positions of a game, as targets to learn from.
//!
//! The result of a game says little about a position two hundred plies before it, and the search of the position itself sees only a few
//! plies. Between the two lies the λ-return: a mean of all later scores and of the result, in which each ply on counts less by a constant
//! factor, the decay. At 1 only the result counts, at 0 only the score of the next position. A game that was stopped has no result: its
//! last score stands in, at any decay.
//!
//! Source: R. S. Sutton, "Learning to predict by the methods of temporal differences", Machine Learning 3, 1988.

use super::selfplay::{Ending, SelfplayGame};
use crate::search::Player;

/// The λ-return of every position with a score, as the chance of the side to move; `logit` turns scores into chances.
pub fn returns(game: &SelfplayGame, decay: f64, logit: f64) -> Vec<f64> {
    let to_move = |at: usize| Player::ALL[(game.opening + at) % 2];
    let mut returns = vec![0.0; game.scores.len()];
    // The return of the position after, and that position's score, as chances of the side to move there.
    let mut next: Option<(f64, f64)> = None;
    for (at, score) in game.scores.iter().enumerate().rev() {
        let chance = 1.0 / (1.0 + (-f64::from(score.value()) / logit).exp());
        returns[at] = match next {
            Some((returned, chance)) => 1.0 - (decay * returned + (1.0 - decay) * chance),
            None if game.ending == Ending::Stopped => chance,
            None => game.result.worth_to(to_move(at)),
        };
        next = Some((returns[at], chance));
    }
    returns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::selfplay::GameResult;
    use crate::search::Score;

    const LOGIT: f64 = 300.0;

    fn game(scores: &[i32]) -> SelfplayGame {
        SelfplayGame {
            number: 0,
            result: GameResult::First,
            ending: Ending::Rules,
            opening: 1,
            moves: vec![1; scores.len() + 1],
            scores: scores.iter().map(|&score| Score::fixed(score)).collect(),
            variations: Vec::new(),
        }
    }

    #[test]
    fn without_decay_every_position_has_the_result() {
        // The second player is to move after an opening of one move.
        assert_eq!(returns(&game(&[10, -20, 30]), 1.0, LOGIT), [0.0, 1.0, 0.0]);
    }

    #[test]
    fn with_full_decay_every_position_has_the_score_of_the_next() {
        let chance = |score: f64| 1.0 / (1.0 + (-score / LOGIT).exp());
        let found = returns(&game(&[10, -20, 30]), 0.0, LOGIT);
        for (found, expected) in found.iter().zip([chance(20.0), chance(-30.0), 0.0]) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    #[test]
    fn in_between_later_plies_count_less() {
        let found = returns(&game(&[0, 0, 0]), 0.5, LOGIT);
        assert_eq!(found, [0.375, 0.75, 0.0]);
    }

    #[test]
    fn a_game_that_was_stopped_ends_with_its_last_score() {
        let mut game = game(&[0, 0, 0]);
        game.ending = Ending::Stopped;
        assert_eq!(returns(&game, 0.5, LOGIT), [0.5; 3]);
    }
}
