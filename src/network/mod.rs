//! What the learned evaluations of all games share: the dense layers at the end of a network, in whole numbers, and its file.
//!
//! A game's own network makes the inputs, kept up to date from move to move; [`head`] makes a value of them, by the arithmetic of
//! [`kernel`], [`cache`] keeps what was computed, and [`parts`] reads and writes the whole. `registers` is what kernels are written with.

pub mod cache;
pub mod head;
pub mod kernel;
pub mod parts;
pub(crate) mod registers;

pub use cache::Cache;
pub use head::{Head, HeadParts};
pub use kernel::Kernel;
pub use parts::Parts;
