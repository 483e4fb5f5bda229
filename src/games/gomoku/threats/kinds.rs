//! Which kinds of threats are on the board, as one number, and the two that win together.

use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::patterns::class::Class;
use crate::games::gomoku::patterns::rule::Rule;
use crate::search::Player;

/// The classes that count for the side to move, the lowest bits of a mask; its five or open four wins before any evaluation.
pub(in crate::games::gomoku) const OWN: [Class; 4] = [Class::Three, Class::DoubleThree, Class::Four, Class::FourThree];
/// The classes that count for its opponent, the next bits; a five is met before any evaluation.
pub(in crate::games::gomoku) const THEIRS: [Class; 5] =
    [Class::Three, Class::DoubleThree, Class::Four, Class::FourThree, Class::OpenFour];

/// The number of masks.
pub(in crate::games::gomoku) const MASKS: usize = 1 << (OWN.len() + THEIRS.len());

/// The kinds of which there is a cell, a bit each: first those of `me`, then those of the opponent.
#[inline]
pub(in crate::games::gomoku) fn mask<R: Rule>(board: &Gomoku<R>, me: Player) -> usize {
    let present = |mask: usize, (at, (player, class)): (usize, (Player, Class))| {
        mask | usize::from(board.count(player, class) > 0) << at
    };
    let own = OWN.into_iter().map(|class| (me, class));
    let theirs = THEIRS.into_iter().map(|class| (me.opponent(), class));
    own.chain(theirs).enumerate().fold(0, present)
}

/// Has the side to move a win in five plies by two threats at once, a four and a three or two threes, which the opponent has no
/// four to put off? Asked where nobody has a five and the side to move no open four.
///
/// The lines of the two threats cross in the new stone alone, so one reply stops one of them; the other becomes an open four, or
/// five at once where the four was left alone. The opponent's reply makes a three at best, and a four next, which comes too
/// late. No claim for renju's Black, whose open four may be a foul.
pub(in crate::games::gomoku) fn win_together<R: Rule>(board: &Gomoku<R>) -> bool {
    let me = board.to_move();
    let has = |player, class| board.count(player, class) > 0;
    (has(me, Class::DoubleThree) || has(me, Class::FourThree))
        && !(R::FOULS && me == Player::First)
        && !Class::FOURS.into_iter().any(|class| has(me.opponent(), class))
}
