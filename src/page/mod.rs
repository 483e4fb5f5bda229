//! What happens to a game on the page in the browser, whoever runs the searches: `serve`, or the page itself. The page knows no rules.
//!
//! A session (session.rs) is one page's game: the game itself (game.rs) with its tree of moves (variations.rs, edit.rs), the page's
//! settings for the engine (play.rs) and what it asks for (command.rs, answers.rs), the opening (opening.rs), the clock (clock.rs)
//! and what is known of its moves (judging.rs). Where there is a database, an analysis asks and fills it (notebook.rs), and the study view
//! shows it (study). It holds text only, so that hundreds of sessions cost little. Searches (think.rs) are done in turns by [`Searchers`],
//! with a fixed number of transposition tables (tables.rs). There are no threads here, and nothing of HTTP.

pub mod answers;
mod clock;
mod command;
mod edit;
mod game;
mod judging;
mod load;
mod notebook;
mod opening;
mod play;
mod puzzles;
mod search_update;
mod session;
mod state;
#[cfg(feature = "database")]
pub mod study;
mod tables;
mod think;
mod variations;

pub use clock::ClockSpec;
pub use command::Command;
pub use edit::Edit;
pub use game::{Game, GameSpec};
pub use load::{LONGEST_FILE, SavedGame};
pub use opening::{Choice, Said};
pub use puzzles::{WantedPuzzle, generate as new_puzzle};
pub use session::{LookedAt, PlaySession, random_name};
pub use tables::TablePool;
pub use think::{SearchJob, SearchTask, Searchers, turn as search_turn};
