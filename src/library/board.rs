//! The positions of the wire: stones in turn, Black's first, each as column and row from the top left.

use std::sync::Arc;

use crate::database::{Space, Stones};
use crate::engine::Rejected;
use crate::engine::options::Options;

/// A board whose points the wire can name.
pub(super) struct Board {
    pub(super) space: Arc<Space>,
    size: u16,
}

impl Board {
    /// The board of these options.
    pub(super) fn new(space: Arc<Space>, options: &Options) -> Result<Board, Rejected> {
        let size = options.board_size().and_then(|size| u16::try_from(size).ok());
        let size = size.ok_or_else(|| Rejected::Unsupported("database commands in this game".to_owned()))?;
        Ok(Board { space, size })
    }

    /// The cell of a point.
    pub(super) fn cell(&self, text: &str) -> Result<u16, Rejected> {
        let number = |text: &str| text.parse().ok().filter(|&number: &u16| number < self.size);
        let point = text.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
        let (x, y) = point.ok_or_else(|| Rejected::bad_move(text, "no point of the board"))?;
        Ok(y * self.size + x)
    }

    /// The point of a cell.
    pub(super) fn point(&self, cell: u16) -> (u8, u8) {
        ((cell % self.size) as u8, (cell / self.size) as u8)
    }

    /// The position that stones laid in turns make.
    pub(super) fn stones(&self, moves: &[String]) -> Result<Stones, Rejected> {
        let mut stones = Stones::default();
        for (number, text) in (1..).zip(moves) {
            let cell = self.cell(text).map_err(|why| why.of_move(number))?;
            let taken = || Rejected::bad_move(text, "there is a stone already").of_move(number);
            stones = self.after(&stones, cell).ok_or_else(taken)?;
        }
        Ok(stones)
    }

    /// The position after a stone of the side to move; `None` where there is one already.
    pub(super) fn after(&self, before: &Stones, cell: u16) -> Option<Stones> {
        let at = before.pieces.binary_search_by_key(&cell, |piece| piece.0).err()?;
        let kind = self.space.kind(if before.to_move == 0 { 'b' } else { 'w' })?;
        let mut stones = before.clone();
        stones.pieces.insert(at, (cell, kind));
        stones.to_move = 1 - before.to_move;
        Some(stones)
    }

    /// Every position that a stone leads to, with its cell.
    pub(super) fn children<'a>(&'a self, stones: &'a Stones) -> impl Iterator<Item = (u16, Stones)> + 'a {
        (0..self.size * self.size).filter_map(|cell| Some((cell, self.after(stones, cell)?)))
    }
}
