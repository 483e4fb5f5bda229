//! What several test programs share.
#![allow(dead_code)] // each test program uses its part

pub(crate) mod abalone_referee;
pub(crate) mod drawing;
pub(crate) mod judge;
pub(crate) mod known_wins;
pub(crate) mod oracle;
pub(crate) mod random;
pub(crate) mod renju_answers;

pub(crate) use fukumi::games::gomoku::referee;
