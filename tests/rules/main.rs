//! Where few programs look: positions drawn for each rule, judged by the referee and by the engine alike.

#[path = "../support/mod.rs"]
mod support;

mod fouls;
mod lines;
mod package_tester;
