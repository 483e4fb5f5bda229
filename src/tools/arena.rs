//! `match`: the command line of the arena.

mod part;
mod report;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};

pub(super) use self::report::show;
use self::report::standing;
use super::values;
use crate::engine::options::Options;
use crate::engine::registry::Games;
use crate::files::line::LineForm;
use crate::lab::arena::adjudication::{Adjudication, AgreedDraw, AgreedWin};
use crate::lab::arena::openings;
use crate::lab::arena::parts::games_of;
use crate::lab::arena::process_player::Patience;
use crate::lab::arena::reaper::Reaper;
use crate::lab::arena::results::Results;
use crate::lab::arena::run;
use crate::lab::arena::schedule::{Order, Tournament};
use crate::lab::arena::settings::{Book, MatchSettings, SprtTerms};
use crate::lab::arena::spec::{Defaults, EngineSpec, number_copies};
use crate::lab::arena::time::TimeControl;
use crate::lab::arena::{ArenaError, text};
use crate::lab::openings::random::OpeningSettings;
use crate::lab::parts::Part;
use crate::progress::{End, Progress};

/// A match between engines that speak Gomocup or UGI, judged by our own rules.
#[derive(Debug, Args)]
#[command(after_help = EXIT_STATUS)]
pub struct Match {
    /// An engine: KEY=VALUE with blanks between, quoted as in a shell. Twice at least.
    ///
    /// cmd='PROGRAM ARGUMENTS' (never run by a shell), name=NAME, protocol=auto|gomocup|ugi (auto: Gomocup in Gomoku, UGI in
    /// other games), dir=FOLDER to start it in, option.NAME=VALUE (setoption; in Gomocup INFO NAME VALUE), memory=350M|none
    /// (told by INFO max_memory), fresh=true (a new process for every game), and limits of its own beside or instead of the
    /// common ones: tc, move-time, nodes, depth, each of which may be none.
    #[arg(long = "engine", value_name = "KEYS", required = true)]
    engines: Vec<String>,
    /// Keys as in --engine that every engine has, unless its own say otherwise.
    #[arg(long, value_name = "KEYS", default_value = "")]
    each: String,
    /// Who plays whom: every engine all others, or only the first one all others.
    #[arg(long, value_enum, default_value = "round-robin")]
    tournament: Pairing,
    /// Games of each couple of engines; half of them with either colour.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Games at a time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// The game.
    #[arg(long, default_value = "gomoku", value_parser = values::game(), ignore_case = true)]
    game: String,
    /// The rules, by name or code.
    #[arg(long, value_parser = values::rule(), ignore_case = true)]
    rule: Option<String>,
    /// The size of the board.
    #[arg(long)]
    size: Option<u32>,
    /// Another option of the game, such as Start=german-daisy.
    #[arg(long = "game-option", value_name = "NAME=VALUE")]
    game_options: Vec<String>,
    #[command(flatten)]
    time: Time,
    #[command(flatten)]
    openings: Openings,
    #[command(flatten)]
    early: Early,
    /// Write games and results to this folder, or go on with the match that it holds.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Give the match up when an engine has failed to start so many times in a row. A failed start is no game.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    start_failures: u32,
    /// Record moves and results only, no times, scores or depths: a match by nodes or depth is the same bytes then wherever it is played.
    #[arg(long)]
    moves_only: bool,
    /// Play the K-th of N parts of the match, alone into the file --out: `fukumi merge` joins parts. A test waits for all parts.
    #[arg(long, value_name = "K/N", requires = "out")]
    part: Option<Part>,
    /// Where a file lies on this machine that commands or options of engines name WORD. It is not part of the settings.
    #[arg(long, value_name = "WORD=PATH", value_parser = located)]
    located: Vec<(String, String)>,
}

fn located(text: &str) -> Result<(String, String), String> {
    let (word, path) = text.split_once('=').ok_or("expected WORD=PATH")?;
    if word.is_empty() || path.is_empty() {
        Err("expected WORD=PATH".to_owned())
    } else {
        Ok((word.to_owned(), path.to_owned()))
    }
}

const EXIT_STATUS: &str = "\
Exit status: 0 when all was clean, 1 when an engine was guilty of a fault, 2 when the match could not be played, 3 when it
was interrupted; the same command with the same --out goes on with it.

Times are in seconds (0.3, 10), or with their unit (300ms, 2m).";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Pairing {
    RoundRobin,
    Gauntlet,
}

/// How long engines may think.
#[derive(Debug, Args)]
#[command(next_help_heading = "Time")]
struct Time {
    /// Time for a game: TIME, TIME+INCREMENT, or MOVES/TIME+INCREMENT.
    #[arg(long, value_name = "TC")]
    tc: Option<String>,
    /// Time for a move.
    #[arg(long, value_name = "TIME")]
    move_time: Option<String>,
    /// Nodes for a move; the engine is trusted.
    #[arg(long)]
    nodes: Option<String>,
    /// Depth of a search; the engine is trusted.
    #[arg(long)]
    depth: Option<String>,
    /// The memory that engines are told to keep to.
    #[arg(long, value_name = "AMOUNT", default_value = "350M")]
    memory: String,
    /// A move that is late by no more than this is in time.
    #[arg(long, value_name = "TIME", default_value = "50ms")]
    tolerance: String,
    /// How much longer an answer is awaited, to tell how late it is, before the engine is killed.
    #[arg(long, value_name = "TIME", default_value = "1s")]
    grace: String,
    /// How long an engine may take to get ready, and for a move without a clock.
    #[arg(long, value_name = "TIME", default_value = "30s")]
    silence: String,
}

/// What games begin with.
#[derive(Debug, Args)]
#[command(next_help_heading = "Openings")]
struct Openings {
    /// A file with an opening a line, or `random` for balanced random ones; the start position when not given.
    #[arg(long, value_name = "FILE|random")]
    openings: Option<PathBuf>,
    /// How the file is written: moves (h8 i9 or h8i9, rows from the bottom), pos (h8i9, rows from the TOP, as c-gomoku-cli has
    /// them), offset (0,0, 1,1, from the centre), position (its text, then `moves` ...); auto tells all but pos apart.
    #[arg(long, value_enum, default_value = "auto", value_name = "FORMAT")]
    openings_format: FileFormat,
    /// The order of the openings in the file.
    #[arg(long, value_enum, default_value = "sequential")]
    order: Sequence,
    /// Decides random openings, and the order of shuffled ones.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many moves a random opening has, as MIN-MAX; 4-9 when not given.
    #[arg(long, value_name = "MIN-MAX", value_parser = values::plies)]
    opening_plies: Option<(usize, usize)>,
    /// The largest value of a random opening for either side; 150 when not given, where 300 make the odds e to 1.
    #[arg(long, value_name = "VALUE", value_parser = clap::value_parser!(i32).range(0..=30_000))]
    opening_tolerance: Option<i32>,
    /// The nodes of the search that judges a random opening; when not given, about those of a move in these games, 2000 to 500000. Where it
    /// sees less than the engines do, openings are decided, and the same colour wins both games.
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    opening_nodes: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FileFormat {
    Auto,
    Pos,
    Moves,
    Offset,
    Position,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Sequence {
    Sequential,
    Shuffled,
}

/// When games and matches end early.
#[derive(Debug, Args)]
#[command(next_help_heading = "Early endings (none unless asked for)")]
struct Early {
    /// A game with so many moves on the board is a draw; 0 for never.
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    max_plies: u32,
    /// A game is won when both engines' scores say so, by SCORE at least, for PLIES plies: score=1000,plies=6.
    #[arg(long, value_name = "TERMS")]
    adjudicate_win: Option<String>,
    /// A game is drawn when both engines' scores are within SCORE of 0 for PLIES plies: score=10,plies=10,after=60.
    #[arg(long, value_name = "TERMS")]
    adjudicate_draw: Option<String>,
    /// The match ends when a sequential test on pairs of games is decided: elo0=0,elo1=5,alpha=0.05,beta=0.05.
    #[arg(long, value_name = "TERMS")]
    sprt: Option<String>,
}

/// The most nodes that judge a random opening unless more are asked for: two seconds of work.
const MOST_JUDGING_NODES: u64 = 500_000;

const FAULTS: u8 = 1;
const UNPLAYED: u8 = 2;
const INTERRUPTED: u8 = 3;

impl Match {
    /// Plays the match, of one of these games; the exit status says how it went.
    ///
    /// # Errors
    /// When the results cannot be written to `out`.
    pub fn run(&self, games: Games, out: &mut impl Write) -> Result<ExitCode> {
        let played = self.settings(games).and_then(|settings| match (self.part, &self.out) {
            (Some(part), Some(out)) => self.play_part(part, out, games, &settings),
            (_, folder) => {
                let results = self.play(games, &settings, folder.as_deref(), None)?;
                let status = status(&results);
                Ok((Some(results), status))
            }
        });
        let (results, status) = match played {
            Ok(played) => played,
            Err(error) => {
                writeln!(io::stderr(), "error: {error:#}")?;
                return Ok(ExitCode::from(UNPLAYED));
            }
        };
        if let Some(results) = &results {
            show(results, out)?;
        }
        Ok(ExitCode::from(status))
    }

    fn play(
        &self,
        games: Games,
        settings: &MatchSettings,
        folder: Option<&Path>,
        part: Option<Part>,
    ) -> Result<Results> {
        let stop = Arc::new(AtomicBool::new(false));
        stop_at_ctrl_c(&stop)?;
        let reaper = Arc::new(Reaper::start().context("cannot start the process that cleans up engines")?);
        let whole = settings.schedule().games();
        let count = part.map_or(whole, |part| {
            let games = games_of(part, settings);
            games.end - games.start
        });
        let ends_early = settings.sprt.is_some() && part.is_none();
        let progress = Progress::new("games", if ends_early { End::Within(count) } else { End::After(count) });
        let watch = |results: &Results| {
            progress.set(results.progress().0);
            progress.tell(standing(results));
        };
        Ok(run::run(settings, games, folder, &reaper, &stop, &watch, part)?)
    }

    fn settings(&self, games: Games) -> Result<MatchSettings> {
        let options = self.game_options(games)?;
        let rules = rules(games, &self.game, &options)?;
        let defaults = self.defaults()?;
        let engine = |text: &String| EngineSpec::parse(text, &defaults, rules.game().name);
        let mut engines: Vec<EngineSpec> = self.engines.iter().map(engine).collect::<Result<_, _>>()?;
        number_copies(&mut engines);
        let book = self.openings.book(&rules, &engines)?;
        let settings = MatchSettings {
            v: 1,
            game: rules.game().name.to_owned(),
            options,
            engines,
            tournament: match self.tournament {
                Pairing::RoundRobin => Tournament::RoundRobin,
                Pairing::Gauntlet => Tournament::Gauntlet,
            },
            games: self.games,
            book,
            seed: self.openings.seed,
            adjudication: self.early.adjudication()?,
            patience: self.time.patience()?,
            sprt: self.early.sprt.as_deref().map(|terms| SprtTerms::parse("--sprt", terms)).transpose()?,
            concurrency: self.concurrency,
            start_failures: self.start_failures,
            moves_only: self.moves_only,
            located: self.located.clone(),
        };
        settings.check()?;
        Ok(settings)
    }

    /// All options of the game, those that were not named at their defaults: they are part of what was played.
    fn game_options(&self, games: Games) -> Result<Vec<(String, String)>> {
        let mut options = Vec::new();
        options.extend(self.rule.iter().map(|rule| ("Rule".to_owned(), rule.clone())));
        options.extend(self.size.iter().map(|size| ("BoardSize".to_owned(), size.to_string())));
        for text in &self.game_options {
            let (name, value) =
                text.split_once('=').with_context(|| format!("--game-option {text}: expected NAME=VALUE"))?;
            options.push((name.to_owned(), value.to_owned()));
        }
        let rules = rules(games, &self.game, &options)?;
        if let Some((name, _)) = options.iter().find(|(name, _)| !is_of_game(&rules, name)) {
            anyhow::bail!("{} has no option {name}", rules.game().name);
        }
        let text = |name: &str| rules.value(name).map(|value| value.to_string()).unwrap_or_default();
        Ok(rules.game().options.iter().map(|row| (row.name.to_owned(), text(row.name))).collect())
    }

    fn defaults(&self) -> Result<Defaults, ArenaError> {
        let mut limits = TimeControl::default();
        let given = [("tc", &self.time.tc), ("move-time", &self.time.move_time)];
        for (key, value) in given.into_iter().chain([("nodes", &self.time.nodes), ("depth", &self.time.depth)]) {
            if let Some(value) = value {
                limits.set(key, value)?;
            }
        }
        let memory = if self.time.memory == "none" { None } else { Some(text::memory("--memory", &self.time.memory)?) };
        Ok(Defaults { limits, memory, each: text::pairs("--each", &self.each)? })
    }
}

fn rules(games: Games, game: &str, options: &[(String, String)]) -> Result<Options> {
    let mut rules = Options::of_game(games, game)?;
    for (name, value) in options {
        rules.set(name, value)?;
    }
    Ok(rules)
}

fn is_of_game(rules: &Options, name: &str) -> bool {
    rules.game().options.iter().any(|row| row.name.eq_ignore_ascii_case(name))
}

impl Time {
    fn patience(&self) -> Result<Patience, ArenaError> {
        let millis = |setting, text: &str| text::duration(setting, text).map(|time| time.as_millis() as u64);
        Ok(Patience {
            tolerance_ms: millis("--tolerance", &self.tolerance)?,
            grace_ms: millis("--grace", &self.grace)?,
            silence_ms: millis("--silence", &self.silence)?,
        })
    }
}

impl Openings {
    fn book(&self, rules: &Options, engines: &[EngineSpec]) -> Result<Book, ArenaError> {
        let form = match self.openings_format {
            FileFormat::Auto => None,
            FileFormat::Pos => Some(LineForm::Pos),
            FileFormat::Moves => Some(LineForm::Moves),
            FileFormat::Offset => Some(LineForm::Offset),
            FileFormat::Position => Some(LineForm::Position),
        };
        let order = match self.order {
            Sequence::Sequential => Order::Sequential,
            Sequence::Shuffled => Order::Shuffled,
        };
        match &self.openings {
            Some(path) if path.as_os_str() == "random" => Ok(Book::Random(self.drawn(engines))),
            _ if self.asks_for_random() => Err(ArenaError::Settings(
                "--opening-plies, --opening-tolerance and --opening-nodes are for --openings random".to_owned(),
            )),
            None => Ok(Book::Start),
            Some(path) => Ok(Book::List { order, openings: openings::read(path, form, rules)? }),
        }
    }

    fn asks_for_random(&self) -> bool {
        self.opening_plies.is_some() || self.opening_tolerance.is_some() || self.opening_nodes.is_some()
    }

    /// The random openings for a match of these engines.
    fn drawn(&self, engines: &[EngineSpec]) -> OpeningSettings {
        let usual = OpeningSettings::default();
        let (min_plies, max_plies) = self.opening_plies.unwrap_or((usual.min_plies, usual.max_plies));
        let longest = || engines.iter().filter_map(|engine| engine.limits.nodes_a_move()).max().unwrap_or(usual.nodes);
        OpeningSettings {
            min_plies,
            max_plies,
            tolerance: self.opening_tolerance.unwrap_or(usual.tolerance),
            nodes: self.opening_nodes.unwrap_or_else(|| longest().clamp(usual.nodes, MOST_JUDGING_NODES)),
        }
    }
}

impl Early {
    fn adjudication(&self) -> Result<Adjudication, ArenaError> {
        let win = self.adjudicate_win.as_deref().map(|terms| AgreedWin::parse("--adjudicate-win", terms));
        let draw = self.adjudicate_draw.as_deref().map(|terms| AgreedDraw::parse("--adjudicate-draw", terms));
        Ok(Adjudication { max_plies: self.max_plies, win: win.transpose()?, draw: draw.transpose()? })
    }
}

/// The exit status that results have.
fn status(results: &Results) -> u8 {
    match (results.complete(), results.faults()) {
        (false, _) => INTERRUPTED,
        (true, 0) => 0,
        (true, _) => FAULTS,
    }
}

/// The first Ctrl-C ends the match in good order, the second one at once.
fn stop_at_ctrl_c(stop: &Arc<AtomicBool>) -> Result<()> {
    let stop = Arc::clone(stop);
    let handler = move || {
        if stop.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    };
    ctrlc::set_handler(handler).context("cannot handle Ctrl-C")
}
