//! The study of one position: a search by an engine that has learnt nothing from any other, so that order does not matter.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::engine::options::Options;
use crate::engine::{
    Change, Engine, MoveStyle, NamedMove, ProvenWin, Rejected, Report, ReportLine, Task, Verdict as Proof,
};
use crate::lab::arena::opening::Opening;
use crate::search::{Control, Limits, Outcome, Player, Score, Table};

/// The table of a search without a limit of nodes, in MiB.
const TABLE_DEFAULT: usize = 64;
/// What a puzzle may hold, in MiB; only what is needed is taken.
const PUZZLE_DEFAULT: usize = 1_024;
/// Bytes of the table for each node: an entry and as much again.
const BYTES_A_NODE: u64 = 32;
/// The largest table made for a limit of nodes, in MiB.
const TABLE_MOST: u64 = 1_024;

/// Under which conditions every position is searched.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    /// The game and its rules, where a position's text does not say otherwise.
    pub(super) options: Options,
    /// Nodes for a position.
    pub(super) nodes: Option<u64>,
    /// Depth for a position.
    pub(super) depth: Option<u32>,
    /// Time for a position.
    pub(super) time: Option<Duration>,
    /// How many best lines are wanted.
    pub(super) lines: usize,
    /// Nodes of the search for a whole proof; none when it is not asked for.
    pub(super) prove: Option<u64>,
    /// The table in MiB, when one was asked for.
    pub(super) hash: Option<usize>,
}

impl Conditions {
    fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, depth: self.depth, hard: self.time, ..Limits::default() }
    }

    /// A table no larger than the nodes can fill: a new one is had for each position.
    fn table(&self, puzzle: bool) -> Result<Table, Rejected> {
        let fitting = match self.nodes {
            _ if puzzle => PUZZLE_DEFAULT,
            Some(nodes) => (nodes.saturating_mul(BYTES_A_NODE) >> 20).clamp(1, TABLE_MOST) as usize,
            None => TABLE_DEFAULT,
        };
        Table::new(self.hash.unwrap_or(fitting)).map_err(|error| Rejected::Memory(error.to_string()))
    }
}

/// What came of thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A best move, with its line.
    Found,
    /// There was nothing to think about.
    Over(Outcome),
    /// A puzzle without a solution: proven.
    Unsolvable,
    /// Stopped before anything was known.
    Unknown,
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub(super) struct Study {
    /// The position's text.
    pub(super) position: String,
    /// The board, drawn.
    pub(super) board: String,
    /// The player to move.
    pub(super) to_move: Player,
    /// Is there only one player?
    pub(super) puzzle: bool,
    /// The points forbidden to the player to move.
    pub(super) forbidden: Vec<String>,
    /// The move that was played here, when a game went on.
    pub(super) played: Option<String>,
    /// Its value, searched as deep as the best one's; none when it is the best, or the search cannot be told to look at it.
    pub(super) played_score: Option<Score>,
    /// What came of thinking.
    pub(super) verdict: Verdict,
    /// The last depth that was finished.
    pub(super) depth: u32,
    /// The longest line looked at, in plies.
    pub(super) seldepth: u32,
    /// Moves made in the main search.
    pub(super) nodes: u64,
    /// Nodes of the proof searches.
    pub(super) proof_nodes: u64,
    /// The best lines, the best first.
    pub(super) lines: Vec<ReportLine>,
    /// What came of the search for a whole proof, when it was asked for.
    pub(super) proof: Option<Proof>,
}

impl Study {
    /// The value for the player to move; none when nothing is known.
    pub(super) fn score(&self) -> Option<Score> {
        match self.verdict {
            Verdict::Found => self.lines.first().map(|line| line.score),
            Verdict::Over(Outcome::Win(winner)) if winner == self.to_move => Some(Score::win_in(0)),
            Verdict::Over(Outcome::Win(_)) | Verdict::Unsolvable => Some(Score::loss_in(0)),
            Verdict::Over(Outcome::Draw) => Some(Score::DRAW),
            Verdict::Unknown => None,
        }
    }

    /// The best move.
    pub(super) fn best(&self) -> Option<&str> {
        self.lines.first().and_then(|line| line.pv.first()).map(|named| named.text.as_str())
    }

    /// A proven win is the best line, unless the search knows a faster one. Its moves go on where those of the search end.
    fn use_proof(&mut self, win: &ProvenWin, lines: usize) {
        let score = Score::win_in(win.plies);
        if self.score().is_some_and(|known| known > score) {
            return;
        }
        let pv: Vec<NamedMove> = win.line.iter().map(|mv| NamedMove { wire: mv.clone(), text: mv.clone() }).collect();
        self.lines.retain(|line| line.pv.first() != pv.first());
        let (depth, seldepth) = (self.depth, self.seldepth);
        self.lines.insert(0, ReportLine { rank: 1, score, depth, seldepth, pv });
        self.lines.truncate(lines);
        self.lines.iter_mut().zip(1..).for_each(|(line, rank)| line.rank = rank);
        self.verdict = Verdict::Found;
    }

    /// Searches the move that was played: from the same position, to the same depth and with the same table as the best one, so
    /// that their values can be compared.
    fn look_at_played(
        &mut self,
        engine: &mut dyn Engine,
        table: &Table,
        conditions: &Conditions,
    ) -> Result<(), Rejected> {
        let Some(played) = self.played.clone().filter(|played| self.best() != Some(played)) else { return Ok(()) };
        let task = Task { only: vec![played], conclude: true, ..Task::default() };
        let limits = Limits { depth: Some(self.depth.max(1)), ..conditions.limits() };
        let mut last = None;
        engine.think(&task, table, &Control::new(&limits, Instant::now()), &mut |report| last = Some(report))?;
        if let Some(report) = last {
            self.played_score = report.lines.first().map(|line| line.score);
            self.nodes += report.nodes;
            self.proof_nodes += report.proof_nodes;
        }
        Ok(())
    }

    fn use_report(&mut self, report: Report) {
        // What a cut iteration found is less certain than what the last whole one settled, but for a win, which is proven.
        let won = |lines: &[ReportLine]| lines.first().is_some_and(|line| line.score.is_win());
        if self.lines.is_empty() || report.depth > self.depth || (won(&report.lines) && !won(&self.lines)) {
            self.lines = report.lines;
        }
        (self.depth, self.seldepth) = (report.depth, report.seldepth);
        (self.nodes, self.proof_nodes) = (report.nodes, report.proof_nodes);
    }
}

/// Studies positions, one after the other.
pub(super) struct Analyst<'a> {
    conditions: &'a Conditions,
    open_game: Option<(Options, Box<dyn Engine>)>,
}

impl<'a> Analyst<'a> {
    pub(super) fn new(conditions: &'a Conditions) -> Analyst<'a> {
        Analyst { conditions, open_game: None }
    }

    /// Can all the moves be played?
    ///
    /// # Errors
    /// [`Rejected`], naming what is wrong.
    pub(super) fn check(&mut self, opening: &Opening) -> Result<(), Rejected> {
        self.go_to(opening, opening.moves.len()).map(|_| ())
    }

    /// Studies the position after so many of the moves.
    ///
    /// # Errors
    /// [`Rejected`] when there is no such position, or no memory for the search.
    pub(super) fn study(&mut self, opening: &Opening, plies: usize) -> Result<Study, Rejected> {
        let studied = catch_unwind(AssertUnwindSafe(|| self.study_unguarded(opening, plies)));
        studied.unwrap_or_else(|_| {
            // A panic may have left the engine in any state.
            self.open_game = None;
            Err(Rejected::Internal("the search failed".to_owned()))
        })
    }

    fn study_unguarded(&mut self, opening: &Opening, plies: usize) -> Result<Study, Rejected> {
        let conditions = self.conditions;
        let engine = self.go_to(opening, plies)?;
        let standing = engine.standing();
        let puzzle = engine.training_game().is_none();
        let played = opening.moves.get(plies).map(|text| engine.reformat(text, MoveStyle::Bottom)).transpose()?;
        let mut study = Study {
            position: engine.position(),
            board: engine.draw(),
            to_move: standing.to_move,
            puzzle,
            forbidden: engine.forbidden(MoveStyle::Bottom),
            played,
            played_score: None,
            verdict: Verdict::Found,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            proof_nodes: 0,
            lines: Vec::new(),
            proof: None,
        };
        if let Some(outcome) = standing.outcome {
            study.verdict = Verdict::Over(outcome);
            return Ok(study);
        }
        let table = conditions.table(puzzle)?;
        let task = Task { multi_pv: conditions.lines, conclude: true, ..Task::default() };
        let ctl = Control::new(&conditions.limits(), Instant::now());
        engine.new_game();
        let answer = engine.think(&task, &table, &ctl, &mut |report| study.use_report(report));
        study.verdict = match answer {
            Err(Rejected::Unsolvable) => Verdict::Unsolvable,
            Err(other) => return Err(other),
            Ok(_) if study.lines.is_empty() => Verdict::Unknown,
            Ok(_) => Verdict::Found,
        };
        if let Some(nodes) = conditions.prove {
            let ctl = Control::new(&Limits { hard: conditions.time, ..Limits::default() }, Instant::now());
            let proof = engine.prove(nodes, MoveStyle::Bottom, &ctl)?;
            if let Proof::Win(win) = &proof {
                study.use_proof(win, conditions.lines);
            }
            study.proof = Some(proof);
        }
        if !puzzle && study.verdict == Verdict::Found {
            study.look_at_played(engine, &table, conditions)?;
        }
        Ok(study)
    }

    /// The engine in the position after so many of the moves, opened anew when its rules are others.
    fn go_to(&mut self, opening: &Opening, plies: usize) -> Result<&mut dyn Engine, Rejected> {
        let mut options = self.conditions.options.clone();
        if let Some(text) = &opening.position {
            (options.game().read)(text, &mut options)?;
        }
        if self.open_game.as_ref().is_none_or(|(opened, _)| !opened.same_game(&options)) {
            self.open_game = Some((options.clone(), (options.game().open)(&options)?));
        }
        let (_, engine) = self.open_game.as_mut().ok_or_else(|| Rejected::Internal("no game".to_owned()))?;
        let moves = opening.moves[..plies].to_vec();
        engine.apply(&Change::Set { position: opening.position.clone(), moves })?;
        Ok(engine.as_mut())
    }
}
