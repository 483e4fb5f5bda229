//! A fixed number of transposition tables, lent to the sessions that search. A session finds its own table again unless others
//! have needed it meanwhile: the one unused for longest is given away, empty.

use std::sync::{Mutex, PoisonError};

use super::game::Game;
use crate::engine::options::Options;
use crate::search::Table;
use crate::search::tt::NoRoom;

/// The tables that nobody searches with, the one used last at the end.
pub(super) struct Tables {
    mebibytes: usize,
    kept: Mutex<Kept>,
}

struct Kept {
    idle: Vec<Owned>,
    /// How many more may be made.
    room: usize,
}

/// A table, and whose knowledge is in it.
pub(super) struct Owned {
    session: u64,
    options: Options,
    pub(super) table: Table,
}

impl Tables {
    /// So many tables of that size.
    pub(super) fn new(count: usize, mebibytes: usize) -> Tables {
        Tables { mebibytes, kept: Mutex::new(Kept { idle: Vec::new(), room: count }) }
    }

    /// A table for a search; the session's own, if it is still there and of the same game.
    ///
    /// # Errors
    /// When the system gives no memory.
    pub(super) fn take(&self, session: u64, game: &Game) -> Result<Owned, NoRoom> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let own = |owned: &Owned| owned.session == session;
        if let Some(at) = kept.idle.iter().position(own) {
            let owned = kept.idle.remove(at);
            return Ok(if owned.options.same_game(game.options()) { owned } else { owned.cleared(session, game) });
        }
        if kept.room > 0 || kept.idle.is_empty() {
            let table = Table::growing(self.mebibytes)?;
            kept.room = kept.room.saturating_sub(1);
            return Ok(Owned { session, options: game.options().clone(), table });
        }
        let oldest = kept.idle.remove(0);
        drop(kept);
        Ok(oldest.cleared(session, game))
    }

    /// Gives a table back.
    pub(super) fn give(&self, owned: Owned) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).idle.push(owned);
    }

    /// A session is over: its table is as good as new, and the memory goes back to the system.
    pub(super) fn forget(&self, session: u64) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let before = kept.idle.len();
        kept.idle.retain(|owned| owned.session != session);
        kept.room += before - kept.idle.len();
    }
}

impl Owned {
    fn cleared(self, session: u64, game: &Game) -> Owned {
        self.table.clear();
        Owned { session, options: game.options().clone(), table: self.table }
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::Spec;
    use super::*;
    use crate::search::Score;
    use crate::search::tt::{Bound, Entry};

    fn game(name: &str) -> Game {
        Game::new(&Spec { game: name.to_owned(), ..Spec::default() }).unwrap()
    }

    fn learn(owned: &Owned) {
        let entry = Entry { mv: 7, score: Score::DRAW, eval: None, depth: 3, bound: Bound::Exact };
        owned.table.store(99, entry);
    }

    #[test]
    fn a_session_finds_its_table_again_and_nobody_else_does() {
        let tables = Tables::new(2, 1);
        let gomoku = game("gomoku");
        for session in [1, 2] {
            let owned = tables.take(session, &gomoku).unwrap();
            learn(&owned);
            tables.give(owned);
        }
        let own = tables.take(1, &gomoku).unwrap();
        assert!(own.table.probe(99).is_some());
        tables.give(own);
        let third = tables.take(3, &gomoku).unwrap();
        assert!(third.table.probe(99).is_none(), "the table of session 2, which was used before that of session 1");
        tables.give(third);
        assert!(tables.take(1, &gomoku).unwrap().table.probe(99).is_some());
    }

    #[test]
    fn another_game_needs_an_empty_table() {
        let tables = Tables::new(1, 1);
        let owned = tables.take(1, &game("gomoku")).unwrap();
        learn(&owned);
        tables.give(owned);
        assert!(tables.take(1, &game("abalone")).unwrap().table.probe(99).is_none());
    }
}
