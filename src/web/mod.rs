//! `fukumi serve`: the board in the browser. A small HTTP server on the local machine; the page it serves knows no rules.
//!
//! A session (session.rs) is one page's game: the game itself (game.rs) with its tree of moves (variations.rs, edit.rs), the page's
//! settings for the engine (play.rs) and what it asks for (command.rs), the opening (opening.rs), the clock (clock.rs) and what is known of its moves (judging.rs).
//! It holds text only, so that hundreds of sessions cost little. Searches (think.rs) run on a fixed pool of
//! threads (pool.rs), which sessions share in turns, with a fixed number of transposition tables (tables.rs). Results are pushed
//! to the page as server-sent events; a slow reader sees only the latest (api.rs). The number of connections is bounded
//! (connections.rs), and idle ones are closed to make room for new ones.

mod access;
mod api;
mod assets;
mod clock;
mod command;
mod connections;
mod edit;
mod game;
mod judging;
mod load;
mod opening;
mod play;
mod pool;
mod puzzles;
mod request;
mod search_update;
mod server;
mod session;
mod sessions;
mod settings;
mod state;
mod tables;
mod think;
mod variations;

pub use server::Server;
pub use settings::ServerSettings;
