//! `train`: learns a network from recorded games, and writes its weights.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;

use crate::engine::Rejected;
use crate::engine::eval_file::EvalFile;
use crate::lab::fit::{Epoch, loss_curve};
use crate::lab::network::NetworkError;
use crate::lab::network::abalone::AbaloneTraining;
use crate::lab::network::architecture::Architecture;
use crate::lab::network::gomoku::GomokuTraining;
use crate::lab::network::measure::{Comparison, Losses, compare};
use crate::lab::network::model::Model;
use crate::lab::network::samples::{Reading, Samples, read};
use crate::lab::network::train::{Told, TrainingSettings, train};
use crate::lab::selfplay::{Conditions, Records};
use crate::progress::{End, Progress};
use crate::weights_file::{WeightsFile, note_after};
use crate::whole_file;

/// Trains the network of a Gomoku rule or of Abalone on games of `fukumi selfplay`. Threats that must be answered are left out.
/// An interrupted training goes on from its last whole pass when the same command is given again.
#[derive(Debug, Args)]
pub struct Train {
    /// Files of `fukumi selfplay`, all of one game and rule.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Where the weights are written.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How much what became of its game counts for a position; the rest is the score of its search.
    #[arg(long, default_value_t = 0.25, value_parser = share)]
    lambda: f32,
    /// How what became of a game is told: 1 is its result, less than 1 the scores of the positions that followed, each ply on counting
    /// less by this factor (the decay of a λ-return).
    #[arg(long, default_value_t = 1.0, value_parser = share)]
    decay: f32,
    /// Passes over the positions; the learning rate falls over all of them.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    passes: u32,
    /// Stop after so many passes without a gain on the games held out.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    patience: u32,
    /// The learning rate at the beginning; 0.003 by default, with --from 0.0005, since what is learnt already is soon overwritten.
    #[arg(long, value_parser = share)]
    rate: Option<f32>,
    /// Positions that a step learns from.
    #[arg(long, default_value_t = 2_048, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The share of the games that judges and is not learnt from.
    #[arg(long, default_value_t = 0.1, value_parser = share)]
    held_out: f32,
    /// Decides which games are held out, the first weights, and the order of the positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Begin with the network of this file, of the same game and of any rule, instead of small random weights.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Where the state is kept between passes; by default beside the weights, with the ending `.state`.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Draw the losses of every pass as SVG.
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
}

fn share(text: &str) -> Result<f32, String> {
    let number: f32 = text.parse().map_err(|_| format!("'{text}' is no number"))?;
    if (0.0..=1.0).contains(&number) { Ok(number) } else { Err("expected 0 to 1".to_owned()) }
}

impl Train {
    /// Trains, writes, and tells what came of it.
    ///
    /// # Errors
    /// When a file cannot be used or written, or there is too little to learn from.
    pub fn run(&self, out: &mut impl Write) -> Result<()> {
        let Some(first) = self.data.first() else { return Ok(()) };
        let conditions = Records::open(first)?.conditions().clone();
        match conditions.game.as_str() {
            GomokuTraining::GAME => self.learn(&mut GomokuTraining::default(), &conditions, out),
            AbaloneTraining::GAME => self.learn(&mut AbaloneTraining::default(), &conditions, out),
            _ => Err(NetworkError::NoNetwork { path: first.clone(), game: conditions.game }.into()),
        }
    }

    fn learn<A: Architecture>(
        &self,
        architecture: &mut A,
        conditions: &Conditions,
        out: &mut impl Write,
    ) -> Result<()> {
        let (held_out, decay) = (f64::from(self.held_out), f64::from(self.decay));
        let from = self.from.as_deref().map(begin_with).transpose()?;
        let mut corrected = from.clone();
        // A network of another rule is begun with; the linear weights it corrects are not those of this rule.
        if let Some(file) = &from
            && let Err(why) = conditions.open(Some(Arc::clone(file)))
        {
            let (name, why) = (file.name(), reason(why));
            writeln!(
                out,
                "{name}: {why}; its classical weights are left aside, and those that are built in take their place"
            )?;
            corrected = None;
        }
        let reading = Progress::of_one_step("reading the games", None);
        let how = Reading { held_out, seed: self.seed, decay, corrected: corrected.clone() };
        let samples = read(architecture, &self.data, how)?;
        drop(reading);
        let (games, training, held_out) = (samples.games, samples.training.len(), samples.held_out.len());
        writeln!(out, "{games} games, {training} positions to learn from, {held_out} held out")?;
        let first = from.as_deref().map(|file| weights_of(architecture, file)).transpose()?;
        let start = Instant::now();
        let progress = Progress::new("positions", End::Within(u64::from(self.passes) * training as u64));
        let trained = train(architecture, &samples, &self.settings(), first, &mut |told| {
            if let Told::Going { pass, done, of, .. } = told {
                progress.set(((pass - 1) * of + done) as u64);
            }
            // Who does not look any more can still want the file.
            let _ = progress.suspend(|| tell(out, told, start).and_then(|()| out.flush()));
        })?;
        drop(progress);
        let network = architecture.network(&trained.model).map_err(NetworkError::from)?;
        let note = self.note(&samples, &trained.epochs);
        let note = match &from {
            Some(from) => note_after(&note, &WeightsFile::from_bytes(from.bytes())?.note),
            None => note,
        };
        let file = architecture.file(&trained.model, corrected.as_deref(), &note).map_err(NetworkError::from)?;
        whole_file::overwrite(&self.out, &file.to_bytes())?;
        if let Some(path) = &self.chart {
            whole_file::overwrite(path, loss_curve(&trained.epochs)?.as_bytes())?;
        }
        write_comparison(out, &compare(architecture, &samples, &trained.model, &network))?;
        writeln!(out, "weights written to {}", self.out.display())?;
        Ok(())
    }

    /// Where the weights come from, for people.
    fn note<P>(&self, samples: &Samples<P>, epochs: &[Epoch]) -> String {
        let held_out = epochs.iter().map(|epoch| epoch.held_out_loss).fold(f64::INFINITY, f64::min);
        let from = if self.from.is_some() { ", from the network below" } else { "" };
        format!(
            "fukumi train: {} positions of {} games{from}; lambda {}, decay {}, batch {}, rate {}, seed {}; {} passes, held-out loss {held_out:.6}",
            samples.training.len(),
            samples.games,
            self.lambda,
            self.decay,
            self.batch,
            self.rate(),
            self.seed,
            epochs.len().saturating_sub(1),
        )
    }

    /// Measured upon a network: renju's fourth generation learnt most from 105,536 games at 0.0005, next to nothing at 0.002
    /// (docs/src/generations.md).
    fn rate(&self) -> f32 {
        self.rate.unwrap_or(if self.from.is_some() { 0.0005 } else { 0.003 })
    }

    fn settings(&self) -> TrainingSettings {
        TrainingSettings {
            seed: self.seed,
            passes: self.passes as usize,
            batch: self.batch as usize,
            rate: self.rate(),
            lambda: self.lambda,
            patience: self.patience as usize,
            checkpoint: Some(self.checkpoint.clone().unwrap_or_else(|| self.out.with_extension("state"))),
        }
    }
}

/// The file to go on from.
fn begin_with(path: &Path) -> Result<Arc<EvalFile>> {
    let name = path.display().to_string();
    let file = std::fs::read(path).map_err(anyhow::Error::from).and_then(|file| Ok(EvalFile::from_bytes(&name, file)?));
    file.map(Arc::new).with_context(|| format!("cannot begin with {name}"))
}

/// Why a file is refused, without its name.
fn reason(why: Rejected) -> String {
    match why {
        Rejected::BadValue { allowed, .. } => allowed,
        other => other.to_string(),
    }
}

/// Its weights.
fn weights_of<A: Architecture>(architecture: &A, file: &EvalFile) -> Result<Model> {
    architecture.weights_of(file.bytes()).with_context(|| format!("cannot begin with {}", file.name()))
}

fn tell(out: &mut impl Write, told: Told, start: Instant) -> std::io::Result<()> {
    let seconds = start.elapsed().as_secs();
    match told {
        Told::Going { pass, done, of, loss } => {
            writeln!(out, "pass {pass} {:.0} % loss {loss:.6} time {seconds} s", 100.0 * done as f64 / of as f64)
        }
        Told::Passed(epoch) => {
            let (number, learnt, held) = (epoch.number, epoch.training_loss, epoch.held_out_loss);
            writeln!(out, "pass {number} done loss {learnt:.6} held out {held:.6} time {seconds} s")
        }
    }
}

fn write_comparison(out: &mut impl Write, comparison: &Comparison) -> std::io::Result<()> {
    writeln!(out, "on {} positions held out:", comparison.positions)?;
    let lines = [
        ("search", comparison.search),
        ("linear", comparison.linear),
        ("with network", comparison.exact),
        ("whole numbers", comparison.rounded),
    ];
    for (name, Losses { divergence, variations, log_loss }) in lines {
        writeln!(
            out,
            "{name:<13} divergence from the search {divergence:.6}, in variations {variations:.6}; loss by results {log_loss:.6}"
        )?;
    }
    let (mean, most) = (comparison.mean_difference, comparison.most_difference);
    writeln!(out, "whole numbers change the value by {mean:.3} in the mean and {most:.3} at most")
}
