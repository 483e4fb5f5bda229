//! `analyze`: positions or whole games, one result each, in the order of the input.

mod analyst;
mod chart;
mod crew;
mod input;
mod parts;
mod result;
mod resume;
mod text;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::Args;

pub(super) use self::parts::join;

use self::analyst::Conditions;
use self::crew::Plan;
use self::input::{Asked, Questions};
use self::result::{Answered, Finding, GameResult, Status, Terms};
use super::values;
use crate::engine::options::Options;
use crate::engine::{Library, MoveStyle};
use crate::files::{Format, Hint};
use crate::lab::parts::{MOST_PARTS, Part};
use crate::library;
use crate::progress::{End, Progress};
use crate::search::{Control, Means};
use crate::whole_file;

/// Nodes for a position when no limit is named, but for puzzles, which are solved.
const NODES_DEFAULT: u64 = 100_000;

/// How much of an input is looked at to tell its format.
const LOOKED_AT: usize = 1 << 16;

/// Analyses positions or whole games: reads one a line, answers each in its turn. A line is a position text, with moves from it
/// after the word `moves` if there are any, or only moves, such as "h8 i9"; or a record of `match` or `records --json`. Blank lines
/// and those that begin with # are passed over. Files of all other formats that `convert` reads are known, too: of a game with
/// variations the main line is analysed. The game capture takes a file of puzzles.
#[derive(Debug, Args)]
pub struct Analyze {
    /// The file to read; - reads standard input.
    #[arg(default_value = "-")]
    file: PathBuf,
    /// The game.
    #[arg(long, default_value = "gomoku", value_parser = values::game(), ignore_case = true)]
    game: String,
    /// The rules, by name or code; a position's text may name others.
    #[arg(long, value_parser = values::rule(), ignore_case = true)]
    rule: Option<String>,
    /// The size of the board; a position's text may have another.
    #[arg(long)]
    size: Option<u32>,
    /// An option of the game, such as Start=standard; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// The format of the file, as `convert` names it; told by its name and content, and that of lines by each line, when not given.
    #[arg(long, value_name = "FORMAT", value_parser = values::readable_format(), hide_possible_values = true)]
    format: Option<&'static Format>,
    /// Analyse every position of each game: what every move lost, and where the game turned.
    #[arg(long)]
    games: bool,
    /// Nodes for a position; 100000 when no limit is given, but for puzzles. The result does not depend on the machine then.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth for a position.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Seconds for a position.
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
    time: Option<Duration>,
    /// How many best lines are told.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    lines: u16,
    /// Look for a win by threats, too, and prove it by a whole tree; takes at most so many nodes.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "200000")]
    prove: Option<u64>,
    /// The transposition table of a search in MiB; what the nodes can fill when not given. For puzzles, what one may hold.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: Option<u32>,
    /// Positions analysed at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Add what is found to this database of positions; it is made when it is not there. It is not asked: results are the same as
    /// without it.
    #[arg(long, value_name = "FILE", conflicts_with = "part")]
    database: Option<PathBuf>,
    /// Write the results as JSON, a line each.
    #[arg(long)]
    json: bool,
    /// Append the JSON lines to this file; what it holds already is not analysed again.
    #[arg(long, value_name = "FILE", requires = "json", visible_alias = "resume")]
    out: Option<PathBuf>,
    /// Draw the chances in each game as SVG; from the second game on the number stands before the extension.
    #[arg(long, value_name = "FILE", requires = "games")]
    chart: Option<PathBuf>,
    /// Answer the K-th of N parts of the input, alone into the file --out: `fukumi merge` joins parts.
    #[arg(long, value_name = "K/N", requires = "out", conflicts_with = "chart")]
    part: Option<Part>,
    /// Analyse nothing, but tell how many positions each of N parts of the input studies, a line each: longest parts are best begun
    /// first.
    #[arg(long, value_name = "N", conflicts_with_all = ["part", "out", "chart"], value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_PARTS)))]
    plan: Option<u32>,
}

impl Analyze {
    /// Analyses them all. The exit status tells a success only if every line was a position or a game.
    ///
    /// # Errors
    /// When an option makes no sense, the input cannot be read, or a result cannot be written.
    pub fn run(&self, out: &mut impl Write) -> Result<ExitCode> {
        let conditions = self.conditions()?;
        let terms = Terms::new(&conditions, self.games);
        let questions = self.questions(&conditions.options)?;
        if let Some(parts) = self.plan {
            self.tell_plan(parts, questions, out)?;
            return Ok(ExitCode::SUCCESS);
        }
        let any_invalid = match (self.part, &self.out) {
            (Some(part), Some(path)) => self.answer_part(part, path, questions, &conditions, &terms)?,
            (_, path) => self.answer(questions, &conditions, &terms, path.as_deref(), out)?,
        };
        Ok(if any_invalid { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Answers questions, in a file or where results are shown. Tells whether any of them is invalid.
    fn answer(
        &self,
        mut questions: Questions<'_>,
        conditions: &Conditions,
        terms: &Terms,
        path: Option<&Path>,
        out: &mut impl Write,
    ) -> Result<bool> {
        let (mut file, mut any_invalid, mut known) = (None, false, 0);
        if let Some(path) = path {
            let mut count = |asked: &Asked| known += self.positions_of(asked);
            let (opened, invalid) = resume::resume(path, terms, &mut questions, &mut count)?;
            (file, any_invalid) = (Some(opened), invalid);
        }
        let progress = self.progress(&conditions.options, known)?;
        let plan = Plan { conditions, whole_games: self.games, jobs: usize::from(self.jobs) };
        crew::answer(questions, plan, &|| progress.step(), &mut |finished| {
            let result = Answered::new(&finished.asked, terms, finished.studies);
            any_invalid |= result.status == Status::Invalid;
            self.draw(&result)?;
            match &mut file {
                Some(file) => self.write(&result, file),
                None => progress.suspend(|| self.write(&result, out)),
            }
        })?;
        drop(progress);
        Ok(any_invalid)
    }

    fn conditions(&self) -> Result<Conditions> {
        let mut options = Options::for_game(&self.game)?;
        super::set_game_options(&mut options, &self.options)?;
        if let Some(rule) = &self.rule {
            super::set_game_option(&mut options, "--rule", "Rule", rule)?;
        }
        if let Some(size) = self.size {
            super::set_game_option(&mut options, "--size", "BoardSize", &size.to_string())?;
        }
        let mut engine = (options.game().open)(&options)?;
        let puzzle = engine.training_game().is_none();
        if self.prove.is_some() {
            engine.prove(Means::Threats, 1, MoveStyle::Bottom, &Control::unlimited()).context("--prove")?;
        }
        let unbounded = self.nodes.is_none() && self.depth.is_none() && self.time.is_none();
        Ok(Conditions {
            options,
            nodes: self.nodes.or((unbounded && !puzzle).then_some(NODES_DEFAULT)),
            depth: self.depth,
            time: self.time,
            lines: usize::from(self.lines),
            prove: self.prove,
            hash: self.hash.map(|mebibytes| mebibytes as usize),
            database: self.database.as_deref().map(open_database).transpose()?,
        })
    }

    fn questions<'a>(&self, options: &'a Options) -> Result<Questions<'a>> {
        let pair = |pair: &String| super::convert::option(pair).ok();
        let hint = Hint {
            format: self.format,
            name: self.file.to_str().map(str::to_owned),
            game: Some(options.game().name.to_owned()),
            rule: self.rule.clone(),
            size: self.size,
            options: self.options.iter().filter_map(pair).collect(),
            encoding: None,
        };
        if self.file.as_os_str() == "-" {
            return input::questions(BufReader::with_capacity(LOOKED_AT, io::stdin()), hint, options);
        }
        let shown = self.file.display();
        let file = File::open(&self.file).with_context(|| format!("cannot open {shown}"))?;
        input::questions(BufReader::with_capacity(LOOKED_AT, file), hint, options).with_context(|| shown.to_string())
    }

    /// A line that counts the positions studied. Only where somebody sees it, and the input can be read twice, is it worth it to count
    /// those that there are; `known` of them are answered already.
    fn progress(&self, options: &Options, known: u64) -> Result<Progress> {
        let can_be_read_twice = std::fs::metadata(&self.file).is_ok_and(|found| found.is_file());
        if self.part.is_some() || !Progress::is_seen() || !can_be_read_twice {
            return Ok(Progress::new("positions", End::Unknown));
        }
        let mut positions = 0;
        for asked in self.questions(options)? {
            positions += self.positions_of(&asked?);
        }
        Ok(Progress::new("positions", End::After(positions.saturating_sub(known))))
    }

    /// How many positions have to be studied to answer a question.
    fn positions_of(&self, asked: &Asked) -> u64 {
        match &asked.opening {
            Ok(opening) if self.games => opening.moves.len() as u64 + 1,
            _ => 1,
        }
    }

    /// A result in one piece, so that whoever reads has it at once.
    fn write(&self, result: &Answered<'_>, out: &mut impl Write) -> Result<()> {
        let text = if self.json { serde_json::to_string(result)? + "\n" } else { text::text(result) };
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).with_context(|| match &self.out {
            Some(path) => format!("cannot write {}", path.display()),
            None => "cannot write the results".to_owned(),
        })
    }

    fn draw(&self, result: &Answered<'_>) -> Result<()> {
        let (Some(path), Finding::Game(game)) = (&self.chart, &result.finding) else { return Ok(()) };
        draw_game(&numbered(path, result.n), game)
    }
}

fn open_database(path: &Path) -> Result<Arc<dyn Library>> {
    library::open(path, false).map_err(|why| anyhow!("{}: {why}", path.display()))
}

fn draw_game(path: &Path, game: &GameResult) -> Result<()> {
    whole_file::overwrite(path, chart::chart(game)?.as_bytes())
}

/// The file of the chart of a game: `game.svg`, `game-2.svg` and so on.
fn numbered(path: &Path, number: u64) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().map(OsString::from).unwrap_or_default();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}
