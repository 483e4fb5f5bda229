//! The shapes of one cell as a number, and tables over such numbers.

use super::shape::Shape;
use crate::search::Player;

/// One cell's shapes in all directions: Black's in the low 16 bits, White's in the high 16, four bits a direction.
pub type ShapeCode = u32;

/// The bits of both colours' shapes in direction 0 of a [`ShapeCode`].
pub const DIRECTION: ShapeCode = 0x000F_000F;

/// The bits of direction 0 that threes and better shapes have, and no weaker ones: without them a cell's class is `Quiet`.
pub const STRONG: ShapeCode = 0x0008_0008;

/// The shapes of one colour in a code, by direction.
#[inline]
pub fn shapes_of(code: ShapeCode, player: Player) -> [Shape; 4] {
    std::array::from_fn(|d| Shape::ALL[(code >> (16 * player.index() + 4 * d) & 15) as usize])
}

/// Four shapes of four bits.
const CODES: usize = 1 << 16;

/// A value for every four shapes, for each colour. The order of the shapes does not matter.
#[derive(Debug)]
pub struct ByShapes<T> {
    /// Black's values, and White's behind them where they differ. A fixed size is indexed without a check.
    table: Box<[T; 2 * CODES]>,
    /// Where White's values start: at Black's where they are the same, which halves the memory in use.
    white: usize,
}

impl<T: Copy + Default> ByShapes<T> {
    /// The table of what `value` says; White's values are asked for only if the colours `differ`.
    pub fn new(differ: bool, value: impl Fn([Shape; 4], Player) -> T) -> ByShapes<T> {
        let mut table = combine_all(|shapes| value(shapes, Player::First));
        if differ {
            table.extend(combine_all(|shapes| value(shapes, Player::Second)));
        }
        ByShapes { table: fixed(table), white: if differ { CODES } else { 0 } }
    }

    /// The values of a cell with these shapes, for Black and for White.
    #[inline]
    pub fn get(&self, code: ShapeCode) -> [T; 2] {
        let (black, white) = ((code & 0xFFFF) as usize, (code >> 16) as usize);
        [self.table[black], self.table[(self.white + white) % (2 * CODES)]]
    }
}

/// A table of exactly `N` entries; the padding at its end is never looked up.
pub(super) fn fixed<T: Copy + Default, const N: usize>(mut table: Vec<T>) -> Box<[T; N]> {
    table.resize(N, T::default());
    let table: Box<[T]> = table.into_boxed_slice();
    table.try_into().unwrap_or_else(|_| unreachable!("the table has N entries"))
}

/// A value for every code, computed once for codes that differ in the order of the shapes only.
fn combine_all<T: Copy + Default>(combine: impl Fn([Shape; 4]) -> T) -> Vec<T> {
    let mut table: Vec<T> = Vec::with_capacity(2 * CODES);
    for code in 0..CODES {
        let mut shapes: [usize; 4] = std::array::from_fn(|d| code >> (4 * d) & 15);
        shapes.sort_unstable_by(|a, b| b.cmp(a));
        let sorted = shapes.iter().rev().fold(0, |code, shape| code << 4 | shape);
        table.push(if sorted < code {
            table[sorted]
        } else if shapes[0] >= Shape::COUNT {
            T::default()
        } else {
            combine(shapes.map(|shape| Shape::ALL[shape]))
        });
    }
    table
}
