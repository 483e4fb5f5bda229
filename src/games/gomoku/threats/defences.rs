//! The replies that may stop a threatened win by fours: all of those that do, and few others.
//!
//! A reply on a cell that the win never uses leaves its stones, blocks and fives as they are. Such a reply stops the win only
//! if the new stone helps the defender to a five of its own, alone or with the replies that the win forces; then a window of five
//! cells without attacking stones holds four stones of the defender, the new one among them. Two rules allow more: under caro a
//! stone beyond the end of a five blocks it, and in renju a stone elsewhere can make a point a foul, or no longer one. Each cell that
//! qualifies is tried: the win is played out after it, and the cells that stop the win are the defences.

use super::candidates::{ends_block, five_spoilers, fours, in_lines, is_playable};
use crate::games::gomoku::board::Gomoku;
use crate::games::gomoku::patterns::class::Class;
use crate::games::gomoku::patterns::lines::DELTAS;
use crate::games::gomoku::patterns::rule::Rule;
use crate::games::gomoku::rules::cell::{Cell, CellSet};
use crate::search::{Control, Player, ProofTree, Stopped};

/// Every legal reply of the side to move after which the opponent's win by fours does not go through as it stands in `win`.
///
/// # Errors
/// [`Stopped`] when `ctl` says so: where a five can be blocked at its ends, hundreds of cells may qualify for a long win. The board is as
/// it was.
pub(in crate::games::gomoku) fn defences<R: Rule>(
    board: &mut Gomoku<R>,
    win: &ProofTree<Cell>,
    ctl: &Control,
) -> Result<Vec<Cell>, Stopped> {
    let mut zone = Zone::default();
    board.pass();
    zone.add(board, win);
    board.pass();
    let tried = zone.replies_worth_a_try(board);
    let mut stopping = Vec::new();
    for cell in tried.iter() {
        if !is_playable(board, cell) {
            continue;
        }
        ctl.poll(0)?;
        board.place(cell);
        if board.outcome().is_some() || !holds(board, win) {
            stopping.push(cell);
        }
        board.take();
    }
    Ok(stopping)
}

/// The cells that a win by fours uses.
#[derive(Default)]
struct Zone {
    /// All of them.
    used: CellSet,
    /// The defender's replies in it.
    replies: CellSet,
    /// Does it depend on whether a point is a foul?
    fouls: bool,
}

impl Zone {
    /// Adds the moves of a tree; the attacker is to move.
    fn add<R: Rule>(&mut self, board: &mut Gomoku<R>, tree: &ProofTree<Cell>) {
        let attacker = board.to_move();
        self.fouls |= R::FOULS && attacker == Player::First && board.class(tree.mv, attacker).is_possible_foul();
        self.used.insert(tree.mv);
        if tree.otherwise.is_none() {
            if ends_block::<R>(attacker) {
                self.used.insert_all(&in_lines(board, tree.mv));
            }
            return;
        }
        board.place(tree.mv);
        if R::FOULS && attacker == Player::Second {
            let fives = *board.listed(attacker, Class::Five);
            self.fouls |= fives.iter().any(|five| board.is_forbidden(five));
        }
        for (reply, answer) in &tree.replies {
            self.used.insert(*reply);
            self.replies.insert(*reply);
            board.place(*reply);
            self.add(board, answer);
            board.take();
        }
        if let Some(answer) = &tree.otherwise {
            // The threatened five; the defender's move is left out.
            board.pass();
            self.add(board, answer);
            board.pass();
        }
        board.take();
    }

    /// The empty cells on which a stone of the side to move may stop the win.
    fn replies_worth_a_try<R: Rule>(&self, board: &Gomoku<R>) -> CellSet {
        if self.fouls {
            return *board.empty();
        }
        let mut cells = self.used;
        cells.insert_all(&fours(board, board.to_move()));
        for reply in self.replies.iter() {
            self.add_fours(board, reply, &mut cells);
        }
        cells.retain(board.empty());
        cells
    }

    /// Adds the cells of every window of five through a reply that holds three or more stones of the side to move and replies of the
    /// win, and no other stone: one more stone there makes a four.
    fn add_fours<R: Rule>(&self, board: &Gomoku<R>, reply: Cell, cells: &mut CellSet) {
        let me = board.to_move();
        let worth = |cell: Cell| match board.stone(cell) {
            Some(player) if player == me => Some(1),
            None if board.is_empty(cell) => Some(i32::from(self.replies.contains(cell))),
            _ => None,
        };
        for (delta, first) in DELTAS.into_iter().flat_map(|delta| (-4..=0).map(move |first| (delta, first))) {
            let window = || (first..first + 5).map(|steps| reply.offset(delta, steps));
            if window().map(worth).sum::<Option<i32>>() >= Some(3) {
                window().for_each(|cell| cells.insert(cell));
            }
        }
    }
}

/// Does the win by fours go through on this board, with the attacker to move? The board is unchanged afterwards.
fn holds<R: Rule>(board: &mut Gomoku<R>, tree: &ProofTree<Cell>) -> bool {
    if board.outcome().is_some() || !board.is_empty(tree.mv) || !is_playable(board, tree.mv) {
        return false;
    }
    let attacker = board.to_move();
    if tree.otherwise.is_none() {
        return board.class(tree.mv, attacker) == Class::Five;
    }
    board.place(tree.mv);
    let holds = board.outcome().is_none()
        && board.count(attacker, Class::Five) > 0
        && board.count(board.to_move(), Class::Five) == 0
        && answers_every_block(board, tree);
    board.take();
    holds
}

/// Does the tree have an answer, which goes through, to every reply that stops the attacker's five?
fn answers_every_block<R: Rule>(board: &mut Gomoku<R>, tree: &ProofTree<Cell>) -> bool {
    let Some(five) = tree.otherwise.as_ref().map(|answer| answer.mv) else { return false };
    let attacker = board.to_move().opponent();
    if !board.is_empty(five) || board.class(five, attacker) != Class::Five {
        return false;
    }
    five_spoilers(board, five).into_iter().all(|reply| {
        if !is_playable(board, reply) {
            return true;
        }
        board.place(reply);
        let listed = tree.replies.iter().find(|(listed, _)| *listed == reply).map(|(_, answer)| answer);
        let answer = listed.or(tree.otherwise.as_deref());
        let answered = board.outcome().is_none() && answer.is_some_and(|answer| holds(board, answer));
        board.take();
        answered
    })
}

#[cfg(test)]
mod tests {
    use super::super::vcf::Vcf;
    use super::*;
    use crate::games::gomoku::notation::parse_position;
    use crate::games::gomoku::patterns::rule::Freestyle;
    use crate::search::Proved;

    #[test]
    fn a_stop_is_seen_between_two_replies() {
        // Black threatens to win by a four and a three that cross.
        let setup = parse_position("15/15/15/15/15/15/4wbbb7/8b6/8b6/15/15/15/15/3w1w9/15 b 0").expect("a position");
        let mut board = Gomoku::<Freestyle>::from_setup(&setup);
        let ctl = Control::unlimited();
        let Ok(Proved::Win(win)) = Vcf::default().solve(&mut board, 100_000, &ctl) else { panic!("no win") };
        board.pass();
        let before = board.clone();
        let stopping = defences(&mut board, &win, &ctl).expect("not stopped");
        assert!(stopping.contains(&win.mv), "{stopping:?}");
        ctl.stop();
        assert_eq!(defences(&mut board, &win, &ctl), Err(Stopped));
        assert_eq!(board, before);
    }
}
