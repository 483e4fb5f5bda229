//! fukumi: a game engine for Gomoku, Renju, Abalone and capture puzzles.
//!
//! # For programs
//!
//! What stands at the root of the crate is its public interface: a [`Position`] of any of the games, and a [`SimpleEngine`] that
//! [plays](SimpleEngine::play), [analyses](SimpleEngine::analyse), [proves wins](SimpleEngine::prove) and
//! [solves puzzles](SimpleEngine::solve). It changes by the rules of semantic versioning.
//!
//! ```
//! use fukumi::{Limit, Position, SimpleEngine};
//!
//! let mut position = Position::with_rules("gomoku", &[("Rule", "renju"), ("BoardSize", "15")])?;
//! let mut engine = SimpleEngine::new();
//! position.play("h8")?;
//! let reply = engine.play(&position, &Limit::nodes(1_000))?;
//! position.play(&reply)?;
//! println!("{position}");
//! # Ok::<(), fukumi::Rejected>(())
//! ```
//!
//! Whoever wants the engine alone takes it with `default-features = false`: without the command line, databases and the web server it
//! has a third of the libraries, and builds for WebAssembly too. Programs in other languages talk to it by its protocols, in Python there is
//! a package of the same name.
//!
//! # Inside
//!
//! The modules are how fukumi itself is made. They are public for its own programs, and may change with any version.
//!
//! A tour: `cli` reads the command line and, without a subcommand, lets [`engine::session`] serve a manager. The session
//! speaks a protocol (the crate `fukumi-protocol`) and gives jobs to [`engine::worker`], the thread that owns an
//! [`engine::Engine`]. That is a game of [`games`] searched by [`search`], which knows no game. `tools` are the
//! one-shot commands, `page` is what happens to a game on the board in the browser, `web` is its server, [`files`] reads and
//! writes games of other programs, and `lab` is where the engine is measured and taught. Without the features `cli` and `page` the
//! crate is the engine alone: [`engine`], [`files`], [`games`] and [`search`]. A new game is a folder in `games` and a line in
//! [`games::GAMES`].

mod api;
#[cfg(feature = "cli")]
#[cfg_attr(docsrs, doc(hidden))]
pub mod cli;
#[cfg(feature = "database")]
#[cfg_attr(docsrs, doc(hidden))]
pub mod database;
#[cfg_attr(docsrs, doc(hidden))]
pub mod engine;
#[cfg_attr(docsrs, doc(hidden))]
pub mod files;
#[cfg_attr(docsrs, doc(hidden))]
pub mod games;
#[cfg(any(feature = "cli", feature = "page"))]
#[cfg_attr(docsrs, doc(hidden))]
pub mod lab;
#[cfg(feature = "database")]
#[cfg_attr(docsrs, doc(hidden))]
pub mod library;
mod memory;
#[cfg_attr(docsrs, doc(hidden))]
pub mod network;
#[cfg(feature = "page")]
#[cfg_attr(docsrs, doc(hidden))]
pub mod page;
#[cfg(feature = "database")]
mod progress;
#[cfg_attr(docsrs, doc(hidden))]
pub mod search;
#[cfg(feature = "cli")]
#[cfg_attr(docsrs, doc(hidden))]
pub mod tools;
#[cfg(feature = "web")]
#[cfg_attr(docsrs, doc(hidden))]
pub mod web;
#[cfg_attr(docsrs, doc(hidden))]
pub mod weights_file;
#[cfg(feature = "database")]
#[cfg_attr(docsrs, doc(hidden))]
pub mod whole_file;

pub use api::{Analysis, Limit, Line, Position, SimpleEngine, Solution, Stop};
pub use engine::{ProvenMove, ProvenReply, ProvenWin, Rejected, Verdict};
pub use search::{Outcome, Player, Score};
