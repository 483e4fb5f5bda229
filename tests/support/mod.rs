//! What several test programs share.
#![allow(dead_code, unused_macros)] // each test program uses its part

#[macro_use]
pub(crate) mod rules;

pub(crate) mod abalone_referee;
pub(crate) mod capture_oracle;
pub(crate) mod drawing;
pub(crate) mod folder;
pub(crate) mod judge;
pub(crate) mod known_wins;
pub(crate) mod opening_referee;
pub(crate) mod oracle;
pub(crate) mod puzzles;
pub(crate) mod renju_answers;
pub(crate) mod samples;

pub(crate) use fukumi::games::gomoku::referee;
