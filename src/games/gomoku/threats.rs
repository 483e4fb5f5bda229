//! Which kinds of threats are on the board, as one number.

use super::board::Gomoku;
use super::class::Class;
use super::rule::Rule;
use crate::search::Player;

/// The classes that count for the side to move, the lowest bits of a mask; its five or open four wins before any evaluation.
pub(super) const OWN: [Class; 4] = [Class::Three, Class::DoubleThree, Class::Four, Class::FourThree];
/// The classes that count for its opponent, the next bits; a five is met before any evaluation.
pub(super) const THEIRS: [Class; 5] =
    [Class::Three, Class::DoubleThree, Class::Four, Class::FourThree, Class::OpenFour];

/// The number of masks.
pub(super) const MASKS: usize = 1 << (OWN.len() + THEIRS.len());

/// The kinds of which there is a cell, a bit each: first those of `me`, then those of the opponent.
#[inline]
pub(super) fn mask<R: Rule>(board: &Gomoku<R>, me: Player) -> usize {
    let present = |mask: usize, (at, (player, class)): (usize, (Player, Class))| {
        mask | usize::from(board.count(player, class) > 0) << at
    };
    let own = OWN.into_iter().map(|class| (me, class));
    let theirs = THEIRS.into_iter().map(|class| (me.opponent(), class));
    own.chain(theirs).enumerate().fold(0, present)
}
