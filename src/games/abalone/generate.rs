//! All legal moves, group by group: the moves of one direction, size and push form a set of cells found by a few shifts, which
//! is listed or only counted.

use super::board::Abalone;
use super::cell::{Bits, Cell, Direction, before, each, leaving};
use super::moves::Move;
use crate::search::{Leaves, MoveStack};

/// What inline moves in one direction are told apart by: own marbles against enemy marbles.
const PUSHES: [(u32, u32); 3] = [(2, 1), (3, 1), (3, 2)];

/// The marbles as the side to move sees them.
#[derive(Clone, Copy)]
pub(super) struct Sides {
    pub(super) own: Bits,
    pub(super) enemy: Bits,
    pub(super) empty: Bits,
}

impl Sides {
    /// Calls `visit` with every group of inline moves in direction `D`: a move without its cell, and the rear marbles.
    #[inline(always)]
    fn inline<const D: usize>(self, visit: &mut impl FnMut(Move, Bits)) {
        let direction = const { Direction::ALL[D] };
        let one = self.own & before::<D>(self.empty);
        let two = self.own & before::<D>(one);
        let three = self.own & before::<D>(two);
        visit(const { Move::inline(Direction::ALL[D], 1, 0, false) }, one);
        visit(const { Move::inline(Direction::ALL[D], 2, 0, false) }, two);
        visit(const { Move::inline(Direction::ALL[D], 3, 0, false) }, three);
        for ((count, pushed), rears) in PUSHES.into_iter().zip(self.pushes::<D>()) {
            if rears != 0 {
                let off =
                    rears & const { [leaving(D, 3), leaving(D, 4), leaving(D, 5)] }[(count + pushed - 3) as usize];
                visit(Move::inline(direction, count, pushed, false), rears & !off);
                visit(Move::inline(direction, count, pushed, true), off);
            }
        }
    }

    /// The rear marbles of the pushes in direction `D`, by [`PUSHES`].
    #[inline(always)]
    pub(super) fn pushes<const D: usize>(self) -> [Bits; 3] {
        let last = self.enemy & (before::<D>(self.empty) | const { leaving(D, 1) });
        let two_on_one = self.own & before::<D>(self.own & before::<D>(last));
        let three_on_one = self.own & before::<D>(two_on_one);
        let front = self.own & before::<D>(self.enemy & before::<D>(last));
        let three_on_two = self.own & before::<D>(self.own & before::<D>(front));
        [two_on_one, three_on_one, three_on_two]
    }

    /// The rear marbles of the pushes in direction `D` that eject, by [`PUSHES`].
    #[inline(always)]
    pub(super) fn ejections<const D: usize>(self) -> [Bits; 3] {
        let last = self.enemy & const { leaving(D, 1) };
        let two_on_one = self.own & before::<D>(self.own & before::<D>(last));
        let three_on_one = self.own & before::<D>(two_on_one);
        let front = self.own & before::<D>(self.enemy & before::<D>(last));
        let three_on_two = self.own & before::<D>(self.own & before::<D>(front));
        [two_on_one, three_on_one, three_on_two]
    }

    /// Side-steps in direction `D` of the pairs and triples that stand along `L`, by their first marbles.
    #[inline(always)]
    fn side_step<const L: usize, const D: usize>(self, lines: [[Bits; 2]; 2], visit: &mut impl FnMut(Move, Bits)) {
        let [own, empty] = lines;
        visit(const { Move::side_step(Direction::ALL[L], Direction::ALL[D], 2) }, own[0] & before::<D>(empty[0]));
        visit(const { Move::side_step(Direction::ALL[L], Direction::ALL[D], 3) }, own[1] & before::<D>(empty[1]));
    }

    /// The first cells of the pairs and of the triples along `L` within a set.
    #[inline(always)]
    pub(super) fn lines<const L: usize>(set: Bits) -> [Bits; 2] {
        let pairs = set & before::<L>(set);
        [pairs, set & before::<L>(pairs)]
    }

    /// Calls `visit` with every group of moves: a move without its cell, and the cells.
    #[inline(always)]
    pub(super) fn each_group(self, visit: &mut impl FnMut(Move, Bits)) {
        self.each_inline(visit);
        self.each_side_step(visit);
    }

    /// Calls `visit` with every group of inline moves.
    #[inline(always)]
    fn each_inline(self, visit: &mut impl FnMut(Move, Bits)) {
        self.inline::<0>(visit);
        self.inline::<1>(visit);
        self.inline::<2>(visit);
        self.inline::<3>(visit);
        self.inline::<4>(visit);
        self.inline::<5>(visit);
    }

    /// Calls `visit` with every group of side-steps.
    #[inline(always)]
    fn each_side_step(self, visit: &mut impl FnMut(Move, Bits)) {
        let along = [Self::lines::<0>(self.own), Self::lines::<0>(self.empty)];
        self.side_step::<0, 1>(along, visit);
        self.side_step::<0, 2>(along, visit);
        self.side_step::<0, 4>(along, visit);
        self.side_step::<0, 5>(along, visit);
        let along = [Self::lines::<1>(self.own), Self::lines::<1>(self.empty)];
        self.side_step::<1, 0>(along, visit);
        self.side_step::<1, 2>(along, visit);
        self.side_step::<1, 3>(along, visit);
        self.side_step::<1, 5>(along, visit);
        let along = [Self::lines::<2>(self.own), Self::lines::<2>(self.empty)];
        self.side_step::<2, 0>(along, visit);
        self.side_step::<2, 1>(along, visit);
        self.side_step::<2, 3>(along, visit);
        self.side_step::<2, 4>(along, visit);
    }

    /// Calls `visit` with every group of ejections.
    #[inline(always)]
    fn each_ejection(self, visit: &mut impl FnMut(Move, Bits)) {
        self.ejections_in::<0>(visit);
        self.ejections_in::<1>(visit);
        self.ejections_in::<2>(visit);
        self.ejections_in::<3>(visit);
        self.ejections_in::<4>(visit);
        self.ejections_in::<5>(visit);
    }

    #[inline(always)]
    fn ejections_in<const D: usize>(self, visit: &mut impl FnMut(Move, Bits)) {
        if self.enemy & const { leaving(D, 1) } != 0 {
            for ((count, pushed), rears) in PUSHES.into_iter().zip(self.ejections::<D>()) {
                visit(Move::inline(Direction::ALL[D], count, pushed, true), rears);
            }
        }
    }
}

impl Abalone {
    /// The marbles as the side to move sees them.
    #[inline]
    pub(super) fn sides(&self) -> Sides {
        let own = self.marbles(self.to_move());
        Sides { own, enemy: self.marbles(self.to_move().opponent()), empty: self.empty() }
    }

    /// The moves of a position that is not over.
    pub(super) fn list_moves(&self, out: &mut MoveStack<Move>) {
        self.sides().each_group(&mut |group, cells| each(cells).for_each(|cell| out.push(group.from(cell))));
    }

    /// The inline moves.
    pub(super) fn list_inline(&self, out: &mut MoveStack<Move>) {
        self.sides().each_inline(&mut |group, cells| each(cells).for_each(|cell| out.push(group.from(cell))));
    }

    /// The side-steps.
    pub(super) fn list_side_steps(&self, out: &mut MoveStack<Move>) {
        self.sides().each_side_step(&mut |group, cells| each(cells).for_each(|cell| out.push(group.from(cell))));
    }

    /// The moves that eject a marble.
    #[inline]
    pub(super) fn list_ejections(&self, out: &mut MoveStack<Move>) {
        self.sides().each_ejection(&mut |group, cells| each(cells).for_each(|cell| out.push(group.from(cell))));
    }

    /// Could the other side eject a marble if it were to move?
    pub(super) fn is_attacked(&self) -> bool {
        let Sides { own, enemy, empty } = self.sides();
        let mut any = false;
        Sides { own: enemy, enemy: own, empty }.each_ejection(&mut |_, rears| any |= rears != 0);
        any
    }

    /// How many moves there are, and how many of them eject a marble, whether the game is over or not.
    pub(super) fn move_counts(&self) -> Leaves {
        let mut counts = Leaves::default();
        self.sides().each_group(&mut |group, cells| {
            let count = u64::from(cells.count_ones());
            counts.leaves += count;
            counts.ejections += if group.ejects() { count } else { 0 };
        });
        counts
    }

    /// The legal move with that number, whatever the number is.
    pub(super) fn find_move(&self, number: u16) -> Option<Move> {
        let cell = usize::from(number) & 63;
        let mut found = None;
        let visit = &mut |group: Move, cells: Bits| {
            if group.number() == number & !63 && cells >> cell & 1 == 1 {
                found = Some(group.from(Cell::from_index(cell)));
            }
        };
        let sides = self.sides();
        match Move::inline_direction(number) {
            None => sides.each_side_step(visit),
            Some(0) => sides.inline::<0>(visit),
            Some(1) => sides.inline::<1>(visit),
            Some(2) => sides.inline::<2>(visit),
            Some(3) => sides.inline::<3>(visit),
            Some(4) => sides.inline::<4>(visit),
            Some(_) => sides.inline::<5>(visit),
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::abalone::DrawRules;
    use crate::games::abalone::notation::parse_position;

    #[test]
    fn a_move_is_found_by_its_number_and_no_other_number_is_a_move() {
        let start = parse_position("ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0").unwrap();
        let mut pos = Abalone::new(start, DrawRules::default());
        let mut pushes = 0;
        for ply in 0..40 {
            let mut moves = MoveStack::new();
            pos.list_moves(&mut moves);
            let listed: Vec<Move> = moves.moves(0).collect();
            for number in 0..=u16::MAX {
                assert_eq!(pos.find_move(number), listed.iter().find(|mv| mv.number() == number).copied(), "{number}");
            }
            pushes += listed.iter().filter(|mv| mv.pushed() > 0).count();
            pos.play(listed[ply * 31 % listed.len()]);
        }
        assert!(pushes > 10, "{pushes}");
    }
}
