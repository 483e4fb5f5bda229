//! Which fours may follow another in a search for wins by fours, and whether any can. A local VCF looks only near the last four.

use super::candidates::{ends_block, five_defences, fours, is_playable};
use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::patterns::class::Class;
use crate::games::gomoku::patterns::lines::{DELTAS, stone_bits};
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::patterns::shape::Shape;
use crate::games::gomoku::patterns::shape_code::shapes_of;
use crate::games::gomoku::rules::cell::Cell;
use crate::search::Player;
use crate::search::zobrist::mix;

/// Which fours may follow the one before.
#[derive(Clone, Copy)]
pub(in crate::games::gomoku) enum Scope {
    /// Any: the search is complete.
    All,
    /// Local VCF: only fours near the last one, if there is one. Fours far apart can be played in any order, and a search that
    /// tries all orders spends seven nodes of ten on branches that it never finishes.
    Local(Option<Cell>),
}

impl Scope {
    /// The scope of what follows this four.
    pub(in crate::games::gomoku) fn after(self, four: Cell) -> Scope {
        match self {
            Scope::All => Scope::All,
            Scope::Local(_) => Scope::Local(Some(four)),
        }
    }

    /// May this four be next?
    fn allows(self, four: Cell) -> bool {
        let Scope::Local(Some(last)) = self else { return true };
        four.is_near(last)
    }

    /// The key of a position with this scope: what fails in a narrow one may win in another.
    pub(in crate::games::gomoku) fn key(self, key: u64) -> u64 {
        match self {
            Scope::All => key,
            Scope::Local(last) => key ^ mix(1 + last.map_or(0, Cell::index) as u64),
        }
    }

    /// Fills in the fours of the side to move that may be next, the best first, and tells how many; where the opponent
    /// threatens a five, those that block it.
    pub(in crate::games::gomoku) fn next_fours<R: Rule>(self, board: &Gomoku<R>, moves: &mut [Cell]) -> usize {
        let me = board.to_move();
        let mut count = 0;
        if board.count(me.opponent(), Class::Five) > 0 {
            let cells = fours(board, me);
            five_defences(board, &mut |cell| {
                if cells.contains(cell) && self.allows(cell) && is_playable(board, cell) && count < moves.len() {
                    moves[count] = cell;
                    count += 1;
                }
            });
            return count;
        }
        for class in [Class::OpenFour, Class::FourThree, Class::FoulThreesFour, Class::Four] {
            if board.count(me, class) > 0 {
                for cell in board.listed(me, class).iter().filter(|&cell| self.allows(cell) && is_playable(board, cell))
                {
                    if count < moves.len() {
                        moves[count] = cell;
                        count += 1;
                    }
                }
            }
        }
        count
    }

    /// Can a five, or a four that this scope allows then, follow that four of the side to move once it is blocked? A no is exact,
    /// and spares the stone and its block. Of the fours that are looked at from leaves of the search six of ten lead nowhere; told
    /// so beforehand, that search takes 22 % less time.
    pub(in crate::games::gomoku) fn can_go_on<R: Rule>(self, board: &Gomoku<R>, four: Cell) -> bool {
        let me = board.to_move();
        // More than a four, or one that can be blocked in several ways: only the board can tell.
        if board.class(four, me) != Class::Four || ends_block::<R>(me) {
            return true;
        }
        let shapes = shapes_of(board.shapes(four), me);
        // The four's stone also makes three in another line, of which the next one makes a four.
        if shapes.contains(&Shape::ClosedThree) {
            return true;
        }
        let Some(along) = shapes.iter().position(|shape| shape.is_four()) else { return true };
        let line = LineWindow::with_stone(board, four, along);
        let Some(block) = line.block() else { return true };
        let block_cell = four.offset(DELTAS[along], block.trailing_zeros() as isize / 2 - 4);
        line.has_three_beside(block)
            || may_be_foul(board, block_cell)
            || self.after(four).allows_four_but(board, [four, block_cell])
    }

    /// Does it allow a four of the side to move besides those two?
    fn allows_four_but<R: Rule>(self, board: &Gomoku<R>, known: [Cell; 2]) -> bool {
        let me = board.to_move();
        let others = |class: Class| {
            let mut cells = board.listed(me, class).iter();
            board.count(me, class) > 0 && cells.any(|cell| !known.contains(&cell) && self.allows(cell))
        };
        Class::FOURS.into_iter().any(others)
    }
}

/// Can the opponent of the side to move be forbidden to play there?
fn may_be_foul<R: Rule>(board: &Gomoku<R>, cell: Cell) -> bool {
    R::FOULS && board.to_move() == Player::Second && {
        let class = board.class(cell, Player::First);
        class.is_certain_foul() || class.is_possible_foul()
    }
}

/// Nine cells of a line, every second bit one of them, those of a stone and four cells to either side.
struct LineWindow {
    own: u64,
    empty: u64,
}

impl LineWindow {
    const CELLS: u64 = 0x15555;
    /// The first five of them.
    const FIVE: u64 = 0x155;

    /// The line in that direction around a new stone of the side to move.
    fn with_stone<R: Rule>(board: &Gomoku<R>, stone: Cell, direction: usize) -> LineWindow {
        let (word, shift) = board.lines().word(stone, direction);
        let cells = word >> (shift - 2 * 4);
        // Cells whose two bits are those of the side to move become zeros.
        let others = cells ^ (Self::CELLS * stone_bits(board.to_move()));
        let zeros = |cells: u64| !(cells | cells >> 1) & Self::CELLS;
        let new = 1 << (2 * 4);
        LineWindow { own: zeros(others) | new, empty: zeros(cells) & !new }
    }

    /// The empty cells of every five cells in a row that can become a five.
    fn gaps(&self) -> impl Iterator<Item = u64> {
        let fives = (0..5).map(|start| Self::FIVE << (2 * start));
        fives.filter(|five| five & !(self.own | self.empty) == 0).map(|five| five & self.empty)
    }

    /// The one cell that makes a five, if there is one and no more.
    fn block(&self) -> Option<u64> {
        let mut cells = self.gaps().filter(|gaps| gaps.is_power_of_two());
        let first = cells.next()?;
        cells.all(|cell| cell == first).then_some(first)
    }

    /// Are there three stones which a fourth makes a four, though that cell is taken?
    fn has_three_beside(&self, taken: u64) -> bool {
        self.gaps().any(|gaps| gaps & taken == 0 && gaps.count_ones() == 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::board::samples;
    use crate::games::gomoku::patterns::rule::{Caro, Freestyle, Renju, Standard};
    use crate::games::gomoku::threats::params::VCF_WIDTH;

    /// Can a five or a four follow that four, one of its blocks tried after the other?
    fn goes_on<R: Rule>(board: &mut Gomoku<R>, scope: Scope, four: Cell) -> bool {
        let me = board.to_move();
        board.place(four);
        let mut blocks = Vec::new();
        if board.count(me.opponent(), Class::Five) == 0 {
            five_defences(board, &mut |cell| blocks.push(cell));
            blocks.retain(|&cell| is_playable(board, cell));
        }
        let unstoppable = blocks.is_empty() && board.count(me.opponent(), Class::Five) == 0;
        let goes_on = blocks.iter().any(|&block| {
            board.place(block);
            let mut moves = [block; VCF_WIDTH];
            let more = board.count(me, Class::Five) > 0 || scope.after(four).next_fours(board, &mut moves) > 0;
            board.take();
            more
        });
        board.take();
        unstoppable || goes_on
    }

    /// Looks at every four of random boards: how many lead nowhere, and how many are told to.
    fn check_rule<R: Rule>() -> (usize, usize) {
        let (mut ended, mut told) = (0, 0);
        for mut board in samples::boards::<R>(3_000).filter(|board| board.count(board.to_move(), Class::Five) == 0) {
            for scope in [Scope::All, Scope::Local(None)] {
                let mut moves = [Cell::new(0, 0); VCF_WIDTH];
                let count = scope.next_fours(&board, &mut moves);
                for &four in &moves[..count] {
                    let (goes_on, can_go_on) = (goes_on(&mut board, scope, four), scope.can_go_on(&board, four));
                    assert!(can_go_on || !goes_on, "{four:?} goes on\n{board:?}");
                    ended += usize::from(!goes_on);
                    told += usize::from(!can_go_on);
                }
            }
        }
        (ended, told)
    }

    #[test]
    fn a_four_that_is_said_to_lead_nowhere_leads_nowhere() {
        for (ended, told) in [check_rule::<Freestyle>(), check_rule::<Standard>(), check_rule::<Renju>()] {
            assert!(ended > 1_000 && told > ended / 2, "{told} of {ended} are told");
        }
        // A five there can be blocked from its ends: nothing is told.
        let (ended, told) = check_rule::<Caro>();
        assert!(ended > 1_000 && told == 0, "{told} of {ended} are told");
    }
}
