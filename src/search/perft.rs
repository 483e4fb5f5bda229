//! Counting the leaves of the full tree of legal moves: the test of every move generator.

use super::move_stack::MoveStack;
use super::position::Position;

/// The number of move sequences of exactly `depth` moves. A finished position generates no moves and so has no children.
pub fn perft<P: Position>(pos: &mut P, depth: u32) -> u64 {
    count(pos, depth, &mut MoveStack::new(), &mut |_, _| 0).0
}

/// As [`perft`], with a tally: `event` looks at every last move made, and what it returns is summed up (ejections, say).
pub fn perft_with<P: Position>(pos: &mut P, depth: u32, event: &mut dyn FnMut(&P, P::Move) -> u64) -> (u64, u64) {
    count(pos, depth, &mut MoveStack::new(), event)
}

fn count<P: Position>(
    pos: &mut P,
    depth: u32,
    moves: &mut MoveStack<P::Move>,
    event: &mut dyn FnMut(&P, P::Move) -> u64,
) -> (u64, u64) {
    if depth == 0 {
        return (1, 0);
    }
    let base = moves.len();
    pos.generate(moves);
    let mut leaves = 0;
    let mut events = 0;
    for at in base..moves.len() {
        let mv = moves[at].0;
        let undo = pos.make(mv);
        if depth == 1 {
            leaves += 1;
            events += event(pos, mv);
        } else {
            let below = count(pos, depth - 1, moves, event);
            leaves += below.0;
            events += below.1;
        }
        pos.unmake(mv, undo);
    }
    moves.truncate(base);
    (leaves, events)
}
