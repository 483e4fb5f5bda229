//! What can be asked for and done in the dialog of an opening, and what is wrong with what cannot.

use super::point::{Point, Region};
use super::rule::OpeningRule;

/// A player of the dialog, by who began it. Which colour a player has may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The player who began.
    Opener,
    /// The other one.
    Responder,
}

impl Seat {
    /// The other player.
    pub const fn other(self) -> Seat {
        match self {
            Seat::Opener => Seat::Responder,
            Seat::Responder => Seat::Opener,
        }
    }
}

/// What can be done in place of keeping or swapping colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// Two more stones are laid, and the other player takes a colour.
    LayTwo,
    /// Ten fifths are offered.
    OfferTen,
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A stone of the colour that is to move is laid there.
    Stone(Region),
    /// The number of fifths is declared: at least one, and this at the most.
    Number {
        /// The largest number.
        most: u8,
    },
    /// The colours are kept or swapped, or else.
    Swap(Option<Extra>),
    /// One more point for the fifth stone is offered.
    Fifth {
        /// How many are offered in all.
        of: u8,
    },
    /// One of the points offered becomes the fifth stone.
    Pick,
    /// Nothing: the colours are settled, and the game goes on by its own rules.
    Settled,
}

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// This point is taken: for a stone, as a fifth that is offered, or as the fifth that is picked.
    Point(Point),
    /// So many fifths will be offered.
    Number(u8),
    /// The colours stay.
    Keep,
    /// The players change colours.
    Swap,
    /// What may be done instead.
    Extra(Extra),
}

/// Why something cannot be done. The dialog is what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// The board has no such squares as the rule speaks of.
    #[error("{} is not played on a board of {size}x{size}: {}", rule.name(), rule.boards())]
    Size {
        /// The rule.
        rule: OpeningRule,
        /// Rows and columns of the board.
        size: usize,
    },
    /// Something else is to be done first.
    #[error("{0}")]
    Expected(Step),
    /// The point is not empty.
    #[error("the point is occupied")]
    Occupied,
    /// The point is not on the board.
    #[error("outside the board")]
    OffBoard,
    /// The point is not where this stone belongs.
    #[error("the stone belongs in {0}")]
    Outside(Region),
    /// The same fifth was offered before.
    #[error("a symmetry makes it the same as {0}, which is offered already")]
    Same(Point),
    /// The fifth was not offered.
    #[error("it was not offered")]
    NotOffered,
    /// So many fifths cannot be declared.
    #[error("expected 1 to {0} fifths")]
    BadNumber(u8),
}

impl std::fmt::Display for Step {
    /// What is wanted, as a refusal of something else says it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Step::Stone(Region::Anywhere) => write!(f, "a stone is to be laid"),
            Step::Stone(region) => write!(f, "a stone is to be laid in {region}"),
            Step::Number { most } => write!(f, "the number of fifths is to be declared, 1 to {most}"),
            Step::Swap(None) => write!(f, "a colour is to be chosen first"),
            Step::Swap(Some(Extra::LayTwo)) => write!(f, "a colour is to be chosen first, or two more stones"),
            Step::Swap(Some(Extra::OfferTen)) => write!(f, "a colour is to be chosen first, or ten fifths"),
            Step::Fifth { of } => write!(f, "{of} fifths are to be offered"),
            Step::Pick => write!(f, "one of the fifths is to be picked"),
            Step::Settled => write!(f, "the opening is over"),
        }
    }
}
