//! How promising a move looks before it is searched: ejections, then pushes, then moves towards the centre, side-steps late. What
//! does not depend on the marbles pushed is looked up.

use std::sync::Arc;

use super::cell::Cell;
use super::moves::Move;
use super::params;

/// The priors of all moves, their pushes apart, by [`Move::shape`].
#[derive(Clone, Debug)]
pub(super) struct Priors(Arc<[i16]>);

impl Default for Priors {
    fn default() -> Self {
        Priors((0..Move::SHAPES).map(|shape| Move::of_shape(shape).map_or(0, without_push)).collect())
    }
}

impl Priors {
    /// How early the move is tried: the larger the earlier.
    #[inline]
    pub(super) fn of(&self, mv: Move) -> i32 {
        let own = i32::from(self.0[mv.shape()]);
        if mv.pushed() == 0 {
            return own;
        }
        if mv.ejects() {
            return params::EJECTION_PRIOR;
        }
        let [first, last] = [mv.count(), mv.count() + mv.pushed()].map(|steps| mv.cell().walk(mv.direction(), steps));
        own + params::PUSH_PRIOR * mv.pushed() as i32 + params::CENTRE_PRIOR * outward(first, last)
    }
}

fn outward(from: Cell, to: Cell) -> i32 {
    to.ring() - from.ring()
}

fn without_push(mv: Move) -> i16 {
    let (count, direction) = (mv.count(), mv.direction());
    let value = if mv.is_side_step() {
        let steps = [mv.cell(), mv.last()].map(|cell| outward(cell, cell.walk(direction, 1)));
        -params::SIDE_STEP_PRIOR - params::CENTRE_PRIOR * (steps[0] + steps[1])
    } else {
        params::LINE_PRIOR * count as i32 - params::CENTRE_PRIOR * outward(mv.cell(), mv.cell().walk(direction, count))
    };
    value as i16
}
