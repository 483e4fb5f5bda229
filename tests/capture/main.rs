//! Capture puzzles: the rules, the solver and its tools, against an oracle that shares nothing with them.

mod data;
mod files;
mod oracle;
#[path = "../engine/process.rs"]
#[allow(dead_code)] // each test program uses its part
mod process;
#[path = "../support/random.rs"]
#[allow(dead_code)] // each test program uses its part
mod random;
mod random_boards;
mod rules;
mod tools;
mod ugi;
