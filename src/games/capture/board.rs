//! A position of a puzzle: where the black pieces stand and which red pieces are left.

use std::fmt;
use std::sync::Arc;

use super::geometry::{SQUARES, squares};
use super::kind::Kind;
use super::layout::Layout;
use super::{notation, zobrist};
use crate::search::{MoveStack, Position, Puzzle};

/// One move of a black piece. Squares are numbered from a1 = 0 along the ranks to h4 = 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The square it leaves.
    pub from: u8,
    /// The square it goes to, taking the red piece there if there is one.
    pub to: u8,
}

/// A position. 28 bytes that moves change, and the layout that they do not.
#[derive(Clone)]
pub struct Capture {
    layout: Arc<Layout>,
    /// Bit `n` of a black piece's code ([`Kind`]) is in plane `n`: all three together are the black pieces.
    planes: [u32; 3],
    reds: u32,
    key: u64,
}

impl Capture {
    /// The position with these black pieces and the red pieces `alive`, which are of the layout.
    pub fn new(layout: Arc<Layout>, blacks: impl IntoIterator<Item = (usize, Kind)>, alive: u32) -> Capture {
        let mut pos = Capture { layout, planes: [0; 3], reds: 0, key: 0 };
        pos.key = squares(pos.layout.ducks()).map(zobrist::duck).fold(0, std::ops::BitXor::bitxor);
        pos.reset(blacks, alive);
        pos
    }

    /// Replaces what moves change.
    pub(super) fn reset(&mut self, blacks: impl IntoIterator<Item = (usize, Kind)>, alive: u32) {
        self.clear();
        for (square, kind) in blacks {
            debug_assert!(self.empty() >> square & 1 == 1, "two pieces on square {square}");
            self.toggle(square, kind);
        }
        self.toggle_reds(alive & self.layout.reds());
    }

    fn clear(&mut self) {
        for (square, kind) in self.blacks_with_kinds() {
            self.toggle(square, kind);
        }
        self.toggle_reds(self.reds);
    }

    /// What no move changes.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The squares of the black pieces.
    #[inline]
    pub fn blacks(&self) -> u32 {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    /// The planes of the black pieces' codes.
    #[inline]
    pub(super) fn planes(&self) -> [u32; 3] {
        self.planes
    }

    /// The squares of the red pieces that are left.
    #[inline]
    pub fn reds(&self) -> u32 {
        self.reds
    }

    /// The squares where nothing stands.
    #[inline]
    pub fn empty(&self) -> u32 {
        !(self.layout.ducks() | self.blacks() | self.reds)
    }

    /// The squares of the black pieces of a kind.
    #[inline]
    pub fn of_kind(&self, kind: Kind) -> u32 {
        let plane = |bit: usize| if kind as usize >> bit & 1 == 1 { self.planes[bit] } else { !self.planes[bit] };
        plane(0) & plane(1) & plane(2)
    }

    /// The black piece on a square.
    #[inline]
    pub fn black(&self, square: usize) -> Option<Kind> {
        let bit = |plane: usize| (self.planes[plane] >> square & 1) as usize;
        let code = bit(0) | bit(1) << 1 | bit(2) << 2;
        code.checked_sub(1).map(|index| Kind::ALL[index])
    }

    /// The black pieces, by squares.
    pub fn blacks_with_kinds(&self) -> impl Iterator<Item = (usize, Kind)> + use<> {
        let at = self.planes;
        squares(at[0] | at[1] | at[2]).filter_map(move |square| {
            let bit = |plane: usize| (at[plane] >> square & 1) as usize;
            let code = bit(0) | bit(1) << 1 | bit(2) << 2;
            code.checked_sub(1).map(|index| (square, Kind::ALL[index]))
        })
    }

    /// The red piece that stands on a square.
    pub fn red(&self, square: usize) -> Option<Kind> {
        if self.reds >> square & 1 == 1 { self.layout.red(square) } else { None }
    }

    /// Has Black a move? A position that starts without red pieces is solved only if so.
    pub fn is_mobile(&self) -> bool {
        squares(self.blacks()).any(|square| self.black(square).is_some_and(|kind| self.targets(kind, square) != 0))
    }

    #[inline]
    fn toggle(&mut self, square: usize, kind: Kind) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane ^= (kind as u32 >> bit & 1) << square;
        }
        self.key ^= zobrist::black(square, kind);
    }

    #[inline]
    fn toggle_reds(&mut self, set: u32) {
        self.reds ^= set;
        for square in squares(set) {
            if let Some(kind) = self.layout.red(square) {
                self.key ^= zobrist::red(square, kind);
            }
        }
    }

    #[inline]
    fn shift(&mut self, from: usize, to: usize) {
        let Some(kind) = self.black(from) else { return };
        let both = 1u32 << from | 1 << to;
        let code = kind as u32;
        // A bit of the code as a mask of all squares or none.
        self.planes[0] ^= both & (code & 1).wrapping_neg();
        self.planes[1] ^= both & (code >> 1 & 1).wrapping_neg();
        self.planes[2] ^= both & (code >> 2 & 1).wrapping_neg();
        self.key ^= zobrist::black(from, kind) ^ zobrist::black(to, kind);
    }
}

/// Equal positions have the same things on the same squares; red pieces that are gone count for nothing.
impl PartialEq for Capture {
    fn eq(&self, other: &Capture) -> bool {
        self.layout.ducks() == other.layout.ducks()
            && (self.planes, self.reds) == (other.planes, other.reds)
            && squares(self.reds).all(|square| self.red(square) == other.red(square))
    }
}

impl Eq for Capture {}

impl fmt::Debug for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", notation::format_position(self))
    }
}

impl Position for Capture {
    type Move = Move;
    /// The red piece that was taken, as a set of squares.
    type Undo = u32;

    const HISTORY_SIZE: usize = SQUARES * SQUARES;

    fn key(&self) -> u64 {
        self.key
    }

    fn generate(&self, out: &mut MoveStack<Move>) {
        if self.solved() {
            return;
        }
        self.for_each_move(|mv| out.push(mv));
    }

    #[inline]
    fn make(&mut self, mv: Move) -> u32 {
        let taken = self.reds & 1 << mv.to;
        if taken != 0 {
            self.toggle_reds(taken);
        }
        self.shift(mv.from.into(), mv.to.into());
        taken
    }

    #[inline]
    fn unmake(&mut self, mv: Move, taken: u32) {
        self.shift(mv.to.into(), mv.from.into());
        if taken != 0 {
            self.toggle_reds(taken);
        }
    }

    fn pack(mv: Move) -> u16 {
        u16::from(mv.from) << 5 | u16::from(mv.to)
    }

    fn unpack(&self, bits: u16) -> Option<Move> {
        let mv = Move { from: (bits >> 5 & 31) as u8, to: (bits & 31) as u8 };
        let kind = self.black(mv.from.into()).filter(|_| bits >> 10 == 0 && !self.solved())?;
        (self.targets(kind, mv.from.into()) >> mv.to & 1 == 1).then_some(mv)
    }

    fn history_index(mv: Move) -> usize {
        Self::pack(mv).into()
    }
}

impl Puzzle for Capture {
    #[inline]
    fn solved(&self) -> bool {
        self.reds == 0
    }
}
