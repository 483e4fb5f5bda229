//! A quick proof that some reds can never be taken: what each piece could reach if all the others made way for it.

use super::board::Capture;
use super::distance::reach;
use super::geometry::squares;
use super::kind::{Gait, Kind};

/// The reds that no play can take, as a set of squares; empty proves nothing. Everything is granted that might happen: black
/// pieces are no hindrance, and a red that anyone can reach and take is gone for everybody. What is left when nothing more can
/// be granted stands for ever.
pub(super) fn out_of_reach(pos: &Capture) -> u32 {
    let mut standing = pos.reds();
    loop {
        let taken = pos.blacks_with_kinds().fold(0, |set, (square, kind)| set | can_take(pos, square, kind, standing));
        if taken & standing == 0 {
            return standing;
        }
        standing &= !taken;
    }
}

/// The reds among the standing ones that a piece could come to and take.
fn can_take(pos: &Capture, square: usize, kind: Kind, standing: u32) -> u32 {
    let prey = standing & pos.layout().prey(kind);
    // A cannon jumps over what stands: to it, only ducks are sure to be in the way.
    let walls =
        if kind.gait() == Gait::Jump { pos.layout().ducks() } else { pos.layout().ducks() | (standing & !prey) };
    let (mut seen, mut edge) = (1u32 << square, 1u32 << square);
    while edge != 0 {
        let next = squares(edge).fold(0, |set, from| set | reach(from, kind.gait(), walls)) & !seen;
        seen |= next;
        edge = next;
    }
    seen & prey
}

#[cfg(test)]
mod tests {
    use super::super::notation::parse_position;
    use super::*;

    #[test]
    fn what_no_piece_can_come_to_stands_for_ever() {
        for (text, squares) in [
            ("Kp6/8/8/8 b", 1u32 << 1),
            ("R6r/8/8/8 b", 0),
            ("KD6/D7/8/7a b", 1 << 31),
            ("Nr1p4/DDDD4/8/8 b", 1 << 1 | 1 << 3),
            // The elephant opens the way of the soldier to the general.
            ("PEnk4/DDDD4/8/8 b", 0),
            ("C1D1p3/8/8/8 b", 0),
        ] {
            assert_eq!(out_of_reach(&parse_position(text, true).unwrap()), squares, "{text}");
        }
    }
}
