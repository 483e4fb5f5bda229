//! The moves worth a look where somebody threatens to win, and the searches for wins by threats alone.

pub(in crate::games::gomoku) mod candidates;
mod defences;
pub(in crate::games::gomoku) mod kinds;
pub(in crate::games::gomoku) mod ordering;
pub(in crate::games::gomoku) mod params;
pub mod proof;
mod scope;
pub mod search;
pub mod vcf;
pub(in crate::games::gomoku) mod vct;
