//! Numbers for lines: what a player sees along one direction from a cell, four cells either way.
//!
//! A line is its middle cell and two wings. A wing is read outwards and ends at the first wall, since nothing behind a wall matters
//! to the line. A line and its mirror image have the same number. Wings with few stones come first, so that the lines which boards
//! mostly show have low numbers and lie close together in a table.

use once_cell::sync::Lazy;

use crate::games::gomoku::Cell;
use crate::games::gomoku::patterns::lines::Lines;
use crate::search::Player;

/// How far a line is looked at from its middle cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Four cells either way: the code itself.
    Four,
    /// Three cells either way, from which training lets rare lines inherit.
    Three,
}

impl Reach {
    /// From the longest to the shortest.
    pub const ALL: [Reach; 2] = [Reach::Four, Reach::Three];

    /// Cells in a wing, at most.
    pub const fn cells(self) -> usize {
        match self {
            Reach::Four => 4,
            Reach::Three => 3,
        }
    }

    /// The number of wings: every string of up to that many cells, each empty, own or the opponent's.
    pub const fn wings(self) -> usize {
        (3usize.pow(self.cells() as u32 + 1) - 1) / 2
    }

    /// The number of lines: an unordered pair of wings and the cell between them.
    pub const fn lines(self) -> usize {
        3 * self.pairs()
    }

    /// Pairs of wings. Constants, as training asks for them all the time.
    #[inline]
    const fn pairs(self) -> usize {
        const FOUR: usize = Reach::Four.wings() * (Reach::Four.wings() + 1) / 2;
        const THREE: usize = Reach::Three.wings() * (Reach::Three.wings() + 1) / 2;
        match self {
            Reach::Four => FOUR,
            Reach::Three => THREE,
        }
    }

    /// The number of a line by those of its wings.
    fn line(self, middle: usize, one: usize, other: usize) -> usize {
        let (low, high) = (one.min(other), one.max(other));
        middle * self.pairs() + high * (high + 1) / 2 + low
    }
}

/// The bits of a line, two a cell.
const LINE_BITS: usize = 2 * (2 * Reach::Four.cells() + 1);
/// The bits of a wing.
const WING_BITS: usize = 2 * Reach::Four.cells();

/// The tables by which lines are numbered.
pub struct LineCodes {
    /// The number of a line by its bits, as Black sees it; unused where a wall is in the middle.
    codes: Box<[u16; 1 << LINE_BITS]>,
    /// The same line seen less far, by its code.
    shorter: Vec<u16>,
}

/// The tables, built at first use.
pub fn line_codes() -> &'static LineCodes {
    static CODES: Lazy<LineCodes> = Lazy::new(LineCodes::new);
    &CODES
}

impl LineCodes {
    fn new() -> LineCodes {
        let wings = wings_in_order(Reach::Four);
        let number = |wing: &[u8]| wings.iter().position(|known| known == wing).unwrap_or(0);
        let table = |outwards: fn(usize, usize) -> usize| -> [usize; 1 << WING_BITS] {
            std::array::from_fn(|bits| number(&wing_of(bits, outwards)))
        };
        let (after, before) = (table(|bits, k| bits >> (2 * k)), table(|bits, k| bits >> (WING_BITS - 2 - 2 * k)));
        let code = |bits: usize| match bits >> WING_BITS & 3 {
            3 => 0,
            middle => Reach::Four.line(middle, before[bits % (1 << WING_BITS)], after[bits >> (WING_BITS + 2)]) as u16,
        };
        let codes: Vec<u16> = (0..1 << LINE_BITS).map(code).collect();
        let codes = codes.try_into().unwrap_or_else(|_| unreachable!("a code for every line"));
        LineCodes { codes, shorter: shorter(&wings, Reach::Three) }
    }

    /// The code of the line through a cell that is no wall, as the player sees it, given the line's word and twice the cell's place
    /// in it ([`Lines::word`]). Below `Reach::Four.lines()`.
    #[inline]
    pub fn code(&self, (word, shift): (u64, u32), player: Player) -> u16 {
        self.code_of(own_first(word, player), shift)
    }

    /// The code by a word that has own stones as 1.
    #[inline]
    fn code_of(&self, word: u64, shift: u32) -> u16 {
        self.codes[(word >> (shift - WING_BITS as u32)) as usize % (1 << LINE_BITS)]
    }

    /// The lines of one direction that see a stone, as the player sees them: for each the steps from the stone to its middle cell, its
    /// code by the word `old` and by the word `new`, which differ in the stone alone. `shift` is twice the stone's place in the words.
    /// The line whose middle is the stone's own cell is not among them: its two codes are returned.
    #[inline]
    pub fn changes(
        &self,
        (old, new): (u64, u64),
        shift: u32,
        player: Player,
        mut found: impl FnMut(isize, u16, u16),
    ) -> (u16, u16) {
        let [old, new] = [old, new].map(|word| own_first(word, player));
        let codes = |at: u32| (self.code_of(old, at), self.code_of(new, at));
        // Nothing sees a stone across a wall, and no cell lies in the border, where the words have walls. A loop for each side: one for
        // both was slower.
        let is_wall = |at: u32| new >> at & 3 == 3;
        for steps in 1..=Reach::Four.cells() as u32 {
            let at = shift + 2 * steps;
            if is_wall(at) {
                break;
            }
            let (was, is) = codes(at);
            found(steps as isize, was, is);
        }
        for steps in 1..=Reach::Four.cells() as u32 {
            let at = shift - 2 * steps;
            if is_wall(at) {
                break;
            }
            let (was, is) = codes(at);
            found(-(steps as isize), was, is);
        }
        codes(shift)
    }

    /// The codes of the four lines through a cell that is no wall, as the player sees them.
    #[inline]
    pub fn codes_at(&self, lines: &Lines, cell: Cell, player: Player) -> [u16; 4] {
        std::array::from_fn(|d| self.code(lines.word(cell, d), player))
    }

    /// The number of the line among those of a shorter reach.
    pub fn seen_within(&self, code: u16, reach: Reach) -> u16 {
        match reach {
            Reach::Four => code,
            Reach::Three => self.shorter[usize::from(code)],
        }
    }
}

/// A line's word, which has 1 for Black and 2 for White, with 1 for own stones and 2 for the opponent's.
#[inline]
fn own_first(word: u64, player: Player) -> u64 {
    const LOW: u64 = u64::MAX / 3;
    if player == Player::First { word } else { (word & LOW) << 1 | word >> 1 & LOW }
}

/// The cells of a wing from the middle outwards, up to the first wall.
fn wing_of(bits: usize, outwards: fn(usize, usize) -> usize) -> Vec<u8> {
    (0..Reach::Four.cells()).map(|k| (outwards(bits, k) & 3) as u8).take_while(|&stone| stone != 3).collect()
}

/// Every wing: those with few stones first, among them the long ones.
fn wings_in_order(reach: Reach) -> Vec<Vec<u8>> {
    let mut wings = vec![Vec::new()];
    for from in 0.. {
        let Some(wing) = wings.get(from).filter(|wing: &&Vec<u8>| wing.len() < reach.cells()).cloned() else { break };
        wings.extend((0..3).map(|stone| [&wing[..], &[stone]].concat()));
    }
    wings.sort_by_key(|wing| {
        let stones = wing.iter().filter(|&&stone| stone > 0).count();
        (stones, reach.cells() - wing.len(), wing.clone())
    });
    wings
}

/// For every line its number when it is seen less far.
fn shorter(wings: &[Vec<u8>], to: Reach) -> Vec<u16> {
    let short = wings_in_order(to);
    let cut = |wing: &Vec<u8>| {
        let kept = &wing[..wing.len().min(to.cells())];
        short.iter().position(|known| known == kept).unwrap_or(0)
    };
    let cut: Vec<usize> = wings.iter().map(cut).collect();
    let mut numbers = vec![0; Reach::Four.lines()];
    for middle in 0..3 {
        for (high, &high_cut) in cut.iter().enumerate() {
            for (low, &low_cut) in cut[..=high].iter().enumerate() {
                numbers[Reach::Four.line(middle, high, low)] = to.line(middle, high_cut, low_cut) as u16;
            }
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::games::gomoku::patterns::lines::DELTAS;
    use crate::games::gomoku::rules::cell::{MAX_SIZE, MIN_SIZE};

    /// A board of random stones and a few dead cells, and its empty lines.
    fn random_lines(size: usize, random: &mut Pcg64Mcg) -> Lines {
        let mut lines = Lines::new(size);
        let share = random.random_range(0.0..0.6);
        for cell in cells(size) {
            match random.random::<f64>() {
                chance if chance < share / 2.0 => lines.toggle(cell, Player::First),
                chance if chance < share => lines.toggle(cell, Player::Second),
                chance if chance > 0.98 => lines.toggle_wall(cell),
                _ => {}
            }
        }
        lines
    }

    fn cells(size: usize) -> impl Iterator<Item = Cell> {
        (0..size * size).map(move |at| Cell::new(at % size, at / size))
    }

    /// The line cell by cell: its mirror image or itself, whichever text comes first. Walls hide what is behind them.
    fn naive(lines: &Lines, cell: Cell, d: usize, player: Player, reach: isize) -> String {
        let at = |k: isize| match lines.bits(cell.offset(DELTAS[d], k)) {
            0 => '.',
            3 => '#',
            stone if stone == player.index() as u64 + 1 => 'x',
            _ => 'o',
        };
        let wing = |side: isize| -> String { (1..=reach).map(|k| at(side * k)).take_while(|&c| c != '#').collect() };
        let [before, after] = [wing(-1), wing(1)];
        format!("{} {} {}", at(0), before.clone().min(after.clone()), before.max(after))
    }

    #[test]
    fn lines_have_the_same_number_exactly_when_they_look_the_same() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        for reach in Reach::ALL {
            let (mut by_text, mut by_number) = (HashMap::new(), HashMap::new());
            for size in (MIN_SIZE..=MAX_SIZE).cycle().take(90) {
                let lines = random_lines(size, &mut random);
                for cell in cells(size).filter(|&cell| lines.bits(cell) != 3) {
                    for (d, player) in (0..4).flat_map(|d| Player::ALL.map(|player| (d, player))) {
                        let code = line_codes().code(lines.word(cell, d), player);
                        let number = line_codes().seen_within(code, reach);
                        assert!((number as usize) < reach.lines());
                        let text = naive(&lines, cell, d, player, reach.cells() as isize);
                        assert_eq!(*by_text.entry(text.clone()).or_insert(number), number, "{text}");
                        assert_eq!(*by_number.entry(number).or_insert(text.clone()), text, "{number}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_number_is_some_line() {
        assert_eq!(Reach::ALL.map(Reach::lines), [22_143, 2_460]);
        let mut seen = vec![false; Reach::Three.lines()];
        let codes = 0..Reach::Four.lines() as u16;
        codes.for_each(|code| seen[line_codes().seen_within(code, Reach::Three) as usize] = true);
        assert!(seen.iter().all(|&seen| seen));
    }

    #[test]
    fn the_empty_line_is_the_first_and_colours_swap() {
        assert_eq!(line_codes().code((0, 8), Player::First), 0);
        let mut random = Pcg64Mcg::seed_from_u64(2);
        for _ in 0..2_000 {
            // Any line without walls, and the same one with the colours swapped.
            let word: u64 = (0..11).fold(0, |word, _| word << 2 | random.random_range(0..3));
            let swapped = word >> 1 & 0x5555_5555_5555_5555 | word << 1 & 0xaaaa_aaaa_aaaa_aaaa;
            let [black, white] = Player::ALL.map(|player| line_codes().code((word, 10), player));
            assert_eq!([white, black], Player::ALL.map(|player| line_codes().code((swapped, 10), player)));
        }
    }
}
