//! Changes of one position's record by hand.

use super::changes::Merge;
use super::error::DatabaseError;
use super::record::{Label, Record};
use super::space::{Space, Stones};
use super::store::Store;

impl Store {
    /// Changes the record of a position, which is made if there is none. `edit` is given it with the position's own cells.
    ///
    /// # Errors
    /// When a text is too long, or the file cannot be written.
    pub fn edit(&self, space: &Space, stones: &Stones, edit: impl FnOnce(&mut Record)) -> Result<(), DatabaseError> {
        let placed = space.place(stones);
        self.change(|changes| {
            let known = changes.get(space.rules(), &placed.key)?;
            let new = || Record { label: Label::Open, ..Record::default() };
            let mut record = space.from_kept(&placed, known.unwrap_or_else(new));
            edit(&mut record);
            let kept = space.to_kept(&placed, record);
            changes.put(space.rules(), &[(placed.key.clone(), kept)], Merge::Replace)
        })
    }

    /// Forgets a position; tells whether it was known.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn forget(&self, space: &Space, stones: &Stones) -> Result<bool, DatabaseError> {
        let key = space.place(stones).key;
        self.change(|changes| Ok(changes.remove(space.rules(), &[key])? > 0))
    }
}
