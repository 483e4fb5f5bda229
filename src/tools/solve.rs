//! `solve`: capture puzzles from a file, one result a puzzle, in the order of the file.

mod output;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use self::output::{Outcome, Status};
use crate::games::capture::bounds::BoundKind;
use crate::games::capture::distance::Obstacles;
use crate::games::capture::notation::{format_move, parse_position};
use crate::games::capture::params::{MEMORY_DEFAULT, MEMORY_LEAST};
use crate::games::capture::puzzle_file::{self, Listed};
use crate::games::capture::{Algorithm, SolverSettings, Verdict, referee, solve};
use crate::progress::{End, Progress};
use crate::search::{Control, Limits};

/// No file of puzzles is larger; more is not read.
const LARGEST_FILE: u64 = 64 << 20;

/// Solves capture puzzles: the fewest moves that take every red piece, proven.
#[derive(Debug, Args)]
pub struct Solve {
    /// A file of puzzles, a name, a position and a length each; - reads standard input.
    #[arg(default_value = "-")]
    file: PathBuf,
    /// One position instead of a file, such as "2c3n1/4R3/7p/1r4n1 b".
    #[arg(long, conflicts_with = "file")]
    position: Option<String>,
    /// The search.
    #[arg(long, value_enum, default_value = "auto")]
    algorithm: AlgorithmName,
    /// The lower bound of A* and IDA*.
    #[arg(long, value_enum, default_value = "auto")]
    bound: BoundName,
    /// What distances go around: ducks; ducks for steps only, as the source; nothing.
    #[arg(long, value_enum, default_value = "ducks")]
    distances: DistanceName,
    /// IDA* keeps no record of positions that failed.
    #[arg(long)]
    no_record: bool,
    /// Refuse positions with black cannons, which are an extension of the rules.
    #[arg(long)]
    no_cannons: bool,
    /// MiB that the search of one puzzle may hold.
    #[arg(long, default_value_t = (MEMORY_DEFAULT >> 20) as u64, value_parser = clap::value_parser!(u64).range((MEMORY_LEAST >> 20) as u64..=1 << 20))]
    memory: u64,
    /// Seconds for one puzzle; as long as it takes when not given.
    #[arg(long, value_parser = super::seconds)]
    time: Option<Duration>,
    /// Puzzles solved at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The form of the results.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Tell what was chosen and why.
    #[arg(long)]
    explain: bool,
}

/// The search to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AlgorithmName {
    Auto,
    Astar,
    Ida,
    Bfs,
}

/// The bound to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BoundName {
    Auto,
    Reds,
    Estimate1,
    Estimate2,
    Estimate2Source,
    Spanning,
    Cover,
    Pairs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DistanceName {
    Ducks,
    Source,
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Jsonl,
}

impl Solve {
    /// Solves them all. The exit status tells a success only if each was solved or proven unsolvable.
    ///
    /// # Errors
    /// When the file cannot be read, or nobody reads the results.
    pub fn run(&self, out: &mut impl Write) -> Result<ExitCode> {
        let puzzles = self.puzzles()?;
        let next = AtomicUsize::new(0);
        let all_known = thread::scope(|scope| -> Result<bool> {
            let (send, results) = channel();
            for _ in 0..usize::from(self.threads).min(puzzles.len()) {
                let (send, next, puzzles) = (send.clone(), &next, &puzzles);
                let work = move || {
                    let mut nth = next.fetch_add(1, Relaxed);
                    while let Some(puzzle) = puzzles.get(nth) {
                        if send.send((nth, self.outcome(puzzle))).is_err() {
                            return;
                        }
                        nth = next.fetch_add(1, Relaxed);
                    }
                };
                thread::Builder::new().name("solver".to_owned()).spawn_scoped(scope, work)?;
            }
            drop(send);
            let printed = self.print(puzzles.len(), &results, out);
            if printed.is_err() {
                next.store(puzzles.len(), Relaxed);
            }
            printed
        })?;
        Ok(if all_known { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn puzzles(&self) -> Result<Vec<Listed>> {
        if let Some(position) = &self.position {
            let (name, position) = ("position".to_owned(), position.clone());
            return Ok(vec![Listed { line: 1, name, position, length: None }]);
        }
        let mut bytes = Vec::new();
        let shown = self.file.display();
        if self.file.as_os_str() == "-" {
            io::stdin().take(LARGEST_FILE + 1).read_to_end(&mut bytes).context("cannot read standard input")?;
        } else {
            let file = File::open(&self.file).with_context(|| format!("cannot open {shown}"))?;
            file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {shown}"))?;
        }
        if bytes.len() as u64 > LARGEST_FILE {
            bail!("{shown} is larger than {} MiB", LARGEST_FILE >> 20);
        }
        Ok(puzzle_file::parse(&String::from_utf8_lossy(&bytes)))
    }

    /// Prints the results in order as they come; true when every one is proven.
    fn print(&self, count: usize, results: &Receiver<(usize, Outcome)>, out: &mut impl Write) -> Result<bool> {
        let progress = Progress::new("puzzles", End::After(count as u64));
        let mut early = BTreeMap::new();
        let (mut printed, mut all_known) = (0, true);
        for (nth, outcome) in results {
            progress.step();
            early.insert(nth, outcome);
            while let Some(outcome) = early.remove(&printed) {
                all_known &= matches!(outcome.status, Status::Solved | Status::Unsolvable);
                let text = if self.format == Format::Jsonl { outcome.json()? } else { outcome.text() };
                progress.suspend(|| writeln!(out, "{text}").and_then(|()| out.flush()))?;
                printed += 1;
            }
        }
        Ok(all_known && printed == count)
    }

    fn settings(&self) -> SolverSettings {
        SolverSettings {
            algorithm: match self.algorithm {
                AlgorithmName::Auto => Algorithm::Auto,
                AlgorithmName::Astar => Algorithm::AStar,
                AlgorithmName::Ida => Algorithm::Ida,
                AlgorithmName::Bfs => Algorithm::Bfs,
            },
            bound: match self.bound {
                BoundName::Auto => None,
                BoundName::Reds => Some(BoundKind::Reds),
                BoundName::Estimate1 => Some(BoundKind::Estimate1),
                BoundName::Estimate2 => Some(BoundKind::Estimate2),
                BoundName::Estimate2Source => Some(BoundKind::Estimate2Source),
                BoundName::Spanning => Some(BoundKind::Spanning),
                BoundName::Cover => Some(BoundKind::Cover),
                BoundName::Pairs => Some(BoundKind::Pairs),
            },
            obstacles: match self.distances {
                DistanceName::Ducks => Obstacles::Ducks,
                DistanceName::Source => Obstacles::Source,
                DistanceName::None => Obstacles::None,
            },
            record: !self.no_record,
            memory: usize::try_from(self.memory << 20).unwrap_or(usize::MAX),
        }
    }

    fn outcome(&self, puzzle: &Listed) -> Outcome {
        let solved = catch_unwind(AssertUnwindSafe(|| self.solved(puzzle)));
        solved.unwrap_or_else(|_| Outcome::failed(puzzle, Status::Unknown, "internal error".to_owned()))
    }

    fn solved(&self, puzzle: &Listed) -> Outcome {
        if puzzle.position.is_empty() {
            return Outcome::failed(puzzle, Status::Invalid, "no position follows the name".to_owned());
        }
        let pos = match parse_position(&puzzle.position, !self.no_cannons) {
            Ok(pos) => pos,
            Err(why) => return Outcome::failed(puzzle, Status::Invalid, why.to_string()),
        };
        let started = Instant::now();
        let ctl = Control::new(&Limits { hard: self.time, ..Limits::default() }, started);
        let solution = solve(&pos, &self.settings(), None, &ctl);
        let time = started.elapsed();
        if let Verdict::Solved(moves) = &solution.verdict {
            let texts: Vec<String> = moves.iter().map(|&mv| format_move(mv)).collect();
            if let Err(why) = referee::replay(&puzzle.position, &texts) {
                return Outcome::failed(puzzle, Status::Unknown, format!("internal error: the referee refuses {why}"));
            }
        }
        Outcome::new(puzzle, &solution, time, self.explain)
    }
}
