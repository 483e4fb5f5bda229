//! `book build`: grows a book.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow};
use clap::Args;
use web_time::Instant;

use super::roots::Roots;
use crate::database::Value;
use crate::database::growth::{Finder, Found, Growth, Leaf};
use crate::library::now;
use crate::progress::{End, Progress};
use crate::search::{Control, STACK_BYTES};
use crate::tools::db::open::open_or_create;
use crate::tools::db::root::Root;
use crate::tools::db::stop;
use crate::tools::position::PositionArgs;

/// How often a search is asked whether it is to stop.
const LOOK: Duration = Duration::from_millis(20);

/// Grows a book from its roots: each search finds the best move that the book does not know yet, in the position that matters most to
/// the roots. With the same nodes and jobs it is the same on every machine.
#[derive(Debug, Args)]
pub(super) struct Build {
    /// The book; it is made when it is not there.
    database: PathBuf,
    /// What it begins with; several are one book.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "position")]
    roots: Vec<Roots>,
    /// The book ends at so many positions.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    positions: usize,
    /// Nodes of each search.
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1_000..))]
    nodes: u64,
    /// Positions searched at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    #[command(flatten)]
    position: PositionArgs,
}

impl Build {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<()> {
        let Root { options, space, stones } = Root::named(&self.position)?;
        let mut roots = Vec::new();
        for family in &self.roots {
            roots.extend(family.positions(&options, &space, &stones)?);
        }
        let store = Arc::new(open_or_create(&self.database)?);
        let stop = stop::at_ctrl_c()?;
        let mut go_on = || !stop.load(Ordering::Relaxed);
        let Some(mut growth) = Growth::open(store, &options, &roots, now, &mut go_on)? else { return Ok(()) };
        let jobs = usize::from(self.jobs);
        let new_finder = |_| Finder::new(&options, self.nodes, 1);
        let mut finders: Vec<Finder> = (0..jobs).map(new_finder).collect::<Result<_, _>>()?;
        let progress = Progress::new("positions", End::After(self.positions.saturating_sub(growth.size()) as u64));
        let (mut searches, before) = (0_u64, growth.size());
        while growth.size() < self.positions && go_on() {
            let leaves = growth.next(jobs)?;
            if leaves.is_empty() {
                break;
            }
            for (leaf, found) in leaves.iter().zip(search(&growth, &leaves, &mut finders, &stop)?) {
                // What was stopped is searched again by the next run.
                let Some(found) = found else { break };
                growth.take(leaf, &found, None)?;
                searches += 1;
            }
            progress.set((growth.size() - before) as u64);
        }
        drop(progress);
        let decided = growth.values().filter(|value| value.is_some_and(Value::is_proven)).count();
        writeln!(
            out,
            "{}: {} positions, {searches} searches; {} roots, {decided} of them decided",
            space.rules(),
            growth.size(),
            growth.values().count()
        )?;
        Ok(())
    }
}

/// Searches positions at the same time.
fn search(growth: &Growth, leaves: &[Leaf], finders: &mut [Finder], stop: &AtomicBool) -> Result<Vec<Option<Found>>> {
    let space = growth.space();
    thread::scope(|scope| {
        let mut searches = Vec::new();
        for (leaf, finder) in leaves.iter().zip(finders) {
            let ctl = Arc::new(Control::new(&finder.limits(), Instant::now()));
            let own = Arc::clone(&ctl);
            let builder = thread::Builder::new().name("book".to_owned()).stack_size(STACK_BYTES);
            let work = move || finder.search(space, leaf, &own);
            searches.push((builder.spawn_scoped(scope, work)?, ctl));
        }
        while !searches.iter().all(|(search, _)| search.is_finished()) {
            if stop.load(Ordering::Relaxed) {
                searches.iter().for_each(|(_, ctl)| ctl.stop());
            }
            thread::sleep(LOOK);
        }
        let found = |(search, _): (thread::ScopedJoinHandle<'_, _>, _)| {
            let found: Result<Option<Found>, _> = search.join().map_err(|_| anyhow!("a search failed"))?;
            Ok(found?)
        };
        searches.into_iter().map(found).collect()
    })
}
