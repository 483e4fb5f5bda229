//! The command line. Without a subcommand the engine serves a protocol on its standard input and output.

use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

use anyhow::{Context, Result};
use clap::{Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use fukumi_protocol::{Decoder, Dialect};

use crate::database::shipped_book;
use crate::engine::database::DATABASE;
use crate::engine::eval_file::EVAL_FILE;
use crate::engine::options::{BOOK, Options};
use crate::engine::session::terminal::Client;
use crate::engine::{MoveStyle, session};
use crate::games::GAMES;
use crate::lab::arena::reaper;
use crate::tools::examples::with_examples;
use crate::tools::{self, values};

/// What `--version` tells.
static VERSION: LazyLock<String> = LazyLock::new(|| tools::version::long(GAMES));

/// Plays Gomoku and Renju over the Gomocup protocol (Piskvork, Yixin-Board) or UGI, whichever the first line asks for, and Abalone
/// over UGI or the abalone engine protocol.
#[derive(Debug, Parser)]
#[command(name = "fukumi", version, long_version = VERSION.as_str())]
pub struct Cli {
    #[command(flatten)]
    serve: Serve,
    #[command(subcommand)]
    tool: Option<Tool>,
}

#[derive(Debug, Args)]
struct Serve {
    /// The protocol to speak; auto looks at the first line.
    #[arg(long, value_enum, default_value = "auto")]
    protocol: Protocol,
    /// The game to play.
    #[arg(long, default_value = "gomoku", value_parser = values::game(), ignore_case = true)]
    game: String,
    /// Threads that search together.
    #[arg(long)]
    threads: Option<u32>,
    /// Size of the transposition table in MiB.
    #[arg(long)]
    hash: Option<u32>,
    /// A file of weights for the evaluation, such as `fukumi tune` writes, instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    eval_file: Option<String>,
    /// A database of positions, which the search asks and fills; it is made when it is not there.
    #[arg(long, value_name = "FILE")]
    database: Option<String>,
    /// Play moves without a search where a book knows good ones: that of --database, or else the built-in one.
    #[arg(long)]
    book: bool,
    /// Write a log, protocol lines included, to this file.
    #[arg(long, value_name = "FILE", global = true)]
    log: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Protocol {
    Auto,
    Gomocup,
    Ugi,
    Aep,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Search fixed positions to a fixed depth on one thread; the node count is the signature of the search.
    Bench(tools::bench::Bench),
    /// Count the leaves of the game tree.
    Perft(tools::perft::Perft),
    /// Play games of the engine against itself and keep every score.
    Selfplay(tools::selfplay::Selfplay),
    /// Show what a file of self-play holds.
    Records(tools::records::ShowRecords),
    /// Write the games of a match as records of self-play, to learn from.
    MatchRecords(tools::match_records::MatchRecords),
    /// Fit the weights of an evaluation to recorded games.
    Tune(tools::tune::Tune),
    /// Train a network on recorded games.
    Train(tools::train::Train),
    /// Tune the numbers of a search by games, or compare two sets of them.
    TuneSearch(tools::tune_search::TuneSearch),
    /// Serve a board in the browser, to play and to analyse.
    #[cfg(feature = "web")]
    Serve(tools::serve::Serve),
    /// Draw a position.
    Show(tools::show::Show),
    /// Analyse positions or whole games: best moves, lines, wins, and what every move of a game lost.
    Analyze(Box<tools::analyze::Analyze>),
    /// Convert games between file formats.
    Convert(tools::convert::Convert),
    /// Keep positions in a database: import, query, export, and carry values to the root.
    Db(tools::db::Db),
    /// Grow an opening book, and ask it.
    Book(tools::book::Book),
    /// Make new puzzles.
    Generate(tools::generate::Generate),
    /// Solve capture puzzles: the fewest moves, proven.
    Solve(tools::solve::Solve),
    /// Play a match between engines that speak Gomocup or UGI.
    Match(Box<tools::arena::Match>),
    /// Join the parts of a run that several machines have done.
    Merge(tools::merge::Merge),
    /// Tell what the engine sees of the machine, and test every game.
    Doctor(tools::doctor::Doctor),
    /// Write a script by which a shell completes the command line.
    Completions(tools::completions::Completions),
    /// Write a manual page.
    Man(tools::man::Manual),
    /// Kill what a killed match leaves behind; `match` starts it.
    #[command(name = reaper::SUBCOMMAND, hide = true)]
    Guard {
        /// What the engines of the match carry in their environment.
        mark: String,
    },
}

impl Cli {
    /// Reads the command line of the process. What is wrong with it is told on standard error, and the process ends.
    pub fn from_arguments() -> Cli {
        Cli::from_arg_matches(&Cli::command_line().get_matches()).unwrap_or_else(|why| why.exit())
    }

    /// The definition of the command line.
    pub fn command_line() -> Command {
        with_examples(Cli::command())
    }

    /// Does what the command line asks for, and tells the exit status.
    ///
    /// # Errors
    /// When an argument makes no sense, or a file cannot be written.
    pub fn run(self) -> Result<ExitCode> {
        start_log(self.serve.log.as_ref())?;
        match self.tool {
            None => self.serve.run()?,
            Some(Tool::Bench(bench)) => bench.run(GAMES, &mut io::stdout())?,
            Some(Tool::Perft(perft)) => perft.run(&mut io::stdout())?,
            Some(Tool::Selfplay(selfplay)) => selfplay.run(&mut io::stdout())?,
            Some(Tool::Tune(tune)) => tune.run(&mut io::stdout())?,
            Some(Tool::Train(train)) => train.run(&mut io::stdout())?,
            Some(Tool::TuneSearch(tune)) => tune.run(&mut io::stdout())?,
            Some(Tool::Records(records)) => records.run(&mut io::stdout())?,
            Some(Tool::MatchRecords(records)) => records.run(&mut io::stdout())?,
            #[cfg(feature = "web")]
            Some(Tool::Serve(serve)) => serve.run(GAMES, &mut io::stdout())?,
            Some(Tool::Show(show)) => show.run(&mut io::stdout())?,
            Some(Tool::Analyze(analyze)) => return analyze.run(&mut io::stdout()),
            Some(Tool::Convert(convert)) => return convert.run(GAMES, &mut io::stdout()),
            Some(Tool::Db(db)) => return db.run(&mut io::stdout()),
            Some(Tool::Book(book)) => return book.run(&mut io::stdout()),
            Some(Tool::Generate(generate)) => generate.run(&mut io::stdout())?,
            Some(Tool::Solve(solve)) => return solve.run(&mut io::stdout()),
            Some(Tool::Match(arena)) => return arena.run(GAMES, &mut io::stdout()),
            Some(Tool::Merge(merge)) => return merge.run(GAMES, &mut io::stdout()),
            Some(Tool::Doctor(doctor)) => return doctor.run(GAMES, &mut io::stdout()),
            Some(Tool::Completions(completions)) => completions.run(Cli::command_line(), &mut io::stdout())?,
            Some(Tool::Man(manual)) => manual.run(Cli::command_line(), &mut io::stdout())?,
            Some(Tool::Guard { mark }) => reaper::watch(io::stdin().lock(), &mark),
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Serve {
    fn run(&self) -> Result<()> {
        let mut options = Options::for_game(&self.game)?.with_databases(crate::library::open).with_book(shipped_book);
        if let Some(threads) = self.threads {
            options.set("Threads", &threads.to_string())?;
        }
        if let Some(hash) = self.hash {
            options.set("Hash", &hash.to_string())?;
        }
        if let Some(path) = self.eval_file.as_deref().or(tools::bench::EVAL_FILE_BUILT_FOR) {
            options.set(EVAL_FILE, path)?;
        }
        if let Some(path) = &self.database {
            options.set(DATABASE, path)?;
        }
        if self.book {
            options.set(BOOK.row.name, "true")?;
        }
        let decoder = match self.protocol {
            Protocol::Auto => Decoder::auto(),
            Protocol::Gomocup => Decoder::new(Dialect::Gomocup),
            Protocol::Ugi => Decoder::new(Dialect::Ugi),
            Protocol::Aep => Decoder::new(Dialect::Aep),
        };
        let client = if io::stdin().is_terminal() { Client::Person } else { Client::Manager };
        if client == Client::Person {
            writeln!(io::stdout(), "{}", greeting(&options)?)?;
        }
        session::serve(BufReader::new(io::stdin()), io::stdout(), decoder, options, self.hash.is_some(), client)?;
        Ok(())
    }
}

/// What a person at a terminal is told first, with a move of the game for an example.
fn greeting(options: &Options) -> Result<String> {
    let game = options.game();
    let (first, rest) = game.name.split_at(1);
    let moves = (game.open)(options)?.legal_moves(MoveStyle::Bottom);
    let example = moves.get(moves.len() / 2).map(|mv| format!(" such as {mv}")).unwrap_or_default();
    Ok(format!(
        "fukumi {} plays {}{rest}. Type a move{example}, and it answers. go lets it move, d draws the board, help tells more, quit leaves.",
        env!("CARGO_PKG_VERSION"),
        first.to_uppercase()
    ))
}

/// Nothing is logged unless asked for: a manager may read stderr as replies, or never read it and let it fill up.
fn start_log(file: Option<&PathBuf>) -> Result<()> {
    std::panic::set_hook(Box::new(|info| log::error!("{info}")));
    if let Some(path) = file {
        let file = File::options().create(true).append(true).open(path);
        let file = file.with_context(|| format!("cannot write the log {}", path.display()))?;
        let target = env_logger::Target::Pipe(Box::new(file));
        env_logger::Builder::new().filter_level(log::LevelFilter::Debug).target(target).init();
    } else if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    Ok(())
}
