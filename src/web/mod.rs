//! `fukumi serve`: the board in the browser. A small HTTP server on the local machine; the page it serves knows no rules.
//!
//! What happens to a game is told in [`crate::page`]. Here are its searches on a fixed pool of threads (pool.rs), which the sessions
//! (sessions.rs) share in turns, and the server. Results are pushed to the page as server-sent events; a slow reader sees only the
//! latest (api.rs). Branches of the study view grow while no session wants a search (study.rs). The number of connections is bounded
//! (connections.rs), and idle ones are closed to make room for new ones.

mod access;
mod api;
mod assets;
mod connections;
mod pool;
mod request;
mod server;
mod sessions;
mod settings;
mod study;

pub use server::Server;
pub use settings::ServerSettings;
