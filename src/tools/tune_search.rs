//! `tune-search`: tunes the numbers of a search by games, tells what each is worth, or compares two sets of them.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use super::part::{PartToDo, run_of};
use super::values;
use crate::engine::options::Options;
use crate::lab::arena::time::{ClockRule, TimeControl};
use crate::lab::parts::{Command, Part};
use crate::lab::spsa::parts::{PartedRun, Purpose};
use crate::lab::spsa::{
    GamePairPlayer, Optimizer, PairSettings, TunedParam, compare, read_tuned_params, sensitivities, tune,
};
use crate::lab::stats::{Estimate, Pentanomial};
use crate::progress::{End, Progress};
use crate::search::ParamValues;

/// Tunes the numbers of a search (src/search/params.rs, src/games/*/params.rs, src/engine/clock.rs) by games of the engine against itself,
/// by simultaneous perturbation: all numbers listed are moved at once, up on one side and down on the other, and go a little towards the
/// side that wins.
#[derive(Debug, Args)]
pub struct TuneSearch {
    /// The numbers to tune: a line each, NAME STEP, to begin with what the game is searched by, or NAME STEP VALUE. A step is
    /// how far a number is moved for a trial: as far as makes a difference in some hundred games.
    knobs: PathBuf,
    /// The game.
    #[arg(long, default_value = "gomoku", value_parser = values::game(), ignore_case = true)]
    game: String,
    /// An option of the game, such as Rule=renju; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Pairs of games.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pairs: u32,
    /// Nodes a move.
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// A clock in place of nodes, as in `match`: 10, 10+0.1 or 40/60+0.5. The numbers that share out time need one.
    #[arg(long, value_name = "CLOCK", conflicts_with = "nodes")]
    tc: Option<String>,
    /// What openings and trials are drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Pairs played at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: u16,
    /// How far a won pair moves a number in the last iterations, in steps.
    #[arg(long, default_value_t = 0.008, value_parser = rate)]
    rate: f64,
    /// Where the numbers stand is appended to this file, a line of JSON now and then; a run that was interrupted goes on.
    #[arg(long, value_name = "FILE", required_unless_present_any = ["slopes", "compare"])]
    journal: Option<PathBuf>,
    /// Tune nothing: tell of every number listed what a step up is worth against a step down.
    #[arg(long, conflicts_with = "journal")]
    slopes: bool,
    /// Tune nothing: play the values listed against those the game is searched by.
    #[arg(long, conflicts_with_all = ["journal", "slopes"])]
    compare: bool,
    /// Play the K-th of N parts of the pairs, alone into the file --out: `fukumi merge` joins parts. The journal is read and not
    /// written: it must hold the values that the part begins with.
    #[arg(long, value_name = "K/N", requires = "out")]
    part: Option<Part>,
    /// With --part: how many parts may be played at a time while values are tuned. A part begins with the values that stand after
    /// the part so many numbers before it.
    #[arg(long, value_name = "PARTS", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), requires = "part")]
    lag: u32,
    /// With --part: the file for its results.
    #[arg(long, value_name = "FILE", requires = "part")]
    out: Option<PathBuf>,
}

/// Pairs between two tables of slopes.
const SLOPES_EVERY: u32 = 250;

fn rate(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| format!("'{text}' is no number"))?;
    if number > 0.0 && number <= 1.0 { Ok(number) } else { Err("expected more than 0 and at most 1".to_owned()) }
}

impl TuneSearch {
    /// Plays and tells.
    ///
    /// # Errors
    /// When the list or an option makes no sense, or the journal cannot be used.
    pub fn run(&self, out: &mut (impl Write + Send)) -> Result<()> {
        let mut options = Options::for_game(&self.game)?;
        super::set_game_options(&mut options, &self.options)?;
        let terms = PairSettings { options, limits: self.limits()?, seed: self.seed };
        let usual = GamePairPlayer::new(terms.clone())?.defaults()?;
        let name = self.knobs.display();
        let text = std::fs::read_to_string(&self.knobs).with_context(|| format!("cannot read {name}"))?;
        let knobs = read_tuned_params(&text, &usual).with_context(|| format!("{name}"))?;
        if let (Some(part), Some(path)) = (self.part, &self.out) {
            return self.run_part(part, path, &terms, &knobs, out);
        }
        let optimizer = |trials| Optimizer::new(knobs, usual.clone(), trials, self.rate, self.seed);
        match &self.journal {
            Some(journal) => {
                let workers = usize::from(self.workers);
                let progress = self.progress();
                let mut tell = |optimizer: &Optimizer| {
                    progress.set(u64::from(optimizer.iterations()));
                    let line = format!("{} pairs: {}", optimizer.iterations(), stand(optimizer));
                    // Who does not look any more can still want the journal.
                    let _ = progress.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()));
                };
                let optimizer = tune(&terms, optimizer(self.pairs), self.pairs, workers, journal, &mut tell)?;
                drop(progress);
                writeln!(out, "after {} pairs: {}", optimizer.iterations(), stand(&optimizer))?;
            }
            // Steps shrink with the iterations; planned for a single one, they are those listed throughout.
            None if self.slopes => self.weigh(&terms, &optimizer(1), out)?,
            None => self.play(&terms, &optimizer(self.pairs).params(), &usual, out)?,
        }
        Ok(())
    }

    fn run_part(
        &self,
        part: Part,
        path: &Path,
        terms: &PairSettings,
        knobs: &[TunedParam],
        out: &mut impl Write,
    ) -> Result<()> {
        let parted = self.parted(terms, knobs);
        let to_do = PartToDo::new(part, run_of(Command::TuneSearch, self.tc.is_none(), &parted)?, path);
        if to_do.done()?.is_none() {
            let pairs = part.range(u64::from(self.pairs));
            let progress = Progress::new("pairs of games", End::After(pairs.end - pairs.start));
            let results = parted.play(part, self.journal.as_deref(), usize::from(self.workers), &|| progress.step())?;
            drop(progress);
            let file = to_do.work()?.join("pairs.jsonl");
            crate::whole_file::write(&file, results.as_bytes(), true)?;
            to_do.finish(0, &file)?;
        }
        writeln!(out, "{} holds part {part}", path.display())?;
        Ok(())
    }

    fn parted(&self, terms: &PairSettings, knobs: &[TunedParam]) -> PartedRun {
        let game = terms.options.game();
        let text = |name: &str| terms.options.value(name).map(|value| value.to_string()).unwrap_or_default();
        let purpose = match (self.slopes, self.compare) {
            (true, _) => Purpose::Slopes,
            (_, true) => Purpose::Compare,
            _ => Purpose::Tune,
        };
        PartedRun {
            purpose,
            game: game.name.to_owned(),
            options: game.options.iter().map(|row| (row.name.to_owned(), text(row.name))).collect(),
            limits: terms.limits.clone(),
            seed: self.seed,
            params: knobs.iter().map(|knob| format!("{} {} {}", knob.name, knob.step, knob.value)).collect(),
            pairs: self.pairs,
            rate: self.rate,
            lag: self.lag,
        }
    }

    fn limits(&self) -> Result<TimeControl> {
        Ok(match &self.tc {
            Some(tc) => TimeControl { clock: Some(ClockRule::parse("tc", tc)?), ..TimeControl::default() },
            None => TimeControl { nodes: Some(self.nodes), ..TimeControl::default() },
        })
    }

    fn progress(&self) -> Progress {
        Progress::new("pairs of games", End::After(u64::from(self.pairs)))
    }

    fn weigh(&self, terms: &PairSettings, optimizer: &Optimizer, out: &mut (impl Write + Send)) -> Result<()> {
        let mut told = 0;
        let progress = self.progress();
        let workers = usize::from(self.workers);
        let tallies = sensitivities(terms, optimizer, self.pairs, workers, &mut |tallies| {
            told += 1;
            progress.step();
            if told % SLOPES_EVERY == 0 && told < self.pairs {
                let text = table(optimizer, tallies);
                let _ = progress.suspend(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()));
            }
        })?;
        drop(progress);
        out.write_all(table(optimizer, &tallies).as_bytes())?;
        Ok(())
    }

    fn play(
        &self,
        terms: &PairSettings,
        listed: &ParamValues,
        usual: &ParamValues,
        out: &mut (impl Write + Send),
    ) -> Result<()> {
        let mut told = 0;
        let progress = self.progress();
        let tally = compare(terms, (listed, usual), self.pairs, usize::from(self.workers), &mut |tally| {
            told += 1;
            progress.step();
            if told % 50 == 0 {
                let line = Estimate::of(tally);
                let _ = progress.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()));
            }
        })?;
        drop(progress);
        writeln!(out, "listed against usual: {}", Estimate::of(&tally))?;
        Ok(())
    }
}

/// What a step up of each number is worth against a step down, the surest first.
pub(super) fn table(optimizer: &Optimizer, tallies: &[Pentanomial]) -> String {
    let mut rows: Vec<_> =
        optimizer.tuned_params().iter().zip(tallies).map(|(param, tally)| (param, Estimate::of(tally))).collect();
    let sure = |estimate: &Estimate| (estimate.superiority - 0.5).abs();
    rows.sort_by(|(_, one), (_, other)| sure(other).total_cmp(&sure(one)));
    let pairs = tallies.first().map_or(0, Pentanomial::total);
    let width = rows.iter().map(|(param, _)| param.name.len()).max().unwrap_or(0);
    let mut text = format!("{pairs} pairs, a step up against a step down:\n");
    for (param, estimate) in rows {
        let (down, up) = ((param.value - param.step).max(param.low), (param.value + param.step).min(param.high));
        text += &format!("{:<width$} {up:>6} against {down:<6} {estimate}\n", param.name);
    }
    text
}

/// The numbers as they stand, as a list of changes.
pub(super) fn stand(optimizer: &Optimizer) -> String {
    let told = optimizer.tuned_params().iter().map(|param| format!("{}={:.1}", param.name, param.value));
    told.collect::<Vec<_>>().join(" ")
}
