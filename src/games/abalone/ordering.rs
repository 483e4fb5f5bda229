//! How promising a move looks before it is searched: ejections, then pushes, then moves towards the centre, side-steps late. What
//! does not depend on the marbles pushed is looked up.

use std::sync::Arc;

use super::cell::Cell;
use super::moves::Move;
use super::params::AbaloneParams;

/// The priors of all moves.
#[derive(Clone, Debug)]
pub(super) struct Priors {
    /// Those without the marbles pushed, by [`Move::shape`].
    without_push: Arc<[i16]>,
    ejection: i32,
    push: i32,
    centre: i32,
}

impl Priors {
    pub(super) fn new(params: &AbaloneParams) -> Priors {
        let prior = |shape| Move::of_shape(shape).map_or(0, |mv| without_push(mv, params));
        Priors {
            without_push: (0..Move::SHAPES).map(prior).collect(),
            ejection: params.ejection_prior,
            push: params.push_prior,
            centre: params.centre_prior,
        }
    }

    /// How early the move is tried: the larger the earlier.
    #[inline]
    pub(super) fn of(&self, mv: Move) -> i32 {
        let own = i32::from(self.without_push[mv.shape()]);
        if mv.pushed() == 0 {
            return own;
        }
        if mv.ejects() {
            return self.ejection;
        }
        let [first, last] = [mv.count(), mv.count() + mv.pushed()].map(|steps| mv.cell().walk(mv.direction(), steps));
        own + self.push * mv.pushed() as i32 + self.centre * outward(first, last)
    }
}

fn outward(from: Cell, to: Cell) -> i32 {
    to.ring() - from.ring()
}

fn without_push(mv: Move, params: &AbaloneParams) -> i16 {
    let (count, direction) = (mv.count(), mv.direction());
    let value = if mv.is_side_step() {
        let steps = [mv.cell(), mv.last()].map(|cell| outward(cell, cell.walk(direction, 1)));
        -params.side_step_prior - params.centre_prior * (steps[0] + steps[1])
    } else {
        params.line_prior * count as i32 - params.centre_prior * outward(mv.cell(), mv.cell().walk(direction, count))
    };
    value.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}
