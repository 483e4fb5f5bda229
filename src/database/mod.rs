//! A database of positions: what was searched, proven and written about them, in one file.
//!
//! A [`Space`] is the set of positions under one set of rules. It gives every position a key that is the same for all its
//! symmetric images, and knows a game only by its engine's board and texts. A [`Store`] is the file: an SQLite database in which
//! every committed [`Record`] survives a crash. [`yxdb`] reads and writes the databases of Rapfi and Yixin-Board, [`lines`] a
//! text form, and [`minimax`] carries values from leaves to their ancestors. [`growth`] adds positions by searching, those first that
//! matter most to a root, also for a queue of [`Branch`]es.

mod branches;
mod changes;
mod codec;
mod edit;
mod error;
mod graph;
pub mod growth;
mod limits;
pub mod lines;
pub mod minimax;
mod place;
mod probe;
mod record;
mod rules;
mod schema;
mod shipped;
mod snapshot;
mod space;
mod store;
mod symmetry;
pub mod walk;
pub mod yxdb;

pub use branches::Branch;
pub use changes::{Changes, Merge};
pub use error::DatabaseError;
pub use limits::{MOST_BOARD_TEXT, MOST_BOARD_TEXTS, MOST_COMMENT, MOST_SOURCE};
pub use place::PageCaches;
pub use probe::{Probe, SOURCE};
pub use record::{Bound, Label, Record, Value};
pub use rules::{options_of, rules_of};
pub use shipped::shipped_book;
pub use snapshot::{Positions, RulesCount, Snapshot};
pub use space::{Key, Placed, Space, Stones};
pub use store::{Access, Store};
