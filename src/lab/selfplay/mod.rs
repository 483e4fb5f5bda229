//! Self-play: games of the engine against itself at a fixed number of nodes a move, kept with the score of every position.
//!
//! [`play`](mod@play) plays a numbered game, [`run`](mod@run) many of them by several workers; [`store`] keeps them and [`file`](mod@file)
//! gives them back, in the format that `FORMAT.md` beside this file describes; [`record`] is one game in it, and [`parts`] are what several
//! machines share.

mod branch;
mod error;
pub mod file;
pub mod parts;
pub mod play;
pub mod record;
pub mod run;
pub mod store;
mod variations;

pub use error::SelfplayError;
pub use file::Records;
pub use play::{Conditions, SelfplayPlayer};
pub use record::{Ending, GameResult, SelfplayGame, Variation};
pub use run::{Goal, SelfplayProgress, run};
pub use store::Store;
