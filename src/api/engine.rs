//! An engine that thinks about positions, for programs.

use std::thread;

use super::{Analysis, Limit, Position, Solution, Stop};
use crate::engine::eval_file::EVAL_FILE;
use crate::engine::options::{EVALUATION, HASH, Options, Row, SEARCH, STRENGTH, THREADS};
use crate::engine::strength::Level;
use crate::engine::worker::{WorkerEvent, WorkerState};
use crate::engine::{Rejected, Task, Verdict};
use crate::search::{Limits, Means, STACK_BYTES};

/// The options of [`SimpleEngine::set`], beside `EvalFile`.
static OPTIONS: &[&Row] = &[&HASH.row, &THREADS.row, &SEARCH.row, &EVALUATION.row, &STRENGTH.row];

/// Thinks about positions, of one game after the other, and keeps what it learns in its table until another game or other rules come.
///
/// ```
/// use fukumi::{Limit, Position, SimpleEngine};
///
/// let mut engine = SimpleEngine::new();
/// engine.set("Hash", "16")?;
///
/// let mut position = Position::new("gomoku")?;
/// for mv in ["h8", "i9", "i8", "g10"] {
///     position.play(mv)?;
/// }
/// let analysis = engine.analyse(&position, &Limit::nodes(20_000), 3)?;
/// assert_eq!(analysis.lines.len(), 3);
/// for line in &analysis.lines {
///     println!("{:.0} %: {}", 100.0 * line.win_chance(), line.moves.join(" "));
/// }
///
/// let reply = engine.play(&position, &Limit::depth(4))?;
/// position.play(&reply)?;
/// # Ok::<(), fukumi::Rejected>(())
/// ```
pub struct SimpleEngine {
    options: Options,
    state: WorkerState,
}

impl Default for SimpleEngine {
    fn default() -> SimpleEngine {
        SimpleEngine::new()
    }
}

impl SimpleEngine {
    /// An engine with one thread, and a table of 64 MiB that is taken as it fills.
    pub fn new() -> SimpleEngine {
        SimpleEngine { options: Options::new(), state: WorkerState::default() }
    }

    /// Sets an option: `Hash` in MiB, `Threads`, `Strength` from 0 to 100, `Evaluation` (`network` or `classical`), `Search` (`auto`,
    /// `mtdf` or `pvs`) or `EvalFile`, the path of a file of weights.
    ///
    /// # Errors
    /// When there is no such option or value.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), Rejected> {
        let is_known = option.eq_ignore_ascii_case(EVAL_FILE) || OPTIONS.iter().any(|row| row.is_named(option));
        if !is_known {
            return Err(Rejected::UnknownOption(option.to_owned()));
        }
        self.options.set(option, value)
    }

    /// Forgets what was learnt, as a new game begins.
    pub fn new_game(&mut self) {
        self.state = WorkerState::default();
    }

    /// The move to be played. Below full `Strength` it is chosen as a person might.
    ///
    /// # Errors
    /// When the game is over, the puzzle has no solution, or there is no memory for the table.
    pub fn play(&mut self, position: &Position, limit: &Limit) -> Result<String, Rejected> {
        let analysis = self.choose(position, limit, &Stop::new())?;
        analysis.best().map(str::to_owned).ok_or(Rejected::GameOver)
    }

    /// As [`SimpleEngine::play`], with what the search found beside the move, and a way to stop it.
    ///
    /// # Errors
    /// As [`SimpleEngine::play`].
    pub fn choose(&mut self, position: &Position, limit: &Limit, stop: &Stop) -> Result<Analysis, Rejected> {
        let level = Level::of(self.options.get(&STRENGTH) as u32);
        let nodes = [limit.nodes, level.map(Level::nodes)].into_iter().flatten().min();
        self.search(position, &Limit { nodes, ..*limit }, (1, level), stop, &mut |_| ())
    }

    /// The best lines, at most so many, at full strength.
    ///
    /// # Errors
    /// As [`SimpleEngine::play`].
    pub fn analyse(&mut self, position: &Position, limit: &Limit, lines: usize) -> Result<Analysis, Rejected> {
        self.watch(position, limit, lines, &Stop::new(), |_| ())
    }

    /// As [`SimpleEngine::analyse`]; `tell` is told on a thread of the search, after each iteration, what is known so far.
    ///
    /// # Errors
    /// As [`SimpleEngine::play`].
    pub fn watch(
        &mut self,
        position: &Position,
        limit: &Limit,
        lines: usize,
        stop: &Stop,
        mut tell: impl FnMut(&Analysis) + Send,
    ) -> Result<Analysis, Rejected> {
        self.search(position, limit, (lines, None), stop, &mut tell)
    }

    /// The fewest moves that solve a puzzle.
    ///
    /// ```
    /// use fukumi::{Limit, Position, SimpleEngine, Solution, Stop};
    ///
    /// let puzzle = Position::from_text("capture", "2c3n1/4R3/7p/1r4n1 b", &[])?;
    /// let solution = SimpleEngine::new().solve(&puzzle, &Limit::default(), &Stop::new())?;
    /// assert!(matches!(solution, Solution::Solved(moves) if !moves.is_empty()));
    /// # Ok::<(), fukumi::Rejected>(())
    /// ```
    ///
    /// # Errors
    /// When the game is no puzzle, or it is solved already.
    pub fn solve(&mut self, puzzle: &Position, limit: &Limit, stop: &Stop) -> Result<Solution, Rejected> {
        self.open(puzzle)?;
        if !self.state.is_puzzle()? {
            return Err(Rejected::Unsupported(format!("solution: {} is no puzzle", puzzle.game())));
        }
        match self.search(puzzle, limit, (1, None), stop, &mut |_| ()) {
            Ok(found) => {
                Ok(found.lines.into_iter().next().map_or(Solution::Unknown, |line| Solution::Solved(line.moves)))
            }
            Err(Rejected::Unsolvable) => Ok(Solution::Unsolvable),
            Err(other) => Err(other),
        }
    }

    /// A win of the side to move by fours alone, in Abalone by pushes alone, searched for within so many nodes. Every win has been
    /// checked by the rules alone, against every reply.
    ///
    /// ```
    /// use fukumi::{Position, SimpleEngine, Stop, Verdict};
    ///
    /// let mut position = Position::new("gomoku")?;
    /// for mv in ["h8", "a1", "i8", "c1", "j8", "e1"] {
    ///     position.play(mv)?;
    /// }
    /// let Verdict::Win(win) = SimpleEngine::new().vcf(&position, 10_000, &Stop::new())? else { panic!() };
    /// assert_eq!(win.plies, 3);
    /// # Ok::<(), fukumi::Rejected>(())
    /// ```
    ///
    /// # Errors
    /// When the game is over, or knows no such proofs.
    pub fn vcf(&mut self, position: &Position, nodes: u64, stop: &Stop) -> Result<Verdict, Rejected> {
        self.prove_by(Means::Fours, position, nodes, stop)
    }

    /// As [`SimpleEngine::vcf`], for a win by fours and other threats; in Abalone by threats to eject.
    ///
    /// # Errors
    /// As [`SimpleEngine::vcf`].
    pub fn prove(&mut self, position: &Position, nodes: u64, stop: &Stop) -> Result<Verdict, Rejected> {
        self.prove_by(Means::Threats, position, nodes, stop)
    }

    fn prove_by(&mut self, means: Means, position: &Position, nodes: u64, stop: &Stop) -> Result<Verdict, Rejected> {
        self.open(position)?;
        let ctl = stop.control(&Limits::default());
        let state = &mut self.state;
        on_own_stack(move || state.prove(means, nodes, &ctl))
    }

    fn search(
        &mut self,
        position: &Position,
        limit: &Limit,
        (lines, level): (usize, Option<Level>),
        stop: &Stop,
        tell: &mut (dyn FnMut(&Analysis) + Send),
    ) -> Result<Analysis, Rejected> {
        self.open(position)?;
        let task = Task {
            algorithm: self.options.get(&SEARCH),
            threads: self.options.get(&THREADS),
            multi_pv: lines,
            level,
            conclude: true,
            ..Task::default()
        };
        let ctl = stop.control(&limit.limits(position.time_params()));
        let state = &mut self.state;
        on_own_stack(move || {
            let mut last = Analysis::default();
            let chosen = state.search(&task, &ctl, &mut |report| {
                last = report.into();
                tell(&last);
            })?;
            let chosen = state.write(&chosen)?;
            Ok(Analysis { chosen: chosen.into_iter().next(), ..last })
        })
    }

    /// Comes to the position, with the weights that were asked for.
    fn open(&mut self, position: &Position) -> Result<(), Rejected> {
        let options = position.options_of(&self.options)?;
        let unfit = std::cell::RefCell::new(None);
        self.state.change(options, Some(position.change()), &|event| {
            if let WorkerEvent::BuiltInWeights(why) = event {
                *unfit.borrow_mut() = Some(why);
            }
        })?;
        let Some(why) = unfit.into_inner() else { return Ok(()) };
        // The game was opened with other weights, and would not be opened anew for the next position.
        self.state = WorkerState::default();
        Err(why)
    }
}

/// Runs what searches on a thread with the stack that it needs, and catches what fails there.
fn on_own_stack<T: Send>(run: impl FnOnce() -> Result<T, Rejected> + Send) -> Result<T, Rejected> {
    thread::scope(|scope| {
        let builder = thread::Builder::new().name("fukumi".to_owned()).stack_size(STACK_BYTES);
        let thread = builder
            .spawn_scoped(scope, run)
            .map_err(|why| Rejected::Internal(format!("the system gives no thread: {why}")))?;
        thread.join().unwrap_or_else(|_| Err(Rejected::Internal("the search failed".to_owned())))
    })
}
