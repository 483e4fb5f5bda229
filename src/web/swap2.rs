//! The stages of the swap2 opening, in which two sides settle their colours.

use serde::{Deserialize, Serialize};

use crate::engine::Purpose;

/// The current stage, and which side acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "stage", rename_all = "lowercase")]
pub(super) enum Swap2 {
    /// The first three stones: black, white, black.
    Propose {
        /// Does the engine place them?
        engine: bool,
    },
    /// A colour is chosen.
    Choose {
        /// Does the engine choose?
        engine: bool,
        /// May two more stones be placed, so that the other side chooses?
        two: bool,
    },
    /// Two more stones: white, black.
    Two {
        /// Does the engine place them?
        engine: bool,
    },
}

/// A choice of the side that acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Choice {
    /// To play White, who is to move.
    White,
    /// To play Black.
    Black,
    /// To place two more stones.
    Two,
}

/// What follows from a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Another stage.
    Stage(Swap2),
    /// Colours are settled: does the engine play Black, does it play White?
    Settled([bool; 2]),
}

impl Swap2 {
    /// Does the engine act?
    pub(super) fn is_engines(self) -> bool {
        match self {
            Swap2::Propose { engine } | Swap2::Choose { engine, .. } | Swap2::Two { engine } => engine,
        }
    }

    /// What the engine is asked when it acts.
    pub(super) fn purpose(self) -> Purpose {
        match self {
            Swap2::Propose { .. } => Purpose::Propose,
            Swap2::Choose { two, .. } => Purpose::TakeSide { may_lay_two: two },
            Swap2::Two { .. } => Purpose::Balance { moves: 2, value: 0 },
        }
    }

    /// The stage after `laid` stones: the next one if this one is complete.
    pub(super) fn after_stones(self, laid: usize) -> Swap2 {
        match self {
            Swap2::Propose { engine } if laid >= 3 => Swap2::Choose { engine: !engine, two: true },
            Swap2::Two { engine } if laid >= 5 => Swap2::Choose { engine: !engine, two: false },
            stage => stage,
        }
    }

    /// What follows from a choice; `None` where it cannot be made.
    pub(super) fn choose(self, choice: Choice) -> Option<Next> {
        let Swap2::Choose { engine, two } = self else { return None };
        match choice {
            Choice::Two if two => Some(Next::Stage(Swap2::Two { engine })),
            Choice::Two => None,
            Choice::White => Some(Next::Settled([!engine, engine])),
            Choice::Black => Some(Next::Settled([engine, !engine])),
        }
    }

    /// May a stone be placed now?
    pub(super) fn lays(self) -> bool {
        !matches!(self, Swap2::Choose { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_that_did_not_propose_chooses_and_two_stones_turn_the_choice_round() {
        let propose = Swap2::Propose { engine: true };
        assert_eq!(propose.after_stones(2), propose);
        let choose = propose.after_stones(3);
        assert_eq!(choose, Swap2::Choose { engine: false, two: true });
        assert_eq!(choose.choose(Choice::White), Some(Next::Settled([true, false])));
        assert_eq!(choose.choose(Choice::Black), Some(Next::Settled([false, true])));
        let Some(Next::Stage(two)) = choose.choose(Choice::Two) else { panic!("two stones may be laid") };
        let last = two.after_stones(5);
        assert_eq!(last, Swap2::Choose { engine: true, two: false });
        assert_eq!(last.choose(Choice::Two), None);
        assert_eq!(propose.choose(Choice::White), None);
    }
}
