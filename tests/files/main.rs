//! Files of games: samples of every format, round trips of random games, hostile bytes, and `fukumi convert` as a process.

#[path = "../support/mod.rs"]
mod support;

mod convert;
mod games;
mod hostile;
mod round_trips;
mod samples;
