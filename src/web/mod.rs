//! `fukumi serve`: the board in the browser. A small HTTP server on the local machine; the page it serves knows no rules.
//!
//! A session (session.rs) is what is played (play.rs): a game (game.rs) and what is wanted of the engine. It holds text only, so
//! that hundreds of them cost little. Searches (think.rs) run in the pool (pool.rs), a fixed number of threads that are shared in
//! turns, on a fixed number of tables (tables.rs). What a search finds is pushed to the page by server-sent events, of which a
//! slow reader sees only the latest (api.rs). Connections are bounded (server.rs); those that are quiet make room (room.rs).

mod api;
mod assets;
mod game;
mod guard;
mod load;
mod play;
mod pool;
mod room;
mod server;
mod session;
mod sessions;
mod state;
mod swap2;
mod tables;
mod think;

use std::time::Duration;

pub use server::Server;

/// What the server is allowed to use.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Sessions held at a time; the one unused for longest makes room for a new one.
    pub sessions: usize,
    /// Threads that search, all sessions together.
    pub threads: usize,
    /// Memory of all the transposition tables together, in MiB.
    pub hash: usize,
    /// A session that nobody looks at and asks is forgotten after this time.
    pub idle: Duration,
    /// Names by which the machine may be called in the address, beside `localhost` and numbers.
    pub hosts: Vec<String>,
}
