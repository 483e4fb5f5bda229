//! The position that a command begins at.

use anyhow::{Result, ensure};

use crate::database::{Positions, Space, Stones};
use crate::engine::options::Options;
use crate::tools::position::PositionArgs;

/// A position, and the rules it is under.
pub(in crate::tools) struct Root {
    pub(in crate::tools) options: Options,
    pub(in crate::tools) space: Space,
    pub(in crate::tools) stones: Stones,
}

impl Root {
    /// The position that the command line names.
    pub(in crate::tools) fn named(position: &PositionArgs) -> Result<Root> {
        let options = position.options()?;
        let space = Space::new(&options)?;
        let stones = space.parse(&position.open()?.position())?;
        Ok(Root { options, space, stones })
    }

    /// Fails when the database does not know the position.
    pub(in crate::tools) fn ensure_known(&self, positions: &Positions<'_>) -> Result<()> {
        let is_known = positions.contains(&self.space.place(&self.stones).key)?;
        ensure!(is_known, "nothing is known of that position under {}", self.space.rules());
        Ok(())
    }
}
