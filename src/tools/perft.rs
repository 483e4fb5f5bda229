//! `perft`: counts the leaves of the game tree, a line a depth.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;

use super::position::PositionArgs;
use crate::progress::Progress;

/// Counts the leaves of the game tree, at every depth up to the one given.
#[derive(Debug, Args)]
pub struct Perft {
    #[command(flatten)]
    position: PositionArgs,
    /// The last depth.
    #[arg(long)]
    depth: u32,
    /// Play the moves of the last ply too, where they are only counted otherwise.
    #[arg(long)]
    play: bool,
}

/// How long the next depth is expected to take: the tree grows about as much as it did before.
fn expected(before: [Option<(u64, Duration)>; 2]) -> Option<Duration> {
    let [Some((fewer, _)), Some((leaves, took))] = before else { return None };
    let growth = leaves as f64 / fewer.max(1) as f64;
    Duration::try_from_secs_f64(took.as_secs_f64() * growth).ok()
}

impl Perft {
    /// Counts them.
    ///
    /// # Errors
    /// When there is no such position.
    pub fn run(&self, out: &mut impl Write) -> Result<()> {
        let engine = self.position.open()?;
        let mut before: [Option<(u64, Duration)>; 2] = [None, None];
        for depth in 1..=self.depth {
            let progress = Progress::of_one_step(&format!("depth {depth}"), expected(before));
            let started = Instant::now();
            let count = if self.play { engine.perft_by_playing(depth) } else { engine.perft(depth) };
            let took = started.elapsed();
            drop(progress);
            before = [before[1], Some((count.leaves, took))];
            let time = took.as_secs_f64();
            writeln!(out, "depth {depth} leaves {} ejections {} time {time:.3}", count.leaves, count.ejections)?;
        }
        Ok(())
    }
}
