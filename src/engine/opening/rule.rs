//! The opening rules, each as the list of stages that a dialog goes through.

use super::point::Region;
use super::step::OpeningError;

/// An opening rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpeningRule {
    /// Three stones in turns, a swap, two fifths: Renju's world championships to 1995.
    Swap,
    /// One player lays three stones, a swap, two fifths: Renju from 1996.
    Rif,
    /// Three stones and the number of fifths, a swap: from 2009.
    Yamaguchi,
    /// Three stones, a swap, the fourth with one to eight fifths, a swap: Renju's world championships from 2017.
    Soosorv,
    /// A swap after every stone, or ten fifths.
    Taraguchi,
    /// Three stones anywhere; a colour, or two more stones: Gomoku's world championships from 2009.
    Swap2,
}

/// Who acts in a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// The player who began the dialog.
    Opener,
    /// The other one.
    Responder,
    /// Whoever has the black stones by now.
    Black,
    /// Whoever has the white stones by now.
    White,
}

/// What is to be done before the next stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// A stone is laid.
    Stone(By, Region),
    /// The number of fifths is declared, this at the most.
    Number(By, u8),
    /// The player whose colour is to move keeps it or swaps.
    Swap,
    /// That player takes a colour, which ends the dialog, or goes on to lay two more stones.
    SwapOrLayTwo,
    /// That player keeps the colour or swaps, or offers ten fifths, which takes the place of all later stages.
    SwapOrOfferTen,
    /// Black offers fifths: so many, or as many as were declared.
    Fifths(Option<u8>),
    /// White picks one of them.
    Pick,
}

use By::{Black, Opener, Responder, White};
use Region::{Anywhere, Central};
use Stage::{Fifths, Number, Pick, Stone, SwapOrLayTwo, SwapOrOfferTen};

const SWAP: &[Stage] = &[
    Stone(Black, Central(1)),
    Stone(White, Central(3)),
    Stone(Black, Central(5)),
    Stage::Swap,
    Stone(White, Anywhere),
    Fifths(Some(2)),
    Pick,
];

const RIF: &[Stage] = &[
    Stone(Opener, Central(1)),
    Stone(Opener, Central(3)),
    Stone(Opener, Central(5)),
    Stage::Swap,
    Stone(White, Anywhere),
    Fifths(Some(2)),
    Pick,
];

/// The rule names no limit. Every board it is played on has so many different fifths: at least 77 empty points, of which the
/// symmetries of two black and two white stones make at most four equal.
const YAMAGUCHI_MOST: u8 = 19;

const YAMAGUCHI: &[Stage] = &[
    Stone(Opener, Central(1)),
    Stone(Opener, Central(3)),
    Stone(Opener, Central(5)),
    Number(Opener, YAMAGUCHI_MOST),
    Stage::Swap,
    Stone(White, Anywhere),
    Fifths(None),
    Pick,
];

const SOOSORV: &[Stage] = &[
    Stone(Opener, Central(1)),
    Stone(Opener, Central(3)),
    Stone(Opener, Central(5)),
    Stage::Swap,
    Stone(White, Anywhere),
    Number(White, 8),
    Stage::Swap,
    Fifths(None),
    Pick,
];

const TARAGUCHI: &[Stage] = &[
    Stone(Black, Central(1)),
    Stage::Swap,
    Stone(White, Central(3)),
    Stage::Swap,
    Stone(Black, Central(5)),
    Stage::Swap,
    Stone(White, Central(7)),
    SwapOrOfferTen,
    Stone(Black, Central(9)),
    Stage::Swap,
];

const SWAP2: &[Stage] = &[
    Stone(Opener, Anywhere),
    Stone(Opener, Anywhere),
    Stone(Opener, Anywhere),
    SwapOrLayTwo,
    Stone(Responder, Anywhere),
    Stone(Responder, Anywhere),
    Stage::Swap,
];

/// What follows when ten fifths are offered.
pub(super) const TEN_FIFTHS: &[Stage] = &[Fifths(Some(10)), Pick];

/// The smallest board that has the central 9x9 of Taraguchi-10; the other rules for Renju keep to it too.
const SMALLEST_CENTRAL: usize = 9;
const SMALLEST: usize = 5;
const LARGEST: usize = 22;

impl OpeningRule {
    /// All of them, in the order in which people are asked.
    pub const ALL: [OpeningRule; 6] = [
        OpeningRule::Swap2,
        OpeningRule::Swap,
        OpeningRule::Rif,
        OpeningRule::Yamaguchi,
        OpeningRule::Soosorv,
        OpeningRule::Taraguchi,
    ];

    /// The name by which programs know it.
    pub const fn name(self) -> &'static str {
        match self {
            OpeningRule::Swap => "swap",
            OpeningRule::Rif => "rif",
            OpeningRule::Yamaguchi => "yamaguchi",
            OpeningRule::Soosorv => "soosorv-8",
            OpeningRule::Taraguchi => "taraguchi-10",
            OpeningRule::Swap2 => "swap2",
        }
    }

    /// The rule of that name.
    pub fn from_name(name: &str) -> Option<OpeningRule> {
        OpeningRule::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// Can it be played on a board of that size? Stones that belong to the centre need a board that has one.
    ///
    /// # Errors
    /// [`OpeningError::Size`] when it cannot.
    pub fn check_size(self, size: usize) -> Result<(), OpeningError> {
        let fits = match self {
            OpeningRule::Swap2 => size >= SMALLEST,
            _ => size >= SMALLEST_CENTRAL && size % 2 == 1,
        };
        if fits && size <= LARGEST { Ok(()) } else { Err(OpeningError::Size { rule: self, size }) }
    }

    /// The boards that it is played on, in words.
    pub(super) const fn boards(self) -> &'static str {
        match self {
            OpeningRule::Swap2 => "expected 5 to 22 rows",
            _ => "expected an odd number of rows, 9 to 21",
        }
    }

    pub(super) const fn script(self) -> &'static [Stage] {
        match self {
            OpeningRule::Swap => SWAP,
            OpeningRule::Rif => RIF,
            OpeningRule::Yamaguchi => YAMAGUCHI,
            OpeningRule::Soosorv => SOOSORV,
            OpeningRule::Taraguchi => TARAGUCHI,
            OpeningRule::Swap2 => SWAP2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_name_rules() {
        for rule in OpeningRule::ALL {
            assert_eq!(OpeningRule::from_name(rule.name()), Some(rule));
        }
        assert_eq!(OpeningRule::from_name("pro"), None);
    }

    #[test]
    fn boards_without_a_centre_have_no_central_square() {
        for (rule, fits, not) in [
            (OpeningRule::Swap2, &[5, 8, 15, 22][..], &[0, 4, 23][..]),
            (OpeningRule::Soosorv, &[9, 15, 21], &[7, 16, 20, 22, 23]),
        ] {
            assert!(fits.iter().all(|&size| rule.check_size(size).is_ok()), "{rule:?}");
            assert!(not.iter().all(|&size| rule.check_size(size).is_err()), "{rule:?}");
        }
    }
}
