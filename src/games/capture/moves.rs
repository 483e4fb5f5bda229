//! The moves of black pieces, as sets of squares.

use super::board::{Capture, Move};
use super::geometry::{DIRECTIONS, NEIGHBOURS, RAYS, between, first_on_ray, squares};
use super::kind::{Gait, Kind};

/// The squares that a black piece can go to, where something stands on the `occupied` squares and the `prey` among them can be
/// taken by it.
#[inline]
pub(super) fn targets(kind: Kind, from: usize, occupied: u32, prey: u32) -> u32 {
    match kind.gait() {
        Gait::Step => NEIGHBOURS[from] & (!occupied | prey),
        Gait::Slide => lines(from, occupied) & (!occupied | prey),
        Gait::Jump => (lines(from, occupied) & !occupied) | (behind_screens(from, occupied) & prey),
    }
}

/// The squares along the lines from a square, up to and including the first things met.
#[inline]
fn lines(from: usize, occupied: u32) -> u32 {
    (0..DIRECTIONS).fold(0, |reached, direction| {
        reached
            | match first_on_ray(direction, from, occupied) {
                Some(square) => between(direction, from, square) | 1 << square,
                None => RAYS[direction][from],
            }
    })
}

/// The first things behind the first things.
fn behind_screens(from: usize, occupied: u32) -> u32 {
    let second = |direction| first_on_ray(direction, first_on_ray(direction, from, occupied)?, occupied);
    (0..DIRECTIONS).filter_map(second).fold(0, |set, square| set | 1 << square)
}

impl Capture {
    /// The squares that a black piece of that kind can go to from there.
    #[inline]
    pub fn targets(&self, kind: Kind, from: usize) -> u32 {
        targets(kind, from, !self.empty(), self.reds() & self.layout().prey(kind))
    }

    /// Calls `visit` with every move of Black, the lowest squares first.
    #[inline]
    pub(super) fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        for from in squares(self.blacks()) {
            let Some(kind) = self.black(from) else { continue };
            for to in squares(self.targets(kind, from)) {
                visit(Move { from: from as u8, to: to as u8 });
            }
        }
    }
}
