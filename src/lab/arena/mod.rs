//! The arena: matches between engines that speak Gomocup or UGI, judged by our own rules.
//!
//! [`settings::MatchSettings`] describe a match and [`run::run`] plays it. A [`schedule::Schedule`] numbers the games. Each
//! [`game`] is played by two [`player::GamePlayer`]s under a [`judge::Judge`], who checks every move by our own rules. An engine
//! is a [`process_player::ProcessPlayer`]: a [`connection::Connection`] to a [`process::Process`], spoken to in the protocol of
//! `gomocup` or `ugi`. A finished game becomes a [`record::MatchGameRecord`], which the [`journal::Journal`] writes and the
//! [`results::Results`] count. [`parts`] are what several machines share of a match.

pub mod adjudication;
pub mod connection;
pub mod cpu_wait;
mod engine_line;
mod error;
pub mod game;
mod gomocup;
pub mod journal;
pub mod judge;
pub mod opening;
pub mod openings;
pub mod parts;
pub mod player;
pub mod process;
pub mod process_player;
pub mod reaper;
pub mod record;
pub mod results;
pub mod run;
pub mod schedule;
pub mod search_info;
pub mod settings;
pub mod sgf;
pub mod spec;
pub mod text;
pub mod time;
mod ugi;

pub use error::ArenaError;
