//! `perft`: counts the leaves of the game tree, a line a depth.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use clap::Args;

use super::position::PositionArgs;

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

impl Perft {
    /// Counts them.
    ///
    /// # Errors
    /// When there is no such position.
    pub fn run(&self, out: &mut impl Write) -> Result<()> {
        let engine = self.position.open()?;
        for depth in 1..=self.depth {
            let started = Instant::now();
            let count = if self.play { engine.perft_by_playing(depth) } else { engine.perft(depth) };
            let time = started.elapsed().as_secs_f64();
            writeln!(out, "depth {depth} leaves {} ejections {} time {time:.3}", count.leaves, count.ejections)?;
        }
        Ok(())
    }
}
