//! `db minimax`: values of leaves, carried to all their ancestors.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Result, ensure};
use clap::Args;

use super::open::open;
use super::stop;
use crate::database::minimax::minimax;
use crate::database::walk::Walker;
use crate::database::{Access, Merge, Space};
use crate::progress::{End, Progress};
use crate::tools::position::PositionArgs;

/// Carries values to all ancestors, under one set of rules. A result is proven only where proven children make it so.
#[derive(Debug, Args)]
pub(super) struct Minimax {
    /// The database.
    database: PathBuf,
    #[command(flatten)]
    position: PositionArgs,
}

/// Records of a commit.
const BATCH: usize = 50_000;

impl Minimax {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<()> {
        let store = open(&self.database, Access::Write)?;
        let stop = stop::at_ctrl_c()?;
        let options = self.position.options()?;
        let space = Space::new(&options)?;
        let snapshot = store.snapshot()?;
        let positions = snapshot.positions(space.rules())?;
        ensure!(positions.count()? > 0, "there is no position of {}", space.rules());
        let progress = Progress::new("positions", End::After(positions.count()?));
        let mut step = || {
            progress.step();
            !stop.load(Ordering::Relaxed)
        };
        let mut batch = Vec::new();
        let mut save = |key, record| {
            batch.push((key, record));
            if batch.len() < BATCH {
                return Ok(());
            }
            let records = std::mem::take(&mut batch);
            store.change(|changes| changes.put(space.rules(), &records, Merge::Replace))
        };
        let tally = minimax(&space, &mut Walker::new(&options)?, &positions, &mut step, &mut save)?;
        store.change(|changes| changes.put(space.rules(), &batch, Merge::Replace))?;
        writeln!(
            out,
            "{} positions, {} moves between them, {} in circles; {} changed, {} of them proven",
            tally.positions, tally.edges, tally.in_circles, tally.changed, tally.proven
        )?;
        Ok(())
    }
}
