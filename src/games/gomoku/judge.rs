//! A stand-in for the evaluator until it lands.
use std::marker::PhantomData;

use super::{Cell, Gomoku, Rule};
use crate::search::{Evaluator, Player, Score};

/// Judges by the balance of shapes.
#[derive(Clone, Debug, Default)]
pub struct Judge<R>(PhantomData<R>);

impl<R> Judge<R> {
    /// A judge.
    pub fn new() -> Self {
        Judge(PhantomData)
    }
}

impl<R: Rule> Evaluator<Gomoku<R>> for Judge<R> {
    fn evaluate(&mut self, pos: &Gomoku<R>) -> Score {
        let sign = if pos.to_move() == Player::First { 1 } else { -1 };
        Score::fixed(sign * pos.balance())
    }
    fn prior(&self, pos: &Gomoku<R>, mv: Cell) -> i32 {
        let priors = pos.priors(mv);
        priors[0] + priors[1]
    }
}
