//! A fixed number of transposition tables, lent to the sessions that search. A session gets its own table back unless others
//! needed it meanwhile: the table unused longest is cleared and lent out.

use std::sync::{Mutex, PoisonError};

use super::game::Game;
use crate::engine::options::Options;
use crate::search::Table;
use crate::search::tt::NoRoom;

/// A fixed number of transposition tables.
pub struct TablePool {
    mebibytes: usize,
    free: Mutex<FreeTables>,
}

/// The tables that are not lent, the most recently used last.
struct FreeTables {
    idle: Vec<LentTable>,
    /// How many more may be allocated.
    room: usize,
}

/// A table, and the session and game whose entries it holds.
pub(super) struct LentTable {
    session: u64,
    options: Options,
    pub(super) table: Table,
}

impl TablePool {
    /// So many tables of that size.
    pub fn new(count: usize, mebibytes: usize) -> TablePool {
        TablePool { mebibytes, free: Mutex::new(FreeTables { idle: Vec::new(), room: count }) }
    }

    /// A table for a search; the session's own, if it is still there and of the same game.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub(super) fn lend(&self, session: u64, game: &Game) -> Result<LentTable, NoRoom> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let own = |owned: &LentTable| owned.session == session;
        if let Some(at) = free.idle.iter().position(own) {
            let owned = free.idle.remove(at);
            return Ok(if owned.options.same_game(game.options()) { owned } else { owned.cleared(session, game) });
        }
        if free.room > 0 || free.idle.is_empty() {
            let table = Table::growing(self.mebibytes)?;
            free.room = free.room.saturating_sub(1);
            return Ok(LentTable { session, options: game.options().clone(), table });
        }
        let oldest = free.idle.remove(0);
        drop(free);
        Ok(oldest.cleared(session, game))
    }

    /// Takes a table back.
    pub(super) fn take_back(&self, owned: LentTable) {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).idle.push(owned);
    }

    /// Frees the table of a session that is over.
    pub fn forget(&self, session: u64) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let before = free.idle.len();
        free.idle.retain(|owned| owned.session != session);
        free.room += before - free.idle.len();
    }
}

impl LentTable {
    fn cleared(mut self, session: u64, game: &Game) -> LentTable {
        self.table.clear();
        LentTable { session, options: game.options().clone(), table: self.table }
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::GameSpec;
    use super::*;
    use crate::games::GAMES;
    use crate::search::Score;
    use crate::search::entry::{Bound, Entry};
    use crate::search::tt::Replacement;

    fn game(name: &str) -> Game {
        Game::new(&GameSpec { game: name.to_owned(), ..GameSpec::default() }, GAMES).unwrap()
    }

    fn learn(owned: &LentTable) {
        let entry = Entry { mv: 7, score: Score::DRAW, eval: None, depth: 3, bound: Bound::Exact };
        owned.table.store(99, entry, Replacement::default());
    }

    #[test]
    fn a_session_finds_its_table_again_and_nobody_else_does() {
        let tables = TablePool::new(2, 1);
        let gomoku = game("gomoku");
        for session in [1, 2] {
            let owned = tables.lend(session, &gomoku).unwrap();
            learn(&owned);
            tables.take_back(owned);
        }
        let own = tables.lend(1, &gomoku).unwrap();
        assert!(own.table.probe(99).is_some());
        tables.take_back(own);
        let third = tables.lend(3, &gomoku).unwrap();
        assert!(third.table.probe(99).is_none(), "the table of session 2, which was used before that of session 1");
        tables.take_back(third);
        assert!(tables.lend(1, &gomoku).unwrap().table.probe(99).is_some());
    }

    #[test]
    fn another_game_needs_an_empty_table() {
        let tables = TablePool::new(1, 1);
        let owned = tables.lend(1, &game("gomoku")).unwrap();
        learn(&owned);
        tables.take_back(owned);
        assert!(tables.lend(1, &game("abalone")).unwrap().table.probe(99).is_none());
    }
}
