//! Lines of best play: kept in a triangle while a window is open, and recovered from the table where it never is, as in MTD(f).

use super::position::Game;
use super::tt::Table;

/// The best line below each ply of the current path, as packed moves.
#[derive(Clone, Debug)]
pub(super) struct Triangle {
    plies: usize,
    moves: Vec<u16>,
    lengths: Vec<usize>,
}

impl Triangle {
    /// Room for lines that end before ply `plies`.
    pub(super) fn new(plies: usize) -> Triangle {
        Triangle { plies, moves: vec![0; plies * plies], lengths: vec![0; plies + 1] }
    }

    /// A node with an open window starts: no line is known from here.
    #[inline]
    pub(super) fn start(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// The move at this ply is the best, followed by the line below it.
    pub(super) fn prefix(&mut self, ply: usize, packed: u16) {
        let below = if ply + 1 < self.plies { self.lengths[ply + 1].min(self.plies - ply - 1) } else { 0 };
        let at = ply * self.plies;
        let from = at + self.plies;
        self.moves[at] = packed;
        self.moves.copy_within(from..from + below, at + 1);
        self.lengths[ply] = below + 1;
    }

    /// The line from this ply on.
    pub(super) fn line(&self, ply: usize) -> &[u16] {
        &self.moves[ply * self.plies..][..self.lengths[ply]]
    }
}

/// The packed `known` moves and after them the table's best moves, to `longest` moves at most. They are played and taken back again.
/// Ends early where a move is not legal, the game is over, the table knows no move or the position came up before.
pub(super) fn recover<G: Game>(pos: &mut G, known: &[u16], longest: usize, table: &Table) -> Vec<G::Move> {
    let mut line = Vec::new();
    let mut undos = Vec::new();
    let mut seen = vec![pos.key()];
    while line.len() < longest && pos.outcome().is_none() {
        let packed = known.get(line.len()).copied().or_else(|| table.probe(pos.key()).map(|entry| entry.mv));
        let Some(mv) = packed.filter(|&packed| packed != 0).and_then(|packed| pos.unpack(packed)) else { break };
        undos.push((mv, pos.make(mv)));
        line.push(mv);
        if seen.contains(&pos.key()) {
            break;
        }
        seen.push(pos.key());
    }
    undos.into_iter().rev().for_each(|(mv, undo)| pos.unmake(mv, undo));
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_grow_from_the_leaves() {
        let mut triangle = Triangle::new(4);
        triangle.start(3);
        triangle.prefix(3, 30);
        triangle.start(2);
        triangle.prefix(2, 20);
        triangle.start(3);
        triangle.prefix(2, 21);
        triangle.start(1);
        triangle.prefix(1, 10);
        triangle.start(0);
        assert_eq!(triangle.line(0), [] as [u16; 0]);
        triangle.prefix(0, 1);
        assert_eq!(triangle.line(0), [1, 10, 21]);
    }
}
