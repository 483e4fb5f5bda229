//! `tune`: fits the weights of an evaluation to recorded games and writes them to a file.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;

use crate::engine::eval_file::EvalFile;
use crate::lab::fit::{FitSettings, Fitted, fit, loss_curve, quantise};
use crate::lab::tuning::{Gathered, Target, gather};
use crate::network::parts::KIND;
use crate::progress::{End, Progress};
use crate::weights_file::WeightsFile;
use crate::whole_file;

/// Fits the weights of an evaluation to games of `fukumi selfplay` and writes them to a file. The fit begins at the weights that
/// this program was built with and is pulled towards them.
#[derive(Debug, Args)]
pub struct Tune {
    /// Files of `fukumi selfplay`, all of one game and rule.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// How much what became of its game counts for a position; the rest is the score of its search.
    #[arg(long, default_value_t = 0.7, value_parser = share)]
    lambda: f64,
    /// How what became of a game is told: 1 is its result, less than 1 the scores of the positions that followed, each ply on counting
    /// less by this factor (the decay of a λ-return).
    #[arg(long, default_value_t = 1.0, value_parser = share)]
    decay: f64,
    /// Fit the linear weights that the network of this file corrects, to the positions that it learns from, and write that network with them.
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Leave out drawn games: where many are drawn, what they teach is how to draw.
    #[arg(long)]
    no_draws: bool,
    /// How far from its present value a weight may well lie, in units of the evaluation: the standard deviation of a normal prior.
    #[arg(long, default_value_t = 30.0, value_name = "UNITS", value_parser = positive)]
    spread: f64,
    /// The most passes over the positions.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Stop after so many passes without a gain on the games held out.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    patience: u32,
    /// The first learning rate.
    #[arg(long, default_value_t = 0.005, value_parser = positive)]
    rate: f64,
    /// Positions that a step learns from.
    #[arg(long, default_value_t = 4_096, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The share of the games that judges and is not learnt from.
    #[arg(long, default_value_t = 0.1, value_parser = part)]
    held_out: f64,
    /// A feature of fewer positions keeps its weight.
    #[arg(long, default_value_t = 30)]
    min_rows: u32,
    /// Decides which games are held out, and the order of the positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that learn; the weights do not depend on them.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=4))]
    threads: u8,
    /// Where the weights are written, such as freestyle.weights.
    #[arg(long, value_name = "FILE")]
    out_weights: PathBuf,
    /// Draw the losses of every pass as SVG.
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
}

/// The file of a network.
fn read_network(path: &Path) -> Result<Arc<EvalFile>> {
    let name = path.display().to_string();
    let read = || {
        let file = EvalFile::from_bytes(&name, std::fs::read(path)?)?;
        anyhow::ensure!(WeightsFile::from_bytes(file.bytes())?.kind == KIND, "it holds no network");
        Ok(Arc::new(file))
    };
    read().with_context(|| format!("--network: cannot use {name}"))
}

fn share(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| format!("'{text}' is no number"))?;
    if (0.0..=1.0).contains(&number) { Ok(number) } else { Err("expected 0 to 1".to_owned()) }
}

/// A share that leaves something on both sides.
fn part(text: &str) -> Result<f64, String> {
    share(text).and_then(|share| {
        if share > 0.0 && share < 1.0 { Ok(share) } else { Err("expected more than 0 and less than 1".to_owned()) }
    })
}

fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| format!("'{text}' is no number"))?;
    if number > 0.0 && number.is_finite() { Ok(number) } else { Err("expected more than 0".to_owned()) }
}

impl Tune {
    /// Fits and writes.
    ///
    /// # Errors
    /// When a file cannot be used or written, or the records allow no fit.
    pub fn run(&self, out: &mut impl Write) -> Result<()> {
        let network = self.network.as_deref().map(read_network).transpose()?;
        let reading = Progress::of_one_step("reading the games", None);
        let target = Target { lambda: self.lambda, decay: self.decay };
        let gathered = gather(&self.data, target, !self.no_draws, network.as_ref())?;
        drop(reading);
        for (path, offset) in &gathered.torn {
            writeln!(
                out,
                "{}: torn by an interruption at byte {offset}; the games before it are used",
                path.display()
            )?;
        }
        let (games, positions, left) = (gathered.games, gathered.samples.len(), gathered.left);
        writeln!(out, "{games} games, {positions} positions of {} weights", gathered.samples.width())?;
        writeln!(
            out,
            "left out: {} positions with a proven score, {} with a threat to be answered, {} games that were there already, {} \
             that were drawn",
            left.proven, left.forced, left.games, left.drawn
        )?;
        let settings = self.settings(&gathered);
        let start = gathered.start();
        let progress = Progress::new("passes", End::Within(u64::from(self.epochs)));
        let fitted = fit(&gathered.samples, &start, &settings, &mut |epoch| {
            progress.set(epoch.number as u64);
            let (number, learnt, held) = (epoch.number, epoch.training_loss, epoch.held_out_loss);
            // Who does not look any more can still want the file.
            let line = format!("epoch {number} loss {learnt:.6} held out {held:.6}");
            let _ = progress.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()));
        })?;
        drop(progress);
        let weights = quantise(&gathered.samples, &fitted.weights, &settings, gathered.steps)?;
        let (before, after) = (fitted.epochs[0].held_out_loss, weights.loss_after);
        self.write(gathered, network.as_deref(), &weights.weights, &fitted, (before, after))?;
        writeln!(out, "held-out loss {before:.6} before, {after:.6} after (rounded to whole steps)")?;
        writeln!(out, "{} weights learnt, written to {}", fitted.learnt_features, self.out_weights.display())?;
        Ok(())
    }

    fn settings(&self, gathered: &Gathered) -> FitSettings {
        let scale = gathered.logit;
        let rows = gathered.samples.len().max(1) as f64;
        FitSettings {
            seed: self.seed,
            scale,
            held_out: self.held_out,
            batch: self.batch as usize,
            epochs: self.epochs as usize,
            patience: self.patience as usize,
            learning_rate: self.rate,
            // The mean loss is the negative log of the likelihood over the rows.
            pull: (scale / self.spread).powi(2) / rows,
            min_rows: self.min_rows,
            threads: usize::from(self.threads),
        }
    }

    fn write(
        &self,
        mut gathered: Gathered,
        network: Option<&EvalFile>,
        weights: &[i32],
        fitted: &Fitted,
        losses: (f64, f64),
    ) -> Result<()> {
        let (games, positions) = (gathered.games, gathered.samples.len());
        let nodes = gathered.nodes.iter().map(u64::to_string).collect::<Vec<_>>().join(" and ");
        let note = format!(
            "Command: `fukumi tune --lambda {} --decay {} --spread {} --rate {} --batch {} --held-out {} --min-rows {} --seed {}{}`\n\
             Data: {games} games of self-play at {nodes} nodes a move ({}), {positions} positions.\n\
             Held-out loss: {:.6} before, {:.6} after; {} of {} weights learnt, epoch {}.",
            self.lambda,
            self.decay,
            self.spread,
            self.rate,
            self.batch,
            self.held_out,
            self.min_rows,
            self.seed,
            [(self.no_draws, " --no-draws"), (network.is_some(), " --network")]
                .map(|(on, text)| if on { text } else { "" })
                .concat(),
            gathered.played(),
            losses.0,
            losses.1,
            fitted.learnt_features,
            weights.len(),
            fitted.best_epoch
        );
        let weights = gathered.within_range(weights);
        let linear = gathered.engine.training_game().and_then(|game| game.linear());
        let mut file = linear.context("the evaluation has no weights to be fitted")?.weights_file(&weights, &note);
        if let Some(network) = network {
            let (linear, network) = (WeightsFile::from_bytes(&file)?, WeightsFile::from_bytes(network.bytes())?);
            file = network.with_base(linear).to_bytes();
        }
        whole_file::overwrite(&self.out_weights, &file)?;
        if let Some(path) = &self.chart {
            whole_file::overwrite(path, loss_curve(&fitted.epochs)?.as_bytes())?;
        }
        Ok(())
    }
}
