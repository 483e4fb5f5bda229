//! What the network thinks of a position.

/// By how many units of the evaluation the odds of winning grow e-fold.
const LOGIT: f32 = 300.0;
/// The largest value either way, far from the scores of proven wins.
const MAX_SCORE: f32 = 3_000.0;

/// The chances of the side to move. They add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The chance to win.
    pub win: f32,
    /// The chance of a draw.
    pub draw: f32,
    /// The chance to lose.
    pub loss: f32,
}

impl Value {
    /// The chances whose logarithms, up to a common constant, are these.
    pub fn from_logits([win, draw, loss]: [f32; 3]) -> Value {
        let highest = win.max(draw).max(loss);
        let [win, draw, loss] = [win, draw, loss].map(|logit| (logit - highest).exp());
        let sum = win + draw + loss;
        Value { win: win / sum, draw: draw / sum, loss: loss / sum }
    }

    /// What the game is worth to the side to move: 1 for a win, 0 for a loss.
    pub fn expected(self) -> f32 {
        self.win + self.draw / 2.0
    }

    /// The value in units of the evaluation.
    pub fn score(self) -> i32 {
        let odds = (self.win + self.draw / 2.0) / (self.loss + self.draw / 2.0);
        (LOGIT * odds.ln()).clamp(-MAX_SCORE, MAX_SCORE).round() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_scores_mirror() {
        for logits in [[0.0, 0.0, 0.0], [90.0, 0.0, -90.0], [1.5, -2.0, 0.25], [-500.0, 3.0, 500.0]] {
            let value = Value::from_logits(logits);
            assert!((value.win + value.draw + value.loss - 1.0).abs() < 1e-5);
            let other = Value { win: value.loss, loss: value.win, ..value };
            assert_eq!(value.score(), -other.score());
        }
        assert_eq!(Value::from_logits([1.0, -100.0, 0.0]).score(), 300);
        assert_eq!(Value::from_logits([900.0, 0.0, -900.0]).score(), 3_000);
    }
}
