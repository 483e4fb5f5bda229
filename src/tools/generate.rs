//! `generate`: new capture puzzles, as a file that `solve` reads.

use std::io::Write;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};

use crate::games::capture::generator::{Generator, Wanted};
use crate::games::capture::notation::format_position;
use crate::progress::{End, Progress};

/// Makes new puzzles.
#[derive(Debug, Args)]
pub struct Generate {
    #[command(subcommand)]
    game: Game,
}

#[derive(Debug, Subcommand)]
enum Game {
    /// Capture puzzles whose shortest solution is known; equal seeds give equal puzzles.
    Capture(CapturePuzzles),
}

#[derive(Debug, Args)]
struct CapturePuzzles {
    /// How many puzzles.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// The seed of the random boards.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Black pieces.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=32))]
    blacks: u8,
    /// Red pieces.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=32))]
    reds: u8,
    /// Ducks.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(0..=32))]
    ducks: u8,
    /// The fewest moves of the shortest solution.
    #[arg(long, default_value_t = 8)]
    min_length: u32,
    /// The most moves of the shortest solution.
    #[arg(long, default_value_t = 30)]
    max_length: u32,
    /// Only one first move may begin a shortest solution.
    #[arg(long)]
    unique: bool,
    /// Black cannons too, which are an extension of the rules.
    #[arg(long)]
    cannons: bool,
    /// Random boards that are tried for one puzzle.
    #[arg(long, default_value_t = 100_000)]
    tries: u64,
}

impl Generate {
    /// Makes them, and writes each as soon as it is found.
    ///
    /// # Errors
    /// When there is no room on the board, or no such puzzle is found.
    pub fn run(&self, out: &mut impl Write) -> Result<()> {
        let Game::Capture(asked) = &self.game;
        let wanted = Wanted {
            blacks: asked.blacks.into(),
            reds: asked.reds.into(),
            ducks: asked.ducks.into(),
            length: asked.min_length..=asked.max_length,
            unique: asked.unique,
            cannons: asked.cannons,
        };
        if wanted.length.is_empty() {
            bail!("--min-length {} is above --max-length {}", asked.min_length, asked.max_length);
        }
        let pieces = wanted.blacks + wanted.reds + wanted.ducks;
        let mut generator = Generator::new(asked.seed, wanted)
            .with_context(|| format!("{pieces} pieces and ducks do not fit on 32 squares"))?;
        let progress = Progress::new("puzzles", End::After(asked.count.into()));
        for nth in 1..=asked.count {
            let found = generator.next(asked.tries);
            let (pos, length) = found.with_context(|| format!("no such puzzle in {} random boards", asked.tries))?;
            let text = format!("{}-{nth}\n{}\n{length}\n", asked.seed, format_position(&pos));
            progress.suspend(|| writeln!(out, "{text}").and_then(|()| out.flush()))?;
            progress.step();
        }
        Ok(())
    }
}
