//! Lines of cells, the shapes that a stone would make in them, and what four shapes make together.

pub mod class;
pub mod lines;
pub(in crate::games::gomoku) mod multiset;
pub mod rule;
pub mod shape;
pub mod shape_code;
pub mod tables;
