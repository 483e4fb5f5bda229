//! fukumi: a game engine for Gomoku, Renju, Abalone and capture puzzles.
//!
//! A tour: [`cli`] reads the command line and, without a subcommand, lets [`engine::session`] serve a manager. The session
//! speaks a protocol (the crate `fukumi-protocol`) and gives jobs to [`engine::worker`], the thread that owns an
//! [`engine::Engine`]. That is a game of [`games`] searched by [`search`], which knows no game. [`tools`] are the
//! one-shot commands, [`page`] is what happens to a game on the board in the browser, `web` is its server, [`files`] reads and
//! writes games of other programs, and [`lab`] is where the engine is measured and taught. Without the features `cli` and `page` the
//! crate is the engine alone: [`engine`], [`files`], [`games`] and [`search`]. A new game is a folder in `games` and a line in
//! [`games::GAMES`].

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod database;
pub mod engine;
pub mod files;
pub mod games;
#[cfg(any(feature = "cli", feature = "page"))]
pub mod lab;
pub mod network;
#[cfg(feature = "page")]
pub mod page;
pub mod search;
#[cfg(feature = "cli")]
pub mod tools;
#[cfg(feature = "web")]
pub mod web;
pub mod weights_file;
