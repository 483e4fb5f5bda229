//! The judge of matches against independent referees.

mod abalone;
mod judge;
