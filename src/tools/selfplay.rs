//! `selfplay`: games of the engine against itself, kept with every score.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::part::{PartToDo, run_of};
use super::values;
use crate::engine::eval_file::{EVAL_FILE, EvalFile};
use crate::engine::options::Options;
use crate::lab::openings::random::OpeningSettings;
use crate::lab::parts::{Command, Part};
use crate::lab::selfplay::parts::{PartedRun, put_in_order};
use crate::lab::selfplay::{Conditions, Goal, SelfplayGame, SelfplayProgress, Store, run};
use crate::progress::{End, Progress};

/// Plays the engine against itself and keeps the games with the score of every position. A run that was interrupted goes on
/// when it is started again with the same arguments; the file is described in src/lab/selfplay/FORMAT.md.
#[derive(Debug, Args)]
pub struct Selfplay {
    /// The game.
    #[arg(long, default_value = "gomoku", value_parser = values::game(), ignore_case = true)]
    game: String,
    /// An option of the game, such as Rule=renju; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Play until the file holds this many games.
    #[arg(long, value_name = "N", required_unless_present = "positions", conflicts_with = "positions")]
    games: Option<u64>,
    /// Play until the file holds this many positions.
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    /// Nodes a move.
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// What the openings are drawn from; with a game's number it decides the whole game.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: u16,
    /// The file that games are appended to.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Play the K-th of N parts of these games, alone into the file: `fukumi merge` joins parts.
    #[arg(long, value_name = "K/N", conflicts_with = "positions")]
    part: Option<Part>,
    /// How many random moves a game begins with, as MIN-MAX.
    #[arg(long, value_name = "MIN-MAX", default_value = "4-9", value_parser = values::plies)]
    opening_plies: (usize, usize),
    /// The largest value of an opening for either side.
    #[arg(long, value_name = "VALUE", default_value_t = 150, value_parser = clap::value_parser!(i32).range(0..=30_000))]
    tolerance: i32,
    /// The nodes of the search that judges an opening. With few nodes a move the openings take a good part of the time.
    #[arg(long, value_name = "NODES", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    opening_nodes: u64,
    /// Play with the weights of this file instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    eval_file: Option<String>,
    /// Stop a game after so many moves; it counts as drawn.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u16).range(1..=1000))]
    max_plies: u16,
    /// Go on when a win has been proven; otherwise the game ends there.
    #[arg(long)]
    play_out: bool,
    /// For each move, search so many positions as well that its search looked at: an evaluation learns more from them.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=100))]
    variations: u16,
    /// Begin games where one of good moves is left: after up to N moves by short searches, one to six random moves that a search looked
    /// at. 0 plays on from the opening.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=60))]
    branch_plies: u16,
}

impl Selfplay {
    /// Plays them.
    ///
    /// # Errors
    /// When an option makes no sense, or the file cannot be appended to.
    pub fn run(&self, out: &mut impl Write) -> Result<()> {
        let options = self.options()?;
        let (conditions, weights) = (self.conditions(&options)?, options.eval_file());
        if let (Some(part), Some(games)) = (self.part, self.games) {
            return self.run_part(part, games, (conditions, weights), out);
        }
        let goal = self.games.map(Goal::Games).or(self.positions.map(Goal::Positions));
        let goal = goal.context("neither games nor positions are asked for")?;
        let store = self.play(&self.out, (conditions, weights), goal, out)?;
        let (games, positions) = (store.games(), store.positions());
        writeln!(out, "{} holds {games} games, {positions} positions", self.out.display())?;
        Ok(())
    }

    fn run_part(
        &self,
        part: Part,
        games: u64,
        (conditions, weights): (Conditions, Option<&Arc<EvalFile>>),
        out: &mut impl Write,
    ) -> Result<()> {
        let games = u32::try_from(games).context("--games: a run in parts has at most 4294967295 games")?;
        let parted = PartedRun { conditions, games };
        let to_do = PartToDo::new(part, run_of(Command::Selfplay, true, &parted)?, &self.out);
        if to_do.done()?.is_none() {
            let work = to_do.work()?;
            let (played, ordered) = (work.join("games.fsp"), work.join("ordered.fsp"));
            let players = (parted.conditions.clone(), weights);
            drop(self.play(&played, players, Goal::Numbers(parted.numbers(part)), out)?);
            crate::whole_file::remove_if_there(&ordered)?;
            put_in_order(&played, &ordered)?;
            to_do.finish(0, &ordered)?;
        }
        writeln!(out, "{} holds part {part}", self.out.display())?;
        Ok(())
    }

    /// Plays into a file until the goal is reached.
    fn play(
        &self,
        path: &Path,
        (conditions, weights): (Conditions, Option<&Arc<EvalFile>>),
        goal: Goal,
        out: &mut impl Write,
    ) -> Result<Store> {
        let mut store = Store::open(path, conditions)?;
        if let Some(offset) = store.torn() {
            writeln!(out, "a block torn by an interruption was cut off at byte {offset}")?;
        }
        let games = |games: u64| Progress::new("games", End::After(games.saturating_sub(store.games())));
        let shown = match &goal {
            Goal::Games(count) => games(*count),
            Goal::Numbers(numbers) => games(numbers.len() as u64),
            Goal::Positions(positions) => {
                Progress::new("positions", End::After(positions.saturating_sub(store.positions())))
            }
        };
        let progress = run(&mut store, weights, goal, usize::from(self.workers), &mut |progress| {
            shown.set(if self.games.is_some() { progress.games } else { progress.positions });
            shown.tell(format!("{:.0} positions/s", progress.speed()));
        })?;
        drop(shown);
        writeln!(out, "{}", line(&progress))?;
        Ok(store)
    }

    fn options(&self) -> Result<Options> {
        let mut options = Options::for_game(&self.game)?;
        super::set_game_options(&mut options, &self.options)?;
        if let Some(path) = &self.eval_file {
            options.set(EVAL_FILE, path).context("--eval-file")?;
        }
        Ok(options)
    }

    fn conditions(&self, options: &Options) -> Result<Conditions> {
        let (min_plies, max_plies) = self.opening_plies;
        ensure!(
            min_plies < usize::from(self.max_plies),
            "--max-plies {}: no game would have a move after an opening of {min_plies}",
            self.max_plies
        );
        let opening = OpeningSettings { min_plies, max_plies, tolerance: self.tolerance, nodes: self.opening_nodes };
        let mut conditions = Conditions::new(options, self.nodes, self.seed);
        conditions.opening = opening;
        conditions.max_plies = usize::from(self.max_plies).min(SelfplayGame::MAX_MOVES);
        conditions.play_out = self.play_out;
        conditions.variations = usize::from(self.variations);
        conditions.branch_plies = NonZeroUsize::new(self.branch_plies.into());
        Ok(conditions)
    }
}

fn line(progress: &SelfplayProgress) -> String {
    format!(
        "{} games, {} positions in {:.1} s: {:.0} positions/s, {:.0} nodes a position",
        progress.games,
        progress.positions,
        progress.elapsed.as_secs_f64(),
        progress.speed(),
        progress.nodes as f64 / progress.positions.max(1) as f64
    )
}

#[cfg(test)]
mod tests {
    use clap::{Command, FromArgMatches};

    use super::*;

    #[test]
    fn games_that_end_before_their_first_move_are_refused() {
        let command = Selfplay::augment_args(Command::new("selfplay").no_binary_name(true));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.fsp");
        let arguments = ["--positions=20", "--nodes=20", "--opening-plies=3-8", "--max-plies=3", "--out"];
        let arguments = arguments.map(Into::into).into_iter().chain([path.clone().into_os_string()]);
        let selfplay = Selfplay::from_arg_matches(&command.try_get_matches_from(arguments).unwrap()).unwrap();
        let refused = selfplay.run(&mut Vec::new()).unwrap_err();
        assert_eq!(refused.to_string(), "--max-plies 3: no game would have a move after an opening of 3");
        assert!(!path.exists());
    }
}
