//! `fukumi serve` over real connections: games, searches, bad input, limits, strangers.

pub(crate) mod client;
mod games;
mod limits;
#[cfg(target_os = "linux")]
mod load;
mod searches;
mod strangers;
mod study;
mod tree;
