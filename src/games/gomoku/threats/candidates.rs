//! The moves worth searching: play a five, block a five, meet an open four; otherwise the cells near the stones.

use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::patterns::class::Class;
use crate::games::gomoku::patterns::lines::DELTAS;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::patterns::shape::Shape;
use crate::games::gomoku::rules::cell::{Cell, CellSet};
use crate::games::gomoku::rules::code::LineRule;
use crate::search::Player;

/// How far the ends of a five may be from one of its cells.
const REACH_OF_ENDS: isize = 5;

/// The cells where a stone of `player` threatens a five, foul or not.
pub(in crate::games::gomoku) fn fours<R: Rule>(board: &Gomoku<R>, player: Player) -> CellSet {
    let mut cells = CellSet::EMPTY;
    for class in Class::FOURS {
        if board.count(player, class) > 0 {
            cells.insert_all(board.listed(player, class));
        }
    }
    cells
}

/// The replies that leave the opponent no five: the cell of the five itself, if there is only one. Where a five can be blocked at its
/// ends, the ends count too.
pub(in crate::games::gomoku) fn five_defences<R: Rule>(board: &Gomoku<R>, out: &mut impl FnMut(Cell)) {
    let opponent = board.to_move().opponent();
    let fives = board.listed(opponent, Class::Five);
    if !ends_block::<R>(opponent) {
        if board.count(opponent, Class::Five) == 1 {
            fives.iter().for_each(out);
        }
        return;
    }
    let mut cells = *board.empty();
    for five in fives.iter() {
        for d in (0..4).filter(|&d| board.lines().shape::<R>(five, d, opponent) == Shape::Five) {
            cells.retain(&stoppers(board, five, d));
        }
    }
    cells.iter().for_each(out);
}

/// The cells where a stone of the side to move leaves the opponent no five on that cell in direction `d`, with the cell itself.
fn stoppers<R: Rule>(board: &Gomoku<R>, five: Cell, d: usize) -> CellSet {
    let (me, opponent) = (board.to_move(), board.to_move().opponent());
    let mut cells = CellSet::EMPTY;
    cells.insert(five);
    for steps in (-REACH_OF_ENDS..=REACH_OF_ENDS).filter(|&steps| steps != 0) {
        let cell = five.offset(DELTAS[d], steps);
        if board.is_empty(cell) && board.lines().shape_with::<R>(five, d, opponent, (steps, me)) != Shape::Five {
            cells.insert(cell);
        }
    }
    cells
}

/// The replies that may stop the opponent's five on that cell, though perhaps not its other fives.
pub(in crate::games::gomoku) fn five_spoilers<R: Rule>(board: &Gomoku<R>, five: Cell) -> Vec<Cell> {
    if ends_block::<R>(board.to_move().opponent()) { in_lines(board, five).iter().collect() } else { vec![five] }
}

/// The empty cells on a line with an empty cell that are near enough to be the end of a five through it, and that cell itself.
pub(in crate::games::gomoku) fn in_lines<R: Rule>(board: &Gomoku<R>, cell: Cell) -> CellSet {
    let mut cells = CellSet::EMPTY;
    let reach = -REACH_OF_ENDS..=REACH_OF_ENDS;
    for (delta, steps) in DELTAS.into_iter().flat_map(|delta| reach.clone().map(move |steps| (delta, steps))) {
        let near = cell.offset(delta, steps);
        if board.is_empty(near) && !cells.contains(near) {
            cells.toggle(near);
        }
    }
    cells
}

/// Can that player's five be blocked at its ends?
pub(in crate::games::gomoku) const fn ends_block<R: Rule>(player: Player) -> bool {
    matches!(R::CODE.lines()[player.index()], LineRule::Caro | LineRule::CaroExactlyFive)
}

/// Calls `out` with every move worth searching; there is none only if the board is full.
pub(in crate::games::gomoku) fn candidates<R: Rule>(board: &Gomoku<R>, out: &mut impl FnMut(Cell)) {
    let me = board.to_move();
    let opponent = me.opponent();
    if let Some(five) = first(board, me, Class::Five) {
        return out(five);
    }
    if board.count(opponent, Class::Five) > 0 {
        return block_five(board, out);
    }
    let mut cells = if board.count(opponent, Class::OpenFour) > 0 { against_open_four(board) } else { near(board) };
    if R::FOULS && me == Player::First {
        cells = without_fouls(board, cells);
    }
    if cells.is_empty() {
        cells = without_fouls(board, *board.empty());
    }
    if cells.is_empty() {
        cells = *board.empty();
    }
    cells.iter().for_each(out);
}

/// The moves that may stop the opponent from making an open four, and the fours that put it off; if none can stop it, those that may
/// delay it.
fn against_open_four<R: Rule>(board: &Gomoku<R>) -> CellSet {
    let me = board.to_move();
    let opponent = me.opponent();
    let open = board.listed(opponent, Class::OpenFour);
    let mut known = fours(board, opponent);
    if ends_block::<R>(opponent) {
        // It can be spoiled from beyond its ends.
        open.iter().for_each(|four| known.insert_all(&in_lines(board, four)));
    }
    let mut cells = fours(board, me);
    // A stone that shares no line with it leaves an open four as it is.
    let stopping = known.iter().filter(|&cell| open.iter().all(|four| cell.shares_line(four, R::REACH)));
    stopping.for_each(|cell| cells.insert(cell));
    if cells.is_empty() { known } else { cells }
}

/// The first listed cell of a class.
fn first<R: Rule>(board: &Gomoku<R>, player: Player, class: Class) -> Option<Cell> {
    if board.count(player, class) == 0 { None } else { board.listed(player, class).first() }
}

/// Blocks the opponent's five. Where nothing saves the game, any move that is not a foul: a foul would lose sooner.
fn block_five<R: Rule>(board: &Gomoku<R>, out: &mut impl FnMut(Cell)) {
    let mut any = false;
    five_defences(board, &mut |cell| {
        if is_playable(board, cell) {
            any = true;
            out(cell);
        }
    });
    if any {
        return;
    }
    let fives = board.listed(board.to_move().opponent(), Class::Five);
    let mut moves = fives.iter().chain(board.empty().iter());
    if let Some(cell) = moves.find(|&cell| is_playable(board, cell)).or_else(|| fives.first()) {
        out(cell);
    }
}

/// May the side to move play on this empty cell, or is it a foul?
pub(in crate::games::gomoku) fn is_playable<R: Rule>(board: &Gomoku<R>, cell: Cell) -> bool {
    !R::FOULS || board.to_move() != Player::First || !board.is_forbidden(cell)
}

/// The empty cells at most two steps from a stone, and those that make a three or better; the centre of an empty board.
fn near<R: Rule>(board: &Gomoku<R>) -> CellSet {
    let mut stones = CellSet::board(board.size());
    stones.remove_all(board.empty());
    if stones.is_empty() {
        let mut centre = CellSet::EMPTY;
        centre.toggle(Cell::new(board.size() / 2, board.size() / 2));
        return centre;
    }
    let mut cells = stones.widened();
    for player in Player::ALL {
        for class in [Class::Three, Class::DoubleThree, Class::Four, Class::FourThree] {
            if board.count(player, class) > 0 {
                cells.insert_all(board.listed(player, class));
            }
        }
    }
    cells.retain(board.empty());
    cells
}

/// Leaves out what is forbidden for renju's Black.
fn without_fouls<R: Rule>(board: &Gomoku<R>, mut cells: CellSet) -> CellSet {
    if !R::FOULS || board.to_move() != Player::First {
        return cells;
    }
    for class in [Class::Foul, Class::FoulFour] {
        if board.count(Player::First, class) > 0 {
            cells.remove_all(board.listed(Player::First, class));
        }
    }
    for class in [Class::FoulThrees, Class::FoulThreesFour] {
        if board.count(Player::First, class) > 0 {
            for cell in board.listed(Player::First, class).iter() {
                if cells.contains(cell) && board.is_forbidden(cell) {
                    cells.toggle(cell);
                }
            }
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gomoku::board::samples;
    use crate::games::gomoku::patterns::rule::{Caro, CaroFive, Freestyle, Renju, Standard};

    /// Wherever the opponent threatens an open four: after a move that is left out, the opponent makes it.
    fn check_rule<R: Rule>() {
        let threatens = |board: &Gomoku<R>| {
            let (me, opponent) = (board.to_move(), board.to_move().opponent());
            let fives = board.count(me, Class::Five) + board.count(opponent, Class::Five);
            fives == 0 && board.count(opponent, Class::OpenFour) > 0
        };
        let mut left_out = 0;
        for mut board in samples::boards::<R>(3_000).filter(threatens) {
            let me = board.to_move();
            let mut listed = CellSet::EMPTY;
            candidates(&board, &mut |cell| listed.insert(cell));
            assert!(!listed.is_empty());
            for cell in board.empty().iter().collect::<Vec<_>>() {
                if listed.contains(cell) || !is_playable(&board, cell) {
                    continue;
                }
                left_out += 1;
                board.place(cell);
                let makes_it = board.count(me, Class::Five) == 0 && board.count(me.opponent(), Class::OpenFour) > 0;
                assert!(makes_it, "{cell:?}\n{board:?}");
                board.take();
            }
        }
        assert!(left_out > 1_000, "{left_out}");
    }

    /// Wherever the opponent threatens a five: the defences are the moves after which the board shows no five.
    fn check_five_defences<R: Rule>() {
        let threatens =
            |board: &Gomoku<R>| board.outcome().is_none() && board.count(board.to_move().opponent(), Class::Five) > 0;
        let (mut found, mut none) = (0, 0);
        for mut board in samples::boards::<R>(3_000).filter(threatens) {
            let opponent = board.to_move().opponent();
            let mut defences = Vec::new();
            five_defences(&board, &mut |cell| defences.push(cell));
            let cells: Vec<Cell> = board.empty().iter().collect();
            let stops = |cell: &Cell| {
                board.place(*cell);
                let stops = board.count(opponent, Class::Five) == 0;
                board.take();
                stops
            };
            let expected: Vec<Cell> = cells.into_iter().filter(stops).collect();
            assert_eq!(defences, expected, "{board:?}");
            found += expected.len();
            none += usize::from(expected.is_empty());
        }
        assert!(found > 100 && none > 0, "{found} {none}");
    }

    #[test]
    fn defences_against_a_five_are_those_that_leave_none() {
        check_five_defences::<Freestyle>();
        check_five_defences::<Standard>();
        check_five_defences::<Renju>();
        check_five_defences::<Caro>();
        check_five_defences::<CaroFive>();
    }

    #[test]
    fn what_is_left_out_does_not_stop_an_open_four() {
        check_rule::<Freestyle>();
        check_rule::<Standard>();
        check_rule::<Renju>();
        check_rule::<Caro>();
        check_rule::<CaroFive>();
    }
}
