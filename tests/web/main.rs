//! `fukumi serve` over real connections: games, searches, bad input, limits, strangers.
#![cfg(feature = "web")]

mod client;
mod games;
mod limits;
mod searches;
mod strangers;
