//! The library, called by its functions. Nothing here starts the program.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod abalone;
mod arena;
mod capture;
mod conformance;
mod database;
mod endgames;
mod features;
mod files;
mod fit;
mod fourth_game;
mod lab_statistics;
mod network;
mod openings;
mod perft;
mod proofs;
mod pursuit;
mod renju_forbidden;
mod rules;
mod search_agreement;
mod selfplay;
mod suites;
mod threats;
mod toys;
