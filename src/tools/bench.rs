//! `bench`: fixed positions, fixed depth, one thread, a table of fixed size. The node count is the signature of the search.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::values;
use crate::engine::eval_file::EVAL_FILE;
use crate::engine::options::Options;
use crate::engine::registry::{Entry, Games, Trial};
use crate::engine::{Change, Task};
use crate::progress::{End, Progress};
use crate::search::{Algorithm, Control, Limits, Table};

/// The table of every position, in MiB.
const TABLE: usize = 16;

/// The last line of the bench, as `scripts/bench_signature.sh` found it for this version.
pub const SIGNATURE: &str = include_str!("bench/signature.txt");

/// Searches fixed positions to a fixed depth.
#[derive(Debug, Args)]
pub struct Bench {
    /// The driver of the search, in place of each game's own.
    #[arg(long, value_enum)]
    search: Option<Driver>,
    /// Only this game.
    #[arg(long, value_parser = values::game())]
    game: Option<String>,
    /// Another depth for every position; the node count is no signature then.
    #[arg(long)]
    depth: Option<u32>,
    /// A line for each position too.
    #[arg(long, short)]
    verbose: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Driver {
    Mtdf,
    Pvs,
}

/// The file of weights that a build was told to play by (`make EVALFILE=PATH`): it must stay where it is.
pub const EVAL_FILE_BUILT_FOR: Option<&str> = option_env!("FUKUMI_EVALFILE");

/// The last line of the bench as it is now: to be compared with [`SIGNATURE`].
///
/// # Errors
/// When a position of the bench cannot be opened.
pub fn signature(games: Games) -> Result<String> {
    let mut lines = Vec::new();
    let bench = Bench { search: None, game: None, depth: None, verbose: false };
    bench.search_all(games, &mut lines, &Progress::hidden())?;
    Ok(String::from_utf8_lossy(&lines).lines().last().unwrap_or_default().to_owned())
}

impl Bench {
    /// Searches the positions of these games.
    ///
    /// # Errors
    /// When a position of the bench cannot be opened.
    pub fn run(&self, games: Games, out: &mut impl Write) -> Result<()> {
        let chosen = games.iter().filter(|game| self.includes(game));
        let positions = chosen.map(|game| game.bench.len() as u64).sum();
        self.search_all(games, out, &Progress::new("positions", End::After(positions)))
    }

    fn includes(&self, game: &Entry) -> bool {
        self.game.as_ref().is_none_or(|name| name == game.name)
    }

    fn search_all(&self, games: Games, out: &mut impl Write, progress: &Progress) -> Result<()> {
        let (mut signature, mut all) = (Vec::new(), (0, Duration::ZERO));
        for game in games {
            if !self.includes(game) {
                signature.push(format!("{}=0", game.name));
                continue;
            }
            let (nodes, time) = self.game(games, game, out, progress)?;
            let (ms, nps) = (time.as_millis(), speed(nodes, time));
            all = (all.0 + nodes, all.1 + time);
            progress.suspend(|| writeln!(out, "bench {} nodes {nodes} ms {ms} nps {nps}", game.name))?;
            signature.push(format!("{}={nodes}", game.name));
        }
        // OpenBench looks for these words from the end.
        writeln!(out, "{} nodes {} nps", all.0, speed(all.0, all.1))?;
        writeln!(out, "Bench: {}", signature.join(" "))?;
        Ok(())
    }

    fn game(&self, games: Games, game: &Entry, out: &mut impl Write, progress: &Progress) -> Result<(u64, Duration)> {
        let mut all = (0, Duration::ZERO);
        for trial in game.bench {
            progress.tell(game.name);
            let (nodes, proof_nodes, time) = self.trial(games, game, trial)?;
            progress.step();
            if self.verbose {
                let options: Vec<&str> = trial.options.iter().map(|(_, value)| *value).collect();
                let ms = time.as_millis();
                let moves = trial.position.unwrap_or(trial.moves);
                let options = options.join(" ");
                progress.suspend(|| {
                    writeln!(out, "position {options} {moves}: nodes {nodes} proof {proof_nodes} ms {ms}")
                })?;
            }
            all = (all.0 + nodes, all.1 + time);
        }
        Ok(all)
    }

    fn trial(&self, games: Games, game: &Entry, trial: &Trial) -> Result<(u64, u64, Duration)> {
        let mut options = Options::of_game(games, game.name)?;
        for (name, value) in trial.options {
            options.set(name, value)?;
        }
        let mut engine = match with_built_for(&options)? {
            Some(options) => (game.open)(&options)?,
            None => (game.open)(&options)?,
        };
        let moves = trial.moves.split_whitespace().map(str::to_owned).collect();
        engine.apply(&Change::Set { position: trial.position.map(str::to_owned), moves })?;
        let table = Table::new(TABLE)?;
        let algorithm = self.search.map(|driver| match driver {
            Driver::Mtdf => Algorithm::Mtdf,
            Driver::Pvs => Algorithm::Pvs,
        });
        let task = Task { algorithm, threads: 1, multi_pv: 1, ..Task::default() };
        let depth = Some(self.depth.unwrap_or(trial.depth));
        let started = Instant::now();
        let ctl = Control::new(&Limits { depth, ..Limits::default() }, started);
        let mut counted = (0, 0);
        engine.think(&task, &table, &ctl, &mut |report| counted = (report.nodes, report.proof_nodes))?;
        Ok((counted.0, counted.1, started.elapsed()))
    }
}

fn speed(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64
}

/// The options with the weights that the build was told to play by, where the game can use them.
fn with_built_for(options: &Options) -> Result<Option<Options>> {
    let Some(path) = EVAL_FILE_BUILT_FOR else { return Ok(None) };
    let mut options = options.clone();
    options.set(EVAL_FILE, path)?;
    Ok((options.game().open)(&options).is_ok().then_some(options))
}
