//! The arena: matches between engines that speak Gomocup or UGI, judged by our own rules.
//!
//! [`settings::Settings`] say everything about a match and [`run::run`] plays it. Games are numbered by a
//! [`schedule::Schedule`]; one [`game`] is played between two [`contestant::Contestant`]s before a [`judge::Judge`], who
//! believes no engine. An engine is a [`process_player::ProcessPlayer`]: a [`dialogue::Dialogue`] with a
//! [`process::Process`], in the words of `gomocup` or `ugi`. Each game becomes a [`record::GameRecord`], which a
//! [`journal::Journal`] writes and [`results::Results`] count.

pub mod adjudication;
pub mod contestant;
pub mod dialogue;
mod engine_line;
mod error;
pub mod game;
mod gomocup;
pub mod guard;
pub mod journal;
pub mod judge;
pub mod opening;
pub mod openings;
pub mod process;
pub mod process_player;
pub mod record;
pub mod results;
pub mod run;
pub mod schedule;
pub mod settings;
pub mod sgf;
pub mod spec;
pub mod text;
pub mod time;
pub mod told;
mod ugi;
pub mod waiting;

pub use error::ArenaError;
