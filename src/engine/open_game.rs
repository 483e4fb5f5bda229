//! A game that is open: its engine, and the changes that led to its position.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::database::{OpenedDatabase, PositionDatabase};
use super::options::{BOOK, DATABASE_READ_ONLY, Options};
use super::{Change, Engine, MoveStyle, PackedMove, Rejected, Report, Task, book};
use crate::search::{Control, Table};

/// A game opened with some options, and the changes that led to its position.
pub(super) struct OpenGame {
    pub(super) engine: Box<dyn Engine>,
    /// The options as the session last had them.
    pub(super) asked: Options,
    /// Those the game was opened with: a position's text can name another rule or size.
    pub(super) opened: Options,
    /// What has been done since the position was last made anew.
    pub(super) history: Vec<Change>,
    /// Why the built-in weights are used where others were asked for.
    pub(super) unfit_weights: Option<Rejected>,
    /// The database that the engine asks, with its positions of this game.
    database: Option<(OpenedDatabase, Arc<dyn PositionDatabase>)>,
    /// The built-in book, when the session wants one.
    book: Option<Arc<dyn PositionDatabase>>,
}

impl OpenGame {
    /// Opens the game that is wanted, for a session that asked for these options.
    pub(super) fn open(wanted: Options, asked: &Options) -> Result<OpenGame, Rejected> {
        let (engine, unfit_weights) = open(&wanted)?;
        let mut game = OpenGame {
            engine,
            asked: asked.clone(),
            book: book_of(asked, &wanted),
            opened: wanted,
            history: Vec::new(),
            unfit_weights,
            database: None,
        };
        game.use_database();
        Ok(game)
    }

    /// Takes over the options of the session: those that need no other game.
    pub(super) fn take_options(&mut self, options: Options) {
        let is_other_database = options.database() != self.database.as_ref().map(|(opened, _)| opened);
        let is_other_book = options.get(&BOOK) != self.asked.get(&BOOK);
        if is_other_book {
            self.book = book_of(&options, &self.opened);
        }
        if is_other_database {
            self.database = options.database().and_then(|opened| match opened.library().positions(&self.opened) {
                Ok(positions) => Some((opened.clone(), positions)),
                Err(why) => {
                    log::info!("{}: {why}", opened.path());
                    None
                }
            });
        }
        if is_other_database || is_other_book {
            self.use_database();
        }
        self.asked = options;
    }

    /// Lets searches, those of openings among them, ask the database, or the book where there is none.
    fn use_database(&mut self) {
        let own = self.database.as_ref().map(|(_, positions)| positions);
        self.engine.use_database(own.or(self.book.as_ref()).cloned());
    }

    /// Keeps what the last search found. It waits for the disk, so that it is done when the answer is out.
    pub(super) fn keep_findings(&mut self) {
        let found = self.engine.take_findings();
        let Some((_, positions)) = &self.database else { return };
        positions.rest();
        if !found.is_empty() && !self.asked.get(&DATABASE_READ_ONLY) {
            positions.store(&found);
        }
    }

    /// Makes a change; nothing is different when it is rejected.
    pub(super) fn apply(&mut self, change: Change) -> Result<(), Rejected> {
        self.engine.apply(&change)?;
        if change.is_fresh() {
            self.history.clear();
        }
        self.history.push(change);
        Ok(())
    }

    /// Plays the moves that were chosen.
    pub(super) fn play(&mut self, moves: &[PackedMove]) -> Result<(), Rejected> {
        moves.iter().try_for_each(|&mv| self.apply(Change::PlayPacked(mv)))
    }

    /// The positions that moves are played from without a search: the person's own where they say anything of this one, else those
    /// of the built-in book.
    fn book(&self) -> Option<Arc<dyn PositionDatabase>> {
        let own = self.database.as_ref().map(|(_, positions)| positions);
        let own = own.filter(|positions| positions.probe(&self.engine.position()).is_some());
        own.or(self.book.as_ref()).cloned()
    }

    /// A move of the book, if one is wanted and there is one.
    fn book_move(&mut self, task: &Task) -> Result<Option<PackedMove>, Rejected> {
        let is_wanted = task.from_book && self.asked.get(&BOOK);
        let Some(positions) = is_wanted.then(|| self.book()).flatten() else { return Ok(None) };
        let moves = book::moves(self.engine.as_mut(), positions.as_ref())?;
        let chosen = book::choose(&moves, book::any_number()).map(|chosen| chosen.text.clone());
        let is_chosen = |mv: &PackedMove| {
            chosen.as_deref() == self.engine.write_moves(&[*mv], MoveStyle::Bottom).first().map(String::as_str)
        };
        Ok(chosen.as_ref().and_then(|_| self.engine.packed_moves().into_iter().find(is_chosen)))
    }

    /// Thinks, and chooses what was found so far when the search itself fails.
    pub(super) fn think(
        &mut self,
        task: &Task,
        table: &Table,
        ctl: &Control,
        report: &mut dyn FnMut(Report),
    ) -> Result<Vec<PackedMove>, Rejected> {
        if let Some(mv) = self.book_move(task)? {
            return Ok(vec![mv]);
        }
        let mut best = None;
        let thinking = catch_unwind(AssertUnwindSafe(|| {
            self.engine.think(task, table, ctl, &mut |found| {
                best = found.best;
                report(found);
            })
        }));
        thinking.unwrap_or_else(|_| {
            self.reopen()?;
            log::error!("the search failed at {}", self.engine.position());
            let any = || {
                let moves = self.engine.packed_moves();
                moves.get(moves.len() / 2).copied()
            };
            let found = best.or_else(any).ok_or(Rejected::GameOver)?;
            Ok(vec![found])
        })
    }

    /// A new engine in the old position: a panic may have left the old one in any state.
    fn reopen(&mut self) -> Result<(), Rejected> {
        let (mut engine, _) = open(&self.opened)?;
        self.history.iter().try_for_each(|change| engine.apply(change))?;
        self.engine = engine;
        self.use_database();
        Ok(())
    }
}

/// The built-in book under the rules of a game, if these options want one.
fn book_of(options: &Options, game: &Options) -> Option<Arc<dyn PositionDatabase>> {
    options.get(&BOOK).then(|| options.shipped_book(game)).flatten()
}

/// Opens the game, with the built-in weights if it cannot use those of `EvalFile`, and why it cannot: the rule may have changed since
/// that was set.
fn open(options: &Options) -> Result<(Box<dyn Engine>, Option<Rejected>), Rejected> {
    match (options.game().open)(options) {
        Ok(engine) => Ok((engine, None)),
        Err(why) if options.eval_file().is_none() => Err(why),
        Err(why) => Ok(((options.game().open)(&options.without_eval_file())?, Some(why))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Leaves, MoveStyle, PackedMove, Piece, Standing, Step, View};
    use crate::search::Player;

    /// An engine whose search fails after its first report.
    struct Failing;

    impl Engine for Failing {
        fn apply(&mut self, _: &Change) -> Result<(), Rejected> {
            Ok(())
        }
        fn think(
            &mut self,
            _: &Task,
            _: &Table,
            _: &Control,
            _: &mut dyn FnMut(Report),
        ) -> Result<Vec<PackedMove>, Rejected> {
            panic!("a fault in the search")
        }
        fn packed_moves(&self) -> Vec<PackedMove> {
            Vec::new()
        }
        fn write_moves(&self, _: &[PackedMove], _: MoveStyle) -> Vec<String> {
            Vec::new()
        }
        fn reformat(&self, text: &str, _: MoveStyle) -> Result<String, Rejected> {
            Ok(text.to_owned())
        }
        fn standing(&self) -> Standing {
            Standing { to_move: Player::First, outcome: None }
        }
        fn position(&self) -> String {
            String::new()
        }
        fn draw(&self) -> String {
            String::new()
        }
        fn forbidden(&self, _: MoveStyle) -> Vec<String> {
            Vec::new()
        }
        fn view(&self) -> View {
            unreachable!("nobody looks")
        }
        fn steps(&self, _: &[String]) -> Vec<Step> {
            Vec::new()
        }
        fn arrange(&self, _: &[Piece], _: Player) -> Result<String, Rejected> {
            Ok(String::new())
        }
        fn perft(&self, _: u32) -> Leaves {
            Leaves::default()
        }
        fn new_game(&mut self) {}
    }

    #[test]
    fn a_search_that_fails_is_answered_by_a_legal_move_and_the_game_goes_on() {
        let options = Options::new();
        let mut game = OpenGame::open(options.clone(), &options).unwrap();
        game.apply(Change::Clear).unwrap();
        game.apply(Change::Play("h8".to_owned())).unwrap();
        game.engine = Box::new(Failing);
        let table = Table::new(1).unwrap();
        let choice = game.think(&Task::default(), &table, &Control::unlimited(), &mut |_| {}).unwrap();
        game.play(&choice).unwrap();
        assert_eq!(game.engine.standing().to_move, Player::First);
    }
}
