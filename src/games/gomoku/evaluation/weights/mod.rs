//! The weights of the evaluation, in steps: generated files, which `fukumi tune` writes. A rule set gets
//! one of its own once a fit to its games has won a match; until then it is judged as freestyle. Where the colours play by
//! different rules each has weights of its own.

use crate::games::gomoku::patterns::multiset;
use crate::games::gomoku::rules::code::RuleCode;
use crate::games::gomoku::threats::kinds as threats;

pub(in crate::games::gomoku) mod source;

#[rustfmt::skip]
mod freestyle;
#[rustfmt::skip]
mod renju;

/// So many steps make one unit of the evaluation, a 300th of a logit of winning. A hundred empty cells look alike, so that half a
/// unit in the weight of a cell is fifty in the value.
pub(in crate::games::gomoku) const STEPS: i32 = 8;

/// What one colour's positions are judged by.
#[derive(Debug)]
pub(in crate::games::gomoku) struct Side {
    /// The worth of being to move.
    pub(in crate::games::gomoku) tempo: i16,
    /// The worth, to the colour when it is to move, of the threats on the board, by [`threats::mask`].
    pub(in crate::games::gomoku) threats: [i16; threats::MASKS],
    /// The worth, to the colour when it is to move, of an empty cell where its stone would make four shapes, by
    /// [`multiset::number`].
    pub(in crate::games::gomoku) moving: [i16; multiset::COUNT],
    /// The worth of such a cell when the opponent is to move.
    pub(in crate::games::gomoku) waiting: [i16; multiset::COUNT],
}

/// The weights of a rule set: one side where both colours are judged alike, else Black's and White's.
pub(in crate::games::gomoku) const fn sides(rule: RuleCode) -> &'static [Side] {
    match rule {
        RuleCode::Freestyle | RuleCode::Standard | RuleCode::Caro | RuleCode::CaroFive => &freestyle::SIDES,
        RuleCode::Renju => &renju::SIDES,
    }
}
