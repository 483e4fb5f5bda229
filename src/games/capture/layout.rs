//! What no move of a puzzle changes: the ducks, and where which red pieces stood at the start.

use super::geometry::SQUARES;
use super::kind::Kind;

/// The part of a puzzle that stays. Sets of squares are bits of `u32`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Layout {
    ducks: u32,
    reds: u32,
    red_kinds: [Option<Kind>; SQUARES],
    /// The red pieces of the start that a black piece of each kind may take.
    prey: [u32; Kind::COUNT],
}

impl Layout {
    /// Ducks on these squares, and these red pieces.
    ///
    /// # Panics
    /// When a square is named twice or is not on the board; reading a position rules that out.
    pub fn new(ducks: u32, reds: impl IntoIterator<Item = (usize, Kind)>) -> Layout {
        let mut layout = Layout { ducks, ..Layout::default() };
        for (square, kind) in reds {
            assert!((ducks | layout.reds) >> square & 1 == 0, "two things on square {square}");
            layout.reds |= 1 << square;
            layout.red_kinds[square] = Some(kind);
            for black in Kind::ALL.into_iter().filter(|black| black.takes(kind)) {
                layout.prey[black.index()] |= 1 << square;
            }
        }
        layout
    }

    /// The squares of the ducks.
    #[inline]
    pub fn ducks(&self) -> u32 {
        self.ducks
    }

    /// The squares of the red pieces at the start.
    pub fn reds(&self) -> u32 {
        self.reds
    }

    /// The red piece that stood on the square at the start.
    #[inline]
    pub fn red(&self, square: usize) -> Option<Kind> {
        self.red_kinds[square]
    }

    /// The red pieces of the start that such a black piece may take.
    #[inline]
    pub fn prey(&self, black: Kind) -> u32 {
        self.prey[black.index()]
    }
}
