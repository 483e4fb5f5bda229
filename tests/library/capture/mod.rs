//! Capture puzzles: the rules and the solver, against an oracle that shares nothing with them.

mod data;
mod random_boards;
mod rules;
