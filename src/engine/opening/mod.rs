//! Openings in which two players settle who plays which colour, so that neither has an advantage: the rules of the dialog, what
//! the engine says in it, and the comparison of positions that it goes by.
//!
//! Rules: Renju International Federation, "The International Rules of Renju" and its opening rules; swap2 as in the world
//! championships of Gomoku. Points are those of a square board, whatever game is played there.

pub mod advisor;
pub mod canonical;
pub mod dialog;
pub mod point;
pub mod proposals;
pub mod rule;
pub mod step;
pub mod study;
pub mod symmetry;

pub use advisor::{Advisor, Decision};
pub use dialog::OpeningDialog;
pub use point::{Point, Region};
pub use rule::OpeningRule;
pub use step::{Action, Extra, OpeningError, Seat, Step};
pub use study::{Compare, Question, Rank, Weighed};
