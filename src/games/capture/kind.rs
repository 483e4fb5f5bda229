//! The seven kinds of pieces: their letters, who takes whom, and how they move.

/// A kind of piece, the strongest first. `kind as u8` is its code in the bit planes of a board, 1 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The general, K.
    General = 1,
    /// The advisor, A.
    Advisor,
    /// The elephant, E.
    Elephant,
    /// The chariot, R.
    Chariot,
    /// The horse, N.
    Horse,
    /// The cannon, C.
    Cannon,
    /// The soldier, P.
    Soldier,
}

/// How a piece gets about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gait {
    /// One square along a rank or file.
    Step,
    /// Any distance along a rank or file, over empty squares, as far as the first piece.
    Slide,
    /// As a slide; but it takes the first piece behind exactly one other.
    Jump,
}

impl Gait {
    /// The number of gaits.
    pub const COUNT: usize = 3;
}

impl Kind {
    /// Every kind, the strongest first.
    pub const ALL: [Kind; 7] =
        [Kind::General, Kind::Advisor, Kind::Elephant, Kind::Chariot, Kind::Horse, Kind::Cannon, Kind::Soldier];

    /// The number of kinds.
    pub const COUNT: usize = Kind::ALL.len();

    /// Its place in [`Kind::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// The letter of a black piece.
    pub const fn letter(self) -> char {
        match self {
            Kind::General => 'K',
            Kind::Advisor => 'A',
            Kind::Elephant => 'E',
            Kind::Chariot => 'R',
            Kind::Horse => 'N',
            Kind::Cannon => 'C',
            Kind::Soldier => 'P',
        }
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::General => "general",
            Kind::Advisor => "advisor",
            Kind::Elephant => "elephant",
            Kind::Chariot => "chariot",
            Kind::Horse => "horse",
            Kind::Cannon => "cannon",
            Kind::Soldier => "soldier",
        }
    }

    /// The kind with that letter, in upper or lower case.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// May a black piece of this kind take a red one of that kind? An equal or lower rank, but the general does not take the
    /// soldier, which takes the general. A cannon takes anything.
    pub const fn takes(self, red: Kind) -> bool {
        match (self, red) {
            (Kind::Cannon, _) | (Kind::Soldier, Kind::General) => true,
            (Kind::General, Kind::Soldier) => false,
            _ => self as u8 <= red as u8,
        }
    }

    /// How a black piece of this kind moves.
    pub const fn gait(self) -> Gait {
        match self {
            Kind::Chariot => Gait::Slide,
            Kind::Cannon => Gait::Jump,
            _ => Gait::Step,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_cyclic_between_general_and_soldier() {
        let prey = |black: Kind| -> String {
            Kind::ALL.into_iter().filter(|&red| black.takes(red)).map(Kind::letter).collect()
        };
        let expected = ["KAERNC", "AERNCP", "ERNCP", "RNCP", "NCP", "KAERNCP", "KP"];
        assert_eq!(Kind::ALL.map(prey), expected);
    }

    #[test]
    fn letters_name_their_kind() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_letter(kind.letter()), Some(kind));
            assert_eq!(Kind::from_letter(kind.letter().to_ascii_lowercase()), Some(kind));
            assert_eq!(Kind::ALL[kind.index()], kind);
        }
        assert_eq!(Kind::from_letter('D'), None);
    }
}
